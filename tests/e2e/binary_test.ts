// The built binary alone: it needs nothing beside it and obeys nothing that the folder it starts in holds.

import { after, before, describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN_SOURCE_FLAGS } from "../../lib/host/mod.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BINARY = join(ROOT, "dist", "evident");
const BUN = join(ROOT, "node_modules", ".bin", "bun");

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "evident-binary-"));
});
after(() => rmSync(folder, { recursive: true }));

/** A folder that tries to be obeyed: whoever obeys it leaves the file `obeyed` in it. */
function hostileFolder(name: string): string {
  const hostile = join(folder, name);
  mkdirSync(hostile);
  const evil = 'require("node:fs").writeFileSync("obeyed", ""); console.log("obeyed");\n';
  writeFileSync(join(hostile, "evil.js"), evil);
  writeFileSync(join(hostile, "bunfig.toml"), 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n');
  writeFileSync(join(hostile, ".env"), "EVIDENT_TEST_OBEYED=dotenv\nEVIDENT_CACHE_DIR=./obeyed\n");
  writeFileSync(join(hostile, "tsconfig.json"), '{ "compilerOptions": { "paths": { "*": ["./evil.js"] } } }');
  writeFileSync(join(hostile, "package.json"), '{ "imports": { "#*": "./evil.js" }, "main": "evil.js" }');
  return hostile;
}

/** Runs a program in a folder with an empty HOME and nothing on PATH. */
function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
): { code: number | null; stdout: string } {
  const home = mkdtempSync(join(folder, "home-"));
  const ended = spawnSync(program, args, { cwd, env: { HOME: home, PATH: "/nowhere" }, encoding: "utf8" });
  assert.deepEqual(readdirSync(home), [], "HOME stays empty");
  return { code: ended.status, stdout: ended.stdout + ended.stderr };
}

describe("binary", () => {
  it("reads what a shell opened for it", () => {
    const cwd = join(folder, "opened");
    mkdirSync(cwd);
    const request = join(folder, "request.json");
    writeFileSync(request, '{"operation":{"kind":"map"}}');
    const descriptor = openSync(request, "r");
    try {
      const { stdout } = spawnSync(BINARY, ["query", "--request-file", "/dev/fd/3"], {
        cwd,
        env: { HOME: cwd, EVIDENT_CACHE_DIR: join(folder, "opened-cache"), PATH: "/nowhere" },
        stdio: ["ignore", "pipe", "ignore", descriptor],
        encoding: "utf8",
      });
      assert.equal(JSON.parse(stdout).code, "index.missing");
    } finally {
      closeSync(descriptor);
    }
  });

  it("alone in an empty folder says what it is", () => {
    const alone = join(folder, "alone");
    mkdirSync(alone);
    copyFileSync(BINARY, join(alone, "evident"));
    const { code, stdout } = runIn(alone, join(alone, "evident"), ["--version"]);
    const document = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(document.runtime.name, "bun");
    assert.match(document.commit, /^([0-9a-f]{40}|[0-9a-f]{64})(\+dirty)?$|^unknown$/);
    assert.deepEqual(readdirSync(alone), ["evident"]);
  });

  it("obeys nothing of the folder it starts in", () => {
    const hostile = hostileFolder("hostile");
    const before = readdirSync(hostile);
    for (const [args, exitCode] of [[["--version"], 0], [["frobnicate"], 2], [["status"], null]] as const) {
      const { code, stdout } = runIn(hostile, BINARY, args);
      if (exitCode !== null) assert.equal(code, exitCode);
      assert.doesNotMatch(stdout, /obeyed/);
      assert.doesNotThrow(() => JSON.parse(stdout), "one document and nothing else");
    }
    assert.deepEqual(readdirSync(hostile), before);
  });

  it("a binary built without the hardening obeys that folder", () => {
    const program = join(folder, "program.js");
    writeFileSync(program, 'console.log(process.env.EVIDENT_TEST_OBEYED ?? "");\n');
    const open = join(folder, "open");
    const built = spawnSync(BUN, ["build", "--compile", program, "--outfile", open], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(built.status, 0, built.stderr);
    const hostile = hostileFolder("hostile-control");
    const { stdout } = runIn(hostile, open, []);
    assert.match(stdout, /dotenv/, "the folder's .env is of a kind that works");
    assert.ok(existsSync(join(hostile, "obeyed")), "the folder's bunfig.toml is of a kind that works");
  });

  it("Bun's source mode as the README says it obeys nothing either", () => {
    const hostile = hostileFolder("hostile-source");
    const start = [...BUN_SOURCE_FLAGS, join(ROOT, "cli.ts"), "--version"];
    const ended = spawnSync(BUN, start, {
      cwd: hostile,
      env: { HOME: folder, PATH: "/nowhere" },
      encoding: "utf8",
    });
    assert.equal(JSON.parse(ended.stdout).schema, "evident.version.v1");
    assert.ok(!existsSync(join(hostile, "obeyed")));
  });
});
