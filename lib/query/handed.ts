// Who may run a function that is handed on instead of called: put into a table, registered by a decorator, given to what keeps
// it. Whoever uses the same keeper may run it. Laws kept: only a site that names the function says that it is handed on; only
// variables and fields keep anything; it is a candidate, never more. Not here: what is called where it is named.

import { type EdgeKind, isCallable, type SymbolKind } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** What more than this many sites use keeps too much to say anything of one function. */
const MAX_USES = 20;

const USES: readonly EdgeKind[] = ["references", "calls"];

const KEEPERS: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property"]);

/** Uses of what keeps the function: each by somebody who may run it. */
export function usesOfKeepers(view: View, handed: StoredSymbolRow): StoredEdgeRow[] {
  const { edges } = view.reader;
  const keepers = new Set<number>();
  for (const site of edges.to(handed.number, ["references"])) {
    for (const keeper of keepersAt(view, view.symbol(site.source), site)) keepers.add(keeper);
  }
  for (const site of edges.from(handed.number, ["decorates"])) {
    const around = handed.parent < 0 ? null : view.symbol(handed.parent);
    if (around !== null) { for (const keeper of decoratorsKeepers(view, around, site)) keepers.add(keeper); }
  }
  keepers.delete(handed.number);
  return [...keepers].flatMap((keeper) => {
    if (edges.countTo(keeper, USES) > MAX_USES) return [];
    return edges.to(keeper, USES).filter(({ source }) => source !== handed.number);
  });
}

/** What a site puts a function into: what is declared or named around it, and what they fill that it is given to. */
function* keepersAt(view: View, user: StoredSymbolRow, site: StoredEdgeRow): Iterable<number> {
  const { reader } = view;
  for (const symbol of reader.symbols.around(site.path, site.byteOffset)) {
    if (isKeeper(symbol)) yield symbol.number;
  }
  for (const { kind, target } of namedInLine(view, user, site.line)) {
    if (kind === "references" && isKeeper(view.symbol(target))) yield target;
    if (kind === "calls") yield* filledBy(view, view.symbol(target));
  }
  // What nobody can name runs while it is loaded.
  const isLoading = isCallable(user.kind) && !user.exported && !user.isTest &&
    reader.edges.countTo(user.number, ["calls", "references"]) === 0;
  if (isLoading) yield* filledBy(view, user);
}

/** What a decorator is a member of: a registry, an application, a group of commands. */
function* decoratorsKeepers(view: View, user: StoredSymbolRow, site: StoredEdgeRow): Iterable<number> {
  for (const { kind, target, byteOffset } of namedInLine(view, user, site.line)) {
    const keeper = view.symbol(target).kind;
    const isModule = keeper === "file" || keeper === "package";
    if (kind === "references" && byteOffset < site.byteOffset && !isModule) yield target;
  }
}

const lines = new WeakMap<View, Map<number, ReadonlyMap<number, readonly StoredEdgeRow[]>>>();

/** What a symbol names and calls in a line. A file names much, and is asked for each line that hands something on. */
function namedInLine(view: View, user: StoredSymbolRow, line: number): readonly StoredEdgeRow[] {
  const known = lines.get(view) ?? new Map();
  lines.set(view, known);
  let byLine = known.get(user.number);
  if (byLine === undefined) {
    byLine = Map.groupBy(view.reader.edges.from(user.number, ["references", "calls"]), (edge) => edge.line);
    known.set(user.number, byLine);
  }
  return byLine.get(line) ?? [];
}

/** What a function uses beside it: variables of its file, fields of its owner. */
function* filledBy(view: View, callable: StoredSymbolRow): Iterable<number> {
  for (const { target } of view.reader.edges.from(callable.number, ["references"])) {
    const used = view.symbol(target);
    if (used.parent === callable.parent && isKeeper(used)) yield target;
  }
}

function isKeeper({ kind }: StoredSymbolRow): boolean {
  return KEEPERS.has(kind);
}
