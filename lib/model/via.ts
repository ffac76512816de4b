// The chain of steps that bound an edge, as numbers: a graph has more steps than edges, and most of what they say they share.
// Not here: how a chain is found, how it is stored.

import type { Graph } from "./graph.ts";

/** Four numbers a step: its word in `Graph.words`, its file in `Graph.files`, 1-based line, 0-based byte column. */
export type Via = readonly number[];
export const VIA_FIELDS = 4;

/** The chain as it is told, each step `word path:line:col`. */
export function viaTexts({ words, files }: Pick<Graph, "words" | "files">, via: Via): string[] {
  const texts: string[] = [];
  for (let at = 0; at < via.length; at += VIA_FIELDS) {
    texts.push(`${words[via[at]]} ${files[via[at + 1]].path}:${via[at + 2]}:${via[at + 3]}`);
  }
  return texts;
}
