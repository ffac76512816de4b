// An answer without items says which of the possible reasons it has: they are never told apart by guessing.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { limits, repository } from "./asking.ts";

const made = repository({
  "lib/a.py":
    "def lonely():\n    return 1\n\n\ndef used():\n    return 2\n\n\ndef user():\n    return used()\n",
  "lib/broken.py": "def fine():\n    return 1\n\n\ndef (:\n",
  "lib/none.py": "",
  "notes.txt": "lonely\n",
  "README.md": "# Title\n\nText.\n",
  "latin.py": new Uint8Array([0x23, 0xfc, 10]),
});

describe("without items", () => {
  const cases: readonly [why: string, operation: object, expected: Record<string, number>][] = [
    ["nothing matches", { kind: "symbols", query: "zzz" }, { no_match: 1 }],
    ["nobody calls it", { kind: "callers", symbol: "lonely" }, { no_match: 1 }],
    ["a file without symbols", { kind: "outline", path: "lib/none.py" }, { no_match: 1 }],
    ["all lies outside the filter", { kind: "callers", symbol: "used", path_prefix: "web/" }, {
      boundary_edges: 1,
      filter_matches_no_file: 1,
    }],
    ["no edge is as sure", { kind: "callers", symbol: "used", min_confidence: "precise" }, {
      boundary_edges: 1,
    }],
    ["the filter lets no file in", { kind: "symbols", query: "used", path_prefix: "nowhere/" }, {
      filter_matches_no_file: 1,
    }],
    ["a text of no language", { kind: "outline", path: "notes.txt" }, { unsupported_language: 1 }],
    ["what a text calls", { kind: "callees", symbol: "README.md" }, { unsupported_language: 1 }],
    ["what is not UTF-8", { kind: "source", path: "latin.py" }, { not_utf8: 1 }],
    ["no baseline differs", { kind: "unresolved" }, { no_match: 1 }],
  ];
  for (const [why, operation, expected] of cases) {
    it(`${why}: ${Object.keys(expected).join(", ")}`, async () => {
      const answer = await made.ask(operation);
      assert.deepEqual([answer.total, answer.items, answer.truncated], [0, [], false]);
      assert.deepEqual(limits(answer), expected);
    });
  }

  it("a file that was parsed in part says so, with or without items", async () => {
    const answer = await made.ask({ kind: "outline", path: "lib/broken.py" });
    assert.ok(answer.items.length > 0);
    assert.equal(limits(answer).partly_parsed, 1);
    const nobody = await made.ask({ kind: "callers", symbol: "fine" });
    assert.deepEqual(limits(nobody), { no_match: 1, partly_parsed: 1 });
  });

  it("an outline of headings is no unsupported language", async () => {
    const answer = await made.ask({ kind: "outline", path: "README.md" });
    assert.deepEqual([answer.items.length, limits(answer)], [1, {}]);
  });
});
