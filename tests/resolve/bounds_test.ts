// Code written to exhaust: what is long, cyclic or doubled again and again ends, with an answer, on every runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Graph } from "../../lib/model/mod.ts";
import { graphOf, labelOf } from "../graph_of.ts";

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");
const calls = (graph: Graph) =>
  graph.edges.filter(({ kind }) => kind === "calls").map(({ target }) =>
    labelOf(graph, target).split("#")[1]
  );

const CASES: readonly [why: string, files: Record<string, string>, called: readonly string[]][] = [
  [
    "three thousand classes, each the base of the next",
    {
      "a.py": `class C0:\n    def m(self): pass\n${
        lines(3_000, (i) => `class C${i + 1}(C${i}): pass`)
      }\nC400().m()\n`,
    },
    ["C0.m", "C400"],
  ],
  ["classes that are each other's base", { "a.py": "class X(Y): pass\nclass Y(X): pass\nX().m()\n" }, ["X"]],
  [
    "modules that star-import each other",
    { "a.py": "from b import *\nfrom b import z\nz()\n", "b.py": "from a import *\nfrom a import z\n" },
    [],
  ],
  [
    "a thousand constants, each renaming the one before",
    { "a.ts": `function f() {}\nconst v0 = f;\n${lines(1_000, (i) => `const v${i + 1} = v${i};`)}\nv9();\n` },
    ["f"],
  ],
  [
    "types that double with every line",
    {
      "a.ts": `type T0 = Date;\n${
        lines(60, (i) => `type T${i + 1} = T${i} | T${i}[];`)
      }\nfunction g(t: T60) { t.m(); }\ng(null);\n`,
    },
    ["g"],
  ],
  [
    "five hundred files that re-export each other in a ring",
    Object.fromEntries([
      ...Array.from({ length: 500 }, (_, i) => [`m${i}.ts`, `export * from "./m${(i + 1) % 500}";\n`]),
      ["use.ts", 'import { gone } from "./m0";\ngone();\n'],
    ]),
    [],
  ],
  [
    "a chain of twenty thousand calls",
    { "a.py": `def f(): pass\nf()\nx = f()${".b()".repeat(20_000)}\n` },
    ["f", "f"],
  ],
];

for (const [why, files, called] of CASES) {
  test(why, async () => {
    const graph = await graphOf(Object.entries(files).map(([path, text]) => ({ path, text })));
    assert.deepEqual(calls(graph).sort(), [...called]);
  });
}
