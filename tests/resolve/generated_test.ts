// Programs that a generator or an attacker writes are resolved in little time and to little more than their own size: what
// would double at every step is read once. Not here: growth that is counted in steps (`growth_test.ts`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { VIA_FIELDS } from "../../lib/model/mod.ts";
import { graphOf } from "../graph_of.ts";

const each = (count: number, line: (i: number) => string, glue = "\n") =>
  Array.from({ length: count }, (_, i) => line(i)).join(glue);

async function resolved(path: string, text: string) {
  const graph = await graphOf([{ path, text }]);
  return { calls: graph.edges.filter(({ kind }) => kind === "calls"), graph };
}

test("types that hold each other twice are read once", async () => {
  const text = `class C { m() {} }\ntype T0 = [C, C];\n${
    each(60, (i) => `type T${i + 1} = [T${i}, T${i}];`)
  }\nexport function f(t: T60, c: T0) { const [a, b] = t; a[0][1].m(); b.m(); const [d] = c; d.m(); }\n`;
  const { calls } = await resolved("a.ts", text);
  assert.equal(calls.length, 1);
});

test("values that hold each other twice are read once", async () => {
  const text = `class C:\n    def m(self): pass\n\n\nt0 = (C(), C())\n${
    each(60, (i) => `t${i + 1} = (t${i}, t${i})`)
  }\nfirst, second = t60\nsecond.m()\n`;
  const { graph } = await resolved("a.py", text);
  assert.equal(graph.unresolved.filter(({ name }) => name === "m").length, 1);
});

const chained: Record<string, string> = {
  "a.ts": `class C { m() {} }\nconst a0 = new C();\n${
    each(2000, (i) => `const a${i + 1} = a${i};\na${i + 1}.m();`)
  }\nexport {};\n`,
  "a.py": `class C:\n    def m(self): pass\n\n\ndef f(x):\n    if x is None: pass\n${
    each(2000, (i) => `    elif isinstance(x, C) and x.k == ${i}:\n        x.m()`)
  }\n`,
};
for (const [path, text] of Object.entries(chained)) {
  test(`${path}: a chain of a thousand steps is told by its ends`, async () => {
    const { graph } = await resolved(path, text);
    const longest = Math.max(...graph.edges.map(({ via }) => via.length / VIA_FIELDS));
    assert.ok(longest > 1 && longest <= 64, `${longest} steps`);
  });
}

test("classes of bases without an order are searched to their end", async () => {
  const text = `class A0:\n    def m(self): pass\n\n\nclass A1(B1): pass\n${
    each(200, (i) =>
      `class A${i + 2}(A${i}, A${i + 1}): pass\nclass B${i}(A${i + 1}, A${i}): pass\nclass Z${i}(B${i}, A${
        i + 2
      }):\n    def f(self):\n        self.m()`)
  }\n`;
  const { calls } = await resolved("a.py", text);
  assert.ok(calls.length > 100, `${calls.length} calls`);
});
