// What is remembered of HEAD is what Git says of it now, whatever was done to it meanwhile.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { openWorktree } from "../../lib/capture/mod.ts";
import { type GitWorktree, HeadMemory, readHead } from "../../lib/git/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const gitOf = (root: string): GitWorktree => openWorktree(root).git!;
/** A worktree whose Git cannot be asked. */
const withoutGit = (git: GitWorktree): GitWorktree => ({ ...git, program: join(git.root, "no-such-git") });

/** Commands that move HEAD, or what it stands on, one after the other. */
const MOVES: readonly (readonly string[])[] = [
  ["commit", "-q", "--allow-empty", "-m", "second"],
  ["commit", "-q", "--amend", "--allow-empty", "-m", "amended"],
  ["checkout", "-q", "-b", "feature/one"],
  ["commit", "-q", "--allow-empty", "-m", "third"],
  ["checkout", "-q", "main"],
  ["checkout", "-q", "--detach", "feature/one"],
  ["reset", "-q", "--hard", "main"],
  ["checkout", "-q", "main"],
  ["pack-refs", "--all"],
  ["commit", "-q", "--allow-empty", "-m", "fourth"],
  ["symbolic-ref", "refs/heads/alias", "refs/heads/feature/one"],
  ["symbolic-ref", "HEAD", "refs/heads/alias"],
  ["commit", "-q", "--allow-empty", "-m", "fifth"],
  ["checkout", "-q", "--orphan", "unborn"],
];

describe("HEAD as it is remembered", () => {
  it(
    "is what Git says, after whatever moved it",
    withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
      const git = gitOf(worktree.root);
      const heads = new HeadMemory();
      assert.deepEqual(heads.of(git), readHead(git));
      for (const move of MOVES) {
        worktree.run(...move);
        assert.deepEqual(heads.of(git), readHead(git), move.join(" "));
        assert.deepEqual(heads.of(git), readHead(git), `${move.join(" ")}, asked again`);
      }
    }),
  );

  it(
    "is not asked of Git again while nothing moved",
    withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
      const git = gitOf(worktree.root);
      const heads = new HeadMemory();
      const head = heads.of(git);
      assert.deepEqual(heads.of(withoutGit(git)), head);
      worktree.run("checkout", "-q", "--detach");
      assert.throws(() => heads.of(withoutGit(git)));
      assert.deepEqual(heads.of(git), head);
      assert.deepEqual(heads.of(withoutGit(git)), head);
    }),
  );

  it(
    "is asked each time in a linked worktree",
    withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
      const linked = join(worktree.folder, "linked");
      worktree.run("worktree", "add", "-q", linked, "-b", "linked");
      const git = gitOf(linked);
      const heads = new HeadMemory();
      assert.deepEqual(heads.of(git), readHead(git));
      assert.throws(() => heads.of(withoutGit(git)));
    }),
  );
});
