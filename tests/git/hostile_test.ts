// Repositories made to hurt: what Git would read, fetch or run for them.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { captureOf, failureOf, included, outcomes, withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = { "a.py": "a\n", "sub/b.py": "b\n" };

/** Puts other bytes of the same length in the place of a path in the index. */
function forgeIndex(worktree: TestWorktree, from: string, to: string): void {
  const file = join(worktree.root, ".git/index");
  const index = readFileSync(file);
  index.write(to, index.indexOf(from), "latin1");
  // A checksum of zeros is one that Git does not check.
  index.fill(0, index.length - 20);
  writeFileSync(file, index);
}

/** A program that leaves a mark when it runs. */
function trap(worktree: TestWorktree): { program: string; marker: string } {
  const marker = join(worktree.folder, "obeyed");
  const program = join(worktree.folder, "evil.sh");
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${marker}\nexit 1\n`);
  chmodSync(program, 0o755);
  return { program, marker };
}

describe("a forged index", () => {
  const forged: readonly [written: string, path: string][] = [
    ["xgit/config", ".git/config"],
    ["sub/xgit/x", "sub/.GIT/x"],
    ["xx/secret", "../secret"],
    ["sub/xx/secret", "sub/../secret"],
    ["xetc/passwd", "/etc/passwd"],
    ["sub/x/secret", "sub/./secret"],
  ];
  for (const [written, path] of forged) {
    it(
      `that lists ${path} gives nothing of it away`,
      withWorktree(() => TestWorktree.git({ ...FILES, [written]: "mine\n" }), (worktree) => {
        writeFileSync(join(worktree.folder, "secret"), "outside\n");
        worktree.write({ "secret": "untracked\n", "sub/.GIT/x": "inside of a repository\n" });
        forgeIndex(worktree, written, path);
        const captured = captureOf(worktree.root);
        assert.equal(outcomes(captured)[path], "outside_root");
        assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
      }),
    );
  }
});

describe("a repository that lacks objects", () => {
  const remotes: readonly [
    kind: string,
    config: (program: string) => readonly (readonly [string, string])[],
  ][] = [
    ["a remote helper", (program) => [
      ["remote.origin.url", `ext::${program}`],
      ["protocol.ext.allow", "always"],
    ]],
    ["an upload program", (program) => [
      ["remote.origin.url", "file:///nowhere"],
      ["remote.origin.uploadpack", program],
      ["protocol.file.allow", "always"],
    ]],
    ["ssh", (program) => [
      ["remote.origin.url", "ssh://nowhere.invalid/x"],
      ["core.sshCommand", program],
      ["protocol.ssh.allow", "always"],
    ]],
  ];
  for (const [kind, config] of remotes) {
    it(
      `fetches nothing through ${kind}; whether it is dirty is unknown`,
      withWorktree(() => TestWorktree.git(FILES), (worktree) => {
        const { program, marker } = trap(worktree);
        const tree = worktree.run("rev-parse", "HEAD^{tree}");
        rmSync(join(worktree.root, ".git/objects", tree.slice(0, 2), tree.slice(2)));
        const settings = [
          ["core.repositoryFormatVersion", "1"],
          ["extensions.partialClone", "origin"],
          ["remote.origin.promisor", "true"],
          ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
          ...config(program),
        ];
        for (const [name, value] of settings) worktree.run("config", name, value);
        // Without the index's copy of the tree Git has to read the object.
        worktree.run("read-tree", "--empty");
        for (const path of Object.keys(FILES)) worktree.run("update-index", "--add", path);
        rmSync(marker, { force: true });
        const captured = captureOf(worktree.root);
        assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
        assert.equal(captured.git.dirty, "unknown");
        assert.ok(!existsSync(marker), existsSync(marker) ? readFileSync(marker, "utf8") : "");
        // What would have run does run where nobody prevents it.
        assert.throws(() => worktree.run("diff-index", "--cached", "--quiet", "HEAD"));
        assert.ok(existsSync(marker));
      }),
    );
  }
});

describe("what holds Git up", () => {
  it(
    "a pipe in the place of an ignore file costs only the count of ignored files",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      spawnSync("mkfifo", [join(worktree.root, "sub/.gitignore")]);
      const captured = captureOf(worktree.root);
      assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
      assert.equal(captured.manifest.ignoredCount, null);
    }),
  );

  it(
    "a pipe in the place of an attributes file leaves open whether a difference is one",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      worktree.write({ "a.py": "changed\n" });
      spawnSync("mkfifo", [join(worktree.root, ".gitattributes")]);
      const captured = captureOf(worktree.root);
      assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
      assert.equal(captured.git.dirty, "unknown");
    }),
  );

  const refusing: readonly [what: string, damage: (worktree: TestWorktree) => void][] = [
    ["a damaged configuration", ({ root }) => writeFileSync(join(root, ".git/config"), "[core\n")],
    ["a damaged index", ({ root }) => writeFileSync(join(root, ".git/index"), "DIRC")],
  ];
  for (const [what, damage] of refusing) {
    it(
      `${what} is git.unavailable, told without the paths of this machine`,
      withWorktree(() => TestWorktree.git(FILES), (worktree) => {
        damage(worktree);
        const { code, detail } = failureOf(() => captureOf(worktree.root));
        assert.equal(code, "git.unavailable");
        assert.ok(!JSON.stringify(detail).includes(worktree.folder), JSON.stringify(detail));
      }),
    );
  }
});

it(
  "a repository that belongs to someone else is read, since nothing of it runs",
  withWorktree(() => TestWorktree.git(FILES), (worktree) => {
    const real = spawnSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
    const bin = join(worktree.folder, "bin");
    mkdirSync(bin);
    // Git's own way to be told, in a test, that the owner is another.
    writeFileSync(join(bin, "git"), `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${real} "$@"\n`);
    chmodSync(join(bin, "git"), 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${bin}:${path}`;
    try {
      const refused = spawnSync("git", ["ls-files"], { cwd: worktree.root, encoding: "utf8" });
      assert.match(refused.stderr, /dubious ownership/);
      assert.deepEqual(included(captureOf(worktree.root)), ["a.py", "sub/b.py"]);
    } finally {
      process.env.PATH = path;
    }
  }),
);
