// What answers and status say of how far references were bound: by language, within the filter, and for which reasons not.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, repository } from "./asking.ts";

/** In each language one proved, one inferred or alternative, and the unbound references that the comments count. */
const made = repository({
  // 3 resolved (`helper`, `make`, `Engine`), 1 candidate (`run`), unbound: json, json.dumps, x.go, gone
  "a/one.py": `import json


class Engine:
    def run(self):
        helper()


def helper():
    pass


def use(x):
    json.dumps(x)
    x.go()
    gone()
    make().run()


def make():
    return Engine()
`,
  // unbound: x.go
  "a/two.py": "def use(x):\n    x.go()\n",
  // 2 resolved (the import's module and `f`), 1 more (the call), unbound: any.go, "fs", readFile
  "b/three.ts": `import { f } from "./four";
import { readFile } from "node:fs";

export function use(any: any) {
  f();
  any.go();
  readFile("a", () => {});
}
`,
  "b/four.ts": "export function f() {}\n",
  // 1 resolved (`local`)
  "c/five.go": "package c\n\nfunc local() {}\n\nfunc Use() { local() }\n",
  "notes.txt": "nothing\n",
});

const references = (document: Document, language?: string) =>
  language === undefined ? document.coverage.references : document.coverage.languages[language].references;

describe("coverage", () => {
  it("status counts files and references by language, and says why what is unbound is", async () => {
    const status = await made.project.status() as Document;
    assert.deepEqual(Object.keys(status.coverage.languages), ["go", "python", "typescript"]);
    assert.deepEqual(references(status, "python"), { resolved: 3, candidate: 1, unresolved: 5 });
    assert.deepEqual(references(status, "go"), { resolved: 1, candidate: 0, unresolved: 0 });
    assert.deepEqual(status.coverage.languages.python.reasons, {
      external: 2,
      dynamic_receiver: 2,
      not_found: 1,
    });
    assert.deepEqual(status.coverage.languages.typescript.reasons, { external: 2, dynamic_receiver: 1 });
    assert.deepEqual(status.coverage.languages.go.reasons, {});
    assert.deepEqual(status.coverage.reasons, { external: 4, dynamic_receiver: 3, not_found: 1 });
  });

  it("the languages add up to the whole, and the reasons to what is unbound", async () => {
    const { coverage } = await made.project.status() as Document;
    const languages: Document[] = Object.values(coverage.languages);
    for (const key of ["resolved", "candidate", "unresolved"]) {
      const sum = languages.reduce((total, one) => total + one.references[key], 0);
      assert.equal(coverage.references[key], sum, key);
    }
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
    for (const one of languages) assert.equal(sum(one.reasons), one.references.unresolved);
    assert.equal(sum(coverage.reasons), coverage.references.unresolved);
  });

  const filters: readonly [filter: object, languages: string[], unresolved: number][] = [
    [{}, ["go", "python", "typescript"], 8],
    [{ path_prefix: "a/" }, ["python"], 5],
    [{ path_prefix: "a/two" }, ["python"], 1],
    [{ language: "typescript" }, ["typescript"], 3],
    [{ path_prefix: "c/" }, ["go"], 0],
  ];
  for (const [filter, languages, unresolved] of filters) {
    it(`every answer's coverage keeps inside ${JSON.stringify(filter)}`, async () => {
      for (const operation of [{ kind: "symbols", query: "use" }, { kind: "unresolved" }]) {
        const answer = await made.ask({ ...operation, ...filter });
        assert.deepEqual(Object.keys(answer.coverage.languages), languages);
        assert.equal(references(answer).unresolved, unresolved);
      }
    });
  }

  it("a site counts once, by the best of its edges", async () => {
    const before = references(await made.ask({ kind: "symbols", query: "use", path_prefix: "b/three.ts" }));
    // The import's module and name, and the call.
    assert.deepEqual(before, { resolved: 3, candidate: 0, unresolved: 3 });
  });
});

describe("unresolved", () => {
  const cases: readonly [request: object, total: number, reasons: Record<string, number>][] = [
    [{}, 8, { external: 4, dynamic_receiver: 3, not_found: 1 }],
    [{ path: "a/two.py" }, 1, { dynamic_receiver: 1 }],
    [{ name: "go" }, 3, { dynamic_receiver: 3 }],
    [{ name: "go", path: "b/three.ts" }, 1, { dynamic_receiver: 1 }],
    [{ name: "go", language: "python" }, 2, { dynamic_receiver: 2 }],
    [{ path_prefix: "a/" }, 5, { external: 2, dynamic_receiver: 2, not_found: 1 }],
    // The reason narrows what is listed; what there is besides is still told.
    [{ reason: "not_found" }, 1, { external: 4, dynamic_receiver: 3, not_found: 1 }],
    [{ reason: "local" }, 0, { external: 4, dynamic_receiver: 3, not_found: 1 }],
    [{ name: "nothing" }, 0, {}],
  ];
  for (const [request, total, reasons] of cases) {
    it(`${JSON.stringify(request)} counts by reason`, async () => {
      const answer = await made.ask({ kind: "unresolved", ...request });
      assert.deepEqual([answer.total, answer.reasons], [total, reasons]);
    });
  }

  it("counts all that match, also where only one is shown", async () => {
    const answer = await made.ask({ kind: "unresolved", limit: 1 });
    assert.equal(answer.items.length, 1);
    assert.deepEqual(answer.reasons, { external: 4, dynamic_receiver: 3, not_found: 1 });
  });

  it("only it tells reasons in all", async () => {
    assert.equal((await made.ask({ kind: "symbols", query: "use" })).reasons, undefined);
  });

  it("a position that is not bound is answered with its reason", async () => {
    const answer = await made.ask({ kind: "definition", path: "a/one.py", line: 15, column: 6 });
    assert.equal(answer.items[0].unverified.reason, "dynamic_receiver");
  });
});
