// What the scorer prints: the text for a terminal, the lists, and the blocks of the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scoredRepositories } from "../../scripts/score/checkouts.ts";
import { figuresOf } from "../../scripts/score/figures.ts";
import type { EdgeLine, TruthLine } from "../../scripts/score/lines.ts";
import { refreshed as refreshedBlocks } from "../../scripts/parts/page_blocks.ts";
import { blocks } from "../../scripts/score/page.ts";
import { scoreExport } from "../../scripts/score/score.ts";
import { listText, scoreText } from "../../scripts/score/text.ts";

const refreshed = (page: string, written: Readonly<Record<string, string>>) =>
  refreshedBlocks(page, written, "figures");

const site = (line: number, recv: string): TruthLine => ({
  path: "a.py",
  line,
  col: 0,
  name: "f",
  role: "call",
  def_path: "b.py",
  def_line: 20,
  def_name: "f",
  def_kind: "function",
  recv,
});
const edge = (line: number, target_line: number): EdgeLine => ({
  path: "a.py",
  line,
  col: 0,
  name: "f",
  kind: "calls",
  resolution: "resolved_static",
  confidence: "static",
  rule_id: "x.scope@1",
  target_path: "b.py",
  target_line,
});
const score = scoreExport(
  { calls: [site(1, "bare"), site(2, "self"), site(3, "self")], others: [] },
  { edges: [edge(1, 20), edge(2, 90)], unresolved: [] },
);
const figures = figuresOf(score);

test("the text gives shares with their counts", () => {
  const text = scoreText("tiny", figures);
  assert.match(text, /^tiny: 3 call sites, 3 counted, 0 known negatives, 0 unknown$/m);
  assert.match(text, /^resolved_static +precision 50\.0 \(1\/2\) +recall 33\.3 \(1\/3\)/m);
  assert.match(text, /self \(resolved_static\) +0\.0 \(0\/1\) +0\.0 \(0\/2\)/);
});

test("the list groups what is wrong and what is missed, most frequent first, each with its line", () => {
  const text = listText(score, "static", 5, (path, line) => `line ${line} of ${path}`);
  assert.match(
    text,
    /1 wrong_target f {2}a\.py:2 -> b\.py:90 \(x\.scope@1\), the truth: b\.py:20\n +line 2 of a\.py/,
  );
  assert.match(text, /2 self f -> b\.py:20 {2}a\.py:2\n/);
});

const [repository] = scoredRepositories(["click"]);
const written = blocks([{ repository, figures }], "evident 0.0.0, commit abc");

test("the page's blocks are written anew and its prose is left as it is", () => {
  const page = Object.keys(written).map((name) =>
    `About ${name}.\n\n<!-- figures: ${name} -->\nold\n<!-- /figures -->\n`
  ).join("\n");
  const fresh = refreshed(page, written);
  assert.ok(!fresh.includes("old"));
  assert.ok(fresh.includes("About calls."));
  assert.ok(fresh.includes("| self | 0.0 / 0.0 (2) |"));
  assert.equal(refreshed(fresh, written), fresh);
});

test("a page without a block, or with one of no figures, is refused", () => {
  assert.throws(() => refreshed("no block", written), /has no block for: build/);
  const strange = `${readFileSync(new URL("../../docs/ACCURACY.md", import.meta.url), "utf8")}
<!-- figures: strange -->
<!-- /figures -->`;
  assert.throws(() => refreshed(strange, written), /nothing is measured for the block strange/);
});

test("the page of this repository has every block", () => {
  const page = readFileSync(new URL("../../docs/ACCURACY.md", import.meta.url), "utf8");
  assert.doesNotThrow(() => refreshed(page, written));
});

test("a repository that nobody scores is refused", () => {
  assert.throws(() => scoredRepositories(["nobody"]), /nobody is not in/);
});
