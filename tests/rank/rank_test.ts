// Centrality over small graphs.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { flows, rankPairs } from "../../lib/rank/mod.ts";
import type { Confidence, EdgeKind } from "../../lib/model/mod.ts";

type Link = readonly [source: number, target: number, kind?: EdgeKind, confidence?: Confidence];

function ranks(count: number, links: readonly Link[]): number[] {
  const pairs = links
    .filter(([source, target, kind = "calls", confidence = "static"]) =>
      source !== target && flows(kind, confidence)
    )
    .map(([source, target]) => source * count + target);
  return [...rankPairs(count, Float64Array.from(pairs))];
}

describe("ranks", () => {
  const same: readonly [name: string, count: number, links: Link[], as: Link[]][] = [
    ["several sites of one pair count once", 3, [[0, 1], [0, 1, "references"], [0, 2]], [[0, 1], [0, 2]]],
    ["containment does not count", 3, [[0, 1], [2, 0, "contains"]], [[0, 1]]],
    ["overriding does not count", 3, [[0, 1], [2, 0, "overrides"]], [[0, 1]]],
    ["guesses by name do not count", 3, [[0, 1], [0, 2, "calls", "syntactic"]], [[0, 1]]],
    ["inferred ones do", 3, [[0, 1, "calls", "heuristic"]], [[0, 1]]],
    ["a call of itself does not count", 2, [[0, 1], [1, 1]], [[0, 1]]],
    ["the order of edges says nothing", 4, [[3, 1], [0, 1], [1, 2]], [[0, 1], [1, 2], [3, 1]]],
  ];
  for (const [name, count, links, as] of same) {
    it(name, () => assert.deepEqual(ranks(count, links), ranks(count, as)));
  }

  it("no symbols, and symbols without edges", () => {
    assert.deepEqual(ranks(0, []), []);
    const alone = ranks(4, []);
    assert.equal(new Set(alone).size, 1);
    assert.ok(Math.abs(alone[0] - 1_000) <= 1, String(alone[0]));
  });

  it("what is used by more, or by what is used more, is ranked higher", () => {
    const [hub, leaf, , , user] = ranks(5, [[1, 0], [2, 0], [3, 0], [4, 1], [0, 4]]);
    assert.ok(hub > leaf && user > leaf);
  });

  it("ranks are integers and share out a thousand each", () => {
    const all = ranks(6, [[0, 1], [1, 2], [2, 0], [3, 0], [4, 5]]);
    for (const rank of all) assert.ok(Number.isInteger(rank));
    const sum = all.reduce((total, rank) => total + rank, 0);
    assert.ok(Math.abs(sum - 6_000) <= 12, String(sum));
  });

  it("a known graph has the same ranks on every runtime", () => {
    assert.deepEqual(ranks(4, [[0, 1], [1, 2], [2, 0], [3, 2]]), [1304, 1225, 1319, 149]);
  });
});
