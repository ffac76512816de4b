// `deno task ok [--fast]`: everything that must hold before a commit. `--fast` leaves the end-to-end tests out.

import process from "node:process";
import { type Finished, listFiles, run } from "./parts/repository.ts";
import { isModule } from "./parts/sources.ts";
import { runSuite } from "./parts/suite.ts";

/** The build's own entries import a module that only the build makes; Bun's compiler checks both. */
const NOT_CHECKED = ["scripts/binary_entry.ts", "scripts/binary_program.ts"];

/** The checks beside the tests, by name. */
async function checks(): Promise<
  readonly (readonly [name: string, command: string, args: readonly string[]])[]
> {
  const modules = (await listFiles()).filter((path) => isModule(path) && !NOT_CHECKED.includes(path));
  return [
    ["format", "deno", ["fmt", "--check"]],
    ["lint", "deno", ["lint", "--quiet"]],
    ["types", "deno", ["check", "--quiet", ...modules]],
    ["rooms", "bun", ["scripts/check_rooms.ts"]],
    ["house", "bun", ["scripts/check_house.ts"]],
    ["grammars", "bun", ["scripts/grammars.ts"]],
    ["notices", "bun", ["scripts/notices.ts"]],
    ["rules", "bun", ["scripts/rules.ts"]],
  ];
}

/** Runs a check and says how it went; its output only where it failed. */
async function holds(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const startedAt = performance.now();
  const finished: Finished = await run(command, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${finished.code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (finished.code !== 0) console.log((finished.stdout + finished.stderr).trimEnd());
  return finished.code === 0;
}

let broken = 0;
for (const [name, command, args] of await checks()) {
  if (!await holds(name, command, args)) broken++;
}
if (!process.argv.includes("--no-tests")) {
  const { passed, failed, words } = await runSuite({ fast: process.argv.includes("--fast") });
  for (const line of words) console.log(line);
  console.log(`${failed === 0 && passed > 0 ? "ok  " : "FAIL"} tests`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) broken++;
}
if (broken > 0) process.exitCode = 1;
