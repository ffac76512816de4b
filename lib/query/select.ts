// Naming a symbol as people do. Laws kept: several fits are never merged, and an id is looked up only in the generation it
// came from (which its caller has checked). Not here: searching.

import { Failure } from "../model/mod.ts";
import type { StoredFileRow, StoredSymbolRow } from "../store/mod.ts";
import { segmentsOf } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** How a request names a symbol. */
export type Selector =
  | { readonly by: "id"; readonly id: string }
  /** `name`, `Class.method` or `path#Class.method`. */
  | { readonly by: "name"; readonly name: string }
  /** Line from 1, column in UTF-8 bytes from 0. */
  | { readonly by: "position"; readonly path: string; readonly line: number; readonly column: number | null };

const MAX_CHOICES = 20;

/** The one symbol that a selector names. Failures: symbol.not_found, symbol.ambiguous, path.not_found. */
export function selectSymbol(view: View, selector: Selector): StoredSymbolRow {
  if (selector.by === "id") {
    const symbol = view.reader.symbols.byId(selector.id);
    if (symbol !== null) return symbol;
    throw new Failure("symbol.not_found", "No symbol of this generation has that id.", {
      hint: "Ids hold only for the fingerprint they came from: look the symbol up by its name.",
    });
  }
  if (selector.by === "position") return symbolAt(view, selector);
  const found = namedSymbols(view, selector.name);
  if (found.length === 1) return found[0];
  if (found.length === 0) throw notFound(view, selector.name);
  throw new Failure("symbol.ambiguous", `${found.length} symbols are called ${selector.name}.`, {
    hint: "Name one of the choices as path#Qualified.name, or by path, line and column.",
    detail: { total: found.length, choices: found.slice(0, MAX_CHOICES).map(choice) },
  });
}

function choice(symbol: StoredSymbolRow): Record<string, unknown> {
  const { path, qualifiedName, kind, line, id } = symbol;
  return { symbol: `${path}#${qualifiedName}`, kind, path, line, symbol_id: id };
}

/** All symbols that a written name may mean: a hash separates a path, and may be part of a private name. */
export function namedSymbols(view: View, written: string): StoredSymbolRow[] {
  for (let hash = written.indexOf("#"); hash > 0; hash = written.indexOf("#", hash + 1)) {
    const path = written.slice(0, hash);
    if (view.reader.files.byPath(path) !== null) return namedIn(view, path, written.slice(hash + 1));
  }
  return namedIn(view, null, written);
}

function namedIn(view: View, path: string | null, name: string): StoredSymbolRow[] {
  if (path !== null && (name === "" || name === "<module>")) {
    return view.reader.symbols.inFile(path).filter(({ kind }) => kind === "file");
  }
  const last = name.slice(name.lastIndexOf(".") + 1);
  const all = dedupe([...view.reader.symbols.byQualifiedName(name), ...view.reader.symbols.byName(last)])
    .filter((symbol) => fits(symbol, name) && (path === null || symbol.path === path));
  // The filter tells namesakes apart; alone it hides no symbol that a walk is to start from.
  const inside = all.filter((symbol) => view.admits(symbol.path));
  const pool = inside.length > 0 ? inside : all;
  const exact = pool.filter(({ qualifiedName }) => qualifiedName === name);
  return exact.length > 0 ? exact : pool;
}

function dedupe(symbols: readonly StoredSymbolRow[]): StoredSymbolRow[] {
  return [...new Map(symbols.map((symbol) => [symbol.number, symbol])).values()];
}

/** `run` fits `A.run`; `A.run` fits `m.A.run`. */
function fits({ qualifiedName, kind }: StoredSymbolRow, name: string): boolean {
  return kind !== "file" && (qualifiedName === name || qualifiedName.endsWith(`.${name}`));
}

function symbolAt(view: View, { path, line, column }: Selector & { by: "position" }): StoredSymbolRow {
  indexedFile(view, path);
  const target = column === null ? null : referencedAt(view, path, line, column);
  const symbol = target ?? (column === null ? view.reader.symbols.atLine(path, line) : null);
  if (symbol !== null) return symbol;
  throw new Failure(
    "symbol.not_found",
    `Nothing at ${path}:${line}${column === null ? "" : `:${column}`} names a symbol.`,
    {
      hint: "Columns count UTF-8 bytes from 0; leave the column out for the symbol around the line.",
    },
  );
}

/** What the name at a place stands for: the symbol declared there, or the target of the edge there. */
export function referencedAt(view: View, path: string, line: number, column: number): StoredSymbolRow | null {
  const byteOffset = byteOffsetOf(view.sourceOf(path), line, column);
  if (byteOffset === null) return null;
  const declared = view.reader.symbols.namedAt(path, byteOffset);
  if (declared !== null && declared.kind !== "file") return declared;
  const edge = view.reader.edges.inFile(path).find((one) =>
    one.kind !== "contains" && one.kind !== "overrides" && one.line === line && one.column <= column &&
    column < one.column + new TextEncoder().encode(one.name).length
  );
  return edge === undefined ? null : view.symbol(edge.target);
}

const LINE_FEED = 10;

function byteOffsetOf(bytes: Uint8Array, line: number, column: number): number | null {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0) return null;
    start = end + 1;
  }
  return start + column <= bytes.length ? start + column : null;
}

/** The file of a path that a request names. Failures: path.outside_root, path.not_found, saying why it was left out. */
export function indexedFile(view: View, path: string): StoredFileRow {
  const file = view.reader.files.byPath(path);
  if (file !== null && file.status !== "omitted") return file;
  if (file !== null) {
    throw new Failure("path.not_found", `${path} is in the worktree and was left out: ${file.reason}.`, {
      detail: { path, omitted: file.reason },
    });
  }
  const hint = "Paths are relative to the root of the worktree, as Git writes them.";
  if (/^\/|(^|[/\\])\.\.([/\\]|$)|^[A-Za-z]:[/\\]/.test(path)) {
    throw new Failure("path.outside_root", `${path} does not lie below the root of the worktree.`, {
      hint,
      detail: { path },
    });
  }
  throw new Failure("path.not_found", `${path} is not in the index.`, { hint, detail: { path } });
}

function notFound(view: View, name: string): Failure {
  const wanted = new Set(segmentsOf(name));
  const last = name.slice(name.lastIndexOf(".") + 1).replace(/^.*#/, "");
  const { hits } = view.reader.search.search(nearExpression(last), MAX_CHOICES, view.storeFilter);
  const near = hits.map(({ symbol }) => symbol)
    .filter((symbol) =>
      symbol.kind !== "file" && segmentsOf(symbol.name).some((segment) => wanted.has(segment))
    );
  return new Failure("symbol.not_found", `No symbol is called ${name}.`, {
    hint: near.length > 0
      ? "Names that share a word are among the choices."
      : "Search with the symbols operation.",
    detail: { choices: near.slice(0, 8).map(choice) },
  });
}

function nearExpression(name: string): string | null {
  const segments = segmentsOf(name).slice(0, 8);
  return segments.length === 0 ? null : segments.map((segment) => `"${segment}"`).join(" OR ");
}
