// Asking is not quadratic: of programs that grow in one respect, four times as many of it take about four times the work,
// counted in rows and steps and never timed. A clock ends what walks far; what it cannot end in the middle is here.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ChangedFile,
  changedSides,
  type ChangedSymbol,
  nameAlone,
  rankedChanges,
  stepsOfAnyWalk,
  type StoredSymbol,
  testsOf,
  unboundSitesOfChanges,
  unusedSymbols,
  type View,
} from "../../lib/query/mod.ts";
import { Statement } from "../../wasm/mod.ts";
import { countCalls, countSteps } from "../resolve/work.ts";
import { Generation } from "./views.ts";

type Files = Record<string, string>;

const FEW = 60;
/** A little more than the four of what is linear: what is sorted or searched in halves grows by a logarithm. */
const MOST = 4.8;

const each = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");
const filesOf = (count: number, path: (i: number) => string, text: (i: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), text(i)]));

const symbolsOf = (view: View): readonly StoredSymbol[] =>
  view.reader.files.all().flatMap(({ path }) => view.reader.symbols.inFile(path));
const called = (view: View, name: string): StoredSymbol[] =>
  symbolsOf(view).filter((symbol) => symbol.name === name);
const changed = (view: View): ChangedSymbol[] =>
  symbolsOf(view).map((symbol) => ({ change: "modified", symbol, side: "after", signatureChanged: false }));

interface Asked {
  readonly what: string;
  readonly program: (count: number) => Files;
  readonly ask: (view: View) => unknown;
}

const UNBOUND = (n: number): Files => ({
  "a.ts": each(n, (i) => `class A${i} { run() { return ${i}; } }`),
  "b.ts": `export function use(x: any) {\n${each(n, () => "  x.run();")}\n}\n`,
});

const ASKED: readonly Asked[] = [
  {
    what: "changed symbols of one file as they were",
    program: (n) => ({ "a.ts": each(n, (i) => `function f${i}() {}`) }),
    ask: (view) => changedSides(view, view, [], changed(view)),
  },
  {
    what: "unbound sites of one name that many changed symbols have",
    program: UNBOUND,
    ask: (view) => unboundSitesOfChanges(view, changed(view)),
  },
  {
    what: "unused functions of one name that many unbound sites have",
    program: (n) => ({ ...UNBOUND(n), "a.ts": each(n, () => `function run() { return 1; }`) }),
    ask: (view) => unusedSymbols(view),
  },
  {
    what: "unused members of a long line of classes",
    program: (n) => ({
      "a.ts": each(
        n,
        (i) => `export class C${i}${i > 0 ? ` extends C${i - 1}` : ""} { m${i}() { return 1; } }`,
      ),
    }),
    ask: (view) => unusedSymbols(view),
  },
  {
    what: "unused members of a long line of classes below one from outside, the lowest first",
    program: (n) => ({
      "a.ts": each(n, (i) => `export class C${i} extends ${i < n - 1 ? `C${i + 1}` : "Far"} { m${i}() {} }`) +
        '\nimport { Far } from "far";\n',
    }),
    ask: (view) => unusedSymbols(view),
  },
  {
    what: "members of one class that two files use in turn",
    program: (n) => ({
      "a.ts": `export class C {\n${each(n, (i) => `  m${i}() { return this.m${(i + 1) % n}(); }`)}\n}\n`,
      "b.ts": `import { C } from "./a";\nconst c = new C();\n${each(n, (i) => `c.m${i}();`)}\n`,
    }),
    ask: (view) => symbolsOf(view).map((symbol) => stepsOfAnyWalk(view, symbol)),
  },
  {
    what: "who may run a function that many variables keep",
    program: (n) => ({
      "a.ts": `function f() { return 1; }\n${each(n, (i) => `export const t${i} = f;`)}\n`,
    }),
    ask: (view) => called(view, "f").map((symbol) => stepsOfAnyWalk(view, symbol)),
  },
  {
    what: "who may run the functions of a table in one line",
    program: (n) => ({
      "a.ts": `const all = [${Array.from({ length: n }, (_, i) => `f${i}`).join()}];\n` +
        each(n, (i) => `function f${i}() { return all[${i}]; }`),
    }),
    ask: (view) => symbolsOf(view).map((symbol) => stepsOfAnyWalk(view, symbol)),
  },
  {
    what: "who calls what a wrapper wraps, made by calls",
    program: (n) => ({
      "a.py":
        `def deco():\n    def around(f):\n        def run():\n            return f()\n        return run\n` +
        `    return around\n${each(n, (i) => `@deco()\ndef f${i}():\n    return 1`)}\n`,
    }),
    ask: (view) => called(view, "run").map((symbol) => stepsOfAnyWalk(view, symbol)),
  },
  {
    what: "who calls what one of many wrappers wraps",
    program: (n) => ({
      "a.py": `def deco(f):\n${each(n, (i) => `    def run${i}():\n        return f()`)}\n    return run0\n` +
        `${each(n, (i) => `@deco\ndef f${i}():\n    return 1`)}\n`,
    }),
    ask: (view) => called(view, "run0").map((symbol) => stepsOfAnyWalk(view, symbol)),
  },
  {
    what: "names that mean one of many symbols of one name",
    program: (n) => filesOf(n, (i) => `m${i}.py`, () => "def f(): pass\n"),
    ask: (view) => called(view, "f").map((symbol) => nameAlone(view, symbol)),
  },
  {
    what: "hints at tests of many changed files among many tests",
    program: (n) => ({
      ...filesOf(n, (i) => `m${i}.py`, () => "def f(): pass\n"),
      ...filesOf(n, (i) => `test_m${i}.py`, () => "def test_g(): pass\n"),
    }),
    ask: (view) => testsOf(view, called(view, "f"), 1),
  },
  {
    what: "the order of many files that came",
    program: (n) => filesOf(n, (i) => `m${i}.py`, () => "def f(): pass\n"),
    ask: (view) => {
      const files = view.reader.files.all().map(({ path }): ChangedFile => ({ path, change: "added" }));
      return rankedChanges(view, view, files, changed(view));
    },
  },
];

test("the uses of what keeps many functions are counted once", async () => {
  const generation = await Generation.ofTexts({
    "a.ts": `const all = [${Array.from({ length: FEW }, (_, i) => `f${i}`).join()}];\n` +
      each(FEW, (i) => `function f${i}() { return all[${i}]; }`),
  });
  const view = generation.view();
  const { edges } = view.reader;
  const counted: number[] = [];
  const count = edges.countTo.bind(edges);
  edges.countTo = (symbol, kinds) => {
    counted.push(symbol);
    return count(symbol, kinds);
  };
  for (const symbol of symbolsOf(view)) stepsOfAnyWalk(view, symbol);
  generation.close();
  assert.ok(counted.length > 0);
  assert.equal(new Set(counted).size, counted.length);
});

async function stepsOf({ program, ask }: Asked, count: number): Promise<number> {
  const generation = await Generation.ofTexts(program(count));
  const undo = countCalls(Statement.prototype);
  try {
    return await countSteps(() => Promise.resolve(ask(generation.view())));
  } finally {
    undo();
    generation.close();
  }
}

for (const asked of ASKED) {
  test(asked.what, async () => {
    const [few, many] = [await stepsOf(asked, FEW), await stepsOf(asked, 4 * FEW)];
    const ratio = many / few;
    assert.ok(
      ratio < MOST,
      `${few} steps for ${FEW}, ${many} for four times as many: ${ratio.toFixed(2)} times`,
    );
  });
}
