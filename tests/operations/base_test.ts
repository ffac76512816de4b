// Comparing with a commit: what counts as a change, and what cannot be compared.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { open, type Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";
import { type Document, limits } from "./asking.ts";
import { changesSince, CODE, dos, EDITED, indexed, told } from "./since.ts";

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(() => "answered", (error) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });
}

interface Case {
  readonly why: string;
  readonly before?: Readonly<Record<string, string>>;
  /** What is done after the first commit. */
  readonly edit: (worktree: TestWorktree) => void;
  readonly told: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
}

const CASES: readonly Case[] = [
  { why: "nothing", edit: () => {}, told: [], limits: { no_match: 1 } },
  {
    why: "a later commit",
    edit: (worktree) => {
      worktree.write({ "a.py": EDITED });
      worktree.commit("second");
    },
    told: ["modified a.py", "modified f"],
  },
  {
    why: "what is not committed, staged or not",
    edit: (worktree) => {
      worktree.write({ "a.py": EDITED, "b.py": "def h():\n    return 1\n" });
      worktree.run("add", "b.py");
    },
    told: ["modified a.py", "added b.py", "modified f", "added h"],
  },
  {
    why: "a deleted file",
    before: { "a.py": CODE, "b.py": "" },
    edit: (worktree) => worktree.delete("a.py"),
    told: ["deleted a.py", "deleted f", "deleted g"],
  },
  {
    why: "a file that is not tracked is none",
    edit: (worktree) => worktree.write({ "new.py": CODE }),
    told: [],
    limits: { no_match: 1 },
  },
  {
    why: "a rename that Git knows",
    edit: (worktree) => worktree.run("mv", "a.py", "c.py"),
    told: ["deleted a.py (c.py)", "added c.py (a.py)", "deleted f", "deleted g", "added f", "added g"],
  },
  {
    why: "line ends that a commit changed are a file's and no symbol's",
    edit: (worktree) => {
      worktree.write({ "a.py": dos(CODE) });
      worktree.commit("second");
    },
    told: ["modified a.py"],
  },
  {
    why: "a submodule, a binary and a link",
    before: { "a.py": CODE, "data.bin": "\0" },
    edit: (worktree) => {
      worktree.write({ "data.bin": "\0\0" });
      worktree.run("add", "-A");
      worktree.run("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
    },
    told: [],
    limits: { omitted_changed: 2 },
  },
  {
    why: "a sparse worktree does without files that are there",
    before: { "a.py": CODE, "far/b.py": CODE },
    edit: (worktree) => {
      worktree.run("update-index", "--skip-worktree", "far/b.py");
      worktree.delete("far/b.py");
    },
    told: [],
    limits: { no_match: 1 },
  },
];

describe("changes since a commit", () => {
  for (const { why, before = { "a.py": CODE }, edit, told: expected, limits: limited = {} } of CASES) {
    it(
      `${why}: ${expected.join(", ")}`,
      withWorktree(() => TestWorktree.git(before), async (worktree) => {
        const commit = worktree.run("rev-parse", "HEAD");
        edit(worktree);
        const project = await indexed(worktree);
        const answer = await changesSince(project, commit);
        assert.deepEqual(told(answer), expected);
        assert.deepEqual(limits(answer), limited);
        assert.deepEqual([answer.before_commit, answer.before_revision], [commit, commit]);
        for (const { generation, path } of answer.items) {
          assert.ok(path in (generation === "before" ? answer.files_before : answer.files));
        }
        // The base is there now, and the answer to the same question is the same.
        assert.equal((await changesSince(project, commit)).answer_digest, answer.answer_digest);
      }),
    );
  }
});

describe("untracked files that the policy takes", () => {
  it(
    "were added",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      worktree.write({ "new.py": "def n():\n    return 1\n" });
      const project = open({ directory: worktree.root });
      await project.index({ workers: 1, includeUntracked: true });
      assert.deepEqual(told(await changesSince(project, "HEAD")), ["added new.py", "added n"]);
    }),
  );
});

