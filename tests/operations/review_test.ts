// A branch reviewed: what changed, what to run, what may break, and that none of them hides the others.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { open } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { responseSchema } from "../../lib/operations/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";
import { type Document, limits } from "./asking.ts";

const CORE = `def gone():
    return 1


def wider(x):
    return x


def body():
    return 1


def same():
    return 3
`;
const USERS = `from pkg.core import body, gone, same, wider


def uses_gone():
    return gone()


def uses_wider():
    return wider(1)


def uses_body():
    return body()


def uses_same():
    return same()
`;
const TESTS = `from pkg.core import body
from pkg.users import uses_gone, uses_same


def test_gone():
    assert uses_gone()


def test_body():
    assert body()


def test_same():
    assert uses_same()
`;
const FILES = {
  "pkg/__init__.py": "",
  "pkg/core.py": CORE,
  "pkg/users.py": USERS,
  "tests/test_core.py": TESTS,
  "notes.txt": "one\n",
};

/** A branch that parted from main before main went on. */
function branch(): TestWorktree {
  const worktree = TestWorktree.git(FILES);
  worktree.run("checkout", "-q", "-b", "feature");
  worktree.write({
    "pkg/core.py": CORE.replace("def gone():\n    return 1\n\n\n", "").replace("wider(x)", "wider(x, y)")
      .replace("return 1", "return 2"),
    "pkg/fresh.py": "def fresh():\n    return 1\n\n\ndef fresher():\n    return fresh()\n",
    "notes.txt": "two\n",
  });
  worktree.commit("on the branch");
  worktree.run("checkout", "-q", "main");
  worktree.write({ "pkg/users.py": `${USERS}\n\ndef later():\n    return 1\n` });
  worktree.commit("on main");
  worktree.run("checkout", "-q", "feature");
  return worktree;
}

async function asked(worktree: TestWorktree, operation: object, maxBytes = 16_000): Promise<Document> {
  const project = open({ directory: worktree.root });
  await project.sync({ workers: 1 });
  return await project.query({ operation, max_bytes: maxBytes });
}

/** Items of one part in few words. */
function told(answer: Document, part?: string): string[] {
  return answer.items.filter((one: Document) => part === undefined || one.part === part).map(
    (one: Document) => {
      const name = one.kind === "file" ? one.path : one.qualified_name;
      const what = one.change ?? one.reason ?? one.weakest;
      return [what, name, one.signature_changed && "signature", one.generation === "before" && "before"]
        .filter((word) => word).join(" ");
    },
  );
}

