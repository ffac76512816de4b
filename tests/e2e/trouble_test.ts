// The built binary in trouble: a repository that wants to be obeyed, builds side by side, builds that are killed, and a
// damaged cache.

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { TestWorktree } from "../worktrees.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BINARY = join(ROOT, "dist", "evident");

interface Ended {
  readonly code: number | null;
  // deno-lint-ignore no-explicit-any
  readonly document: any;
}

/** Runs the binary in a worktree; stdout must be one JSON document. */
function evident(worktree: TestWorktree, args: readonly string[], env: Record<string, string> = {}): Ended {
  const ended = spawnSync(BINARY, args, {
    cwd: worktree.root,
    env: { ...worktree.environment, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return { code: ended.status, document: JSON.parse(ended.stdout) };
}

function exported(worktree: TestWorktree): string {
  const ended = spawnSync(BINARY, ["export"], {
    cwd: worktree.root,
    env: worktree.environment,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(ended.status, 0, ended.stdout.slice(0, 500));
  return ended.stdout;
}

describe("a repository that wants to be obeyed", () => {
  let worktree: TestWorktree;
  const program = '#!/bin/sh\ntouch "$(dirname "$0")/obeyed"\ncat\n';
  const script = 'require("node:fs").writeFileSync("obeyed", "");\n';
  const keys = ["core.fsmonitor", "core.pager", "diff.external", "diff.x.textconv", "diff.x.command"];
  before(() => {
    worktree = TestWorktree.git({
      "bunfig.toml": 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n',
      ".env": `EVIDENT_CACHE_DIR=./obeyed\nBUN_OPTIONS=--preload=./evil.js\n`,
      "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.js"] } }, "extends": "/etc/passwd" }',
      "package.json": '{ "imports": { "#*": "./evil.js" }, "scripts": { "preinstall": "sh evil.sh" } }',
      "deno.json": '{ "imports": { "zod": "./evil.js" } }',
      "evil.js": script,
      "a.py": "def alpha():\n    return 1\n",
    });
    // Only now, so that making the repository does not run it.
    worktree.write({ "evil.sh": program, ".gitattributes": "* filter=x diff=x\n" });
    const evil = join(worktree.root, "evil.sh");
    chmodSync(evil, 0o755);
    for (const key of [...keys, "filter.x.clean", "filter.x.smudge", "filter.x.process"]) {
      worktree.run("config", key, evil);
    }
    worktree.run("config", "core.hooksPath", worktree.root);
    worktree.write({ "post-index-change": program, "b.py": "from a import alpha\nalpha()\n" });
    chmodSync(join(worktree.root, "post-index-change"), 0o755);
    symlinkSync("/etc/passwd", join(worktree.root, "outside.py"));
  });
  after(() => worktree.remove());

  it("is of a kind that works: git alone obeys it", () => {
    worktree.run("status");
    worktree.run("add", "b.py", "outside.py");
    const obeyed = join(worktree.root, "obeyed");
    assert.ok(existsSync(obeyed));
    worktree.delete("obeyed");
  });

  it("is indexed, asked and synced, and nothing of it runs", () => {
    const untouched = readFileSync(join(worktree.root, ".git", "index"));
    for (
      const args of [
        ["index"],
        ["status"],
        ["callers", "alpha"],
        ["explore", "alpha"],
        ["index", "--exclude", "tsconfig.json"],
        ["sync"],
        ["index", "--include-untracked"],
        ["explore", "alpha"],
      ]
    ) {
      const { code, document } = evident(worktree, args);
      assert.equal(code, 0, JSON.stringify(document));
    }
    assert.ok(!existsSync(join(worktree.root, "obeyed")));
    assert.deepEqual(readFileSync(join(worktree.root, ".git", "index")), untouched);
  });

  it("does not lead out of itself by a link", () => {
    const { document } = evident(worktree, ["source", "--path", "outside.py"]);
    assert.equal(document.code, "path.not_found");
    assert.doesNotMatch(exported(worktree), /root:/);
  });
});

/** Enough files that a build takes a while. */
function manyFiles(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; at < count; at++) {
    const body = Array.from({ length: 20 }, (_, n) => `def f${at}_${n}(x):\n    return f${at}_${n + 1}(x)\n`);
    files[`pkg/m${at}.py`] = `from pkg.m${(at + 1) % count} import *\n${body.join("\n")}`;
  }
  return files;
}

interface Build {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

function startBuild(worktree: TestWorktree, args: readonly string[] = ["index"]): Build {
  const child = spawn(BINARY, args, {
    cwd: worktree.root,
    env: worktree.environment,
    stdio: "ignore",
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal }))
  );
  return { child, ended };
}

const wait = (elapsedMs: number) => new Promise((resolve) => setTimeout(resolve, elapsedMs));

function staged(worktree: TestWorktree): string[] {
  const [binding] = readdirSync(worktree.cache);
  const staging = join(worktree.cache, binding, "staging");
  return existsSync(staging) ? readdirSync(staging) : [];
}

