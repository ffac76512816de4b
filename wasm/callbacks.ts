// JavaScript functions as entries of a WASM function table. A table takes only functions that WASM exported, so a tiny
// module is generated that imports each one under its C signature and exports it again.

/** A function with its C signature: the result first, then the parameters; i is 32 bits, j 64 bits, d a double. */
export interface Callback {
  readonly signature: string;
  readonly call: (...args: never[]) => number;
}

const VALUE_TYPES: Record<string, number> = { i: 0x7f, j: 0x7e, d: 0x7c };
const FUNCTION_TYPE = 0x60;
const FUNCTION_KIND = 0;
const SECTION = { types: 1, imports: 2, exports: 7 } as const;

/** Appends the callbacks to the table; gives each one's index, which is its C function pointer. */
export function addCallbacks(table: WebAssembly.Table, callbacks: readonly Callback[]): number[] {
  const functions = Object.fromEntries(callbacks.map(({ call }, index) => [String(index), call]));
  const module = new WebAssembly.Module(reexporting(callbacks));
  const { exports } = new WebAssembly.Instance(module, { e: functions as WebAssembly.ModuleImports });
  const first = table.grow(callbacks.length);
  return callbacks.map((_, index) => {
    table.set(first + index, exports[String(index)] as CallableFunction);
    return first + index;
  });
}

function reexporting(callbacks: readonly Callback[]): Uint8Array<ArrayBuffer> {
  const types = callbacks.map(({ signature }) => [
    FUNCTION_TYPE,
    ...vector([...signature.slice(1)].map((letter) => [VALUE_TYPES[letter]])),
    ...vector([[VALUE_TYPES[signature[0]]]]),
  ]);
  const imports = callbacks.map((_, index) => [...name("e"), ...name(String(index)), FUNCTION_KIND, index]);
  const exports = callbacks.map((_, index) => [...name(String(index)), FUNCTION_KIND, index]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(SECTION.types, types),
    ...section(SECTION.imports, imports),
    ...section(SECTION.exports, exports),
  ]);
}

function section(id: number, entries: number[][]): number[] {
  const body = vector(entries);
  return [id, ...unsigned(body.length), ...body];
}

function vector(entries: number[][]): number[] {
  return [...unsigned(entries.length), ...entries.flat()];
}

function name(text: string): number[] {
  return vector([...text].map((letter) => [letter.charCodeAt(0)]));
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
