// The library's door: open, index, sync, query, changes, on the runtime that runs the test.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { changes, Failure, open } from "../../mod.ts";
import { withWorktree } from "../capture/captures.ts";
import type { Document } from "../operations/asking.ts";
import { TestWorktree } from "../worktrees.ts";

const START = `class Box:
    def open(self):
        return 1

    def close(self):
        return 2


def used():
    return Box().open()
`;

async function refusal(answer: Promise<unknown>): Promise<Failure> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return assert.fail("it was answered");
}

/** Changed files and symbols as words, in order. */
function told(answer: Document): string[] {
  return answer.items.map((one: Document) => {
    const name = one.kind === "file" ? one.path : one.qualified_name;
    return `${one.change}${one.signature_changed ? " signature" : ""} ${name}`;
  });
}

describe("the whole loop", () => {
  it(
    "index, query, edit, sync, changes",
    withWorktree(() => TestWorktree.git({ "box.py": START }), async (worktree) => {
      const project = open({ directory: worktree.root });
      const callers = { operation: { kind: "callers", symbol: "Box.open" } };
      assert.equal((await refusal(project.query(callers))).code, "index.missing");
      assert.equal((await project.status()).state, "missing");
      const first = await project.index({ workers: 1 });
      assert.equal(first.published, true);
      const answer: Document = await project.query(callers);
      assert.equal(answer.items[0].qualified_name, "used");
      assert.deepEqual([answer.fingerprint, answer.commit], [
        first.fingerprint,
        worktree.run("rev-parse", "HEAD"),
      ]);
      assert.equal((await refusal(changes(project))).code, "index.baseline_unavailable");

      worktree.write({ "box.py": START.replace("return 2", "return 3") });
      const stale = await refusal(project.query(callers));
      assert.equal(stale.code, "index.code_changed");
      assert.deepEqual(stale.detail?.changed, [{ path: "box.py", change: "modified" }]);
      assert.equal((await project.status()).state, "stale");
      const unchecked: Document = await project.query(callers, { verify: "none" });
      assert.equal(unchecked.verified.state, "unchecked");
      assert.equal(unchecked.fingerprint, first.fingerprint);

      const synced: Document = await project.query(callers, { sync: true });
      assert.notEqual(synced.fingerprint, first.fingerprint);
      assert.equal(
        (await refusal(project.query({ ...callers, expected_fingerprint: first.fingerprint }))).code,
        "index.code_changed",
      );
      const changed: Document = await changes(project, first.fingerprint);
      assert.equal(changed.before_fingerprint, first.fingerprint);
      assert.deepEqual(told(changed), ["modified box.py", "modified Box.close"]);
      assert.deepEqual(await project.clear(), { removed: true, left: [] });
      assert.equal((await refusal(project.query(callers))).code, "index.missing");
    }),
  );

  it(
    "a HEAD that moved over the same bytes is not stale and keeps the previous generation",
    withWorktree(() => TestWorktree.git({ "box.py": START }), async (worktree) => {
      const project = open({ directory: worktree.root });
      const first = await project.index({ workers: 1 });
      worktree.run("commit", "-q", "--allow-empty", "-m", "second");
      const answer = await project.query({ operation: { kind: "map" } });
      assert.equal(answer.commit, worktree.run("rev-parse", "HEAD"));
      const { published, fingerprint } = await project.sync({ workers: 1 });
      assert.deepEqual([published, fingerprint], [false, first.fingerprint]);
    }),
  );
});

describe("changes", () => {
  const inner = "    def lock(self):\n        pass\n";
  const cases: readonly [
    name: string,
    edit: (text: string) => Record<string, string | null>,
    expected: string[],
  ][] = [
    ["moved lines are none", (text) => ({ "box.py": `# moved\n\n${text}` }), ["modified box.py"]],
    ["a body", (text) => ({ "box.py": text.replace("return 1", "return 9") }), [
      "modified box.py",
      "modified Box.open",
    ]],
    [
      "a signature",
      (text) => ({ "box.py": text.replace("open(self)", "open(self, wide)") }),
      ["modified box.py", "modified signature Box.open"],
    ],
    [
      "a new member is no change of its class",
      (text) => ({ "box.py": text.replace("\n\n\ndef", `\n\n${inner}\n\ndef`) }),
      ["modified box.py", "added Box.lock"],
    ],
    [
      "a new property is one symbol more",
      (text) => ({ "box.py": text.replace("class Box:\n", "class Box:\n    size = 1\n\n") }),
      ["modified box.py", "added Box.size"],
    ],
    [
      "a class's own head is its change",
      (text) => ({ "box.py": text.replace("class Box:", "class Box(dict):") }),
      ["modified box.py", "modified signature Box"],
    ],
    [
      "a deleted function",
      (text) => ({ "box.py": text.slice(0, text.indexOf("def used")) }),
      ["modified box.py", "deleted used"],
    ],
    ["a rename is a deletion and an addition", (text) => ({ "box.py": null, "bin.py": text }), [
      "added bin.py",
      "deleted box.py",
      ...["Box", "Box.open", "Box.close", "used"].map((name) => `added ${name}`),
      ...["Box", "Box.open", "Box.close", "used"].map((name) => `deleted ${name}`),
    ]],
  ];
  for (const [name, edit, expected] of cases) {
    it(
      name,
      withWorktree(() => TestWorktree.git({ "box.py": START }), async (worktree) => {
        const project = open({ directory: worktree.root });
        await project.index({ workers: 1 });
        for (const [path, content] of Object.entries(edit(START))) {
          if (content === null) worktree.delete(path);
          else worktree.write({ [path]: content });
        }
        worktree.run("add", "-A");
        await project.sync({ workers: 1 });
        const answer: Document = await changes(project);
        assert.deepEqual(told(answer), expected);
        for (const one of answer.items) {
          assert.equal(one.generation, one.change === "deleted" ? "before" : "after");
        }
      }),
    );
  }
});
