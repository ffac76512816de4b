// What a written name may mean, and how a symbol is written so that it means just that one. Not here: choosing.

import { Failure, LineIndex } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** The first of some symbols as a caller can name them: by qualified name, or by place where that would still be ambiguous. */
export function choicesOf(
  view: View,
  symbols: readonly StoredSymbolRow[],
  most: number,
): Record<string, unknown>[] {
  const written = symbols.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`);
  return symbols.slice(0, most).map((symbol, at) => {
    const { path, kind, line, id } = symbol;
    const isAlone = written.indexOf(written[at]) === written.lastIndexOf(written[at]);
    return { symbol: isAlone ? written[at] : placeOf(view, symbol), kind, path, line, symbol_id: id };
  });
}

function placeOf(view: View, { path, line, number, nameStart }: StoredSymbolRow): string {
  if (outermost(namedOnLine(view, path, line))?.number === number) return `${path}:${line}`;
  const { start } = LineIndex.ofBytes(view.sourceOf(path)).range(line, line);
  return `${path}:${line}:${nameStart - start}`;
}

/** The symbols whose names stand on a line. */
export function namedOnLine(view: View, path: string, line: number): StoredSymbolRow[] {
  return view.reader.symbols.inFile(path).filter((symbol) => symbol.line === line && symbol.kind !== "file");
}

/** The one of some symbols that holds all others, if any does. */
export function outermost(symbols: readonly StoredSymbolRow[]): StoredSymbolRow | undefined {
  return symbols.find((one) =>
    symbols.every(({ startByte, endByte }) => one.startByte <= startByte && endByte <= one.endByte)
  );
}

/** Symbols that a written name may mean. */
export interface Named {
  /** Those whose qualified name it is. */
  readonly exact: readonly StoredSymbolRow[];
  /** Those whose qualified name ends with it. */
  readonly others: readonly StoredSymbolRow[];
}

/** All symbols that a written name may mean: those inside the filter, or where there are none, those outside. */
export function namedSymbols(view: View, written: string): Named {
  const { path, name } = split(view, written);
  if (path !== null && (name === "" || name === "<module>")) {
    return { exact: [fileSymbol(view, path)], others: [] };
  }
  const last = name.slice(name.lastIndexOf(".") + 1);
  const all = [...view.reader.symbols.byQualifiedName(name), ...view.reader.symbols.byName(last)]
    .filter((symbol) => fits(symbol, name) && (path === null || symbol.path === path));
  const distinct = [...new Map(all.map((symbol) => [symbol.number, symbol])).values()];
  const inside = distinct.filter((symbol) => view.admits(symbol.path));
  const seen = inside.length > 0 ? inside : distinct;
  return {
    exact: seen.filter(({ qualifiedName }) => qualifiedName === name),
    others: seen.filter(({ qualifiedName }) => qualifiedName !== name),
  };
}

/** A symbol by a name that means just this one, or by its id where there is no such name. */
export function nameAlone(view: View, symbol: StoredSymbolRow): { symbol: string } | { symbol_id: string } {
  const { path, qualifiedName } = symbol;
  const written = `${path}#${qualifiedName}`;
  const means = split(view, written);
  const isCut = means.path === path && means.name === qualifiedName;
  return isCut && isAlone(view, symbol) ? { symbol: written } : { symbol_id: symbol.id };
}

/** Whether nothing else in its file has the qualified name of a symbol. Only its file is looked at: a name may be everywhere. */
function isAlone(view: View, symbol: StoredSymbolRow): boolean {
  const { path, kind, qualifiedName } = symbol;
  if (kind === "file") return qualifiedName === "<module>";
  if (qualifiedName === "<module>" || !isNamedSo(symbol)) return false;
  const own = view.reader.symbols.inFile(path);
  const same = own.filter((one) =>
    one.kind !== "file" && one.qualifiedName === qualifiedName && isNamedSo(one)
  );
  return same.length === 1;
}

/** Whether a symbol is found by its qualified name: that ends with its name. */
function isNamedSo({ name, qualifiedName }: StoredSymbolRow): boolean {
  return qualifiedName === name || qualifiedName.endsWith(`.${name}`);
}

/** Cuts `path#name` where what stands before a `#` is a file: both paths and names may hold one. */
function split(view: View, written: string): { path: string | null; name: string } {
  for (let hash = written.indexOf("#", 1); hash > 0; hash = written.indexOf("#", hash + 1)) {
    const file = view.reader.files.byPath(written.slice(0, hash));
    if (file !== null && file.status !== "omitted") return { path: file.path, name: written.slice(hash + 1) };
  }
  return { path: null, name: written };
}

/** `run` fits `A.run`; `A.run` fits `m.A.run`. */
function fits({ qualifiedName, kind }: StoredSymbolRow, name: string): boolean {
  return kind !== "file" && (qualifiedName === name || qualifiedName.endsWith(`.${name}`));
}

/** The symbol that a file itself is. */
export function fileSymbol(view: View, path: string): StoredSymbolRow {
  const own = view.reader.symbols.ofFile(path);
  if (own !== null) return own;
  throw new Failure("index.corrupt", `the index lacks the symbol of ${path}`);
}
