// Resolving is not quadratic: of programs that grow in one respect, four times as many of it take about four times the
// work, counted in steps and never timed. Programs are what generators and large repositories make of a language.
// Long because: one list of programs, each a few lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "../../lib/resolve/mod.ts";
import { resolveInputOf } from "../graph_of.ts";
import { counted, countSteps } from "./work.ts";

type Files = Record<string, string>;

const FEW = 75;
/** A little more than the four of what is linear: what is sorted or searched in halves grows by a logarithm. */
const MOST = 4.8;

const each = (count: number, line: (i: number) => string, glue = "\n") =>
  Array.from({ length: count }, (_, i) => line(i)).join(glue);
const filesOf = (count: number, path: (i: number) => string, text: (i: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), text(i)]));

async function stepsOf(files: Files): Promise<number> {
  const input = await resolveInputOf(Object.entries(files).map(([path, text]) => ({ path, text })));
  const facts = new Map([...input.facts].map(([path, own]) => [path, counted(own)]));
  return await countSteps(() => resolve({ ...input, facts }));
}

function grows(what: string, program: (count: number) => Files, from = FEW): void {
  test(what, async () => {
    const [few, many] = [await stepsOf(program(from)), await stepsOf(program(4 * from))];
    const ratio = many / few;
    assert.ok(
      ratio < MOST,
      `${few} steps for ${from}, ${many} for four times as many: ${ratio.toFixed(2)} times`,
    );
  });
}

// Files

grows(
  "python: files that import and call one another",
  (n) =>
    filesOf(
      n,
      (i) => `pkg/m${i}.py`,
      (i) => `from pkg.m${(i + 1) % n} import f as g\n\n\ndef f():\n    return g()\n`,
    ),
);
grows(
  "typescript: files that import and call one another",
  (n) =>
    filesOf(
      n,
      (i) => `m${i}.ts`,
      (i) => `import { f as g } from "./m${(i + 1) % n}";\nexport const f = () => g();\n`,
    ),
);
grows(
  "javascript: files that require and call one another",
  (n) =>
    filesOf(
      n,
      (i) => `m${i}.js`,
      (i) => `const m = require("./m${(i + 1) % n}");\nexports.f = () => m.f();\n`,
    ),
);
grows(
  "javascript: scripts of one page that call one another",
  (n) => filesOf(n, (i) => `m${i}.js`, (i) => `function f${i}() { f${(i + 1) % n}(); }\n`),
);
grows(
  "javascript: scripts of one page that define one name",
  (n) => filesOf(n, (i) => `m${i}.js`, (i) => `function f() {}\nfunction g${i}() { f(); }\n`),
);
grows("go: files of one package that call one another", (n) => ({
  "go.mod": "module example.test/m\n",
  ...filesOf(n, (i) => `m${i}.go`, (i) => `package m\n\nfunc f${i}() { f${(i + 1) % n}() }\n`),
}));
grows("go: packages that import one another", (n) => ({
  "go.mod": "module example.test/m\n",
  ...filesOf(n, (i) => `p${i}/p.go`, (i) => {
    const other = `p${(i + 1) % n}`;
    return `package p${i}\n\nimport "example.test/m/${other}"\n\nfunc F() { ${other}.F() }\n`;
  }),
}));
grows("go: modules of one workspace", (n) =>
  Object.assign(
    filesOf(n, (i) => `w${i}/go.mod`, (i) => `module example.test/w${i}\n`),
    filesOf(n, (i) => `w${i}/a.go`, (i) => {
      const other = `w${(i + 1) % n}`;
      return `package w${i}\n\nimport "example.test/${other}"\n\nfunc F() { ${other}.F() }\n`;
    }),
  ));
grows("typescript: packages of one workspace", (n) => ({
  "package.json": '{ "workspaces": ["packages/*"] }',
  ...filesOf(n, (i) => `packages/p${i}/package.json`, (i) => `{ "name": "p${i}", "main": "index.ts" }`),
  ...filesOf(
    n,
    (i) => `packages/p${i}/index.ts`,
    (i) => `import { f } from "p${(i + 1) % n}";\nf();\nexport { f };\n`,
  ),
}));
grows(
  "python: folders that each hold a module of one name",
  (n) =>
    filesOf(
      2 * n,
      (i) => i < n ? `d${i}/kit/__init__.py` : `e${i}/use.py`,
      (i) => i < n ? "def f(): pass\n" : "from kit import f\nf()\n",
    ),
);

