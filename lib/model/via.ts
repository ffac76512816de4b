// The chain of steps that bound an edge, as numbers: a graph has more steps than edges, and most of what they say they share.
// Not here: how a chain is found, how it is stored.

import type { Graph } from "./graph.ts";

/** Four numbers a step: its word in `Graph.texts`, its file in `Graph.files`, 1-based line, 0-based byte column. */
export type Via = readonly number[];
export const VIA_FIELDS = 4;

/** The chain as it is told, each step `word path:line:col`. */
export function viaTexts({ texts, files }: Pick<Graph, "texts" | "files">, via: Via): string[] {
  const steps: string[] = [];
  for (let at = 0; at < via.length; at += VIA_FIELDS) {
    steps.push(`${texts[via[at]]} ${files[via[at + 1]].path}:${via[at + 2]}:${via[at + 3]}`);
  }
  return steps;
}
