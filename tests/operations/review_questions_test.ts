// pack, cycles, unused and impact_changes, each asked of a repository made for it.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { open } from "../../lib/app/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";
import { type Document, limits, names, repository } from "./asking.ts";

const FILES = repository({
  "a.py": `import b


class Shelf:
    def put(self, item):
        return weigh(item)

    def forgotten(self):
        return 1


def weigh(item):
    return b.measure(item)


def _never():
    return 2


def main():
    Shelf().put(1)
`,
  "b.py": "import c\n\n\ndef measure(item):\n    return c.unit\n",
  "c.py": "import a\n\nunit = 1\n",
  "d.py": "import d_one\n",
  "d_one.py": "import d\n",
  "test_a.py": "from a import Shelf\n\n\ndef test_put():\n    Shelf().put(2)\n",
});

describe("pack", () => {
  const roles = ({ items }: Document) => items.map((one: Document) => `${one.role} ${one.qualified_name}`);

  for (
    const [strategy, told] of [
      ["balanced", ["focus Shelf.put", "container Shelf", "callee weigh", "caller main", "test test_put"]],
      ["callers", ["focus Shelf.put", "container Shelf", "caller main", "test test_put"]],
      ["callees", ["focus Shelf.put", "container Shelf", "callee weigh"]],
    ] as const
  ) {
    it(`${strategy}: ${told.join(", ")}`, async () => {
      const answer = await FILES.ask({ kind: "pack", symbol: "Shelf.put", strategy });
      assert.deepEqual(roles(answer), told);
      assert.ok(answer.items[0].source.text.includes("def put"));
      assert.equal(answer.items[1].source, undefined, "a container is told by its head");
    });
  }
});

describe("cycles", () => {
  it("each group once, the largest first, with the imports that close it", async () => {
    const { items, total } = await FILES.ask({ kind: "cycles" });
    assert.equal(total, 2);
    assert.deepEqual(items.map(({ group }: Document) => group), [["a.py", "b.py", "c.py"], [
      "d.py",
      "d_one.py",
    ]]);
    assert.deepEqual(
      items[0].relations.map(({ site, to }: Document) => `${site.path} > ${to}`),
      ["a.py > b.py", "b.py > c.py", "c.py > a.py"],
    );
  });

  it("none is told as none", async () => {
    const answer = await FILES.ask({ kind: "cycles", path_prefix: "test_a.py" });
    assert.equal(answer.total, 0);
    assert.equal(limits(answer).no_match, 1);
  });
});

describe("unused", () => {
  it("private ones first; what the language or a test calls is not told", async () => {
    const answer = await FILES.ask({ kind: "unused" });
    assert.deepEqual(names(answer), ["_never", "Shelf.forgotten"]);
    assert.equal(limits(answer).may_be_used_from_outside, 1);
    assert.equal(limits(answer).dynamic_use_is_not_seen, 2);
  });
});

const QUIET = repository({
  "conf.py":
    "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n\nproject = 'x'\n\n\ndef dump(v):\n    pass\n",
  "by_name.js":
    "const byName = { left() {}, right() {} };\nexport const turn = (way) => byName[way]();\nturn('left');\n",
  "worker.js": "self.onmessage = () => turned();\nfunction turned() {}\n",
  "group.py":
    "import click\n\n\nclass Base(click.Group):\n    pass\n\n\nclass Own(Base):\n    def run(self):\n        pass\n\n\nOwn()\n",
  "shims.d.ts": "declare function given(): void;\n",
});

describe("unused, where something may be used unseen", () => {
  it("stand-ins of imports, members of objects or of what lies outside, and declarations are not told; values are told last", async () => {
    assert.deepEqual(names(await QUIET.ask({ kind: "unused" })), ["dump", "project"]);
  });
});

describe("impact of changes", () => {
  it(
    "what was is looked up in the earlier graph, what is in the later one",
    withWorktree(() =>
      TestWorktree.git({
        "a.py": "def old():\n    return 1\n\n\ndef kept():\n    return 1\n",
        "b.py": "from a import old, kept\n\n\ndef user():\n    return old() + kept()\n",
        "gone.py": "def lost():\n    return 1\n",
        "c.py": "import gone\n\n\ndef loser():\n    return gone.lost()\n",
      }), async (worktree) => {
      const project = open({ directory: worktree.root });
      await project.index({ workers: 1 });
      worktree.write({ "a.py": "def kept():\n    return 2\n" });
      worktree.delete("gone.py");
      await project.sync({ workers: 1 });
      const answer: Document = await project.query({ operation: { kind: "impact_changes", depth: 1 } });
      const told = answer.items.map((one: Document) => `${one.generation} ${one.path} ${one.qualified_name}`);
      assert.deepEqual(told, [
        "before b.py user",
        "before c.py loser",
        "before b.py <module>",
        "before c.py <module>",
        "after b.py user",
        "after b.py <module>",
      ]);
      assert.equal(answer.before_fingerprint.length, 64);
      const refused = await project.query({ operation: { kind: "impact", paths: ["gone.py"] } }).catch(
        (error) => error,
      );
      assert.equal(refused.code, "path.not_found");
      assert.deepEqual(refused.detail.operation, { kind: "impact_changes", paths: ["gone.py"] });
    }),
  );
});
