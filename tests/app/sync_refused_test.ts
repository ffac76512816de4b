// A query that is to sync first where that cannot be: what is fresh all the same is answered, what is not is refused with the
// reason. And a disk so full that not even a lock has room: what makes room works.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { existsSync, openSync, writeSync } from "node:fs";
import { beginBuild, openCache } from "../../lib/generations/mod.ts";
import { replaceCalls } from "../../lib/host/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { open, type Project } from "../../mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = { "a.py": "def alpha():\n    return 1\n" };
const QUESTION = { operation: { kind: "symbols", query: "alpha" } };

const thrown = (code: string) => Object.assign(new Error(code), { code });

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(() => "answered", (error) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });
}

/** What keeps a sync from being made; gives it back. */
const OBSTACLES: readonly [
  what: string,
  code: string,
  put: (worktree: TestWorktree) => Promise<() => void>,
][] = [
  ["another build runs", "index.locked", async ({ cache, root }) => {
    const build = await beginBuild(openCache(cache, root), { waitMs: 0, maxCacheBytes: 1 << 30 });
    return () => build.abort();
  }],
  ["the cache is read-only", "index.unavailable", async () =>
    replaceCalls({
      open: (path, flags, mode) => {
        if (flags === "w" || flags === "wx") throw thrown("EROFS");
        return openSync(path, flags, mode);
      },
    })],
  ["the disk is full", "index.unavailable", async () =>
    replaceCalls({
      write: () => {
        throw thrown("ENOSPC");
      },
    })],
];

describe("a query that is to sync first", () => {
  for (const [what, code, put] of OBSTACLES) {
    it(
      `${what}: answered where the index is fresh, refused with ${code} where it is not`,
      withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
        const project = open({ directory: worktree.root });
        await project.index({ workers: 1 });
        const ask = (project: Project, verify: "content" | "stat" | "none") =>
          codeOf(project.query(QUESTION, { sync: true, verify }));
        const free = await put(worktree);
        try {
          assert.equal(await ask(project, "content"), "answered");
          assert.equal(await ask(project, "stat"), "answered");
          // Nobody would see that it is stale.
          assert.equal(await ask(project, "none"), code);
          worktree.write({ "a.py": "def alpha():\n    return 2\n" });
          assert.equal(await ask(project, "content"), code);
        } finally {
          free();
        }
        assert.equal(await ask(project, "content"), "answered");
      }),
    );
  }
});

describe("a disk that is full to the last byte", () => {
  for (
    const [what, work] of [["clear", (project) => project.clear()], ["gc", (project) => project.gc()]] as [
      string,
      (project: Project) => Promise<unknown>,
    ][]
  ) {
    it(
      `${what} makes the room that its lock takes`,
      withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
        const project = open({ directory: worktree.root });
        await project.index({ workers: 1 });
        const { layout } = openCache(worktree.cache, worktree.root);
        const restore = replaceCalls({
          write: (descriptor, from, offset, length) => {
            if (existsSync(layout.lastBuild)) throw thrown("ENOSPC");
            return writeSync(descriptor, from, offset, length);
          },
        });
        try {
          await work(project);
        } finally {
          restore();
        }
        assert.equal((await project.status()).state, what === "clear" ? "missing" : "ready");
      }),
    );
  }
});
