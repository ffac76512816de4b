// Import cycles: files that reach themselves over imports. Law kept: each group of files that reach each other is told once,
// with a shortest cycle through its first file. Not here: cycles of calls.

import { compareUtf8, stronglyConnected } from "../model/mod.ts";
import type { StoredEdgeRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

export interface ImportCycle {
  /** Every file of the group, in path order. */
  readonly files: readonly string[];
  /** Imports that lead from the first file back to it; the site of each lies in the file it leaves. */
  readonly imports: readonly StoredEdgeRow[];
}

/** All groups inside the filter, largest first, then in path order. */
export function importCycles(view: View): ImportCycle[] {
  const graph = importGraph(view);
  return stronglyConnected(graph.keys(), (file) => [...graph.get(file)?.keys() ?? []])
    .filter((group) => group.length > 1)
    .map((group) => group.sort(compareUtf8))
    .map((files) => ({ files, imports: shortestCycle(graph, files) }))
    .sort((a, b) => b.files.length - a.files.length || compareUtf8(a.files[0], b.files[0]));
}

/** By file, one import for each file that it imports. */
type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, StoredEdgeRow>>;

function importGraph(view: View): ImportGraph {
  const graph = new Map<string, Map<string, StoredEdgeRow>>();
  for (const { path, status, language } of view.reader.files.all(view.storeFilter)) {
    if (status === "omitted" || language === null) continue;
    const targets = new Map<string, StoredEdgeRow>();
    graph.set(path, targets);
    for (const edge of view.reader.edges.inFile(path)) {
      if (edge.kind !== "imports" || edge.confidence === "syntactic") continue;
      const target = view.symbol(edge.target);
      if (target.path !== path && view.sees(edge, target) && !targets.has(target.path)) {
        targets.set(target.path, edge);
      }
    }
  }
  return graph;
}

/** Breadth first from a group's first file, inside the group, until an import leads back. */
function shortestCycle(graph: ImportGraph, files: readonly string[]): StoredEdgeRow[] {
  const inside = new Set(files);
  const [start] = files;
  const paths = new Map<string, readonly StoredEdgeRow[]>([[start, []]]);
  for (const [file, path] of paths) {
    for (const [target, edge] of graph.get(file) ?? []) {
      if (target === start) return [...path, edge];
      if (inside.has(target) && !paths.has(target)) paths.set(target, [...path, edge]);
    }
  }
  return [];
}
