// Which functions each test file of mocha executes: every file runs alone under V8's coverage, and what counts is what ran
// more often than when the package is only loaded.
//
//     bun scripts/labels/mocha_tests.ts FOLDER NAME.ndjson TEST...   (the tests and what --require loads before them)

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { functionReader, type NamedFunction } from "./javascript_functions.ts";
import { writeRuns } from "./runs.ts";

const [folder, out, required, ...tests] = process.argv.slice(2);
const root = resolve(folder);
const functionsOf = functionReader(root);

function countsOf(test: string): Map<NamedFunction, number> {
  const scratch = mkdtempSync(join(tmpdir(), "labels-"));
  const env = { ...process.env, NODE_V8_COVERAGE: scratch };
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const { status } = spawnSync("node", [mocha, "--require", required, "--exit", test], {
    cwd: root,
    env,
    timeout: 120_000,
  });
  if (status !== 0) console.error(`${test} ended with ${status}`);
  const counts = new Map<NamedFunction, number>();
  for (const name of readdirSync(scratch)) {
    for (const script of JSON.parse(readFileSync(join(scratch, name), "utf8")).result) {
      if (!script.url.startsWith("file://")) continue;
      const path = relative(root, fileURLToPath(script.url));
      if (path.startsWith("..") || path.includes("node_modules/")) continue;
      for (const { ranges } of script.functions) {
        const found = functionsOf(path).find(({ offset }) => offset === ranges[0].startOffset);
        if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + ranges[0].count);
      }
    }
  }
  rmSync(scratch, { recursive: true });
  return counts;
}

const loading = join(mkdtempSync(join(tmpdir(), "labels-")), "load.js");
writeFileSync(loading, `require(${JSON.stringify(root)}); it("loads", () => {});\n`);
const runs = new Map(tests.map((test) => [test, countsOf(test)]));
writeRuns(out, runs, countsOf(loading), () => false);
