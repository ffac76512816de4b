// The states of a Git worktree: what is captured, and what is said of commit and dirtiness.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { TestWorktree } from "../worktrees.ts";
import { type Capture, capture, openWorktree } from "../../lib/capture/mod.ts";
import { captureOf, failureOf, included, outcomes, PLAIN_POLICY, withWorktree } from "./captures.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("HEAD and object format", () => {
  it(
    "an unborn HEAD has no commit; what is staged is dirty",
    withWorktree(() => TestWorktree.git(), (worktree) => {
      assert.deepEqual(captureOf(worktree.root).git, { commit: null, dirty: false, objectFormat: "sha1" });
      worktree.write({ "a.py": "a = 1\n" });
      worktree.run("add", "a.py");
      const captured = captureOf(worktree.root);
      assert.deepEqual(included(captured), ["a.py"]);
      assert.deepEqual(captured.git, { commit: null, dirty: true, objectFormat: "sha1" });
    }),
  );

  it(
    "a SHA-256 repository is told as such and its ids compare",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n" }, "--object-format=sha256"), (worktree) => {
      const { git, manifest } = captureOf(worktree.root);
      assert.deepEqual(git, {
        commit: worktree.run("rev-parse", "HEAD"),
        dirty: false,
        objectFormat: "sha256",
      });
      assert.equal(manifest.objectFormat, "sha256");
      worktree.write({ "a.py": "b\n" });
      assert.equal(captureOf(worktree.root).git.dirty, true);
    }),
  );

  it(
    "a linked worktree has its own files and HEAD",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n" }), (worktree) => {
      const linked = join(worktree.folder, "linked");
      worktree.run("worktree", "add", "-q", "-b", "other", linked);
      worktree.write({ "a.py": "changed\n" });
      worktree.commit("second");
      const captured = captureOf(linked);
      assert.equal(text(captured.files[0].bytes), "a\n");
      assert.equal(captured.git.commit, worktree.run("rev-parse", "other"));
      assert.equal(captured.git.dirty, false);
    }),
  );
});

describe("worktree bytes win", () => {
  it(
    "over staged ones, and staged ones count as dirty",
    withWorktree(() => TestWorktree.git({ "a.py": "committed\n" }), (worktree) => {
      worktree.write({ "a.py": "staged\n" });
      worktree.run("add", "a.py");
      worktree.write({ "a.py": "worktree\n" });
      const captured = captureOf(worktree.root);
      assert.equal(text(captured.files[0].bytes), "worktree\n");
      assert.equal(captured.git.dirty, true);
    }),
  );

  it(
    "a conflict is one file with its markers",
    withWorktree(() => TestWorktree.git({ "a.py": "base\n" }), (worktree) => {
      worktree.run("checkout", "-q", "-b", "other");
      worktree.write({ "a.py": "other\n" });
      worktree.commit("other");
      worktree.run("checkout", "-q", "main");
      worktree.write({ "a.py": "main\n" });
      worktree.commit("main");
      assert.throws(() => worktree.run("merge", "other"));
      const captured = captureOf(worktree.root);
      assert.deepEqual(included(captured), ["a.py"]);
      assert.match(text(captured.files[0].bytes), /^<<<<<<< /);
      assert.equal(captured.git.dirty, true);
    }),
  );

  it(
    "what is deleted in the worktree alone is not there",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n", "b.py": "b\n" }), (worktree) => {
      worktree.delete("a.py");
      const captured = captureOf(worktree.root);
      assert.deepEqual(outcomes(captured), { "b.py": "included" });
      assert.equal(captured.git.dirty, true);
    }),
  );

  it(
    "what sparse checkout leaves out is neither there nor dirty",
    withWorktree(() => TestWorktree.git({ "in/a.py": "a\n", "out/b.py": "b\n" }), (worktree) => {
      worktree.run("sparse-checkout", "set", "in");
      const captured = captureOf(worktree.root);
      assert.deepEqual(outcomes(captured), { "in/a.py": "included" });
      assert.equal(captured.git.dirty, false);
    }),
  );

  it(
    "a submodule is named and not entered",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n" }), (worktree) => {
      const other = TestWorktree.git({ "inner.py": "x\n" });
      worktree.run("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.root, "vendored");
      worktree.commit("submodule");
      other.remove();
      const captured = captureOf(worktree.root);
      assert.equal(outcomes(captured)["vendored"], "submodule");
      assert.deepEqual(included(captured), [".gitmodules", "a.py"]);
      assert.equal(captured.git.dirty, false);
    }),
  );
});

