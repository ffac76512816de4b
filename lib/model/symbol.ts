// Symbols: their kinds, the LSP numbers beside them, and the structural ids made of descriptors.
// Not here: how a language decides what is a symbol.

/** Symbol kinds keep the language's word; the number is LSP's SymbolKind. */
export const LSP_KINDS = {
  file: 1,
  package: 4,
  module: 2,
  namespace: 3,
  class: 5,
  interface: 11,
  trait: 11,
  struct: 23,
  enum: 10,
  enum_member: 22,
  type_alias: 26,
  function: 12,
  method: 6,
  constructor: 9,
  getter: 7,
  setter: 7,
  property: 7,
  field: 8,
  variable: 13,
  constant: 14,
  route: 24,
  heading: 15,
} as const;

export type SymbolKind = keyof typeof LSP_KINDS;

/** SCIP's descriptor suffix of a kind. */
export function descriptorSuffix(kind: SymbolKind): "/" | "#" | "()." | "." | "!" {
  switch (kind) {
    case "package":
    case "module":
    case "namespace":
      return "/";
    case "class":
    case "interface":
    case "trait":
    case "struct":
    case "enum":
    case "type_alias":
      return "#";
    case "function":
    case "method":
    case "constructor":
      return "().";
    case "route":
      return "!";
    default:
      return ".";
  }
}

/** Whether a symbol of this kind has code that runs when it is called. */
export function isCallable(kind: SymbolKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor" || kind === "getter" ||
    kind === "setter";
}

/** Whether a symbol of this kind is a type. */
export function isType(kind: SymbolKind): boolean {
  return descriptorSuffix(kind) === "#";
}

const encoder = new TextEncoder();

/** Percent-escapes a name for a descriptor: every byte outside `[A-Za-z0-9_$]` and non-ASCII letters. */
export function escapeName(name: string): string {
  if (/^[A-Za-z0-9_$]*$/.test(name)) return name;
  let out = "";
  for (const char of name) {
    if (/[A-Za-z0-9_$]/.test(char) || char.codePointAt(0)! > 0x7f) out += char;
    else {for (const byte of encoder.encode(char)) {
        out += "%" + byte.toString(16).toUpperCase().padStart(2, "0");
      }}
  }
  return out;
}

/** Percent-escapes a path for a symbol id: only `#` and `%`. */
export function escapePath(path: string): string {
  return path.replaceAll("%", "%25").replaceAll("#", "%23");
}

/** The path that `escapePath` gave. */
export function unescapePath(escaped: string): string {
  return escaped.replaceAll("%23", "#").replaceAll("%25", "%");
}

/** One descriptor; `ordinal` numbers siblings of one name and suffix from 0. */
export function descriptor(name: string, kind: SymbolKind, ordinal: number): string {
  const suffix = descriptorSuffix(kind);
  const number = ordinal === 0 ? "" : `+${ordinal}`;
  if (suffix === "().") return `${escapeName(name)}(${number}).`;
  return escapeName(name) + number + suffix;
}
