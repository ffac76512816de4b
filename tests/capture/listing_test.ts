// What a capture lists: names, links, ignore files.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { TestWorktree } from "../worktrees.ts";
import { captureOf, included, outcomes, policyWith, withWorktree } from "./captures.ts";

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

describe("names", () => {
  const odd = [
    " leading space.py",
    "-dash.py",
    "new\nline.py",
    "quote\"s'.py",
    "back\\slash.py",
    "tab\there.py",
    "größe.py",
    "#hash%20.py",
    "..dots",
    "\u001b[31mred.py",
    "\u202ereversed.py",
    "\u200b.py",
    "Case.py",
    "case.py",
    "e\u0301.py",
    "\u00e9.py",
    `${"x".repeat(255)}`,
    `${"deep/".repeat(800)}file.py`,
  ];
  const files = Object.fromEntries(odd.map((name, at) => [name, `${at}\n`]));
  for (const [kind, make] of [["Git", TestWorktree.git], ["no Git", plain]] as const) {
    it(
      `odd ones are listed as they are, with ${kind}`,
      withWorktree(() => make(files), (worktree) => {
        const captured = captureOf(worktree.root);
        assert.deepEqual(included(captured).sort(), [...odd].sort());
        for (const { path, bytes } of captured.files) {
          assert.equal(new TextDecoder().decode(bytes), files[path]);
        }
      }),
    );
  }

  it(
    "order is that of UTF-8 bytes",
    withWorktree(
      () => TestWorktree.git({ "a/b": "", "a.b": "", "\uffee": "", "\u{1f600}": "" }),
      ({ root }) => {
        assert.deepEqual(included(captureOf(root)), ["a.b", "a/b", "\uffee", "\u{1f600}"]);
      },
    ),
  );

  for (const [kind, make, tracked] of [["Git", TestWorktree.git, 1], ["no Git", plain, 0]] as const) {
    it(
      `what is not UTF-8 is counted and never read, with ${kind}`,
      withWorktree(() => make({ "a.py": "a\n" }), (worktree) => {
        shell(worktree, `printf x > "$(printf 'bad\\377')"; printf y > "$(printf 'bad\\376')"`);
        if (tracked === 1) worktree.run("add", "-A");
        const { manifest, files } = captureOf(worktree.root);
        assert.deepEqual(files.map(({ path }) => path), ["a.py"]);
        assert.equal(manifest.undecodablePaths, 2);
      }),
    );
  }
});

describe("what is no plain file", () => {
  it(
    "links are named, whatever they point to, and nothing special is waited for",
    withWorktree(() => plain({ "a.py": "a\n", "folder/b.py": "b\n" }), (worktree) => {
      const at = (name: string) => join(worktree.root, name);
      symlinkSync("a.py", at("to_file.py"));
      symlinkSync("folder", at("to_folder"));
      symlinkSync("/etc/passwd", at("to_outside.py"));
      symlinkSync("loop", at("loop"));
      symlinkSync("nowhere", at("to_nothing"));
      shell(worktree, "mkfifo pipe.py");
      const expected = {
        "a.py": "included",
        "folder/b.py": "included",
        "loop": "symlink",
        "pipe.py": "not_regular",
        "to_file.py": "symlink",
        "to_folder": "symlink",
        "to_nothing": "symlink",
        "to_outside.py": "symlink",
      };
      assert.deepEqual(outcomes(captureOf(worktree.root)), expected);
      worktree.run("init", "-q");
      worktree.run("add", "-A");
      worktree.run(
        "update-index",
        "--add",
        "--cacheinfo",
        `100644,${worktree.run("rev-parse", ":a.py")},pipe.py`,
      );
      assert.deepEqual(outcomes(captureOf(worktree.root)), expected);
    }),
  );

  it(
    "a tracked folder that became a link leads nowhere",
    withWorktree(() => TestWorktree.git({ "in/a.py": "a\n", "out/passwd": "mine\n" }), (worktree) => {
      worktree.delete("in");
      worktree.delete("out");
      worktree.write({ "other/a.py": "other\n" });
      symlinkSync("other", join(worktree.root, "in"));
      symlinkSync("/etc", join(worktree.root, "out"));
      const captured = captureOf(worktree.root);
      assert.deepEqual(outcomes(captured), { "in/a.py": "symlink", "out/passwd": "outside_root" });
      assert.equal(captured.git.dirty, true);
    }),
  );

  it(
    "an ignore file that is a pipe or a link is not read",
    withWorktree(() => plain({ "a.py": "", "sub/b.py": "", "rules": "*.py\n" }), (worktree) => {
      shell(worktree, "mkfifo .gitignore");
      symlinkSync("../rules", join(worktree.root, "sub/.gitignore"));
      assert.deepEqual(included(captureOf(worktree.root)), ["a.py", "rules", "sub/b.py"]);
    }),
  );
});

