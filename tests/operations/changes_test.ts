// What counts as a change between two generations: one small edit and what is told of it.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { open } from "../../lib/app/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";
import { type Document, limits } from "./asking.ts";

const PYTHON =
  "class A:\n    x = 1\n\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
const GO = "package p\n\n// S serves.\ntype S struct{ n int }\n\nfunc (s S) Run() int { return s.n }\n";
const SCRIPT = "export const box = {\n  lid() { return 1; },\n  key() { return 2; },\n};\n";

const CASES: readonly [
  why: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string | null>>,
  told: readonly string[],
][] = [
  ["moved lines", { "a.py": PYTHON }, { "a.py": `# above\n\n${PYTHON}` }, ["modified a.py"]],
  [
    "a body",
    { "a.py": PYTHON },
    { "a.py": PYTHON.replace("return 1", "return 3") },
    ["modified a.py", "modified A.f"],
  ],
  [
    "a signature",
    { "a.py": PYTHON },
    { "a.py": PYTHON.replace("f(self)", "f(self, y)") },
    ["modified a.py", "modified A.f signature"],
  ],
  [
    "a class's own text",
    { "a.py": PYTHON },
    { "a.py": PYTHON.replace("class A:", "class A:  # note") },
    ["modified a.py", "modified A"],
  ],
  [
    "a member more is no change of its class",
    { "a.py": PYTHON },
    { "a.py": `${PYTHON}\n    def h(self):\n        return 3\n` },
    ["modified a.py", "added A.h"],
  ],
  [
    "a member less is none either",
    { "a.py": PYTHON },
    { "a.py": PYTHON.replace("    def f(self):\n        return 1\n\n", "") },
    ["modified a.py", "deleted A.f"],
  ],
  [
    "members of an object, whose signature lists them",
    { "a.js": SCRIPT },
    { "a.js": SCRIPT.replace("  key() { return 2; },\n", "") },
    ["modified a.js", "modified box signature", "deleted box.key"],
  ],
  [
    "a field of a Go type",
    { "a.go": GO, "go.mod": "module m\n" },
    { "a.go": GO.replace("n int }", "n int64 }") },
    ["modified a.go", "modified S.n signature"],
  ],
  [
    "a rename is a deletion and an addition",
    { "a.py": "def f():\n    return 1\n" },
    { "a.py": null, "b.py": "def f():\n    return 1\n" },
    ["deleted a.py", "added b.py", "deleted f", "added f"],
  ],
  ["a text", { "a.txt": "one\n" }, { "a.txt": "two\n" }, ["modified a.txt"]],
];

function told(answer: Document): string[] {
  return answer.items.map((one: Document) => {
    const name = one.kind === "file" ? one.path : one.qualified_name;
    return `${one.change} ${name}${one.signature_changed ? " signature" : ""}`;
  });
}

describe("changes", () => {
  for (const [why, before, after, expected] of CASES) {
    it(
      `${why}: ${expected.join(", ")}`,
      withWorktree(() => TestWorktree.git(before), async (worktree) => {
        const project = open({ directory: worktree.root });
        await project.index({ workers: 1 });
        for (const [path, text] of Object.entries(after)) {
          if (text === null) worktree.delete(path);
          else worktree.write({ [path]: text });
        }
        worktree.run("add", "-A");
        await project.sync({ workers: 1 });
        const answer = await project.query({ operation: { kind: "changes" } }) as Document;
        assert.deepEqual(told(answer), expected);
        for (const { change, generation, symbol_id, path } of answer.items) {
          assert.equal(generation, change === "deleted" ? "before" : "after");
          assert.match(symbol_id, /#/);
          assert.ok(path in (generation === "before" ? answer.files_before : answer.files));
        }
        assert.deepEqual(limits(answer), {});
      }),
    );
  }

  it(
    "between commits names that the commit moved, and nothing differs after a sync of nothing",
    withWorktree(() => TestWorktree.git({ "a.py": PYTHON }), async (worktree) => {
      const project = open({ directory: worktree.root });
      const { fingerprint } = await project.index({ workers: 1 });
      worktree.write({ "a.py": PYTHON.replace("return 2", "return 4") });
      worktree.commit("second");
      await project.sync({ workers: 1 });
      const answer = await project.query({
        operation: { kind: "changes", before_fingerprint: fingerprint },
      }) as Document;
      assert.deepEqual(told(answer), ["modified a.py", "modified A.g"]);
      assert.equal(limits(answer).commit_changed, 1);
      assert.equal(answer.before_fingerprint, fingerprint);
      assert.notEqual(answer.before_commit, answer.commit);
      const same = await project.query({
        operation: { kind: "changes", before_fingerprint: answer.fingerprint },
      }) as Document;
      assert.deepEqual([same.total, limits(same).no_match], [0, 1]);
    }),
  );
});