// Symbols of one name

const SAME: Record<string, (i: number) => string> = {
  py: (i) => `class C${i}:\n    def run(self):\n        self.run()\n\n\nC${i}().run()\n`,
  ts: (i) => `class C${i} { run() { this.run(); } }\nnew C${i}().run();\n`,
  js: (i) => `class C${i} { run() { this.run(); } }\nnew C${i}().run();\n`,
  go: (i) => `type C${i} struct{}\n\nfunc (c C${i}) Run() { c.Run() }\n`,
};
for (const [extension, one] of Object.entries(SAME)) {
  const head = extension === "go" ? "package m\n\n" : extension === "py" ? "" : "export {};\n";
  grows(`${extension}: classes of one file whose methods have one name`, (n) => ({
    [`a.${extension}`]: head + each(n, one),
  }));
}
grows("python: functions of one name and their calls", (n) => ({
  "a.py": each(n, () => "def f(): pass\nf()"),
}));
grows("python: one variable, assigned and used again and again", (n) => ({
  "a.py": `class C:\n    def m(self): pass\n\n\ndef f():\n${each(n, () => "    x = C()\n    x.m()")}\n`,
}), 300);
grows("typescript: one variable, assigned and used again and again", (n) => ({
  "a.ts": `class C { m() {} }\nexport function f() {\n  let x = new C();\n${
    each(n, () => "  x = new C();\n  x.m();")
  }\n}\n`,
}), 300);
grows("go: one variable, declared and used again and again", (n) => ({
  "a.go": `package m\n\ntype C struct{}\n\nfunc (C) M() {}\n\nfunc f() {\n\tvar x C\n${
    each(n, () => "\tx = C{}\n\tx.M()")
  }\n}\n`,
}));
grows("typescript: declarations of one name that are merged", (n) => ({
  "a.ts": each(n, (i) => `interface I { m${i}(): void }`) +
    `\nexport function f(i: I) {\n${each(n, (i) => `  i.m${i}();`)}\n}\n`,
}));
grows("typescript: classes of one name", (n) => ({
  "a.ts": `${each(n, () => "class A extends B { m() { this.m(); } }")}\nclass B {}\nexport {};\n`,
}), 150);
grows("typescript: overloads of one function", (n) => ({
  "a.ts": `${each(n, (i) => `export function f(x: "${i}"): void;`)}\nexport function f(x: string) {}\n${
    each(n, (i) => `f("${i}");`)
  }\n`,
}));
grows("python: one value given to one name again and again", (n) => ({
  "a.py": `${each(n, () => "a = ", "")}1\n`,
}), 300);
grows("python: one name imported and given up again and again", (n) => ({
  "a.py": each(n, () => "try:\n    import a\nexcept ImportError:\n    a = None"),
}), 300);
grows("go: types of one name and what uses it", (n) => ({
  "a.go": `package m\n\n${each(n, () => "type T struct{}\n\nfunc (t T) M() { t.M() }\n")}`,
}), 150);
grows("go: fields of one name", (n) => ({
  "a.go": `package m\n\ntype T struct {\n${each(n, () => "\ta int")}\n}\n`,
}), 300);
grows("typescript: overloads that differ in their types, and calls of them", (n) => ({
  "a.ts": `${each(n, (i) => `declare function f(a: C${i}): C${(i + 1) % n};`)}\n${
    each(n, (i) => `declare class C${i} { m(): void }`)
  }\n${each(n, (i) => `f(f(f(null! as C${i}))).m();`)}\n`,
}), 300);

// Members

