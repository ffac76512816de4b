// A symbol is named as people name it; what may mean several is told with choices that each mean one.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, limits, names, repository } from "./asking.ts";

const made = repository({
  "src/tool.py": [
    "def clean(text):", //             1
    "    return text", //              2
    "", //                             3
    "class Washer:", //                4
    "    def clean(self):", //         5
    "        return clean('a')", //    6
    "    def rinse(self): return 1", //7
    "",
    "if clean:", //                    9
    "    def twice(): return 1", //   10
    "else:", //                       11
    "    def twice(): return 2", //   12
    "",
    "def use(thing):", //             14
    "    twice()", //                 15
    "    thing.rinse()", //           16
    "    import json", //             17
    "    return json.loads('')", //   18
    "",
  ].join("\n"),
  "src/a#b.py": "def odd(): return 1\n",
  "web/box.ts": "export class Box {\n  #lid() { return 1; }\n  open() { return this.#lid(); }\n}\n",
  "web/line.ts": "export class Pair { left() {} right() {} }\nexport const one = 1, two = 2;\n",
  "web/use.js": 'import { Box } from "./box.js";\nexport function go(thing) { thing.open(); }\n',
});

describe("a name", () => {
  const cases: readonly [written: string, id: string][] = [
    ["Washer", "src/tool.py#Washer#"],
    ["Washer.clean", "src/tool.py#Washer#clean()."],
    ["src/tool.py#Washer.clean", "src/tool.py#Washer#clean()."],
    ["src/tool.py#clean", "src/tool.py#clean()."],
    ["src/a#b.py#odd", "src/a%23b.py#odd()."],
    ["Box.#lid", "web/box.ts#Box#%23lid()."],
    ["web/box.ts#Box.#lid", "web/box.ts#Box#%23lid()."],
    ["src/tool.py", "src/tool.py#"],
    ["src/tool.py#<module>", "src/tool.py#"],
    ["src/tool.py:5", "src/tool.py#Washer#clean()."],
    ["src/tool.py:6", "src/tool.py#Washer#clean()."],
    ["src/tool.py:6:15", "src/tool.py#clean()."],
    ["src/tool.py:12", "src/tool.py#twice(+1)."],
    ["src/tool.py:13", "src/tool.py#"],
    ["web/line.ts:1", "web/line.ts#Pair#"],
  ];
  for (const [symbol, id] of cases) {
    it(`${symbol} is ${id}`, async () => {
      const { items } = await made.ask({ kind: "definition", symbol });
      assert.deepEqual(items.map((one: Document) => one.symbol_id), [id]);
    });
  }

  it("of a line with several is ambiguous", async () => {
    const { code, detail } = await made.refusal({ kind: "callers", symbol: "web/line.ts:2" });
    assert.equal(code, "symbol.ambiguous");
    assert.deepEqual(detail.choices.map((one: Document) => one.symbol), [
      "web/line.ts#one",
      "web/line.ts#two",
    ]);
  });

  it("that is just a qualified name is preferred over namesakes, which are counted", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "clean" });
    assert.deepEqual(names(answer), ["Washer.clean"]);
    assert.equal(limits(answer).same_named, 1);
    assert.equal(
      limits(await made.ask({ kind: "callers", symbol: "src/tool.py#Washer.clean" })).same_named,
      undefined,
    );
  });

  it("outside the filter is found where nothing inside has it, and its definition is not shown", async () => {
    const callers = await made.ask({ kind: "callers", symbol: "clean", path_prefix: "web/" });
    assert.deepEqual([callers.total, limits(callers)], [0, { same_named: 1, boundary_edges: 1 }]);
    for (const kind of ["definition", "source"]) {
      const answer = await made.ask({ kind, symbol: "Washer", path_prefix: "web/" });
      assert.deepEqual([answer.items, limits(answer).outside_filter, answer.files], [[], 1, {}]);
    }
  });

  it("of several at one place is ambiguous, and each choice means one", async () => {
    const { code, detail } = await made.refusal({ kind: "callers", symbol: "twice" });
    assert.equal(code, "symbol.ambiguous");
    assert.deepEqual(detail.choices.map((one: Document) => one.symbol), ["src/tool.py:10", "src/tool.py:12"]);
    for (const { symbol, symbol_id } of detail.choices) {
      const { items } = await made.ask({ kind: "definition", symbol });
      assert.equal(items[0].symbol_id, symbol_id);
    }
  });

  const near: readonly [written: string, first: string][] = [
    ["Washer.claen", "src/tool.py#Washer.clean"],
    ["Washer.rins", "src/tool.py#Washer.rinse"],
    ["washer", "src/tool.py#Washer"],
    ["twicee", "src/tool.py:10"],
    ["Nothing.like.it", ""],
  ];
  for (const [symbol, first] of near) {
    it(`${symbol} is not found${first === "" ? "" : `, ${first} is near`}`, async () => {
      const { code, detail } = await made.refusal({ kind: "callers", symbol });
      assert.equal(code, "symbol.not_found");
      assert.equal(detail.choices[0]?.symbol ?? "", first);
    });
  }
});