describe("builds", () => {
  let worktree: TestWorktree;
  let served: string;
  before(() => {
    worktree = TestWorktree.git(manyFiles(150));
    assert.equal(evident(worktree, ["index"]).code, 0);
    served = exported(worktree);
  });
  after(() => worktree.remove());

  it("one at a time: the second is told index.locked, readers are served, the first ends well", async () => {
    worktree.write({ "pkg/m0.py": "def changed():\n    return 1\n" });
    const { child, ended } = startBuild(worktree);
    while (staged(worktree).length === 0 && child.exitCode === null) await wait(2);
    // By its id: Deno takes any signal sent through the child for its end.
    process.kill(child.pid!, "SIGSTOP");
    assert.equal(child.exitCode, null, "the build was stopped before its end");
    let waiting: Build;
    try {
      for (
        const args of [["index"], ["sync", "--wait", "0"], ["gc"], ["clear"], ["index", "--wait", "300"]]
      ) {
        const startedAt = Date.now();
        const second = evident(worktree, args);
        assert.deepEqual([second.code, second.document.code], [1, "index.locked"], args.join(" "));
        assert.match(second.document.message, new RegExp(`process ${child.pid}, since 20\\d\\d-.*Z`));
        assert.equal(second.document.detail.holder_pid, child.pid);
        if (args.includes("300")) assert.ok(Date.now() - startedAt >= 300);
      }
      waiting = startBuild(worktree, ["sync", "--wait"]);
      assert.equal(evident(worktree, ["status"]).document.state, "building");
      assert.equal(exported(worktree), served);
    } finally {
      process.kill(child.pid!, "SIGCONT");
    }
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.deepEqual(await waiting.ended, { code: 0, signal: null });
    assert.notEqual(exported(worktree), served);
  });

  it("that are killed at any moment publish nothing and stand in nobody's way", async () => {
    const before = exported(worktree);
    worktree.write({ "pkg/m1.py": "def other():\n    return 1\n" });
    const startedAt = Date.now();
    assert.equal(evident(worktree, ["index"]).code, 0);
    const wholeMs = Date.now() - startedAt;
    const after = exported(worktree);
    assert.notEqual(after, before);
    worktree.write({ "pkg/m1.py": "def third():\n    return 1\n" });
    let killed = 0;
    let served = after;
    for (const part of [0.15, 0.35, 0.5, 0.65, 0.8]) {
      const { child, ended } = startBuild(worktree);
      await wait(wholeMs * part);
      child.kill("SIGKILL");
      const { signal } = await ended;
      if (signal !== "SIGKILL") continue;
      killed++;
      served = exported(worktree);
      // One that is killed behind its publication has published, all of it.
      if (served !== after) break;
    }
    assert.ok(killed >= 2, `only ${killed} builds were still running`);
    assert.equal(evident(worktree, ["index"]).code, 0);
    assert.deepEqual(staged(worktree), []);
    const whole = exported(worktree);
    assert.match(whole, /"third"/);
    assert.ok(served === after || served === whole, "a killed build published a part");
  });
});

/** How a file of the cache is spoilt. */
const SPOILT: readonly [what: string, spoil: (bytes: Uint8Array) => Uint8Array][] = [
  ["emptied", () => new Uint8Array(0)],
  ["cut in half", (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ["turned in every 97th byte", (bytes) => bytes.map((byte, at) => at % 97 === 0 ? byte ^ 0xff : byte)],
  ["replaced by other text", () => new TextEncoder().encode("{}\n")],
];

describe("a damaged cache", () => {
  let worktree: TestWorktree;
  before(() => {
    worktree = TestWorktree.git({ "a.py": "def alpha():\n    return 1\n\n\nalpha()\n" });
  });
  after(() => worktree.remove());

  for (const name of ["current", "graph.db"]) {
    for (const [what, spoil] of SPOILT) {
      it(`${name} ${what}: said so, and index mends it`, () => {
        assert.equal(evident(worktree, ["index"]).code, 0);
        const [binding] = readdirSync(worktree.cache);
        const folder = join(worktree.cache, binding);
        const generations = readdirSync(join(folder, "generations")).sort();
        const paths = name === "current"
          ? [join(folder, name)]
          : generations.map((generation) => join(folder, "generations", generation, name));
        for (const path of paths) {
          chmodSync(path, 0o600);
          writeFileSync(path, spoil(readFileSync(path)));
        }
        for (const args of [["callers", "alpha"], ["map"]]) {
          const { code, document } = evident(worktree, args);
          assert.deepEqual([document.code, code], ["index.corrupt", 1]);
        }
        const status = evident(worktree, ["status"]);
        assert.deepEqual([status.code, status.document.state], [0, "failed"]);
        assert.equal(evident(worktree, ["index"]).code, 0);
        assert.equal(evident(worktree, ["callers", "alpha"]).document.items.length, 1);
      });
    }
  }

  it("a file in its place: refused by code", () => {
    const file = join(worktree.folder, "file");
    writeFileSync(file, "");
    const { code, document } = evident(worktree, ["index"], { EVIDENT_CACHE_DIR: file });
    assert.deepEqual([document.code, code], ["index.unavailable", 1]);
  });
});
