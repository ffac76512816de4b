// Which functions each test file of a TypeScript project executes under `bun test`: a copy of the project, in which every
// function with a name says that it runs. Law kept: what a source module runs while it is loaded is not told, since every
// importer runs that; what a file of tests runs while it is loaded is.
//
//     bun scripts/labels/bun_tests.ts FOLDER NAME.ndjson COMPILER    (COMPILER: a folder that has typescript installed)

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { functionReader, type NamedFunction } from "./javascript_functions.ts";
import { writeRuns } from "./runs.ts";

const [folder, out, compiler] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "labels-"));
const copy = join(scratch, "project");
const told = join(scratch, "told");
const preload = join(scratch, "preload.js");
cpSync(resolve(folder), copy, { recursive: true });
writeFileSync(
  preload,
  `import { appendFileSync } from "node:fs";
const seen = new Set();
globalThis.labelsLoading = 0;
globalThis.labelsRan = (key) => {
  if (globalThis.labelsLoading > 0 || seen.has(key)) return;
  seen.add(key);
  appendFileSync(${JSON.stringify(told)}, key + "\\n");
};
`,
);

const functionsOf = functionReader(copy, resolve(compiler));
const paths = readdirSync(copy, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts")).sort();
const functions = new Map<string, NamedFunction>();
const isTest = (path: string) => path.endsWith(".test.ts");

/** The source, in which every function with a name tells of itself first. */
function telling(path: string): string {
  const added: (readonly [at: number, text: string])[] = [];
  for (const one of functionsOf(path)) {
    const key = `${path}:${one.line}:${one.column}:${one.name}`;
    functions.set(key, one);
    const call = `globalThis.labelsRan(${JSON.stringify(key)})`;
    const [from, to] = one.body;
    if (one.isExpression) added.push([from, `(${call}, `], [to, ")"]);
    else added.push([from + 1, ` ${call};`]);
  }
  let text = readFileSync(join(copy, path), "utf8");
  for (const [at, what] of added.sort(([a], [b]) => b - a)) text = text.slice(0, at) + what + text.slice(at);
  const isSource = !/^tests?\//.test(path);
  return isSource ? `globalThis.labelsLoading++;\n${text}\nglobalThis.labelsLoading--;\n` : text;
}

const instrumented = new Map(paths.filter((path) => !isTest(path)).map((path) => [path, telling(path)]));
for (const [path, text] of instrumented) writeFileSync(join(copy, path), text);
const runs = new Map<string, Map<NamedFunction, number>>();
for (const test of paths.filter(isTest)) {
  rmSync(told, { force: true });
  const { status } = spawnSync("bun", ["test", "--preload", preload, `./${test}`], { cwd: copy });
  if (status !== 0) console.error(`${test} ended with ${status}`);
  const keys = existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : [];
  runs.set(test, new Map(keys.map((key) => [functions.get(key)!, 1])));
}
writeRuns(out, runs, new Map(), () => false);
rmSync(scratch, { recursive: true, force: true });
