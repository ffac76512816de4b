// Records which functions each test of a Go module executes, from coverage profiles: every test runs alone in its package's
// test binary. Law kept: what runs before any test does, in initialisers, is told only for tests that run it once more.
// Functions are the declarations of gofmt's layout; a function literal is part of the one around it.
//
//     bun scripts/labels/go_tests.ts FOLDER NAME.ndjson [argument of go test]...

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { type Declared, goFunctionReader } from "./go_functions.ts";

interface Place {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

const [folder, out, ...flags] = process.argv.slice(2);
const root = resolve(folder);
const functionsOf = goFunctionReader(root);
const scratch = mkdtempSync(join(tmpdir(), "labels-"));
const go = (args: readonly string[]) =>
  execFileSync("go", [...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });

/** A test that hangs or fails without its siblings is left out after this long. */
const TIMEOUT = 120_000;
const SECONDS = String(TIMEOUT / 1_000);

/** How often each block of a profile ran. */
function counts(profile: string, module: string): Map<string, number> {
  const blocks = new Map<string, number>();
  if (!existsSync(profile)) return blocks;
  for (const text of readFileSync(profile, "utf8").split("\n").slice(1)) {
    const block = /^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/.exec(text);
    if (block === null || !block[1].startsWith(`${module}/`)) continue;
    const key = `${block[1].slice(module.length + 1)}:${block[2]}:${block[3]}`;
    blocks.set(key, (blocks.get(key) ?? 0) + Number(block[4]));
  }
  return blocks;
}

function executed(ran: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): Set<Declared> {
  const found = new Set<Declared>();
  for (const [key, count] of ran) {
    if (count <= (before.get(key) ?? 0)) continue;
    const [path, from, to] = key.split(":");
    const around = functionsOf(path).find(({ line, end }) => line <= Number(from) && Number(to) <= end);
    if (around !== undefined) found.add(around);
  }
  return found;
}

function testPlace(packageFolder: string, name: string): Place | null {
  const files = readdirSync(join(root, packageFolder)).filter((file) => file.endsWith("_test.go"));
  for (const file of files) {
    const found = functionsOf(join(packageFolder, file)).find((one) => one.name === name);
    if (found !== undefined) return { path: found.path, line: found.line, name };
  }
  return null;
}

const tests = new Map<Declared, Place[]>();
const module = go(["list", ...flags, "-m"]).trim();
for (const packageFolder of go(["list", ...flags, "-f", "{{.Dir}}", "./..."]).trim().split("\n")) {
  const path = relative(root, packageFolder);
  const binary = join(scratch, "tests");
  rmSync(binary, { force: true });
  const build = ["test", ...flags, "-c", "-covermode=count", "-coverpkg=./...", "-o", binary, `./${path}`];
  if (spawnSync("go", build, { cwd: root }).status !== 0 || !existsSync(binary)) continue;
  const run = (wanted: string) => {
    const profile = join(scratch, "profile");
    rmSync(profile, { force: true });
    const args = [
      `-test.run=${wanted}`,
      `-test.coverprofile=${profile}`,
      "-test.short",
      `-test.timeout=${SECONDS}s`,
    ];
    spawnSync(binary, args, { cwd: packageFolder, timeout: TIMEOUT + 5_000 });
    return counts(profile, module);
  };
  const before = run("^$");
  const names = spawnSync(binary, ["-test.list=."], { cwd: packageFolder, encoding: "utf8" }).stdout.split(
    "\n",
  );
  for (const name of names.filter((one) => /^(Test|Example|Fuzz)/.test(one))) {
    const test = testPlace(path, name);
    if (test === null) continue;
    for (const one of executed(run(`^${name}$`), before)) tests.set(one, [...tests.get(one) ?? [], test]);
  }
  console.error(path === "" ? "." : path, names.length);
}
const rows = [...tests].map(([{ path, line, name }, found]) => ({ path, line, name, tests: found }));
rows.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
writeFileSync(out, rows.map((row) => JSON.stringify(row) + "\n").join(""));
rmSync(scratch, { recursive: true, force: true });
