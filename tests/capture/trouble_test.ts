// Trouble of the machine while a worktree is read: it is told as that, and never taken for what the files are.

import assert from "node:assert/strict";
import { openSync } from "node:fs";
import { describe, it } from "node:test";
import { replaceCalls } from "../../lib/host/mod.ts";
import { TestWorktree } from "../worktrees.ts";
import { captureOf, failureOf, outcomes, withWorktree } from "./captures.ts";

const worktree = () => TestWorktree.git({ "a.py": "", "sub/b.py": "" });

/** Captures a worktree in which opening one folder or file fails with a code of the system. */
function capturedWithout(root: string, lost: string, code: string) {
  const restore = replaceCalls({
    open: (path, flags, mode) => {
      if (path === lost) throw Object.assign(new Error(`${code}: injected`), { code });
      return openSync(path, flags, mode);
    },
  });
  try {
    return captureOf(root);
  } finally {
    restore();
  }
}

describe("a worktree that the machine does not let us read", () => {
  it(
    "whose root folder gives an error is no worktree without files",
    withWorktree(worktree, ({ root }) => {
      assert.equal(failureOf(() => capturedWithout(root, root, "EIO")).code, "worktree.not_found");
    }),
  );

  it(
    "whose folder below gives an error names the files as unreadable",
    withWorktree(worktree, ({ root }) => {
      const told = outcomes(capturedWithout(root, `${root}/sub`, "EIO"));
      assert.deepEqual(told, { "a.py": "included", "sub/b.py": "unreadable" });
    }),
  );

  for (const code of ["EMFILE", "ENFILE"]) {
    it(
      `where no more files can be opened (${code}) is busy`,
      withWorktree(worktree, ({ root }) => {
        assert.equal(failureOf(() => capturedWithout(root, `${root}/sub`, code)).code, "worktree.busy");
      }),
    );
  }
});