describe("review", () => {
  it(
    "of a branch tells what it changed, what to run and what may break, most hurtful first",
    withWorktree(branch, async (worktree) => {
      const answer = await asked(worktree, { kind: "review", base: "main" }, 32_768);
      assert.deepEqual(told(answer, "change"), [
        "deleted gone before",
        "modified wider signature",
        "modified body",
        "added pkg/fresh.py",
        "modified notes.txt",
      ]);
      assert.equal(answer.items.find(({ path }: Document) => path === "pkg/fresh.py").symbols, 2);
      const tests = told(answer, "test");
      assert.ok(tests.includes("reached test_body"), `${tests}`);
      assert.ok(tests.includes("reached test_gone before"), `${tests}`);
      assert.ok(!tests.some((one) => one.includes("later")), `${tests}`);
      assert.deepEqual(told(answer, "impact").filter((one) => !one.includes(".py")).sort(), [
        "static uses_body",
        "static uses_gone before",
        "static uses_wider",
      ]);
      for (const { part, witness } of answer.items) {
        if (part === "impact") assert.ok(witness.length > 0);
      }
      assert.equal(answer.before_commit, worktree.run("merge-base", "HEAD", "main"));
      assert.equal(answer.before_revision, "main");
      const counts = limits(answer);
      assert.equal(counts.further_tests_may_be_needed, 1);
      assert.ok(counts.unbound_sites >= 1, "the caller of what is gone");
      assert.deepEqual(answer.next, {
        operation: { kind: "changes", base: answer.before_commit, limit: 50 },
      });
      responseSchema("review").parse(answer);
    }),
  );

  it(
    "names the file of a test that went, and not its neighbours",
    withWorktree(() => TestWorktree.git({ ...FILES, "tests/test_else.py": TESTS }), async (worktree) => {
      const [kept] = TESTS.split("\n\n\ndef test_same");
      worktree.write({ "tests/test_core.py": `${kept}\n` });
      worktree.commit("without a test");
      for (const kind of ["review", "affected_tests"]) {
        const answer = await asked(worktree, { kind, base: "HEAD~1" });
        const tests = kind === "review" ? told(answer, "test") : told(answer);
        assert.deepEqual(tests, ["changed tests/test_core.py"], kind);
      }
    }),
  );

  it(
    "leaves out what main did meanwhile, which changes --base does not",
    withWorktree(branch, async (worktree) => {
      const since = await asked(worktree, { kind: "changes", base: "main" });
      assert.ok(told(since).includes("deleted later before"));
      const review = await asked(worktree, { kind: "review", base: "main" });
      assert.ok(!told(review).some((one) => one.includes("later")));
    }),
  );

  it(
    "shows some of each part where there is too much of all, and leads on to the rest",
    withWorktree(() => {
      const many = (body: string) =>
        Array.from({ length: 30 }, (_, at) => `def f${at}():\n    ${body}\n`).join("\n");
      const calls = (name: string) =>
        Array.from({ length: 30 }, (_, at) => `def ${name}${at}():\n    return f${at}()\n`).join("\n");
      const worktree = TestWorktree.git({
        "core.py": many("return 1"),
        "users.py": `from core import *\n${calls("use")}`,
        "test_core.py": `from core import *\n${calls("test_")}`,
      });
      worktree.write({ "core.py": many("return 2") });
      return worktree;
    }, async (worktree) => {
      for (const limit of [5, 10, 20]) {
        const answer = await asked(worktree, { kind: "review", base: "HEAD", limit }, 32_768);
        const parts = answer.items.map(({ part }: Document) => part);
        assert.deepEqual([...new Set(parts)], ["change", "test", "impact"]);
        assert.equal(parts.length, limit);
        const { operation } = answer.next;
        assert.ok(["changes", "affected_tests", "impact_changes"].includes(operation.kind));
        assert.ok((await asked(worktree, operation)).items.length > 0);
      }
      for (const maxBytes of [1_500, 3_000, 8_000]) {
        const answer = await asked(worktree, { kind: "review", base: "HEAD" }, maxBytes);
        assert.ok(new TextEncoder().encode(JSON.stringify(answer)).length < maxBytes);
        assert.equal(answer.status, "partial");
        responseSchema("review").parse(answer);
      }
    }),
  );

  it(
    "without a base takes the default branch of the remote",
    withWorktree(branch, async (worktree) => {
      worktree.run("checkout", "-q", "main");
      const clone = join(worktree.folder, "clone");
      worktree.run("clone", "-q", worktree.root, clone);
      worktree.run("-C", clone, "checkout", "-q", "feature");
      const project = open({ directory: clone });
      await project.index({ workers: 1 });
      const answer: Document = await project.query({ operation: { kind: "review" } });
      assert.equal(answer.before_revision, "origin/main");
      assert.equal(answer.before_commit, worktree.run("merge-base", "main", "feature"));
    }),
  );

  it(
    "of what shares nothing with its base compares with the base itself, and says so",
    withWorktree(branch, async (worktree) => {
      worktree.run("checkout", "-q", "--orphan", "alone");
      const answer = await asked(worktree, { kind: "review", base: "main" });
      assert.equal(answer.before_commit, worktree.run("rev-parse", "main"));
      assert.equal(limits(answer).no_merge_base, 1);
    }),
  );

  it(
    "of nothing is empty and says so",
    withWorktree(branch, async (worktree) => {
      const answer = await asked(worktree, { kind: "review", base: "HEAD" });
      assert.deepEqual([answer.total, answer.status, answer.next], [0, "ok", null]);
    }),
  );

  it(
    "stays inside its filter",
    withWorktree(branch, async (worktree) => {
      const answer = await asked(worktree, { kind: "review", base: "main", path_prefix: "pkg/core.py" });
      for (const { path } of answer.items) assert.equal(path, "pkg/core.py");
      assert.ok(limits(answer).boundary_edges > 0);
    }),
  );
});

describe("since a commit", () => {
  it(
    "affected_tests are those of all changes, also of what is gone; a test that is gone is none",
    withWorktree(branch, async (worktree) => {
      worktree.write({ "tests/test_core.py": TESTS.replace(/\n\n\ndef test_body.*?body\(\)\n/s, "\n") });
      const answer = await asked(worktree, { kind: "affected_tests", base: "main~1" });
      const tests = told(answer);
      assert.ok(tests.includes("reached test_gone before"), `${tests}`);
      assert.ok(!tests.some((one) => one.includes("test_body")), `${tests}`);
      assert.equal(limits(answer).further_tests_may_be_needed, 1);
      responseSchema("affected_tests").parse(answer);
    }),
  );

  it(
    "impact_changes tells both sides",
    withWorktree(branch, async (worktree) => {
      const answer = await asked(worktree, {
        kind: "impact_changes",
        base: "main~1",
        paths: ["pkg/core.py"],
        limit: 50,
      }, 32_768);
      const impact = told(answer);
      assert.ok(impact.includes("static uses_gone before"), `${impact}`);
      assert.ok(impact.includes("static uses_wider"), `${impact}`);
      responseSchema("impact_changes").parse(answer);
    }),
  );
});

it(
  "a build that holds the lock is waited for, or refuses the question",
  withWorktree(branch, async (worktree) => {
    const project = open({ directory: worktree.root });
    await project.index({ workers: 1 });
    const building = project.index({ workers: 1 });
    const base = { operation: { kind: "changes", base: "main" } };
    await assert.rejects(
      project.query(base, { verify: "none" }),
      (error: Failure) => error.code === "index.locked",
    );
    const answer: Document = await project.query(base, { verify: "none", waitMs: 60_000 });
    assert.ok(answer.total > 0);
    await building;
  }),
);
