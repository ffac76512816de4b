// Finding a worktree, and what of a hostile one never runs or counts.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorktree } from "../../lib/capture/mod.ts";
import { captureOf, failureOf, included, outcomes, policyWith, withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = { "a.py": "a\n", "sub/b.py": "b\n" };

describe("finding a worktree", () => {
  it(
    "any folder of it finds its root, through links too",
    withWorktree(() => TestWorktree.git(FILES), ({ root, folder }) => {
      symlinkSync(join(root, "sub"), join(folder, "link"));
      for (const start of [root, join(root, "sub"), join(folder, "link")]) {
        assert.equal(openWorktree(start).root, root);
      }
    }),
  );

  it(
    "a folder without Git is its own root",
    withWorktree(() => new TestWorktree(), ({ root }) => {
      assert.deepEqual(openWorktree(root), { root, git: null });
      assert.deepEqual(captureOf(root).git, { commit: null, dirty: null, objectFormat: null });
    }),
  );

  const refused: readonly [name: string, at: (worktree: TestWorktree) => string, code: string][] = [
    ["a folder that is not there", ({ root }) => join(root, "gone"), "worktree.not_found"],
    ["a file", ({ root }) => join(root, "a.py"), "worktree.not_found"],
    ["the inside of a repository", ({ root }) => join(root, ".git/refs"), "worktree.not_found"],
    ["a bare repository", (worktree) => {
      worktree.run("clone", "-q", "--bare", worktree.root, join(worktree.folder, "bare"));
      return join(worktree.folder, "bare");
    }, "worktree.not_found"],
    ["a damaged repository", ({ folder }) => {
      mkdirSync(join(folder, "damaged"));
      writeFileSync(join(folder, "damaged/.git"), "gitdir: nowhere\n");
      return join(folder, "damaged");
    }, "git.unavailable"],
    ...[
      "gitdir: .git\n",
      "gitdir: .\n",
      "gitdir: /\n",
      `gitdir: ${"x/".repeat(3_000)}\n`,
      "x".repeat(3 << 20),
    ].map(
      (text): [string, (worktree: TestWorktree) => string, string] => [
        `a .git file that says ${text.slice(0, 12).trim()}…`,
        ({ folder }) => {
          mkdirSync(join(folder, "pointing"));
          writeFileSync(join(folder, "pointing/.git"), text);
          return join(folder, "pointing");
        },
        "git.unavailable",
      ],
    ),
    ...["HEAD", "config", "index", "packed-refs"].map(
      (name): [string, (worktree: TestWorktree) => string, string] => [
        `a repository whose ${name} is a named pipe`,
        ({ root }) => {
          rmSync(join(root, ".git", name), { force: true });
          spawnSync("mkfifo", [join(root, ".git", name)]);
          return root;
        },
        "git.unavailable",
      ],
    ),
  ];
  for (const [name, at, code] of refused) {
    it(
      `${name} is ${code}`,
      withWorktree(() => TestWorktree.git(FILES), (worktree) => {
        const folder = at(worktree);
        assert.equal(failureOf(() => openWorktree(folder)).code, code);
      }),
    );
  }

  it(
    "no configuration places the worktree elsewhere",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      writeFileSync(join(worktree.folder, "private"), "p\n");
      for (const elsewhere of [worktree.folder, "/"]) {
        worktree.run("config", "core.worktree", elsewhere);
        const captured = captureOf(join(worktree.root, "sub"), policyWith({ includeUntracked: true }));
        assert.equal(openWorktree(worktree.root).root, worktree.root);
        assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
        assert.equal(captured.git.dirty, false);
      }
    }),
  );

  it(
    "a .git folder that is no repository counts for nothing",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      mkdirSync(join(worktree.root, "sub/.git"));
      assert.equal(openWorktree(join(worktree.root, "sub")).root, worktree.root);
    }),
  );

  it(
    "a .git that is a link in a circle counts for nothing",
    withWorktree(() => new TestWorktree(), ({ root }) => {
      symlinkSync(".git", join(root, ".git"));
      assert.deepEqual(openWorktree(root), { root, git: null });
    }),
  );

  it(
    "without git on PATH a Git worktree is git.unavailable, a plain folder is not",
    withWorktree(() => TestWorktree.git(FILES), ({ root, folder }) => {
      process.env.PATH = join(folder, "home");
      assert.equal(failureOf(() => openWorktree(join(root, "sub"))).code, "git.unavailable");
      assert.equal(openWorktree(join(folder, "home")).git, null);
    }),
  );

  it(
    "a git that lies in the worktree itself is not found",
    withWorktree(() => TestWorktree.git(FILES), ({ root, folder }) => {
      writeFileSync(join(root, "git"), `#!/bin/sh\ntouch ${folder}/obeyed\n`);
      chmodSync(join(root, "git"), 0o755);
      mkdirSync(join(folder, "bin"));
      symlinkSync(join(root, "git"), join(folder, "bin/git"));
      const [before, path] = [process.cwd(), process.env.PATH];
      process.chdir(root);
      for (const first of [".:", root, join(root, "sub/.."), join(folder, "bin")]) {
        process.env.PATH = `${first}:${path}`;
        captureOf(root);
      }
      process.chdir(before);
      assert.ok(!existsSync(join(folder, "obeyed")));
    }),
  );
});

