// One step from a symbol or file: who uses it, what a file imports, what was not bound. Not here: walks.

import type { EdgeKind } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow, StoredUnresolvedRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** A symbol with the edges that relate it, in order of their sites. */
export interface Related {
  readonly symbol: StoredSymbolRow;
  readonly edges: readonly StoredEdgeRow[];
}

/** What a request sees, and how many edges lie outside its filter. */
export interface Relations {
  readonly related: readonly Related[];
  readonly boundaryEdges: number;
}

/** Edges from what uses a symbol to the symbol. */
export const USES: readonly EdgeKind[] = [
  "calls",
  "references",
  "imports",
  "inherits",
  "implements",
  "decorates",
  "handles",
];

/** The symbols that use one or stand in for it, each with all its sites, in order of the first. */
export function referencesTo(view: View, symbol: StoredSymbolRow): Relations {
  return related(view, view.reader.edges.to(symbol.number, [...USES, "overrides"]), "source");
}

/** What a file imports, or who imports it. A package is imported for each of its files. */
export function importsOf(view: View, path: string, direction: "imports" | "importers"): Relations {
  if (direction === "imports") {
    return related(view, view.reader.edges.inFile(path).filter(({ kind }) => kind === "imports"), "target");
  }
  const own = view.reader.symbols.inFile(path);
  const containers = own.filter(({ kind }) => kind === "file").flatMap(({ parent }) =>
    parent < 0 ? [] : [view.symbol(parent)]
  );
  const edges = new Set([...containers, ...own]);
  const importing = [...edges].flatMap(({ number }) => view.reader.edges.to(number, ["imports"]));
  return related(view, importing.filter((edge) => edge.path !== path), "source");
}

function related(view: View, edges: readonly StoredEdgeRow[], end: "source" | "target"): Relations {
  const groups = new Map<number, { symbol: StoredSymbolRow; edges: StoredEdgeRow[] }>();
  let boundaryEdges = 0;
  for (const edge of edges) {
    const symbol = view.symbol(edge[end]);
    const group = groups.get(symbol.number);
    if (!view.sees(edge, symbol)) boundaryEdges++;
    else if (group === undefined) groups.set(symbol.number, { symbol, edges: [edge] });
    else group.edges.push(edge);
  }
  return { related: [...groups.values()], boundaryEdges };
}

/** References without target, by file or name. */
export function unresolvedIn(
  view: View,
  wanted: { path: string | null; name: string | null },
): StoredUnresolvedRow[] {
  const { path, name } = wanted;
  const { edges, files } = view.reader;
  const all = name !== null
    ? edges.unresolvedByName(name)
    : path !== null
    ? edges.unresolvedInFile(path)
    : files.all(view.storeFilter).flatMap((file) => edges.unresolvedInFile(file.path));
  return all.filter((miss) => view.admits(miss.path) && (path === null || miss.path === path));
}
