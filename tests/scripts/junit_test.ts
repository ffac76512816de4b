// The comparison of the two runtimes' reports: what either leaves out must show.

import { test } from "node:test";
import assert from "node:assert/strict";
import { differences, readBunReport, readDenoReport } from "../../scripts/parts/junit.ts";

const BUN = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4">
  <testsuite name="tests/a_test.ts" file="tests/a_test.ts" tests="3">
    <testcase name="top &lt;one&gt;" classname="" file="tests/a_test.ts" />
    <testsuite name="group" file="tests/a_test.ts" line="4">
      <testcase name="inner" classname="group" file="tests/a_test.ts"></testcase>
      <testsuite name="deeper" file="tests/a_test.ts"><testcase name="leaf" classname="x" /></testsuite>
    </testsuite>
    <testcase name="subs" classname="" file="tests/a_test.ts" />
  </testsuite>
</testsuites>`;

const DENO = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="8">
  <testsuite name="./tests/a_test.ts" tests="4" disabled="0">
    <testcase name="top &lt;one&gt;" classname="./tests/a_test.ts"></testcase>
    <testcase name="group" classname="./tests/a_test.ts"></testcase>
    <testcase name="subs" classname="./tests/a_test.ts"></testcase>
    <testcase name="subs &gt; sub a" classname="./tests/a_test.ts"></testcase>
  </testsuite>
  <testsuite name="ext:deno_node/testing.ts" tests="3">
    <testcase name="group &gt; inner"></testcase>
    <testcase name="group &gt; deeper"></testcase>
    <testcase name="group &gt; deeper &gt; leaf"></testcase>
  </testsuite>
</testsuites>`;

const FILES = ["tests/a_test.ts"];

/** Reads both reports after changing the texts, and says what differs. */
function compared(bun: string, deno: string, files = FILES): string[] {
  return differences(readBunReport(bun), readDenoReport(deno), files);
}

test("both reports have the same leaves, subtests and groups apart", () => {
  const names = (report: { leaves: readonly { name: string }[] }) =>
    report.leaves.map((leaf) => leaf.name).sort();
  const wanted = ["group > deeper > leaf", "group > inner", "subs", "top <one>"];
  assert.deepEqual(names(readBunReport(BUN)), wanted);
  assert.deepEqual(names(readDenoReport(DENO)), wanted);
  assert.deepEqual(compared(BUN, DENO), []);
});

test("a test that one runtime did not run is a difference", () => {
  const without = DENO.replace('<testcase name="group &gt; inner"></testcase>', "");
  assert.deepEqual(compared(BUN, without), ['"group > inner": 1 on bun, 0 on deno']);
  const fewer = BUN.replace('<testcase name="subs" classname="" file="tests/a_test.ts" />', "");
  assert.deepEqual(compared(fewer, DENO), ['"subs": 0 on bun, 1 on deno']);
});

test("a file without any test is a difference on both", () => {
  const files = [...FILES, "tests/b_test.ts"];
  assert.deepEqual(compared(BUN, DENO, files), [
    "bun ran no test of tests/b_test.ts",
    "deno ran no test of tests/b_test.ts",
  ]);
});

test("a skipped test is a difference", () => {
  const skipped = BUN.replace(
    'file="tests/a_test.ts"></testcase>',
    'file="tests/a_test.ts"><skipped /></testcase>',
  );
  assert.deepEqual(compared(skipped, DENO), ['bun skipped "group > inner"']);
});

test("a failure is told of its leaf", () => {
  const failing = DENO.replace(
    '<testcase name="group &gt; inner"></testcase>',
    '<testcase name="group &gt; inner"><failure message="a &amp; b">1 !== 2</failure></testcase>',
  );
  const failed = readDenoReport(failing).leaves.filter((leaf) => leaf.outcome === "failed");
  assert.deepEqual(failed.map((leaf) => leaf.name), ["group > inner"]);
});