describe("definition at a position", () => {
  const at = (line: number, column: number) => ({ kind: "definition", path: "src/tool.py", line, column });

  it("of a declared name is that symbol", async () => {
    const { items } = await made.ask(at(4, 7));
    assert.deepEqual([items[0].symbol_id, items[0].relations], ["src/tool.py#Washer#", undefined]);
  });

  it("of a reference is each of its targets, with the edge that binds it", async () => {
    const { items } = await made.ask(at(15, 6));
    assert.deepEqual(items.map((one: Document) => one.start_line), [10, 12]);
    for (const { relations, source } of items) {
      assert.deepEqual(relations.map(({ kind, site }: Document) => [kind, site.line]), [["calls", 15]]);
      assert.match(source.text, /def twice/);
    }
  });

  it("of a reference that was not bound says why", async () => {
    const answer = await made.ask(at(16, 12));
    assert.deepEqual(answer.items.map((one: Document) => [one.qualified_name, one.unverified.reason]), [
      ["use", "dynamic_receiver"],
    ]);
    assert.equal(limits(answer).unbound_sites, 1);
    const outside = await made.ask(at(18, 17));
    assert.deepEqual([outside.items[0].unverified.reason, outside.items[0].unverified.module], [
      "external",
      "json",
    ]);
  });

  const refused: readonly [line: number, column: number, code: string][] = [
    [2, 0, "symbol.not_found"],
    [1, 200, "column.not_found"],
    [99, 0, "line.not_found"],
  ];
  for (const [line, column, code] of refused) {
    it(`${line}:${column}, where no name stands, is ${code}`, async () => {
      assert.equal((await made.refusal(at(line, column))).code, code);
    });
  }

  it("another question at a reference with several targets is ambiguous, without one not found", async () => {
    const ask = (line: number, column: number) => made.refusal({ ...at(line, column), kind: "callers" });
    assert.equal((await ask(15, 6)).code, "symbol.ambiguous");
    const { code, detail } = await ask(16, 12);
    assert.equal(code, "symbol.not_found");
    assert.equal(detail.choices[0].symbol, "src/tool.py#Washer.rinse");
  });
});

it("sites that were not bound are told across languages of one family, not beyond", async () => {
  const answer = await made.ask({ kind: "callers", symbol: "Box.open" });
  assert.deepEqual(answer.items.map(({ path, unverified }: Document) => [path, unverified?.name]), [
    ["web/use.js", "open"],
  ]);
  const rinse = await made.ask({ kind: "callers", symbol: "Washer.rinse" });
  assert.deepEqual(rinse.items.map(({ path }: Document) => path), ["src/tool.py"]);
});
