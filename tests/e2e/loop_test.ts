// The whole loop with the built binary alone in a folder, as an agent drives it: index, ask, edit, sync, changes; then
// everything that is refused, each with its own code and exit code; then a build that is killed.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { FAILURE_CODES, type FailureCode } from "../../mod.ts";
import { TestWorktree } from "../worktrees.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FILES = {
  "go.mod": "module example.test/m\n",
  "core/core.go": "package core\n\nfunc Run() int { return help() }\n\nfunc help() int { return 1 }\n",
  "app/main.py": "from app.tools import clean\n\n\ndef start(x):\n    return clean(x)\n",
  "app/tools.py": "def clean(x):\n    return x\n\n\ndef other(x):\n    return x.clean()\n",
  "web/a.ts": 'import { b } from "./b";\nexport function a() { return b(); }\n',
  "web/b.ts": "export function b() { return 1; }\n",
  ".env": "TOKEN=x\n",
};

let worktree: TestWorktree;
let binary: string;
before(() => {
  worktree = TestWorktree.git(FILES);
  binary = join(worktree.folder, "bin", "evident");
  mkdirSync(dirname(binary));
  copyFileSync(join(ROOT, "dist", "evident"), binary);
});
after(() => worktree.remove());

interface Ended {
  readonly code: number | null;
  // deno-lint-ignore no-explicit-any
  readonly document: any;
  readonly text: string;
}

