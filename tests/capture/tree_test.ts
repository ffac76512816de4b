// A commit captured from its objects: the same as a clean checkout, with nothing of the worktree in it.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Capture, captureTree, openWorktree } from "../../lib/capture/mod.ts";
import type { Policy } from "../../lib/model/mod.ts";
import { TestWorktree } from "../worktrees.ts";
import { captureOf, failureOf, outcomes, PLAIN_POLICY, policyWith, withWorktree } from "./captures.ts";

function treeOf(root: string, commit: string, policy: Policy = PLAIN_POLICY): Capture {
  return captureTree({ git: openWorktree(root).git!, commit, policy });
}

/** A manifest without what only a worktree has. */
function content({ manifest }: Capture) {
  const { entries, undecodablePaths, objectFormat } = manifest;
  return { undecodablePaths, objectFormat, entries: entries.map((entry) => ({ ...entry, stamp: null })) };
}

/** One of everything that a commit may hold. */
function everything(...init: string[]): TestWorktree {
  const worktree = TestWorktree.git({
    "a.py": "a = 1\n",
    "größe/b.py": "b\r\n",
    "empty.py": "",
    "data.bin": "\0\u0001",
    ".env": "SECRET=1\n",
    "lib.min.js": "x\n",
    "large.py": "# padding\n".repeat(200),
    "skipped/c.py": "c\n",
    "picture.psd": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "build/out.py": "tracked = 1\n",
  }, ...init);
  symlinkSync("a.py", join(worktree.root, "link.py"));
  writeFileSync(join(worktree.root, "run.py"), "r\n");
  chmodSync(join(worktree.root, "run.py"), 0o755);
  worktree.commit("links and modes");
  const zeros = "1".repeat(init.includes("--object-format=sha256") ? 64 : 40);
  worktree.run("update-index", "--add", "--cacheinfo", `160000,${zeros},module`);
  worktree.run("commit", "-q", "-m", "a submodule");
  return worktree;
}

const POLICY = policyWith({ exclude: ["skipped/**"] }, { maxFileBytes: 1_000 });

describe("a commit", () => {
  for (const init of [[], ["--object-format=sha256"]]) {
    it(
      `is captured as its clean checkout is ${init}`,
      withWorktree(() => everything(...init), (worktree) => {
        const commit = worktree.run("rev-parse", "HEAD");
        const tree = treeOf(worktree.root, commit, POLICY);
        const checkout = captureOf(worktree.root, POLICY);
        assert.deepEqual(content(tree), content(checkout));
        assert.deepEqual(
          tree.files,
          checkout.files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
        );
        assert.deepEqual(tree.git, { commit, dirty: false, objectFormat: checkout.git.objectFormat });
        assert.deepEqual([...new Set(Object.values(outcomes(tree)))].sort(), [
          "binary",
          "credentials",
          "excluded",
          "included",
          "lfs_pointer",
          "minified",
          "submodule",
          "symlink",
          "too_large",
        ]);
      }),
    );
  }

  it(
    "is the same whatever the worktree is",
    withWorktree(everything, (worktree) => {
      const commit = worktree.run("rev-parse", "HEAD");
      const before = content(treeOf(worktree.root, commit, POLICY));
      worktree.write({ "a.py": "other\n", "new.py": "n\n", ".gitattributes": "* text eol=crlf\n" });
      worktree.delete("empty.py");
      worktree.run("rm", "-q", "--cached", "run.py");
      assert.deepEqual(content(treeOf(worktree.root, commit, POLICY)), before);
    }),
  );

  it(
    "over a limit fails with the numbers",
    withWorktree(everything, (worktree) => {
      const { code, detail } = failureOf(() =>
        treeOf(worktree.root, "HEAD", policyWith({}, { maxFiles: 2 }))
      );
      assert.equal(code, "limit.exceeded");
      const { limit, name, files_read } = detail as Record<string, unknown>;
      assert.deepEqual([limit, name, files_read], [2, "max_files", 3]);
    }),
  );

  it(
    "that runs filters elsewhere is read without them",
    withWorktree(
      () => TestWorktree.git({ "a.py": "a\n", ".gitattributes": "*.py filter=evil\n" }),
      (worktree) => {
        const marker = join(worktree.folder, "obeyed");
        worktree.run("config", "filter.evil.smudge", `touch ${marker}; cat`);
        worktree.run("config", "filter.evil.clean", `touch ${marker}; cat`);
        worktree.run("config", "filter.evil.required", "true");
        assert.equal(treeOf(worktree.root, "HEAD").files.length, 2);
        assert.ok(!existsSync(marker));
      },
    ),
  );
});

describe("a clone that lacks objects", () => {
  /** A clone without contents, whose origin answers nobody. */
  function partial(worktree: TestWorktree, filter: string): string {
    const clone = join(worktree.folder, "clone");
    worktree.run("config", "uploadpack.allowFilter", "true");
    worktree.run("clone", "-q", "--no-checkout", `--filter=${filter}`, `file://${worktree.root}`, clone);
    worktree.run("-C", clone, "config", "remote.origin.url", `ext::touch ${join(worktree.folder, "obeyed")}`);
    worktree.run("-C", clone, "config", "protocol.ext.allow", "always");
    return clone;
  }

  it(
    "leaves out the files whose content is missing, by name, and fetches nothing",
    withWorktree(
      () => TestWorktree.git({ "a.py": "a\n", "large.py": "# padding\n".repeat(200) }),
      (worktree) => {
        const clone = partial(worktree, "blob:limit=1000");
        assert.deepEqual(outcomes(treeOf(clone, "HEAD")), {
          "a.py": "included",
          "large.py": "object_missing",
        });
        assert.ok(!existsSync(join(worktree.folder, "obeyed")));
      },
    ),
  );

  it(
    "of folders too is refused",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n" }), (worktree) => {
      const clone = partial(worktree, "tree:0");
      assert.equal(failureOf(() => treeOf(clone, "HEAD")).code, "git.unavailable");
      assert.ok(!existsSync(join(worktree.folder, "obeyed")));
    }),
  );

  it(
    "by damage names what is missing",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n", "b.py": "b\n" }), (worktree) => {
      const id = worktree.run("rev-parse", "HEAD:a.py");
      rmSync(join(worktree.root, ".git/objects", id.slice(0, 2), id.slice(2)));
      assert.deepEqual(outcomes(treeOf(worktree.root, "HEAD")), {
        "a.py": "object_missing",
        "b.py": "included",
      });
    }),
  );
});
