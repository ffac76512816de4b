// What a collector writes: one line for each function that some test executes, with those tests.

import { writeFileSync } from "node:fs";
import type { NamedFunction } from "./javascript_functions.ts";

/** Of the test files' counts, those that are higher than loading alone makes them. */
export function writeRuns(
  out: string,
  runs: ReadonlyMap<string, ReadonlyMap<NamedFunction, number>>,
  loading: ReadonlyMap<NamedFunction, number>,
  isLeftOut: (test: string) => boolean,
): void {
  const tests = new Map<NamedFunction, string[]>();
  for (const [test, counts] of runs) {
    if (isLeftOut(test)) continue;
    for (const [one, count] of counts) {
      if (count > (loading.get(one) ?? 0)) tests.set(one, [...tests.get(one) ?? [], test]);
    }
  }
  const rows = [...tests].map(([{ path, line, name }, found]) => ({
    path,
    line,
    name,
    tests: found.sort().map((test) => ({ path: test })),
  }));
  rows.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
  writeFileSync(out, rows.map((row) => JSON.stringify(row) + "\n").join(""));
}
