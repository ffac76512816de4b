// Code written to exhaust: what is long, cyclic or doubled again and again ends, with an answer, on every runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "../../lib/resolve/mod.ts";
import { graphOf, labelOf, resolveInputOf } from "../graph_of.ts";
import type { ToldGraph } from "../told_graph.ts";

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");
const calls = (graph: ToldGraph) =>
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
    "thirty thousand names in a ring, each an alias of the next",
    {
      "a.go": `package p\n${lines(30_000, (i) => `type T${i} = T${(i + 1) % 30_000}`)}\n` +
        "func g() {}\nfunc f(t T0) { t.M(); g() }\n",
    },
    ["g"],
  ],
  [
    "thirty thousand interfaces, each embedding the next",
    {
      "a.go": `package p\n${lines(30_000, (i) => `type I${i} interface { I${i + 1} }`)}\n` +
        "type I30000 interface { M() }\nfunc g() {}\nfunc f() { g() }\n",
    },
    ["g"],
  ],
  [
    "two thousand interfaces with the one method of two thousand types",
    {
      "a.go": `package p\n${
        lines(2_000, (i) => `type I${i} interface { M() }\ntype S${i} struct{}\nfunc (S${i}) M() {}`)
      }\n`,
      "z.go":
        "package p\ntype Few interface { Rare() }\ntype One struct{}\nfunc (One) Rare() {}\nfunc f() { f() }\n",
    },
    ["f"],
  ],
  [
    "configuration that nests a hundred thousand deep",
    {
      "tsconfig.json": `{ "compilerOptions": ${'{"paths":'.repeat(100_000)}1${"}".repeat(100_001)}`,
      "package.json": `{ "name": "p", "exports": ${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`,
      "jsconfig.json": "[".repeat(100_000),
      "a.ts": 'import "p/x";\nfunction g() {}\ng();\n',
    },
    ["g"],
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

test("what too many types may implement is ambiguous, and takes no edge from another interface", async () => {
  const [, files] = CASES.find(([why]) => why.startsWith("two thousand interfaces"))!;
  const graph = await graphOf(Object.entries(files).map(([path, text]) => ({ path, text })));
  const implemented = graph.edges.filter(({ kind }) => kind === "implements");
  assert.ok(implemented.length < 100_000, `${implemented.length} edges`);
  assert.ok(implemented.some(({ target }) => labelOf(graph, target).endsWith("#Few")));
  assert.ok(graph.unresolved.some(({ name, reason }) => name === "I1999" && reason === "ambiguous"));
});

for (const [why, files] of CASES) {
  test(`${why}: the work looks at the clock, and ends where that says so`, async () => {
    const input = await resolveInputOf(Object.entries(files).map(([path, text]) => ({ path, text })));
    let looks = 0;
    await resolve({ ...input, checkpoint: () => void looks++ });
    let left = looks >> 1;
    const checkpoint = () => {
      if (left-- === 0) throw new Error("the time is over");
    };
    await assert.rejects(resolve({ ...input, checkpoint }), /the time is over/);
  });
}
