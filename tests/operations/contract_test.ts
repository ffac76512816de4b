// The contract of every answer, over random requests made from the request schemas: it is as its schema says, fits its
// budget, repeats what the export says, quotes what was captured, stays inside its filter, tells what it cut, and is the
// same when asked again. `deno task contract` asks real repositories the same.

import { after, before, describe, it } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { open, type Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { OPERATIONS } from "../../lib/operations/mod.ts";
import { answerProblems, type Document, refusalProblems } from "../../scripts/contract/checks.ts";
import { contractRun } from "../../scripts/contract/run.ts";
import { type World, worldOf } from "../../scripts/contract/world.ts";
import { parseFixture } from "../fixture.ts";
import { TestWorktree } from "../worktrees.ts";
import { SMALL_REPOSITORY } from "./asking.ts";

const SEED = 20_26;
const FIXTURES = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "fixtures");

/** The repositories of all fixtures of a kind, a folder each in one worktree. */
function fixtures(kind: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const language of readdirSync(join(FIXTURES, kind))) {
    for (const name of readdirSync(join(FIXTURES, kind, language))) {
      const folder = `${language}/${name.replace(/\.txt$/, "")}`;
      const fixture = parseFixture(readFileSync(join(FIXTURES, kind, language, name), "utf8"));
      for (const { path, text } of fixture.files) files[`${folder}/${path}`] = text;
    }
  }
  return files;
}

const SMALL = {
  ...SMALL_REPOSITORY,
  "app/tools.py":
    "import json\nfrom lib.core import helper\n\n\ndef tool(x):\n    return json.loads(helper()) + x.run()\n",
  "tests/test_graph.py": "from app.graph import top\n\n\ndef test_top():\n    assert top()\n",
  "lib/broken.py": "def fine():\n    return 1\n\n\ndef (:\n",
  "web/secret.js":
    'export const key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";\nexport function send() { return key; }\n',
  "web/größe ☃.ts": "export const größe = () => 1;\r\nexport class Box { run() { return größe(); } }\r\n",
};
const REPOSITORIES: readonly {
  readonly name: string;
  readonly files: Record<string, string | Uint8Array>;
  readonly edits: Record<string, string>;
  readonly requests: number;
}[] = [
  {
    name: "a small repository",
    files: SMALL,
    edits: {
      "app/graph.py": "from lib.core import helper\n\n\ndef top(much):\n    return helper()\n",
      "app/added.py": "from app.graph import top\n\n\ndef more():\n    return top(1)\n",
    },
    requests: 500,
  },
  {
    name: "the fixtures of resolution",
    files: fixtures("resolve"),
    edits: { "go/added/added.go": "package added\n\nfunc Added() int { return 1 }\n" },
    requests: 200,
  },
  {
    name: "the fixtures of rules",
    files: fixtures("rules"),
    edits: { "python/added/added.py": "def added():\n    return added()\n" },
    requests: 200,
  },
];

for (const { name, files, edits, requests } of REPOSITORIES) {
  describe(name, () => {
    let worktree: TestWorktree;
    let project: Project;
    let earlier: World;
    let world: World;
    const environment = { ...process.env };

    before(async () => {
      worktree = TestWorktree.git(files);
      // What a clone knows of where it came from: review compares with that.
      worktree.run("update-ref", "refs/remotes/origin/main", "HEAD");
      worktree.run("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
      worktree.enter();
      project = open({ directory: worktree.root });
      await project.index({ workers: 1 });
      earlier = await worldOf(project);
      worktree.write(edits);
      worktree.run("add", "-A");
      await project.sync({ workers: 1 });
      world = await worldOf(project);
    });
    after(() => {
      for (const name of ["EVIDENT_CACHE_DIR", "EVIDENT_CONFIG", "HOME"]) {
        if (environment[name] === undefined) delete process.env[name];
        else process.env[name] = environment[name];
      }
      worktree.remove();
    });

    it("holds the contract, whatever is asked", async () => {
      const { counts, wrong } = await contractRun({ project, world, before: earlier, seed: SEED, requests });
      assert.deepEqual(wrong.slice(0, 3), []);
      const silent = OPERATIONS.filter(({ kind }) => !counts.has(kind)).map(({ kind }) => kind);
      assert.deepEqual(silent, [], "answered nothing");
      assert.ok((counts.get("(with items)") ?? 0) > requests / 6, JSON.stringify([...counts]));
    });

    it("is broken by each thing that may be wrong with an answer", async () => {
      const row = [...world.symbols.values()].find(({ kind, end_line }) =>
        kind === "function" && end_line > 1
      )!;
      const request = {
        operation: { kind: "source", symbol_id: row.id },
        expected_fingerprint: world.fingerprint,
      };
      const answer: Document = await project.query(request, { verify: "none" });
      const asked = { request, world, before: earlier };
      assert.deepEqual(answerProblems(asked, answer), []);
      for (const [why, change] of Object.entries(TAMPERED)) {
        const copy = structuredClone(answer);
        change(copy);
        assert.notDeepEqual(answerProblems(asked, copy), [], why);
      }
    });
  });
}

/** Answers that are no answers. */
const TAMPERED: Readonly<Record<string, (answer: Document) => void>> = {
  "a key that is not declared": (answer) => answer.items[0].more = 1,
  "a key that is missing": (answer) => delete answer.coverage,
  "another operation": (answer) => answer.operation = "symbols",
  "another digest of a file": (answer) => answer.files[answer.items[0].path] = "0".repeat(64),
  "no digest of a file": (answer) => answer.files = {},
  "another digest of the quoted lines": (answer) => answer.items[0].sha256 = "0".repeat(64),
  "another text": (answer) => answer.items[0].text += " ",
  "another range": (answer) => answer.items[0].start_line++,
  "a symbol that is not there": (answer) => answer.items[0].symbol_id += "x",
  "another name": (answer) => answer.items[0].name += "x",
  "items that nothing counts": (answer) => answer.total = 0,
  "items that are left out and not told": (answer) => answer.total = 2,
  "a cut that is not said": (answer) => answer.limitations = [{ code: "max_lines", count: 1 }],
  "silence": (answer) => Object.assign(answer, { items: [], files: {}, total: 0 }),
  "another body under the digest": (answer) => answer.scope_id += "x",
  "a next that is no request": (answer) => answer.next = { operation: { kind: "nothing" } },
};

it("a refusal has a code of the table, a hint and detail", () => {
  const asked = { request: { operation: { kind: "map" } }, world: {} as World, before: null };
  const more = { hint: "Do so.", detail: {} };
  assert.deepEqual(refusalProblems(asked, new Failure("symbol.not_found", "No.", more)), []);
  for (
    const failure of [
      new Failure("symbol.not_found", "No."),
      new Failure("internal.invariant", "No.", more),
      new Failure("request.malformed", "No.", more),
      new Error("No."),
    ]
  ) assert.notDeepEqual(refusalProblems(asked, failure), [], String(failure));
});