const WIDE: Record<string, (n: number) => string> = {
  py: (n) => `class C:\n${each(n, (i) => `    def m${i}(self):\n        self.m${(i + 1) % n}()`)}\n`,
  ts: (n) => `export class C {\n${each(n, (i) => `  m${i}() { this.m${(i + 1) % n}(); }`)}\n}\n`,
  js: (n) => `exports.o = {\n${each(n, (i) => `  m${i}() { exports.o.m${(i + 1) % n}(); },`)}\n};\n`,
  go: (n) =>
    `package m\n\ntype C struct{}\n\n${each(n, (i) => `func (c C) M${i}() { c.M${(i + 1) % n}() }`)}\n`,
};
for (const [extension, program] of Object.entries(WIDE)) {
  grows(`${extension}: a wide class`, (n) => ({ [`a.${extension}`]: program(n) }));
}
grows("typescript: a wide object type and what takes it apart", (n) => ({
  "a.ts": `type T = { ${
    each(n, (i) => `p${i}: C;`, " ")
  } };\nclass C { m() {} }\nexport function f(t: T) {\n${each(n, (i) => `  t.p${i}.m();`)}\n}\n`,
}));
grows("go: an interface with many methods and a type that has them", (n) => ({
  "a.go": `package m\n\ntype I interface {\n${each(n, (i) => `\tM${i}()`)}\n}\n\ntype C struct{}\n\n${
    each(n, (i) => `func (C) M${i}() {}`)
  }\n\nfunc f(i I) {\n${each(n, (i) => `\ti.M${i}()`)}\n}\n`,
}));
grows("go: many interfaces, each with a type of its own", (n) => ({
  "a.go": `package m\n\n${
    each(n, (i) =>
      `type I${i} interface {\n\tClose()\n\tM${i}()\n}\n\ntype C${i} struct{}\n\nfunc (C${i}) Close() {}\nfunc (C${i}) M${i}() {}\n`)
  }`,
}));

// Inheritance

const DEEP: Record<string, (n: number) => string> = {
  py: (n) =>
    `class C0:\n    def m(self): pass\n    def k(self): pass\n\n\n${
      each(n, (i) => `class C${i + 1}(C${i}):\n    def k(self):\n        super().k()\n\n\nC${i + 1}().m()\n`)
    }`,
  ts: (n) =>
    `class C0 { m() {} k() {} }\n${
      each(n, (i) => `class C${i + 1} extends C${i} { override k() { super.k(); } }\nnew C${i + 1}().m();`)
    }\nexport {};\n`,
  js: (n) =>
    `class C0 { m() {} k() {} }\n${
      each(n, (i) => `class C${i + 1} extends C${i} { k() { super.k(); } }\nnew C${i + 1}().m();`)
    }\nmodule.exports = C0;\n`,
  go: (n) =>
    `package m\n\ntype C0 struct{}\n\nfunc (C0) M() {}\nfunc (C0) K() {}\n\n${
      each(n, (i) => `type C${i + 1} struct{ C${i} }\n\nfunc (c C${i + 1}) K() { c.M() }\n`)
    }`,
};
for (const [extension, program] of Object.entries(DEEP)) {
  grows(`${extension}: deep inheritance`, (n) => ({ [`a.${extension}`]: program(n) }));
}
grows("python: a class with many bases", (n) => ({
  "a.py": `${each(n, (i) => `class B${i}:\n    def m${i}(self): pass`)}\n\n\nclass C(${
    each(n, (i) => `B${i}`, ", ")
  }):\n    def run(self):\n${each(n, (i) => `        self.m${i}()`)}\n`,
}));
grows("python: deep inheritance with a mixin at every step", (n) => ({
  "a.py": `class M:\n    def mixed(self): pass\n\n\nclass C0:\n    def m(self): pass\n\n\n${
    each(n, (i) => `class C${i + 1}(C${i}, M): pass\n\n\nC${i + 1}().m()\n`)
  }`,
}), 300);
grows("python: many classes of one base", (n) => ({
  "a.py": `class B:\n    def m(self): pass\n\n\n${
    each(n, (i) => `class C${i}(B):\n    def m(self):\n        super().m()\n`)
  }`,
}));
grows("go: many types that embed one", (n) => ({
  "a.go": `package m\n\ntype I interface{ M() }\n\ntype B struct{}\n\nfunc (B) M() {}\n\n${
    each(n, (i) => `type C${i} struct{ B }\n\nfunc f${i}(c C${i}) { c.M() }\n`)
  }`,
}));
grows("typescript: interfaces that extend one another", (n) => ({
  "a.ts": `interface I0 { m(): void }\n${
    each(n, (i) => `interface I${i + 1} extends I${i} { n${i}(): void }`)
  }\nexport function f(i: I${n}) { i.m(); }\n`,
}));

