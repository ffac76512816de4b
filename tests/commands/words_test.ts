// Command lines that need not be well formed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLongWork, wordsOf } from "../../lib/commands/words.ts";

test("words end where flags do", () => {
  assert.deepEqual(wordsOf(["callers", "x", "--", "--sync"]), ["callers", "x"]);
  assert.deepEqual(wordsOf([]), []);
});

const LINES: Readonly<Record<string, boolean>> = {
  index: true,
  "-C folder sync": true,
  "callers x --sync": true,
  "changes --base main": true,
  "review --base=main": true,
  "callers x": false,
  "status --verify stat": false,
  "callers -- index": false,
};

for (const [line, isLong] of Object.entries(LINES)) {
  test(`\`${line}\` ${isLong ? "may build" : "builds nothing"}`, () => {
    assert.equal(isLongWork(line.split(" ")), isLong);
  });
}