const LARGE = "x".repeat(3 << 20);

describe("dirty", () => {
  const cases: readonly [
    name: string,
    files: Record<string, string | Uint8Array>,
    edit: (worktree: TestWorktree) => void,
    dirty: boolean | "unknown",
  ][] = [
    ["nothing was edited", { "a.py": "a\n" }, () => {}, false],
    ["a file was touched", { "a.py": "a\n" }, (w) => w.write({ "a.py": "a\n" }), false],
    ["a file was edited", { "a.py": "a\n" }, (w) => w.write({ "a.py": "b\n" }), true],
    ["an untracked file was added", { "a.py": "a\n" }, (w) => w.write({ "b.py": "b\n" }), false],
    ["a file was removed from the index", { "a.py": "a\n", "b.py": "" }, (w) => {
      w.run("rm", "-q", "--cached", "b.py");
    }, true],
    ["a binary file was edited", { "a.png": "\0a" }, (w) => w.write({ "a.png": "\0b" }), true],
    ["a file became executable", { "a.sh": "a\n" }, (w) => chmodSync(join(w.root, "a.sh"), 0o755), true],
    ["executable bits do not count there", { "a.sh": "a\n" }, (w) => {
      w.run("config", "core.fileMode", "false");
      chmodSync(join(w.root, "a.sh"), 0o755);
    }, false],
    ["a link took a file's place", { "a.py": "a\n", "b.py": "a\n" }, (w) => {
      w.delete("a.py");
      symlinkSync("b.py", join(w.root, "a.py"));
    }, true],
    ["a folder took a file's place", { "a.py": "a\n" }, (w) => {
      w.delete("a.py");
      mkdirSync(join(w.root, "a.py"));
    }, true],
    [
      "line ends are converted",
      { ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "a\r\n" },
      () => {},
      "unknown",
    ],
    ["a filter converts", { ".gitattributes": "*.dat filter=odd\n", "a.dat": "a\n" }, (w) => {
      w.write({ "a.dat": "b\n" });
    }, "unknown"],
    [
      "one file is converted, another was edited",
      {
        ".gitattributes": "*.txt text eol=crlf\n",
        "a.txt": "a\r\n",
        "b.py": "b\n",
      },
      (w) => w.write({ "b.py": "c\n" }),
      true,
    ],
    ["all line ends are converted by configuration", { "a.py": "a\n" }, (w) => {
      w.run("config", "core.autocrlf", "true");
      w.write({ "a.py": "a\r\n" });
    }, "unknown"],
    ["nothing of a file too large to be read was edited", { "a.txt": LARGE }, () => {}, false],
    [
      "a file too large to be read was edited",
      { "a.txt": LARGE },
      (w) => w.write({ "a.txt": LARGE + "y" }),
      true,
    ],
    ["a file with credentials was edited", { ".env": "A=1\n" }, (w) => w.write({ ".env": "A=2\n" }), true],
    ["a file with credentials was not edited", { ".env": "A=1\n" }, () => {}, false],
    ["a file is only meant to be added", { "a.py": "a\n" }, (w) => {
      w.write({ "empty.py": "" });
      w.run("add", "-N", "empty.py");
    }, true],
    ["a link points elsewhere", { "a.py": "a\n" }, (w) => {
      symlinkSync("a.py", join(w.root, "link"));
      w.commit("link");
      w.delete("link");
      symlinkSync("b.py", join(w.root, "link"));
    }, true],
    ["a link is as it was", { "a.py": "a\n" }, (w) => {
      symlinkSync("a.py", join(w.root, "link"));
      w.commit("link");
    }, false],
    ["a link was checked out as a file that names its target", { "a.py": "a\n" }, (w) => {
      symlinkSync("a.py", join(w.root, "link"));
      w.commit("link");
      w.delete("link");
      w.write({ "link": "a.py" });
    }, false],
  ];
  for (const [name, files, edit, dirty] of cases) {
    it(
      `${dirty} where ${name}`,
      withWorktree(() => TestWorktree.git(files), (worktree) => {
        edit(worktree);
        assert.equal(captureOf(worktree.root).git.dirty, dirty);
      }),
    );
  }
});

