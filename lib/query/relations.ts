// One step from a symbol or file: references, members, imports, super- and subtypes, what was not bound.
// Not here: walks over several steps.

import type { EdgeKind, UnresolvedReason } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow, StoredUnresolvedRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** An edge with the symbol at its other end. */
export interface Related {
  readonly edge: StoredEdgeRow;
  readonly symbol: StoredSymbolRow;
}

/** Edges as a request sees them, and how many lie outside its filter. */
export interface Relations {
  readonly related: readonly Related[];
  readonly boundaryEdges: number;
}

const USES: readonly EdgeKind[] = [
  "calls",
  "references",
  "imports",
  "inherits",
  "implements",
  "decorates",
  "handles",
];
const TYPES: readonly EdgeKind[] = ["inherits", "implements", "overrides"];

/** Every site that uses a symbol. */
export function referencesTo(view: View, symbol: StoredSymbolRow): Relations {
  return admitted(view, view.reader.edges.to(symbol.number, USES), "source");
}

/** Super- and subtypes, and overridden and overriding members, one step away. */
export function hierarchyOf(view: View, symbol: StoredSymbolRow, direction: "up" | "down"): Relations {
  return direction === "up"
    ? admitted(view, view.reader.edges.from(symbol.number, TYPES), "target")
    : admitted(view, view.reader.edges.to(symbol.number, TYPES), "source");
}

/** What a file imports, or who imports it. */
export function importsOf(view: View, path: string, direction: "imports" | "importers"): Relations {
  if (direction === "imports") {
    const edges = view.reader.edges.inFile(path).filter(({ kind }) => kind === "imports");
    return admitted(view, edges, "target");
  }
  const [file] = view.reader.symbols.inFile(path);
  const importers = new Map<number, StoredEdgeRow>();
  const own = view.reader.symbols.inFile(path);
  const packaged = file !== undefined && file.parent >= 0 ? [view.symbol(file.parent)] : [];
  for (const symbol of [...packaged, ...own]) {
    for (const edge of view.reader.edges.to(symbol.number, ["imports"])) {
      importers.set(edge.byteOffset + edge.file * 2 ** 32, edge);
    }
  }
  return admitted(view, [...importers.values()].filter((edge) => edge.path !== path), "source");
}

function admitted(view: View, edges: readonly StoredEdgeRow[], end: "source" | "target"): Relations {
  const related: Related[] = [];
  let boundaryEdges = 0;
  for (const edge of edges) {
    if (!view.isSure(edge)) continue;
    const symbol = view.symbol(edge[end]);
    if (view.admits(end === "source" ? edge.path : symbol.path)) related.push({ edge, symbol });
    else boundaryEdges++;
  }
  return { related, boundaryEdges };
}

/** References without target, by file, name or reason. */
export function unresolvedIn(
  view: View,
  wanted: { path: string | null; name: string | null; reason: UnresolvedReason | null },
): StoredUnresolvedRow[] {
  const { path, name, reason } = wanted;
  const all = name !== null
    ? view.reader.edges.unresolvedByName(name)
    : path !== null
    ? view.reader.edges.unresolvedInFile(path)
    : view.reader.files.all(view.storeFilter).flatMap((file) =>
      view.reader.edges.unresolvedInFile(file.path)
    );
  return all.filter((miss) =>
    view.admits(miss.path) && (path === null || miss.path === path) &&
    (reason === null || miss.reason === reason)
  );
}