// Modules

grows("typescript: a chain of barrels", (n) => ({
  "m0.ts": "export function f() {}\n",
  ...filesOf(Math.floor(n / 3), (i) => `m${i + 1}.ts`, (i) => `export * from "./m${i}";\n`),
  "use.ts": `import { f } from "./m${Math.floor(n / 3)}";\nf();\n`,
}));
grows("typescript: a wide barrel and what imports from it", (n) => ({
  "index.ts": each(n, (i) => `export * from "./m${i}";`),
  ...filesOf(n, (i) => `m${i}.ts`, (i) => `export function f${i}() {}\n`),
  ...filesOf(n, (i) => `use/u${i}.ts`, (i) => `import { f${i} } from "../index";\nf${i}();\n`),
}));
grows("typescript: a wide barrel of barrels", (n) => ({
  "index.ts": each(n, (i) => `export * from "./m${i}";`),
  ...filesOf(n, (i) => `m${i}/index.ts`, () => 'export * from "./code";\n'),
  ...filesOf(n, (i) => `m${i}/code.ts`, (i) => `export function f${i}() {}\n`),
  ...filesOf(n, (i) => `use/u${i}.ts`, (i) => `import { f${i} } from "../index";\nf${i}();\n`),
}));
grows(
  "typescript: barrels in a circle",
  (n) =>
    filesOf(
      n,
      (i) => `m${i}.ts`,
      (i) =>
        `export * from "./m${(i + 1) % n}";\nexport * from "./m${
          (i * 7 + 3) % n
        }";\nexport function f${i}() {}\nimport { f${(i + 11) % n} as q } from "./m${(i + 5) % n}";\nq();\n`,
    ),
);
grows("typescript: a module with many exports and what imports them", (n) => ({
  "all.ts": each(n, (i) => `export function f${i}() {}`),
  ...filesOf(n, (i) => `use/u${i}.ts`, (i) => `import { f${i} } from "../all";\nf${i}();\n`),
}));
grows("javascript: a module that requires many and hands them on", (n) => ({
  "index.js": `module.exports = {\n${each(n, (i) => `  f${i}: require("./m${i}"),`)}\n};\n`,
  ...filesOf(n, (i) => `m${i}.js`, () => "module.exports = function () {};\n"),
  ...filesOf(n, (i) => `u${i}.js`, (i) => `const all = require("./index");\nall.f${i}();\n`),
}));
grows("python: a package that imports all of its modules", (n) => ({
  "pkg/__init__.py": each(n, (i) => `from .m${i} import f${i}`),
  ...filesOf(n, (i) => `pkg/m${i}.py`, (i) => `def f${i}(): pass\n`),
  ...filesOf(n, (i) => `u${i}.py`, (i) => `import pkg\n\npkg.f${i}()\n`),
}));
grows("python: many star imports", (n) => ({
  ...filesOf(n, (i) => `m${i}.py`, (i) => `def f${i}(): pass\n`),
  "use.py": `${each(n, (i) => `from m${i} import *`)}\n${each(n, (i) => `f${i}()`)}\n`,
}));
grows("python: one star import again and again", (n) => ({
  "a.py": each(n, (i) => `from a import *\nfrom a import x${i} as x${i + 1}`),
}));
grows("typescript: one star export again and again", (n) => ({
  "a.ts": each(n, (i) => `export * from "./b";\nexport { x${i} } from "./a";`),
  "b.ts": each(n, (i) => `export function f${i}() {}`),
}));
grows("python: a chain of star imports", (n) => ({
  "m0.py": "def f(): pass\n",
  ...filesOf(Math.floor(n / 3), (i) => `m${i + 1}.py`, (i) => `from m${i} import *\n`),
  "use.py": `from m${Math.floor(n / 3)} import *\nf()\n`,
}));
grows("python: a long list of public names that stars bring", (n) => ({
  "all.py": `__all__ = [${each(n, (i) => `"f${i}"`, ", ")}]\n${each(n, (i) => `def f${i}(): pass`)}\n`,
  "use.py": `from all import *\n${each(n, (i) => `f${i}()`)}\n`,
}));
grows("go: many dot imports", (n) => ({
  "go.mod": "module example.test/m\n",
  ...filesOf(n, (i) => `p${i}/p.go`, (i) => `package p${i}\n\nfunc F${i}() {}\n`),
  "use.go": `package m\n\nimport (\n${each(n, (i) => `\t. "example.test/m/p${i}"`)}\n)\n\nfunc f() {\n${
    each(n, (i) => `\tF${i}()`)
  }\n}\n`,
}));
grows("go: a file that imports many packages", (n) => ({
  "go.mod": "module example.test/m\n",
  ...filesOf(n, (i) => `p${i}/p.go`, (i) => `package p${i}\n\nfunc F() {}\n`),
  "use.go": `package m\n\nimport (\n${each(n, (i) => `\t"example.test/m/p${i}"`)}\n)\n\nfunc f() {\n${
    each(n, (i) => `\tp${i}.F()`)
  }\n}\n`,
}));

