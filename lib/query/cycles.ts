// Import cycles: files that reach themselves over imports. Law kept: each group of files that reach each other is told once,
// with a shortest cycle through its first file. Not here: cycles of calls.

import { compareUtf8 } from "../model/mod.ts";
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
  return components(graph).map((files) => ({ files, imports: shortestCycle(graph, files) }))
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

/** Groups of more than one file that reach each other (Tarjan, without recursion). */
function components(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    const calls: { file: string; targets: string[] }[] = [];
    const enter = (file: string) => {
      index.set(file, index.size);
      low.set(file, index.get(file)!);
      stack.push(file);
      isOpen.add(file);
      calls.push({ file, targets: [...graph.get(file)?.keys() ?? []] });
    };
    enter(root);
    while (calls.length > 0) {
      const { file, targets } = calls[calls.length - 1];
      const target = targets.pop();
      if (target === undefined) {
        calls.pop();
        const caller = calls.at(-1)?.file;
        if (caller !== undefined) low.set(caller, Math.min(low.get(caller)!, low.get(file)!));
        if (low.get(file) === index.get(file)) {
          const group = stack.splice(stack.lastIndexOf(file));
          for (const one of group) isOpen.delete(one);
          if (group.length > 1) found.push(group.sort(compareUtf8));
        }
      } else if (!index.has(target)) enter(target);
      else if (isOpen.has(target)) low.set(file, Math.min(low.get(file)!, index.get(target)!));
    }
  }
  return found;
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
