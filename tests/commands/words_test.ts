// Command lines that need not be well formed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf, workOf } from "../../lib/commands/words.ts";

test("words end where flags do", () => {
  assert.deepEqual(wordsOf(["callers", "x", "--", "--sync"]), ["callers", "x"]);
  assert.deepEqual(wordsOf([]), []);
});

const LINES: Readonly<Record<string, ReturnType<typeof workOf>>> = {
  index: "build",
  "-C folder sync": "build",
  "callers x --sync": "build",
  "changes --base main": "build",
  "review --base=main": "build",
  "callers x": "question",
  "status --verify stat": "question",
  "callers -- index": "question",
  "query --request-file -": "question",
  "callers --help": "little",
  "schema callers": "little",
  "completions bash": "little",
};

for (const [line, work] of Object.entries(LINES)) {
  test(`\`${line}\` is the work of a ${work}`, () => {
    assert.equal(workOf(line.split(" ")), work);
  });
}

test("no words are little work", () => assert.equal(workOf([]), "little"));