describe("a commit that is not whole here", () => {
  it(
    "in a partial clone: a file whose earlier content is missing is counted, and nothing is fetched",
    withWorktree(() => TestWorktree.git({ "a.py": CODE, "b.py": "" }), async (worktree) => {
      worktree.write({ "a.py": EDITED });
      worktree.commit("second");
      worktree.run("config", "uploadpack.allowFilter", "true");
      const clone = join(worktree.folder, "clone");
      worktree.run("clone", "-q", "--filter=blob:none", `file://${worktree.root}`, clone);
      worktree.run("-C", clone, "config", "remote.origin.url", "file:///nowhere");
      const project = open({ directory: clone });
      await project.index({ workers: 1 });
      const answer = await changesSince(project, "HEAD~1");
      assert.deepEqual([told(answer), limits(answer)], [[], { earlier_content_missing: 1 }]);
    }),
  );

  it(
    "in a shallow clone: a commit beyond its edge is refused",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      worktree.commit("second");
      const clone = join(worktree.folder, "clone");
      worktree.run("clone", "-q", "--depth=1", `file://${worktree.root}`, clone);
      const project = open({ directory: clone });
      await project.index({ workers: 1 });
      assert.equal(await codeOf(changesSince(project, "HEAD~1")), "git.revision_not_found");
      assert.deepEqual(told(await changesSince(project, "HEAD")), []);
    }),
  );
});

describe("a commit that cannot be compared with", () => {
  const refused: readonly [
    what: string,
    make: () => TestWorktree,
    operation: Record<string, unknown>,
    code: string,
  ][] = [
    ["no such", () => TestWorktree.git({ "a.py": CODE }), { base: "gone" }, "git.revision_not_found"],
    ["an unborn HEAD", () => TestWorktree.git(), { base: "HEAD" }, "git.revision_not_found"],
    ["without Git", () => new TestWorktree(), { base: "HEAD" }, "git.revision_not_found"],
    ["an option", () => TestWorktree.git({ "a.py": CODE }), { base: "--all" }, "request.malformed"],
    ["a NUL", () => TestWorktree.git({ "a.py": CODE }), { base: "HEAD\0" }, "request.malformed"],
    ["too long", () => TestWorktree.git({ "a.py": CODE }), { base: "a".repeat(2_000) }, "request.malformed"],
    [
      "beside a fingerprint",
      () => TestWorktree.git({ "a.py": CODE }),
      { base: "HEAD", before_fingerprint: "0".repeat(64) },
      "request.malformed",
    ],
    [
      "beside what else is to be asked about",
      () => TestWorktree.git({ "a.py": CODE }),
      { kind: "affected_tests", base: "HEAD", paths: ["a.py"] },
      "request.malformed",
    ],
    ["no default", () => TestWorktree.git({ "a.py": CODE }), { kind: "review" }, "git.revision_not_found"],
  ];
  for (const [what, make, operation, code] of refused) {
    it(
      `${what}: ${code}`,
      withWorktree(make, async (worktree) => {
        worktree.write({ "b.py": CODE });
        const project = await indexed(worktree);
        assert.equal(await codeOf(project.query({ operation: { kind: "changes", ...operation } })), code);
        assert.equal((await project.status()).building, false);
      }),
    );
  }

  it(
    "a stale index is refused before anything is built",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      const project = await indexed(worktree);
      worktree.write({ "a.py": EDITED });
      assert.equal(await codeOf(changesSince(project, "HEAD")), "index.code_changed");
      assert.equal(((await project.status()).generations as unknown[]).length, 1);
      const answer: Document = await project.query(
        { operation: { kind: "changes", base: "HEAD" } },
        { sync: true },
      );
      assert.deepEqual(told(answer), ["modified a.py", "modified f"]);
    }),
  );
});

describe("a base", () => {
  const generations = async (project: Project): Promise<string[]> =>
    ((await project.status()).generations as Document[]).map(({ role }) => role).sort();

  it(
    "stays beside what serves, is reused, and is forgotten by an index",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      const first = worktree.run("rev-parse", "HEAD");
      worktree.write({ "a.py": EDITED });
      worktree.commit("second");
      const project = await indexed(worktree);
      const { fingerprint, before_fingerprint } = await changesSince(project, first);
      assert.deepEqual(await generations(project), ["base", "current"]);
      assert.equal((await project.status()).fingerprint, fingerprint);
      await changesSince(project, "HEAD~1");
      assert.deepEqual(await generations(project), ["base", "current"]);
      // Its fingerprint names it as one of a kept generation does.
      const again: Document = await project.query({ operation: { kind: "changes", before_fingerprint } });
      assert.deepEqual(told(again), ["modified a.py", "modified f"]);
      worktree.write({ "a.py": CODE });
      await project.sync({ workers: 1 });
      assert.deepEqual(told(await changesSince(project, first)), []);
      assert.deepEqual(await generations(project), ["base", "current", "previous"]);
      await project.index({ workers: 1 });
      assert.deepEqual(await generations(project), ["current", "previous"]);
    }),
  );
});
