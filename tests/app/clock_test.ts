// Clocks that jump by days between a build and a question, and files with times of the future: what is fresh is answered, what
// was edited is seen, who holds the lock holds it.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { utimesSync } from "node:fs";
import { beginBuild, openCache } from "../../lib/generations/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { open } from "../../mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const DAY_MS = 86_400_000;
const text = (number: number) => `def alpha():\n    return ${number}\n`;
const QUESTION = { operation: { kind: "symbols", query: "alpha" } };

/** Does work with the wall clock set. */
async function at<T>(shiftMs: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now;
  Date.now = () => now() + shiftMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(() => "answered", (error) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });
}

const JUMPS: readonly [what: string, buildMs: number, askMs: number, fileMs: number][] = [
  ["built before the clock was set back", 3 * DAY_MS, 0, 0],
  ["built before the clock was set forward", 0, 3 * DAY_MS, 0],
  ["files of the future", 0, 0, 3 * DAY_MS],
  ["files of the future, which has come", 0, 3 * DAY_MS, 3 * DAY_MS],
  ["files of the past, built in the future", 3 * DAY_MS, -3 * DAY_MS, -3 * DAY_MS],
];

describe("clocks that jump", () => {
  for (const [what, buildMs, askMs, fileMs] of JUMPS) {
    it(
      what,
      withWorktree(() => TestWorktree.git({ "a.py": text(1) }), async (worktree) => {
        const path = join(worktree.root, "a.py");
        const times = (Date.now() + fileMs) / 1000;
        utimesSync(path, times, times);
        const project = open({ directory: worktree.root });
        await at(buildMs, () => project.index({ workers: 1 }));
        for (const verify of ["content", "stat"] as const) {
          const ask = () => at(askMs, () => codeOf(project.query(QUESTION, { verify })));
          assert.equal(await ask(), "answered", verify);
          // With the times that it had; only what Git counts as racy too is missed where the length stays as well.
          worktree.write({ "a.py": text(22) });
          utimesSync(path, times, times);
          assert.equal(await ask(), "index.code_changed", verify);
          worktree.write({ "a.py": text(1) });
          utimesSync(path, times, times);
          assert.equal(await ask(), "answered", verify);
        }
      }),
    );
  }

  it(
    "a build that runs keeps its lock, whatever the clock says",
    withWorktree(() => TestWorktree.git({ "a.py": text(1) }), async (worktree) => {
      const project = open({ directory: worktree.root });
      const cache = openCache(worktree.cache, worktree.root);
      for (const [takenMs, askedMs] of [[0, 3 * DAY_MS], [3 * DAY_MS, 0], [-3 * DAY_MS, 3 * DAY_MS]]) {
        const build = await at(takenMs, () => beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 }));
        assert.equal(await at(askedMs, () => codeOf(project.index({ workers: 1 }))), "index.locked");
        build.abort();
      }
      await project.index({ workers: 1 });
    }),
  );
});
