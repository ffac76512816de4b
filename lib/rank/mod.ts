// Centrality of symbols: PageRank over what code does with code. Laws kept: integers, the same on every runtime; only
// resolved and inferred edges count, containment and guesses by name do not. Never here: IO.

import type { Confidence, EdgeKind } from "../model/mod.ts";

/** Parts per symbol that ranks are told in: an average symbol has this rank. */
const SCALE = 1_000;
/** Share of a symbol's weight that follows its edges, as parts of 100. */
const DAMPING = 85;
const ROUNDS = 20;
/** Fixed point of the iteration: weights are integers, so that no runtime rounds otherwise. */
const ONE = 1 << 20;

const COUNTED = new Set(["calls", "references", "imports", "inherits", "implements", "decorates", "handles"]);

/** Whether weight flows along edges like that; along none from a symbol to itself. */
export function flows(kind: EdgeKind, confidence: Confidence): boolean {
  return COUNTED.has(kind) && confidence !== "syntactic";
}

/**
 * The rank of each symbol, by symbol number: about 1,000 for an average one. Weight flows from the using symbol to the used one
 * of each pair, which is given as source × count + target, in any order and any number of times: it counts once.
 */
export function rankPairs(count: number, pairs: Float64Array): Uint32Array {
  const { sources, targets } = distinctPairs(pairs, count);
  const outgoing = new Uint32Array(count);
  for (let pair = 0; pair < sources.length; pair++) outgoing[sources[pair]]++;
  let weight = new Float64Array(count).fill(ONE);
  let next = new Float64Array(count);
  const shares = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (outgoing[i] === 0) kept += Math.floor(weight[i] * DAMPING / 100);
      else shares[i] = Math.floor(weight[i] * DAMPING / (100 * outgoing[i]));
    }
    next.fill(Math.floor(ONE * (100 - DAMPING) / 100) + (count === 0 ? 0 : Math.floor(kept / count)));
    for (let pair = 0; pair < sources.length; pair++) next[targets[pair]] += shares[sources[pair]];
    [weight, next] = [next, weight];
  }
  return Uint32Array.from(weight, (value) => Math.floor(value * SCALE / ONE));
}

/** Distinct pairs of source and target, in order. */
function distinctPairs(pairs: Float64Array, count: number): {
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
} {
  const sorted = pairs.sort();
  const sources = new Uint32Array(pairs.length);
  const targets = new Uint32Array(pairs.length);
  let distinct = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at > 0 && sorted[at] === sorted[at - 1]) continue;
    sources[distinct] = Math.floor(sorted[at] / count);
    targets[distinct++] = sorted[at] % count;
  }
  return { sources: sources.subarray(0, distinct), targets: targets.subarray(0, distinct) };
}
