// Centrality of symbols: PageRank over what code does with code. Laws kept: integers, the same on every runtime; only
// resolved and inferred edges count, containment and guesses by name do not. Never here: IO.

import type { Graph } from "../model/mod.ts";

/** Parts per symbol that ranks are told in: an average symbol has this rank. */
const SCALE = 1_000;
/** Share of a symbol's weight that follows its edges, as parts of 100. */
const DAMPING = 85;
const ROUNDS = 20;
/** Fixed point of the iteration: weights are integers, so that no runtime rounds otherwise. */
const ONE = 1 << 20;

const COUNTED = new Set(["calls", "references", "imports", "inherits", "implements", "decorates", "handles"]);

/**
 * The rank of each symbol, by symbol number: about 1,000 for an average one. Weight flows from the using symbol to the
 * used one; several edges between the same two count once.
 */
export function rankSymbols(graph: Pick<Graph, "symbols" | "edges">): Uint32Array {
  const count = graph.symbols.length;
  const pairs = countedPairs(graph, count);
  const outgoing = new Uint32Array(count);
  for (const pair of pairs) outgoing[Math.floor(pair / count)]++;
  let weight = new Float64Array(count).fill(ONE);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count);
    let kept = 0;
    for (const pair of pairs) {
      const source = Math.floor(pair / count);
      const share = Math.floor(weight[source] * DAMPING / (100 * outgoing[source]));
      next[pair % count] += share;
    }
    for (let i = 0; i < count; i++) if (outgoing[i] === 0) kept += Math.floor(weight[i] * DAMPING / 100);
    const base = Math.floor(ONE * (100 - DAMPING) / 100) + (count === 0 ? 0 : Math.floor(kept / count));
    for (let i = 0; i < count; i++) next[i] += base;
    weight = next;
  }
  return Uint32Array.from(weight, (value) => Math.floor(value * SCALE / ONE));
}

/** Distinct (source, target) pairs as source * count + target, sorted. */
function countedPairs(graph: Pick<Graph, "symbols" | "edges">, count: number): Float64Array {
  const pairs: number[] = [];
  for (const { kind, confidence, source, target } of graph.edges) {
    if (COUNTED.has(kind) && confidence !== "syntactic" && source !== target) {
      pairs.push(source * count + target);
    }
  }
  const sorted = Float64Array.from(pairs).sort();
  return sorted.filter((pair, i) => i === 0 || pair !== sorted[i - 1]);
}