function evident(
  args: readonly string[],
  options: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Ended {
  const ended = spawnSync(binary, args, {
    cwd: options.cwd ?? worktree.root,
    env: { ...worktree.environment, ...options.env },
    input: options.input ?? "",
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const isDocument = ended.stdout.startsWith("{") && ended.stdout.trimEnd().split("\n").length === 1;
  return { code: ended.status, text: ended.stdout, document: isDocument ? JSON.parse(ended.stdout) : null };
}

const names = (document: Ended["document"]) =>
  document.items.map((item: { qualified_name?: string }) => item.qualified_name);

describe("the loop", () => {
  it("refuses a question before anything is indexed, exit 3", () => {
    const { code, document } = evident(["callers", "clean"]);
    assert.deepEqual([code, document.code], [3, "index.missing"]);
  });

  it("indexes and answers who calls a symbol, with the site and what is not known", () => {
    assert.equal(evident(["index"]).code, 0);
    const { document } = evident(["callers", "clean"]);
    assert.deepEqual(names(document), ["start", "other"]);
    const [bound, unbound] = document.items;
    assert.deepEqual(bound.relations[0].site, { path: "app/main.py", line: 5, column: 11 });
    assert.deepEqual([bound.relations[0].confidence, bound.relations[0].rule_id], [
      "static",
      "python.import@5",
    ]);
    assert.equal(unbound.unverified.reason, "dynamic_receiver");
  });

  it("names what it left out", () => {
    const { document } = evident(["status"]);
    assert.deepEqual(document.coverage.files.omitted, { credentials: 1 });
    assert.deepEqual([document.state, document.freshness, document.dirty], ["ready", "fresh", false]);
  });

  it("after an edit refuses, naming the file; sync and changes tell what became of it", () => {
    worktree.write({ "web/b.ts": "// moved\nexport function b() { return 2; }\nexport function c() {}\n" });
    const stale = evident(["callers", "b"]);
    assert.deepEqual([stale.code, stale.document.code], [3, "index.code_changed"]);
    assert.deepEqual(stale.document.detail.changed, [{ path: "web/b.ts", change: "modified" }]);
    const synced = evident(["callers", "b", "--sync"]);
    assert.deepEqual(names(synced.document), ["a"]);
    const { document } = evident(["changes"]);
    const told = document.items.map((item: Record<string, string>) =>
      `${item.change} ${item.kind === "file" ? item.path : item.qualified_name}`
    );
    assert.deepEqual(told, ["modified web/b.ts", "modified b", "added c"]);
    assert.equal(evident(["sync"]).document.published, false);
  });

  it("a long export ends quietly where its reader goes away", () => {
    const ended = spawnSync("/bin/sh", ["-c", `"${binary}" export | head -n 1`], {
      cwd: worktree.root,
      env: worktree.environment,
      encoding: "utf8",
    });
    assert.deepEqual([ended.status, ended.stderr], [0, ""]);
    assert.equal(JSON.parse(ended.stdout).schema, "evident.export.v1");
  });
});

const REFUSED: readonly [why: string, args: readonly string[], code: FailureCode, input?: string][] = [
  ["a folder that is not there", ["-C", "/nowhere/at/all", "index"], "worktree.not_found"],
  ["a file in place of a folder", ["-C", "go.mod", "index"], "worktree.not_found"],
  ["a scope that is not declared", ["--scope", "none", "status"], "scope.unknown"],
  ["a symbol that is not there", ["callers", "nobody"], "symbol.not_found"],
  ["a path that is not there", ["outline", "app/none.py"], "path.not_found"],
  ["a path that was left out", ["source", "--path", ".env"], "path.not_found"],
  ["a path that leads out", ["outline", "../outside.py"], "path.outside_root"],
  ["an absolute path", ["outline", "/etc/passwd"], "path.outside_root"],
  ["a language that nobody knows", ["map", "--language", "cobol"], "language.unsupported"],
  [
    "an id without its fingerprint",
    ["callers", "--symbol-id", "web/a.ts#a()."],
    "request.fingerprint_required",
  ],
  ["another fingerprint", ["map", "--expected-fingerprint", "0".repeat(64)], "index.code_changed"],
  [
    "a baseline that is not kept",
    ["changes", "--before-fingerprint", "1".repeat(64)],
    "index.baseline_unavailable",
  ],
  ["a number out of range", ["callers", "b", "--depth", "9"], "request.malformed"],
  ["no number", ["callers", "b", "--limit", "many"], "usage.bad_flag"],
  ["no symbol", ["callers"], "request.malformed"],
  ["a flag that is none", ["index", "--frobnicate"], "usage.bad_flag"],
  ["a budget below the envelope", ["map", "--max-bytes", "512"], "request.budget_too_small"],
  [
    "an unknown field",
    ["query", "--request-file", "-"],
    "request.malformed",
    '{"operation":{"kind":"map","bogus":1}}',
  ],
  ["no JSON", ["query", "--request-file", "-"], "request.malformed", "{"],
  ["a request file that is not there", ["query", "--request-file", "none.json"], "request.malformed"],
];

describe("what is refused", () => {
  for (const [why, args, code, input] of REFUSED) {
    it(`${why}: ${code}, exit ${FAILURE_CODES[code]}`, () => {
      const ended = evident(args, { input });
      assert.equal(ended.document?.code, code, ended.text);
      assert.equal(ended.code, FAILURE_CODES[code]);
      assert.equal(ended.document.schema, "evident.failure.v1");
    });
  }

  it("several symbols of one name: symbol.ambiguous, with the choices", () => {
    const { document, code } = evident(["callers", "b", "--sync"]);
    assert.equal(code, 0, JSON.stringify(document));
    worktree.write({ "web/again.ts": "export function b() {}\n" });
    worktree.run("add", "-A");
    const twice = evident(["callers", "b", "--sync"]);
    assert.equal(twice.document.code, "symbol.ambiguous");
    const choices = twice.document.detail.choices.map((choice: { symbol: string }) => choice.symbol);
    assert.deepEqual(choices, ["web/again.ts#b", "web/b.ts#b"]);
  });

  it("a cache inside the worktree: cache.inside_worktree", () => {
    const { document } = evident(["index"], { env: { EVIDENT_CACHE_DIR: join(worktree.root, ".cache") } });
    assert.equal(document.code, "cache.inside_worktree");
    assert.ok(!existsSync(join(worktree.root, ".cache")));
  });

  it("an unreadable cache: index.corrupt, and index mends it", () => {
    const [binding] = readdirSync(worktree.cache);
    const generations = join(worktree.cache, binding, "generations");
    const newest = readdirSync(generations).sort().at(-1)!;
    const database = join(generations, newest, "graph.db");
    const bytes = readFileSync(database);
    for (let at = 0; at < bytes.length; at += 1000) bytes[at] ^= 0xff;
    writeFileSync(database, bytes);
    const { document, code } = evident(["callers", "clean"]);
    assert.deepEqual([code, document.code], [1, "index.corrupt"]);
    assert.equal(evident(["index"]).code, 0);
    assert.equal(evident(["callers", "clean"]).code, 0);
  });
});

describe("a build that is killed", () => {
  it("leaves the generation before it serving, and nothing that stops the next", async () => {
    evident(["index"]);
    const served = evident(["export"]).text;
    for (const delayMs of [20, 60, 120, 200]) {
      const child = spawn(binary, ["index"], {
        cwd: worktree.root,
        env: worktree.environment,
        stdio: "ignore",
      });
      const closed = new Promise((resolve) => child.once("close", resolve));
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      child.kill("SIGKILL");
      await closed;
      assert.equal(evident(["export"]).text, served);
    }
    assert.equal(evident(["index"]).code, 0);
    const [binding] = readdirSync(worktree.cache);
    const staging = join(worktree.cache, binding, "staging");
    assert.deepEqual(existsSync(staging) ? readdirSync(staging) : [], []);
    rmSync(staging, { recursive: true, force: true });
  });
});
