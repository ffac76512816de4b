// The tables of docs/PERFORMANCE.md: ratios are to the best rival, what somebody does not do is told as that.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Measured, median } from "../../scripts/bench/measure.ts";
import { blocks } from "../../scripts/bench/page.ts";
import { BUILDS, type Results } from "../../scripts/bench/rounds.ts";
import { QUESTIONS } from "../../scripts/bench/contenders.ts";
import { refreshed } from "../../scripts/parts/page_blocks.ts";

const taking = (wallMs: number, cpuMs = wallMs, peakBytes = 1e6): Measured => ({ wallMs, cpuMs, peakBytes });

/** Everyone does all work in the same time. */
const doing = (wallMs: number): Record<string, Measured | null> =>
  Object.fromEntries([...BUILDS, ...QUESTIONS].map((label) => [label, taking(wallMs)]));

const results: Results = {
  scenario: { name: "tiny", commit: "0123456789abcdef", files: 2, lines: 30, symbol: "run", edited: [] },
  contenders: [
    { name: "own", cacheBytes: 3e6, done: { ...doing(100), impact: taking(300) } },
    { name: "slow", cacheBytes: 2e6, done: { ...doing(400), explore: null } },
    { name: "fast", cacheBytes: 4e6, done: { ...doing(200), "cold index": taking(200, 50) } },
  ],
  resident: { medianMs: 1.25, p95Ms: 9.5 },
};

/** The cells of a block's row that begins with some words. */
function row(block: string, start: string): string[] {
  const line = block.split("\n").find((one) => one.startsWith(`| ${start} |`));
  assert.ok(line !== undefined, start);
  return line.split("|").map((cell) => cell.trim()).slice(2, -1);
}

test("ratios are to the best rival, and of questions the worst counts", () => {
  const { ratios } = blocks([results], "somewhere");
  assert.deepEqual(row(ratios, "cold index, wall"), ["0.5", "0.50"]);
  assert.deepEqual(row(ratios, "cold index, CPU"), ["0.8", "2.00"]);
  assert.deepEqual(row(ratios, "a question from a shell, wall"), ["0.45", "1.50"]);
  assert.deepEqual(row(ratios, "cache bytes"), ["1", "1.50"]);
});

test("without rivals there are no ratios, and what nobody does has no figure", () => {
  const alone = { ...results, contenders: results.contenders.slice(0, 1) };
  const { ratios } = blocks([alone], "");
  assert.deepEqual(row(ratios, "cache bytes"), ["1", "–"]);
  assert.deepEqual(row(ratios, "a question from a shell, wall"), ["0.45", "–"]);
  assert.match(blocks([results], "").questions, /\| explore \| slow \| – \|/);
});

test("the middle of an even count is the lower one", () => {
  assert.equal(median([4, 1, 3, 2]), 2);
  assert.equal(median([9]), 9);
});

test("the page has the blocks, and only those", () => {
  const page = readFileSync(new URL("../../docs/PERFORMANCE.md", import.meta.url), "utf8");
  assert.doesNotThrow(() => refreshed(page, blocks([results], "somewhere"), "measured"));
});
