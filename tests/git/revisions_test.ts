// Commits by name: what counts as one, what a hostile name cannot do, what lies between two.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openWorktree } from "../../lib/capture/mod.ts";
import { defaultBase, type GitWorktree, mergeBase, renamesSince, resolveCommit } from "../../lib/git/mod.ts";
import { failureOf, withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const gitOf = (worktree: TestWorktree): GitWorktree => openWorktree(worktree.root).git!;

/** Two branches that parted after the first of three commits. */
function branches(): TestWorktree {
  const worktree = TestWorktree.git({ "a.py": "a\n" });
  worktree.run("branch", "other");
  worktree.run("tag", "-m", "annotated", "v1");
  worktree.write({ "b.py": "b\n" });
  worktree.commit("second");
  worktree.run("checkout", "-q", "other");
  worktree.write({ "c.py": "c\n" });
  worktree.commit("third");
  return worktree;
}

describe("a revision", () => {
  const named = ["main", "refs/heads/main", "other~1", "v1", "HEAD", "@", "HEAD^{commit}"];
  for (const revision of named) {
    it(
      `${revision} is the commit that Git takes it for`,
      withWorktree(branches, (worktree) => {
        const id = worktree.run("rev-parse", `${revision}^{commit}`);
        assert.equal(resolveCommit(gitOf(worktree), revision), id);
        assert.equal(resolveCommit(gitOf(worktree), id.slice(0, 12)), id);
      }),
    );
  }

  const refused = [
    "",
    "gone",
    "-h",
    "--help",
    "--all",
    "--output=obeyed",
    "^main",
    "main..other",
    "main...other",
    "main other",
    "main\nother",
    "main\0other",
    "HEAD:a.py",
    "v1^{tree}",
    "../..",
    "a".repeat(5_000),
    "0".repeat(40),
  ];
  for (const revision of refused) {
    it(
      `${JSON.stringify(revision.slice(0, 20))} is none`,
      withWorktree(branches, (worktree) => {
        const { code } = failureOf(() => resolveCommit(gitOf(worktree), revision));
        assert.equal(code, "git.revision_not_found");
        assert.ok(!existsSync(join(worktree.root, "obeyed")));
      }),
    );
  }

  it(
    "that only a remote has is pointed to",
    withWorktree(branches, (worktree) => {
      worktree.run("clone", "-q", worktree.root, join(worktree.folder, "clone"));
      const git = openWorktree(join(worktree.folder, "clone")).git!;
      assert.throws(() => resolveCommit(git, "main"), { hint: /origin\/main/ });
      assert.equal(resolveCommit(git, "origin/main"), worktree.run("rev-parse", "main"));
      assert.equal(defaultBase(git), "origin/other");
    }),
  );

  it(
    "of no remote is no default",
    withWorktree(branches, (worktree) => assert.equal(defaultBase(gitOf(worktree)), null)),
  );
});

it(
  "where two branches parted is their merge base; what shares nothing has none",
  withWorktree(branches, (worktree) => {
    const git = gitOf(worktree);
    const main = resolveCommit(git, "main");
    assert.equal(mergeBase(git, main), resolveCommit(git, "main~1"));
    worktree.run("checkout", "-q", "--orphan", "alone");
    assert.equal(mergeBase(git, main), null);
    worktree.commit("alone");
    assert.equal(mergeBase(git, main), null);
  }),
);

it(
  "renames are those that Git finds, by likeness too",
  withWorktree(
    () =>
      TestWorktree.git({
        "same.py": "a = 1\n".repeat(20),
        "like.py": "b = 2\n".repeat(20),
        "gone.py": "c = 3\n".repeat(20),
      }),
    (worktree) => {
      worktree.run("mv", "same.py", "größe\n.py");
      worktree.run("mv", "like.py", "liked.py");
      worktree.write({ "liked.py": `${"b = 2\n".repeat(19)}x = 1\n`, "new.py": "d = 4\n".repeat(20) });
      worktree.delete("gone.py");
      worktree.run("add", "-A");
      const git = gitOf(worktree);
      assert.deepEqual(
        [...renamesSince(git, resolveCommit(git, "HEAD"))].sort(),
        [["größe\n.py", "same.py"], ["liked.py", "like.py"]],
      );
    },
  ),
);
