// What a capture leaves out and why, and its limits.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { TestWorktree } from "../worktrees.ts";
import { captureOf, failureOf, included, outcomes, policyWith, withWorktree } from "./captures.ts";

const UNTRACKED = policyWith({ includeUntracked: true });

function shell(worktree: TestWorktree, line: string): void {
  const { status, stderr } = spawnSync("/bin/sh", ["-c", line], { cwd: worktree.root, encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

/** A folder without Git. */
function plain(files: Readonly<Record<string, string>>): TestWorktree {
  const worktree = new TestWorktree();
  worktree.write(files);
  return worktree;
}

describe("policy", () => {
  it(
    "untracked files count only where they are asked for, caches and nested repositories named",
    withWorktree(() => TestWorktree.git({ "dist/kept.js": "1\n", ".gitignore": "*.log\n" }), (worktree) => {
      worktree.write({ "new.py": "", "dist/new.js": "", "node_modules/m/i.js": "", "a.log": "" });
      worktree.write({ "nested/.git/HEAD": "ref: refs/heads/main\n" });
      shell(worktree, "git init -q other && touch other/x.py");
      assert.deepEqual(included(captureOf(worktree.root)), [".gitignore", "dist/kept.js"]);
      assert.deepEqual(outcomes(captureOf(worktree.root, UNTRACKED)), {
        ".gitignore": "included",
        "dist": "generated_untracked",
        "dist/kept.js": "included",
        "new.py": "included",
        "node_modules": "generated_untracked",
        "other": "submodule",
      });
    }),
  );

  it(
    "without Git caches are named and not entered, and a folder called dist is like any other",
    withWorktree(
      () =>
        plain({
          "dist/a.js": "",
          "node_modules/m/i.js": "",
          "out/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n",
          "out/b.js": "",
          "pkg/__pycache__/c.pyc": "",
        }),
      ({ root }) => {
        assert.deepEqual(outcomes(captureOf(root)), {
          "dist/a.js": "included",
          "node_modules": "generated_untracked",
          "out": "generated_untracked",
          "pkg/__pycache__": "generated_untracked",
        });
      },
    ),
  );

  const globs: readonly [glob: string, left: string[]][] = [
    ["docs", ["a.py", "src/docs.py", "src/x.gen.py"]],
    ["docs/", ["a.py", "src/docs.py", "src/x.gen.py"]],
    ["**/*.gen.py", ["a.py", "docs/b.py", "src/docs.py"]],
    ["*.py", ["docs/b.py", "src/docs.py", "src/x.gen.py"]],
    ["src/**", ["a.py", "docs/b.py"]],
  ];
  for (const [glob, left] of globs) {
    it(
      `--exclude ${glob} names what it leaves out`,
      withWorktree(
        () => TestWorktree.git({ "a.py": "", "docs/b.py": "", "src/docs.py": "", "src/x.gen.py": "" }),
        ({ root }) => {
          const captured = captureOf(root, policyWith({ exclude: [glob] }));
          assert.deepEqual(included(captured), left);
          assert.equal(
            Object.values(outcomes(captured)).filter((reason) => reason === "excluded").length,
            4 - left.length,
          );
        },
      ),
    );
  }

  const line = (length: number) => "x".repeat(length);
  const contents: readonly [path: string, content: string, outcome: string][] = [
    [".env", "KEY=1", "credentials"],
    [".env.production", "KEY=1", "credentials"],
    [".env.example", "KEY=", "included"],
    ["id_rsa", "k", "credentials"],
    ["tls/server.pem", "k", "credentials"],
    ["service-account-prod.json", "{}", "credentials"],
    ["ID_ED25519", "k", "credentials"],
    ["prod.env", "KEY=1", "credentials"],
    [".envrc", "export KEY=1", "credentials"],
    [".aws/credentials", "k", "credentials"],
    ["infra/prod.tfvars", "k", "credentials"],
    ["environment.py", "e = 1", "included"],
    ["id_rsa.pub", "k", "included"],
    ["credentials/mod.py", "c = 1", "included"],
    ["image.png", "\u0089PNG\0\0", "binary"],
    ["late_nul.txt", line(9_000) + "\0", "included"],
    ["big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "lfs_pointer"],
    ["about_lfs.md", "# version https://git-lfs.github.com/spec/v1\n", "included"],
    ["jquery.min.js", "a", "minified"],
    ["bundle.js", line(70_000), "minified"],
    ["one_long_line.js", line(20_000), "included"],
    ["table.js", `${line(70)}\n`.repeat(1_000), "included"],
    ["data.txt", line(70_000), "included"],
    ["empty.py", "", "included"],
    ["exact.txt", line(2 << 20), "included"],
    ["large.txt", line((2 << 20) + 1), "too_large"],
  ];
  it(
    "content and names say what is left out",
    withWorktree(
      () => TestWorktree.git(Object.fromEntries(contents.map(([path, content]) => [path, content]))),
      ({ root }) => {
        const told = outcomes(captureOf(root));
        assert.deepEqual(
          contents.map(([path]) => [path, told[path]]),
          contents.map(([path, , outcome]) => [path, outcome]),
        );
      },
    ),
  );
});

describe("limits", () => {
  it(
    "an aggregate over its limit fails with the numbers",
    withWorktree(() => TestWorktree.git({ "a.py": "12345", "b.py": "12345", "c.png": "\0" }), ({ root }) => {
      captureOf(root, policyWith({}, { maxFiles: 2, maxSourceBytes: 10 }));
      assert.deepEqual(failureOf(() => captureOf(root, policyWith({}, { maxFiles: 1 }))), {
        code: "limit.exceeded",
        detail: { limit: 1, name: "max_files", files_read: 2, bytes_read: 10, listed_files: 3 },
      });
      assert.deepEqual(failureOf(() => captureOf(root, policyWith({}, { maxSourceBytes: 9 }))), {
        code: "limit.exceeded",
        detail: { limit: 9, name: "max_source_bytes", files_read: 2, bytes_read: 10, listed_files: 3 },
      });
    }),
  );
});
