// What growth is measured on: programs of any size of which every reference is bound, so that more of it is more of the same.

import { test } from "node:test";
import assert from "node:assert/strict";
import { open } from "../../lib/app/mod.ts";
import { writeGenerated } from "../../scripts/bench/generated.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

test(
  "every reference of a generated program is bound, and a unit is a hundred files",
  withWorktree(() => TestWorktree.git(), async (worktree) => {
    writeGenerated(2, worktree.root);
    worktree.commit("generated");
    const { files, unresolved, edges } = await open({ directory: worktree.root }).index();
    assert.deepEqual([files.parsed, files.partial, files.failed], [200, 0, 0]);
    assert.equal(unresolved, 0);
    assert.ok(edges > 0);
  }),
);
