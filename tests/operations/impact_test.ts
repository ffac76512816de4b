// What a change reaches, told by one small repository a language and a table of questions to it.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, limits, repository } from "./asking.ts";

const PYTHON = repository({
  "base.py": `class Store:
    def __init__(self, size):
        self.size = size

    def save(self, key):
        return check(key)

    def load(self, key):
        return key


class Cached(Store):
    def save(self, key):
        return None


def check(key):
    return key


def loop(n):
    return again(n)


def again(n):
    return loop(n)
`,
  "use.py": `from base import Store, Cached, check


def keep(store: Store):
    return store.save("a")


def make():
    return Store(3)


def left():
    return check(1)


def right():
    return check(2)


def both():
    return left() or right()
`,
  "whole.py": "import base\n\nname = 'whole'\n",
  "tests/test_use.py": `from use import both, keep


def test_both():
    assert both()


class TestKeep:
    def test_keep(self):
        assert keep(None)
`,
  "tests/test_base.py": "def test_nothing():\n    pass\n",
});

/** Each item as name, distance, weakest and what marks its path. */
function told({ items }: Document): string[] {
  return items.map((one: Document) => {
    const notes = [...new Set(one.witness.map(({ note }: Document) => note).filter(Boolean))];
    return [one.qualified_name, one.distance, one.weakest, one.granularity, ...notes].filter(Boolean).join(
      " ",
    );
  });
}

const CASES: readonly [why: string, request: object, items: readonly string[]][] = [
  [
    "callers and their callers, surest and nearest first, imports after what runs; a diamond gives each once",
    { symbols: ["check"], depth: 2, path_prefix: "use.py" },
    ["left 1 static", "right 1 static", "<module> 1 static", "both 2 static"],
  ],
  ["a cycle ends", { symbols: ["loop"], depth: 5, path_prefix: "base.py" }, ["again 1 static"]],
  [
    "an overrider is reached by the callers of its base member, as candidates, as near as by its own",
    { symbols: ["Cached.save"], depth: 1 },
    ["Store.save 1 heuristic overridden", "keep 2 heuristic overridden"],
  ],
  [
    "a base member reaches its overriders, a method never its siblings",
    { symbols: ["Store.save"], depth: 1 },
    ["keep 1 static", "Cached.save 1 heuristic override"],
  ],
  [
    "a constructor's callers are those of its class",
    { symbols: ["Store.__init__"], depth: 1 },
    ["make 1 static class_call"],
  ],
  [
    "a class stands for its members",
    { symbols: ["Store"], depth: 1, path_prefix: "use.py" },
    ["keep 1 static", "make 1 static", "<module> 1 static"],
  ],
  [
    "a file stands for what it holds, and for those who import it whole",
    { paths: ["base.py"], depth: 1, path_prefix: "whole.py" },
    ["<module> 1 static module"],
  ],
];

describe("impact", () => {
  for (const [why, request, items] of CASES) {
    it(why, async () => {
      const answer = await PYTHON.ask({ kind: "impact", ...request });
      assert.deepEqual(told(answer), items);
    });
  }

  it("each path leads from the changed symbol to the item, step by step", async () => {
    const { items } = await PYTHON.ask({ kind: "impact", symbols: ["check"], depth: 3 });
    for (const { symbol_id, witness, distance } of items) {
      assert.equal(witness.length, distance);
      assert.equal(witness.at(-1).from, symbol_id);
      witness.slice(1).forEach((step: Document, at: number) => assert.equal(step.to, witness[at].from));
    }
  });

  it("nothing named, or too much, is refused", async () => {
    assert.equal((await PYTHON.refusal({ kind: "impact" })).code, "request.malformed");
    const symbols = Array.from({ length: 60 }, () => "check");
    const { code } = await PYTHON.refusal({ kind: "impact", symbols, paths: symbols });
    assert.equal(code, "request.malformed");
  });

  it("an id needs the fingerprint it came from", async () => {
    const { code } = await PYTHON.refusal({ kind: "impact", symbol_ids: ["base.py#check()."] });
    assert.equal(code, "request.fingerprint_required");
  });
});

/** Each test as file, name and reason. */
function tests({ items }: Document): string[] {
  return items.map((one: Document) => `${one.path} ${one.qualified_name} ${one.reason}`);
}

describe("affected tests", () => {
  it("are those that a path reaches, nested ones too, then those that are named alike", async () => {
    const answer = await PYTHON.ask({ kind: "affected_tests", symbols: ["check"] });
    assert.deepEqual(tests(answer).filter((one) => !one.includes("<module> reached")), [
      "tests/test_use.py test_both reached",
      "tests/test_use.py TestKeep.test_keep reached",
      "tests/test_base.py <module> same_name",
    ]);
    assert.equal(limits(answer).hints, 1);
  });

  it("a test that changed is its own", async () => {
    const answer = await PYTHON.ask({ kind: "affected_tests", symbols: ["test_nothing"] });
    assert.deepEqual(tests(answer)[0], "tests/test_base.py test_nothing changed");
  });

  it("are never said to be all", async () => {
    for (const symbols of [["check"], ["test_nothing"], ["Store.load"]]) {
      const answer = await PYTHON.ask({ kind: "affected_tests", symbols });
      assert.equal(limits(answer).further_tests_may_be_needed, 1);
    }
  });
});

const OTHERS = repository({
  "go.mod": "module example.test/shop\n",
  "shop/price.go": "package shop\n\nfunc Price() int { return 1 }\n\nfunc Total() int { return Price() }\n",
  "shop/price_test.go": 'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) { _ = Total() }\n',
  "shop/alone.go": "package shop\n\nfunc Alone() {}\n",
  "shop/other_test.go": 'package shop\n\nimport "testing"\n\nfunc TestOther(t *testing.T) {}\n',
  "src/sum.ts": "export function sum(a: number, b: number) {\n  return a + b;\n}\n",
  "src/sum.test.ts": 'import { sum } from "./sum";\n\nit("adds", () => {\n  sum(1, 2);\n});\n',
  "src/__tests__/far.ts": 'it("far", () => {});\n',
});

describe("tests of each language", () => {
  for (
    const [symbol, first] of [
      ["Price", "shop/price_test.go TestTotal reached"],
      ["sum", "src/sum.test.ts <module> reached"],
    ]
  ) {
    it(`${symbol}: ${first}`, async () => {
      assert.equal(tests(await OTHERS.ask({ kind: "affected_tests", symbols: [symbol] }))[0], first);
    });
  }

  it("tests of the same folder are hints, where nothing better is known", async () => {
    const alone = await OTHERS.ask({ kind: "affected_tests", symbols: ["Alone"] });
    assert.deepEqual(tests(alone), [
      "shop/other_test.go <module> same_folder",
      "shop/price_test.go <module> same_folder",
    ]);
    const known = tests(await OTHERS.ask({ kind: "affected_tests", symbols: ["Price"] }));
    assert.deepEqual(known, ["shop/price_test.go TestTotal reached"]);
  });
});
