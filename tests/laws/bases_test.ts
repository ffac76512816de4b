// Law 4 of commits: a base is what a clean checkout of its commit would be.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openReader } from "../../lib/app/reading.ts";
import { openBase, openCache } from "../../lib/generations/mod.ts";
import { baseKey } from "../../lib/indexer/mod.ts";
import { DEFAULT_LIMITS, type Policy } from "../../lib/model/mod.ts";
import { exportLines } from "../../lib/store/mod.ts";
import { open } from "../../mod.ts";
import type { TestWorktree } from "../worktrees.ts";
import { apply, check, exported } from "./checking.ts";
import { editScript, startFiles } from "./repositories.ts";

const POLICY: Policy = { sourceRoots: [], includeUntracked: false, exclude: [], limits: DEFAULT_LIMITS };

/** The export of the base that a comparison with a commit has built. */
async function exportedBase(worktree: TestWorktree, commit: string): Promise<string> {
  const generation = openBase(openCache(worktree.cache, worktree.root), baseKey(commit, POLICY))!;
  const reader = await openReader(generation);
  try {
    return [...exportLines(reader)].join("\n");
  } finally {
    reader.close();
    generation.close();
  }
}

test("law 4: the base of a commit equals a fresh index of its clean checkout, byte for byte", async () => {
  const input = fc.record({ files: startFiles, edits: editScript });
  await check(input, ({ files }) => files, 6, async (worktree, { edits }) => {
    const options = { directory: worktree.root };
    const commit = worktree.run("rev-parse", "HEAD");
    for (const edit of edits) apply(worktree, edit);
    const project = open(options);
    await project.index();
    const serving = await exported(project);
    await project.query({ operation: { kind: "changes", base: commit } });
    assert.equal(await exported(project), serving);
    const base = await exportedBase(worktree, commit);
    worktree.run("reset", "-q", "--hard", commit);
    const fresh = open(options);
    await fresh.index();
    assert.equal(base, await exported(fresh));
  });
});