// Types and expressions

grows("typescript: a large union and what it is asked for", (n) => ({
  "a.ts": `${each(n, (i) => `class C${i} { m() {} }`)}\ntype U = ${each(n, (i) => `C${i}`, " | ")};\n${
    each(n, (i) => `export function f${i}(u: U) { u.m(); }`)
  }\n`,
}));
grows("python: a large union and what it is asked for", (n) => ({
  "a.py": `${each(n, (i) => `class C${i}:\n    def m(self): pass`)}\nU = ${each(n, (i) => `C${i}`, " | ")}\n${
    each(n, (i) => `def f${i}(u: U):\n    u.m()`)
  }\n`,
}));
grows("typescript: a call with many callbacks", (n) => ({
  "a.ts": `function all(...each: ((c: C) => void)[]) {}\nclass C { m() {} }\nall(${
    each(n, () => "(c) => c.m()", ", ")
  });\nexport {};\n`,
}), 150);
grows("typescript: a long chain of calls", (n) => ({
  "a.ts": `class C { m() { return this; } }\nnew C()${".m()".repeat(Math.floor(n / 6))};\nexport {};\n`,
}));
grows("typescript: names that are each an alias of the one before", (n) => ({
  "a.ts": `function f() {}\nconst a0 = f;\n${each(Math.floor(n / 12), (i) => `const a${i + 1} = a${i};`)}\na${
    Math.floor(n / 12)
  }();\nexport {};\n`,
}));
grows("typescript: a file of many errors", (n) => ({
  "a.ts": `function f() {}\n${each(n, () => "f();\nif (f() {\n}\n")}`,
}));
grows("python: a file of many errors", (n) => ({
  "a.py": `def f(): pass\n${each(n, () => "f()\nx = f() +\n")}`,
}));
grows("python: many tests of one name", (n) => ({
  "a.py": `class C:\n    def m(self): pass\n\n\ndef f(x):\n${
    each(n, () => "    if isinstance(x, C):\n        x.m()")
  }\n`,
}));
grows("python: a long chain of conditions", (n) => ({
  "a.py": `class C:\n    def m(self): pass\n\n\ndef f(k):\n    x = C()\n    if k == 0:\n        x = C()\n${
    each(n, (i) => `    elif k == ${i}:\n        x = C()\n        x.m()`)
  }\n    x.m()\n`,
}), 150);
grows("python: many early returns", (n) => ({
  "a.py": `class C:\n    def m(self): pass\n\n\ndef f(x):\n${
    each(n, (i) => `    if isinstance(x, C) and x.k == ${i}:\n        return x.m()`)
  }\n`,
}));
grows("typescript: many early returns", (n) => ({
  "a.ts": `class C { m() {} }\nexport function f(x: C | string) {\n${
    each(n, () => "  if (x instanceof C) return x.m();")
  }\n}\n`,
}));
grows("typescript: a switch with many cases", (n) => ({
  "a.ts": `class C { m() {} }\nexport function f(k: number) {\n  let x = new C();\n  switch (k) {\n${
    each(n, (i) => `    case ${i}:\n      x = new C();\n      x.m();\n      break;`)
  }\n  }\n  x.m();\n}\n`,
}), 300);
grows("go: a type switch with many cases", (n) => ({
  "a.go": `package m\n\n${
    each(n, (i) => `type C${i} struct{}\n\nfunc (C${i}) M() {}\n`)
  }\nfunc f(x any) {\n\tswitch y := x.(type) {\n${each(n, (i) => `\tcase C${i}:\n\t\ty.M()`)}\n\t}\n}\n`,
}));
grows("go: one error, declared anew again and again", (n) => ({
  "a.go":
    `package m\n\ntype E struct{}\n\nfunc (E) M() {}\n\nfunc g() (int, E) { return 1, E{} }\n\nfunc f() {\n${
      each(n, (i) => `\ta${i}, err := g()\n\terr.M()\n\t_ = a${i}`)
    }\n}\n`,
}), 300);
grows("go: blank variables of a package", (n) => ({
  "go.mod": "module example.test/m\n",
  ...filesOf(
    n,
    (i) => `m${i}.go`,
    (i) => `package m\n\ntype C${i} struct{}\n\nvar _ = C${i}{}\n\nfunc f${i}() { _ = C${i}{} }\n`,
  ),
}));
grows("python: attributes that many methods assign", (n) => ({
  "a.py": `class V:\n    def m(self): pass\n\n\nclass C:\n${
    each(n, (i) => `    def m${i}(self):\n        self.v = V()\n        self.v.m()`)
  }\n`,
}));
grows("javascript: a prototype with many methods", (n) => ({
  "a.js": `function C() {}\n${
    each(n, (i) => `C.prototype.m${i} = function () { this.m${(i + 1) % n}(); };`)
  }\nmodule.exports = C;\n`,
}));
grows("javascript: exports that are assigned one by one", (n) => ({
  "a.js": each(n, (i) => `exports.f${i} = function () { exports.f${(i + 1) % n}(); };`),
  "b.js": `const a = require("./a");\n${each(n, (i) => `a.f${i}();`)}\n`,
}));
grows("typescript: namespaces of one name", (n) => ({
  "a.ts": `${each(n, (i) => `namespace N { export function f${i}() { f${(i + 1) % n}(); } }`)}\n${
    each(n, (i) => `N.f${i}();`)
  }\nexport {};\n`,
}));
grows("typescript: a wide enumeration", (n) => ({
  "a.ts": `export enum E { ${each(n, (i) => `M${i}`, ", ")} }\n${
    each(n, (i) => `export const v${i} = E.M${i};`)
  }\n`,
}));
grows("typescript: a long literal of functions", (n) => ({
  "a.ts": `class C { m() {} }\nconst all: Record<string, (c: C) => void> = {\n${
    each(n, (i) => `  k${i}: (c) => c.m(),`)
  }\n};\nexport { all };\n`,
}));
grows("typescript: types that each hold the one before twice", (n) => ({
  "a.ts": `class C { m() {} }\ntype T0 = [C, C];\n${
    each(n, (i) =>
      `type T${i + 1} = [T${i}, T${i}];\nexport function f${i}(t: T${i + 1}) { const [a] = t; a[0].m(); }`)
  }\n`,
}));
grows("python: types that each hold the one before twice", (n) => ({
  "a.py": `class C:\n    def m(self): pass\n\n\nt0 = (C(), C())\n${
    each(n, (i) =>
      `t${i + 1} = (t${i}, t${i})\n\n\ndef f${i}(t: "tuple[T${i}, T${i}]"):\n    t[0][1].m()\n\n\nT${
        i + 1
      } = tuple[T${i}, T${i}]`)
  }\nT0 = tuple[C, C]\n`,
}));
grows("typescript: overloads that take classes", (n) => ({
  "a.ts": `${
    each(n, (i) => `class C${i} { m() {} }\nexport function f(x: C${i}): C${i};`)
  }\nexport function f(x: any) {}\n${each(n, (i) => `f(new C${i}()).m();`)}\n`,
}));