describe("a hostile worktree", () => {
  it(
    "runs nothing: hooks, monitors, filters, drivers, aliases, pagers",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      worktree.write({ ".gitattributes": "* filter=evil diff=evil merge=evil\n" });
      worktree.run("add", "-A");
      const marker = join(worktree.folder, "obeyed");
      const evil = join(worktree.folder, "evil.sh");
      writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> ${marker}\ncat\n`);
      chmodSync(evil, 0o755);
      const hooks = join(worktree.folder, "hooks");
      mkdirSync(hooks);
      for (const hook of ["post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout"]) {
        for (const folder of [hooks, join(worktree.root, ".git/hooks")]) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, hook), readFileSync(evil));
          chmodSync(join(folder, hook), 0o755);
        }
      }
      const settings = [
        ["core.fsmonitor", evil],
        ["core.hooksPath", hooks],
        ["core.pager", evil],
        ["core.sshCommand", evil],
        ["core.askPass", evil],
        ["core.alternateRefsCommand", evil],
        ["filter.evil.clean", evil],
        ["filter.evil.smudge", evil],
        ["filter.evil.process", evil],
        ["filter.evil.required", "true"],
        ["diff.external", evil],
        ["diff.evil.command", evil],
        ["diff.evil.textconv", evil],
        ...["ls-files", "rev-parse", "diff-index", "check-attr", "config"].map((
          name,
        ) => [`alias.${name}`, `!${evil}`]),
      ];
      const file = join(worktree.root, ".git/config");
      const lines = settings.map(([name, value]) => {
        const dot = name.lastIndexOf(".");
        const first = name.indexOf(".");
        const section = first === dot
          ? `[${name.slice(0, dot)}]`
          : `[${name.slice(0, first)} "${name.slice(first + 1, dot)}"]`;
        return `${section}\n\t${name.slice(dot + 1)} = "${value}"\n`;
      });
      writeFileSync(file, readFileSync(file, "utf8") + lines.join(""));
      worktree.write({ "a.py": "edited\n", "new.py": "new\n" });
      const captured = captureOf(worktree.root, policyWith({ includeUntracked: true }));
      assert.deepEqual(included(captured), [".gitattributes", "a.py", "new.py", "sub/b.py"]);
      assert.equal(captured.git.dirty, true, "what is staged differs from HEAD");
      assert.ok(!existsSync(marker), existsSync(marker) ? readFileSync(marker, "utf8") : "");
      // What would have run does run where it is asked for.
      assert.throws(() =>
        worktree.run("-c", "core.fsmonitor=false", "hash-object", "--path", "a.py", "a.py")
      );
      assert.ok(existsSync(marker));
    }),
  );

  it(
    "the caller's GIT_ variables count for nothing",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      const other = TestWorktree.git({ "other.py": "o\n" });
      const commit = worktree.run("rev-parse", "HEAD");
      Object.assign(process.env, {
        GIT_DIR: join(other.root, ".git"),
        GIT_WORK_TREE: other.root,
        GIT_INDEX_FILE: join(other.root, ".git/index"),
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.bare",
        GIT_CONFIG_VALUE_0: "true",
      });
      const captured = captureOf(worktree.root);
      other.remove();
      assert.deepEqual(included(captured), ["a.py", "sub/b.py"]);
      assert.equal(captured.git.commit, commit);
      assert.equal(captured.git.dirty, false);
    }),
  );

  it(
    "an index that names a path outside leads nowhere",
    withWorktree(() => TestWorktree.git({ "xx/secret": "mine\n" }), (worktree) => {
      writeFileSync(join(worktree.folder, "secret"), "outside\n");
      const file = join(worktree.root, ".git/index");
      const index = readFileSync(file);
      index.write("..", index.indexOf("xx/secret"), "latin1");
      // A checksum of zeros is one that Git does not check.
      index.fill(0, index.length - 20);
      writeFileSync(file, index);
      let seen: Record<string, string> = {};
      try {
        seen = outcomes(captureOf(worktree.root));
      } catch (error) {
        assert.equal((error as { code?: string }).code, "git.unavailable");
      }
      assert.ok(!Object.values(seen).includes("included"), JSON.stringify(seen));
    }),
  );
});
