// Command lines that need not be well formed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, wordsOf, workOf } from "../../lib/commands/words.ts";

test("words end where flags do", () => {
  assert.deepEqual(wordsOf(["callers", "x", "--", "--sync"]), ["callers", "x"]);
  assert.deepEqual(wordsOf([]), []);
});

test("a command is the first word that is neither a flag nor the value of one", () => {
  const commands = [
    "callers x",
    "-C folder callers x",
    "--profile --scope s sync",
    "--scope=s sync",
    "--help",
    "-C x",
  ];
  assert.deepEqual(commands.map((line) => commandOf(line.split(" "))), [
    ...["callers", "callers", "sync", "sync", null, null],
  ]);
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
  "complete -- callers": "little",
};

for (const [line, work] of Object.entries(LINES)) {
  test(`\`${line}\` is the work of a ${work}`, () => {
    assert.equal(workOf(line.split(" ")), work);
  });
}

test("no words are little work", () => assert.equal(workOf([]), "little"));
