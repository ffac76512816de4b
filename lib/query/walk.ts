// Callers and callees, one step or several. Laws kept: a walk is bounded and says where it stopped; cycles and diamonds
// give each symbol once, at its shortest distance; what the filter leaves out is counted and not walked.

import { type EdgeKind, isCallable, isType } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow, StoredUnresolvedRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

export const MAX_NODES = 500;
export const MAX_EDGES = 1_000;

export interface Reached {
  readonly symbol: StoredSymbolRow;
  readonly distance: number;
  /** The edges by which it was reached from the symbols one step nearer, in order of their sites. */
  readonly edges: readonly StoredEdgeRow[];
  /** Set where the edge says more than it seems: `class_call` for a constructor's caller through its class. */
  readonly note: "class_call" | null;
}

export interface Walk {
  readonly reached: readonly Reached[];
  /** Edges that lead out of the filter. */
  readonly boundaryEdges: number;
  /** Which limit ended the walk early, or null. */
  readonly limit: "nodes" | "edges" | null;
}

const CALLS: readonly EdgeKind[] = ["calls", "handles"];

/** Symbols that call one, or that it calls, up to a depth. */
export function walkCalls(
  view: View,
  from: StoredSymbolRow,
  direction: "callers" | "callees",
  depth: number,
): Walk {
  const reached: Reached[] = [];
  const seen = new Set([from.number]);
  let boundaryEdges = 0;
  let edgeCount = 0;
  let frontier: StoredSymbolRow[] = [from];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const groups = new Map<number, { edges: StoredEdgeRow[]; note: Reached["note"] }>();
    for (const symbol of frontier) {
      for (const { edge, note } of steps(view, symbol, direction)) {
        const other = direction === "callers" ? edge.source : edge.target;
        if (!view.isSure(edge)) continue;
        if (!view.admits(view.symbol(other).path)) {
          boundaryEdges++;
          continue;
        }
        if (seen.has(other) && !groups.has(other)) continue;
        if (++edgeCount > MAX_EDGES) {
          return { reached: ordered(view, reached, groups, distance), boundaryEdges, limit: "edges" };
        }
        const group = groups.get(other) ?? { edges: [], note };
        group.edges.push(edge);
        groups.set(other, group);
        seen.add(other);
        if (seen.size > MAX_NODES) {
          return { reached: ordered(view, reached, groups, distance), boundaryEdges, limit: "nodes" };
        }
      }
    }
    ordered(view, reached, groups, distance);
    frontier = [...groups.keys()].map((number) => view.symbol(number));
  }
  return { reached, boundaryEdges, limit: null };
}

/** Appends one distance's symbols in order of their first site. */
function ordered(
  view: View,
  reached: Reached[],
  groups: ReadonlyMap<number, { edges: StoredEdgeRow[]; note: Reached["note"] }>,
  distance: number,
): Reached[] {
  for (const [number, { edges, note }] of groups) {
    reached.push({ symbol: view.symbol(number), distance, edges, note });
  }
  return reached;
}

function* steps(
  view: View,
  symbol: StoredSymbolRow,
  direction: "callers" | "callees",
): Iterable<{ edge: StoredEdgeRow; note: Reached["note"] }> {
  if (direction === "callees") {
    for (const edge of view.reader.edges.from(symbol.number, CALLS)) yield { edge, note: null };
    return;
  }
  for (const edge of view.reader.edges.to(symbol.number, CALLS)) yield { edge, note: null };
  const owner = constructedClass(view, symbol);
  if (owner === null) return;
  for (const edge of view.reader.edges.to(owner.number, CALLS)) yield { edge, note: "class_call" };
}

const CONSTRUCTOR_NAMES = new Set(["__init__", "__new__", "constructor"]);

/** The class that calling constructs through this member, or null. */
export function constructedClass(view: View, symbol: StoredSymbolRow): StoredSymbolRow | null {
  if (symbol.parent < 0 || !isCallable(symbol.kind) || !CONSTRUCTOR_NAMES.has(symbol.name)) return null;
  const owner = view.symbol(symbol.parent);
  return isType(owner.kind) ? owner : null;
}

/** Sites that name the symbol and were not bound: nobody knows whether they mean it. */
export function unboundSites(view: View, symbol: StoredSymbolRow): StoredUnresolvedRow[] {
  const language = view.reader.files.byPath(symbol.path)?.language ?? null;
  return view.reader.edges.unresolvedByName(symbol.name).filter((miss) =>
    miss.reason !== "external" && miss.reason !== "local" && view.admits(miss.path) &&
    view.reader.files.byPath(miss.path)?.language === language
  );
}
