// The type words that name no definition: what kind of literal has such a type. Not here: types of the standard library.

const LITERALS: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["bigint", "number"],
  ["boolean", "boolean"],
  ["true", "boolean"],
  ["false", "boolean"],
  ["symbol", "symbol"],
  ["undefined", "none"],
  ["void", "none"],
  ["null", "none"],
  ["never", "none"],
  ["any", ""],
  ["unknown", ""],
  ["object", ""],
]);

/** The literal kind of a type word, "" where it says nothing of the value, null for any other name. */
export function primitive(word: string): string | null {
  return LITERALS.get(word) ?? null;
}