describe("ignore files", () => {
  const cases: readonly [name: string, files: Record<string, string>, included: string[]][] = [
    ["a name anywhere", { ".gitignore": "x.py\n", "x.py": "", "a/x.py": "", "y.py": "" }, ["y.py"]],
    ["an anchor", { ".gitignore": "/x.py\n", "x.py": "", "a/x.py": "" }, ["a/x.py"]],
    ["a folder", { ".gitignore": "gone/\n", "gone/x.py": "", "a/gone": "" }, ["a/gone"]],
    ["a negation", { ".gitignore": "*.log\n!keep.log\n", "a.log": "", "keep.log": "" }, ["keep.log"]],
    [
      "no negation below an ignored folder",
      { ".gitignore": "gone/\n!gone/x.py\n", "gone/x.py": "", "y.py": "" },
      ["y.py"],
    ],
    [
      "a nested file that overrides the outer one",
      { ".gitignore": "*.log\n", "a/.gitignore": "!b.log\n", "a/b.log": "", "b.log": "" },
      ["a/b.log"],
    ],
    [
      "a nested anchor",
      { "a/.gitignore": "/x.py\n", "a/x.py": "", "a/b/x.py": "", "x.py": "" },
      ["a/b/x.py", "x.py"],
    ],
    [
      "a folder that an inner file takes back from an outer one keeps what is in it",
      { ".gitignore": "/a/b*\n", "a/.gitignore": "!bc/\n", "a/bc/x.py": "", "a/bd/x.py": "", "a/bc/by": "" },
      ["a/bc/by", "a/bc/x.py"],
    ],
    [
      "a folder whose name is a pattern",
      { "[ab]/.gitignore": "/x.py\n", "[ab]/x.py": "", "a/x.py": "", "! #*/.gitignore": "y\n", "! #*/y": "" },
      ["a/x.py"],
    ],
    ["quoted signs and blanks", {
      ".gitignore": "a/\\#x\n\\!y\nz\\ \n#w\n",
      "a/#x": "",
      "!y": "",
      "z ": "",
      "#w": "",
    }, [
      "#w",
    ]],
    ["the same in a folder", {
      "a/.gitignore": "\\#x\n\\!y\nz\\ \n#w\n",
      "a/#x": "",
      "a/!y": "",
      "a/z ": "",
      "a/#w": "",
    }, [
      "a/#w",
    ]],
    ["double stars", { ".gitignore": "a/**/z.py\n", "a/b/c/z.py": "", "z.py": "" }, ["z.py"]],
    ["upper and lower case", { ".gitignore": "Makefile.py\n", "makefile.py": "" }, ["makefile.py"]],
    ["line ends of another system", { ".gitignore": "x.py \r\n\r\ny.py\n", "y.py": "", "z.py": "" }, [
      "z.py",
    ]],
    ["a byte order mark", { ".gitignore": "\ufeffx.py\n", "x.py": "", "z.py": "" }, ["z.py"]],
  ];
  for (const [name, files, expected] of cases) {
    it(
      `${name}: a folder without Git is listed as Git lists it`,
      withWorktree(() => plain(files), (worktree) => {
        const listed = () =>
          included(captureOf(worktree.root, UNTRACKED)).filter((path) => !path.endsWith(".gitignore"));
        assert.deepEqual(listed(), expected);
        worktree.run("init", "-q");
        assert.deepEqual(listed(), expected);
      }),
    );
  }

  it(
    "what is tracked is taken although it is ignored, what is new is taken where it is not",
    withWorktree(
      () =>
        plain({
          ".gitignore": "/cover\n*.gen.ts\n!kept.gen.ts\nmade/\nnotes/*\n!notes/kept/\n",
          "cover/a.ts": "",
          "src/cover/b.ts": "",
          "src/x.gen.ts": "",
          "src/kept.gen.ts": "",
          "made/forced.ts": "",
          "made/new.ts": "",
          "notes/gone.ts": "",
          "notes/kept/c.ts": "",
          "web/.gitignore": "/.out\n/lib\n",
          "web/.out/d.ts": "",
          "web/lib/e.ts": "",
          "web/web/lib/f.ts": "",
        }),
      (worktree) => {
        worktree.run("init", "-q");
        worktree.run("add", "-A");
        worktree.run("add", "-f", "made/forced.ts");
        worktree.write({ "src/new.ts": "" });
        const git = worktree.run("ls-files", "-co", "--exclude-standard").split("\n");
        assert.deepEqual(included(captureOf(worktree.root, UNTRACKED)), git.sort());
        assert.ok(
          git.includes("made/forced.ts") && git.includes("web/web/lib/f.ts") && git.includes("src/new.ts"),
        );
        assert.ok(
          !git.includes("made/new.ts") && !git.includes("web/lib/e.ts") && !git.includes("notes/gone.ts"),
        );
      },
    ),
  );

  it(
    "ignored files are counted",
    withWorktree(
      () => plain({ ".gitignore": "*.log\ngone/\n", "a.log": "", "gone/x": "", "gone/y": "" }),
      (worktree) => {
        assert.equal(captureOf(worktree.root).manifest.ignoredCount, 2);
        worktree.run("init", "-q");
        assert.equal(captureOf(worktree.root).manifest.ignoredCount, 2);
      },
    ),
  );
});
