// Which functions each test file executes, from the counters that vitest_counters.ts wrote: those that ran more often than
// when every module is only loaded, which the test file `labels_load.test` did. Istanbul counts in compiled code; the source
// map that it kept leads back to the bodies.
//
//     bun scripts/labels/vitest_tests.ts FOLDER COUNTERS NAME.ndjson

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { functionReader, type NamedFunction } from "./javascript_functions.ts";
import { writeRuns } from "./runs.ts";

const [folder, counters, out] = process.argv.slice(2);
const root = resolve(folder);
const functionsOf = functionReader(root);
// deno-lint-ignore no-explicit-any
const { TraceMap, originalPositionFor }: any = createRequire(join(root, "package.json"))(
  "@jridgewell/trace-mapping",
);

interface FileCoverage {
  readonly fnMap: Readonly<
    Record<string, { readonly loc: { readonly start: { line: number; column: number } } }>
  >;
  readonly f: Readonly<Record<string, number>>;
  readonly inputSourceMap?: object;
}

/** How often each function of the repository ran in a test file. */
function countsOf(coverage: Readonly<Record<string, FileCoverage>>): Map<NamedFunction, number> {
  const counts = new Map<NamedFunction, number>();
  for (const [file, { fnMap, f, inputSourceMap }] of Object.entries(coverage)) {
    const map = inputSourceMap === undefined ? null : new TraceMap(inputSourceMap);
    for (const [key, { loc }] of Object.entries(fnMap)) {
      const { line, column } = map === null ? loc.start : originalPositionFor(map, loc.start);
      const inLine = functionsOf(relative(root, file)).filter(({ bodyLine }) => bodyLine === line);
      const found = inLine.find(({ bodyColumn }) => bodyColumn === column) ??
        (inLine.length === 1 ? inLine[0] : null);
      if (found !== null) counts.set(found, (counts.get(found) ?? 0) + f[key]);
    }
  }
  return counts;
}

const runs = new Map<string, Map<NamedFunction, number>>();
for (const name of readdirSync(counters)) {
  const { file, coverage } = JSON.parse(readFileSync(join(counters, name), "utf8"));
  runs.set(relative(root, file), countsOf(coverage));
}
const isLoading = (path: string) => path.includes("labels_load.test");
writeRuns(out, runs, runs.get([...runs.keys()].find(isLoading)!)!, isLoading);
