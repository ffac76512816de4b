// Running programs: bounded, without a shell, and every way to end is told apart.

import { test } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment, findProgram, run, runAsync, type RunRequest } from "../../lib/host/mod.ts";

const SH = "/bin/sh";
const request = (script: string, more: Partial<RunRequest> = {}): RunRequest => ({
  program: SH,
  args: ["-c", script],
  cwd: tmpdir(),
  env: { PATH: "/usr/bin:/bin" },
  ...more,
});

const cases: [string, RunRequest, string][] = [
  ["exits", request("printf 'a\\0b'; printf oops >&2; exit 3"), "exited 3 a\0b|oops"],
  ["reads its input", request("cat", { input: new TextEncoder().encode("given") }), "exited 0 given|"],
  ["has no input", request("cat"), "exited 0 |"],
  ["is not there", request("", { program: "/nowhere/program" }), "not_found"],
  ["starts in no folder", request("true", { cwd: "/nowhere" }), "not_started"],
  ["takes too long", request("exec sleep 60", { timeoutMs: 100 }), "timed_out"],
  ["writes too much", request("exec yes", { maxOutputBytes: 100_000 }), "too_much_output"],
  ["is killed", request("kill -9 $$"), "killed"],
  ["sees only the given environment", request("env | grep -c -v -E '^(PATH|PWD|SHLVL|_)='"), "exited 1 0\n|"],
];
for (const [what, asked, expected] of cases) {
  test(`a program that ${what}`, async () => {
    for (const result of [run(asked), await runAsync(asked)]) {
      const shown = result.outcome === "exited"
        ? `exited ${result.exitCode} ${new TextDecoder().decode(result.stdout)}|${result.stderr}`
        : result.outcome;
      assert.equal(shown, expected);
    }
  });
}

test("a program that ends without reading its input", async () => {
  const result = await runAsync(request("exit 4", { input: new Uint8Array(1 << 20) }));
  assert.ok(result.outcome === "exited");
  assert.equal(result.exitCode, 4);
});

test("what a stopped program has started is not waited for", async () => {
  assert.deepEqual(await runAsync(request("sleep 20; true", { timeoutMs: 100 })), { outcome: "timed_out" });
});

test("a program is searched in absolute folders of PATH only", () => {
  const folder = mkdtempSync(join(tmpdir(), "evident-path-"));
  const pathBefore = process.env.PATH;
  try {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/zyx"), "#!/bin/sh\n");
    chmodSync(join(folder, "bin/zyx"), 0o755);
    writeFileSync(join(folder, "bin/notes"), "");
    mkdirSync(join(folder, "bin/folder"));
    process.env.PATH = `.::bin:${join(folder, "bin")}`;
    assert.equal(findProgram("zyx"), join(folder, "bin/zyx"));
    assert.equal(findProgram("notes"), null);
    assert.equal(findProgram("folder"), null);
    process.env.PATH = ".::bin";
    assert.equal(findProgram("zyx"), null);
  } finally {
    process.env.PATH = pathBefore;
    rmSync(folder, { recursive: true });
  }
});

test("a child's environment drops what is told and what makes Bun run something else", () => {
  const names = ["GIT_DIR", "BUN_OPTIONS", "BUN_BE_BUN", "EVIDENT_TEST_KEPT"];
  const before = names.map((name) => process.env[name]);
  try {
    for (const name of names) process.env[name] = "x";
    const env = childEnvironment(["GIT_"], { LC_ALL: "C" });
    assert.deepEqual(names.map((name) => env[name]), [undefined, undefined, undefined, "x"]);
    assert.equal(env.LC_ALL, "C");
  } finally {
    names.forEach((name, i) => {
      const value = before[i];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    });
  }
});