describe("a worktree that changes while it is read", () => {
  /** Captures, and edits the worktree after the first file of each of so many attempts. */
  function captureWhile(worktree: TestWorktree, attempts: number, edit: (attempt: number) => void): Capture {
    let attempt = 0;
    let isFirst = true;
    return capture({
      worktree: openWorktree(worktree.root),
      policy: PLAIN_POLICY,
      onListed() {
        attempt++;
        isFirst = true;
      },
      onRead() {
        if (isFirst && attempt <= attempts) edit(attempt);
        isFirst = false;
      },
    });
  }

  const edits: readonly [name: string, edit: (worktree: TestWorktree, attempt: number) => void][] = [
    ["a file is written", (w, attempt) => w.write({ "a.py": `a = ${attempt}\n` })],
    ["a file is written with as many bytes", (w, attempt) => w.write({ "a.py": `${attempt}\n` })],
    ["a file is replaced", (w, attempt) => {
      w.write({ "new": `new ${attempt}\n` });
      renameSync(join(w.root, "new"), join(w.root, "a.py"));
    }],
    ["a file is deleted, and comes back", (w, attempt) => {
      if (attempt === 1) w.delete("a.py");
      else w.write({ "a.py": "again\n" });
    }],
    ["a file is moved and the index follows", (w, attempt) => {
      w.run("mv", attempt === 1 ? "b.py" : "c.py", attempt === 1 ? "c.py" : "d.py");
    }],
    ["a branch is switched", (w, attempt) => w.run("checkout", "-q", attempt === 1 ? "other" : "main")],
  ];
  for (const [name, edit] of edits) {
    it(
      `${name}: it is read again once, then refused`,
      withWorktree(() => TestWorktree.git({ "a.py": "a\n", "b.py": "b\n" }), (worktree) => {
        worktree.run("checkout", "-q", "-b", "other");
        worktree.write({ "a.py": "other\n", "only_here.py": "o\n" });
        worktree.commit("other");
        worktree.run("checkout", "-q", "main");
        const captured = captureWhile(worktree, 1, (attempt) => edit(worktree, attempt));
        assert.deepEqual(
          captured.files.map(({ path, bytes }) => [path, text(bytes)]),
          captureOf(worktree.root).files.map(({ path, bytes }) => [path, text(bytes)]),
        );
        worktree.run("checkout", "-q", "-f", "main");
        worktree.run("reset", "-q", "--hard");
        assert.equal(
          failureOf(() => captureWhile(worktree, 2, (attempt) => edit(worktree, attempt))).code,
          "worktree.busy",
        );
      }),
    );
  }

  it(
    "an index that is only written again is no change",
    withWorktree(() => TestWorktree.git({ "a.py": "a\n", "b.py": "b\n" }), (worktree) => {
      const captured = captureWhile(worktree, 2, () => {
        worktree.run("update-index", "--really-refresh", "--force-write-index");
      });
      assert.deepEqual(included(captured), ["a.py", "b.py"]);
    }),
  );
});
