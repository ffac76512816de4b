// The syntax door of TypeScript and JavaScript: a fixture for each behaviour, and what no fixture can hold (hostile sizes,
// half-typed text, odd bytes).

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { languageOf } from "../../lib/languages/mod.ts";
import { syntax } from "../../lib/languages/typescript/syntax/mod.ts";
import { VERSIONS } from "../../lib/languages/typescript/versions.ts";
import { DEFAULT_LIMITS, type FileFacts } from "../../lib/model/mod.ts";
import { GrammarParser, SourceText, startParser } from "../../wasm/mod.ts";
import { parseFixture } from "../fixture.ts";
import { failedMarks } from "./facts_marks.ts";

const folder = fileURLToPath(new URL("../../fixtures/facts/typescript/", import.meta.url));
const encoder = new TextEncoder();

await startParser(DEFAULT_LIMITS.maxParserBytes);
const parsers: Readonly<Record<string, GrammarParser>> = {
  js: await GrammarParser.load(VERSIONS.grammars.js),
  ts: await GrammarParser.load(VERSIONS.grammars.ts),
  tsx: await GrammarParser.load(VERSIONS.grammars.tsx),
};
const DIALECTS = Object.keys(parsers);

function factsOf(bytes: Uint8Array, dialect: string): FileFacts {
  const source = new SourceText(bytes);
  let tree = parsers[dialect].parse(source, 60_000);
  const mended = tree?.hasErrors ? syntax.mend?.(source.text, dialect) ?? null : null;
  if (mended !== null) tree = parsers[dialect].parse(source, 60_000, mended);
  assert.ok(tree !== null);
  return syntax.extract(tree, dialect);
}

describe("typescript facts", () => {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort()) {
    it(name.slice(0, -".txt".length).replaceAll("_", " "), () => {
      const fixture = parseFixture(readFileSync(folder + name, "utf8"));
      assert.ok(fixture.marks.length > 0);
      for (const { path, text } of fixture.files) {
        const marks = fixture.marks.filter((mark) => mark.path === path);
        const facts = factsOf(encoder.encode(text), languageOf(path)!.dialect);
        assert.deepEqual(failedMarks(facts, marks), []);
      }
    });
  }
});

const DEPTH = 100_000;
const repeated = (text: string, times = DEPTH) => text.repeat(times);

/** Texts that would overflow the stack of a walk without bounds, or take quadratic time, by depth or by width. */
const HOSTILE: Readonly<Record<string, string>> = {
  "parentheses": `${repeated("(")}a${repeated(")")}`,
  "arrays": `${repeated("[")}${repeated("]")}`,
  "a chain of members": `a${repeated(".b")}`,
  "a chain of calls": `f${repeated("()")}`,
  "a chain of subscripts": `a${repeated("[0]", 20_000)}`,
  "a sum": `a${repeated("+a", 50_000)}`,
  "a condition of many parts": `if(a${repeated("&&a", 50_000)}){}`,
  "else-ifs": `if(a){}${repeated("else if(b){}", 20_000)}`,
  "conditionals": `${repeated("a?b:", 20_000)}c`,
  "arrows": `${repeated("a=>", 20_000)}b`,
  "functions": `${repeated("function f(){", 20_000)}${repeated("}", 20_000)}`,
  "functions in constants": `const f = ${repeated("() => { const g = ", 20_000)}1${repeated("}", 20_000)}`,
  "objects": `x=${repeated("{a:", 20_000)}1${repeated("}", 20_000)}`,
  "classes": `x=${repeated("class A{ m = ", 5_000)}1${repeated("}", 5_000)}`,
  "wrapper calls": `const f = ${repeated("memo(", 20_000)}() => 1${repeated(")", 20_000)}`,
  "chained assignments": `${repeated("a.b = ", 20_000)}1`,
  "chained exports": `${repeated("exports.a = ", 20_000)}function(){}`,
  "negations": `x=${repeated("!", 50_000)}a`,
  "blocks": `${repeated("{", 50_000)}${repeated("}", 50_000)}`,
  "nested ifs": `${repeated("if(a)", 50_000)}b()`,
  "patterns": `const {${repeated("a:{", 20_000)}b${repeated("}", 20_000)}} = x`,
  "templates": `x=${repeated("`${", 5_000)}1${repeated("}`", 5_000)}`,
  "awaits": `async function f(){${repeated("await ", 20_000)}x}`,
  "elements": `x=${repeated("<A>", 20_000)}${repeated("</A>", 20_000)}`,
  "namespaces": `${repeated("namespace A {", 5_000)}${repeated("}", 5_000)}`,
  "a dotted namespace": `namespace A${repeated(".b", 2_000)} {}`,
  "type arguments": `type A = ${repeated("B<", 20_000)}C${repeated(">", 20_000)}`,
  "a union of types": `type A = B${repeated("|C", 50_000)}`,
  "function types": `type A = ${repeated("() => ", 20_000)}E`,
  "casts": `x${repeated("!", 50_000)}`,
  "decorators": `${repeated("@a ", 20_000)}class A {}`,
  "labels": `${repeated("a:", 20_000)};`,
  "a sequence": `a${repeated(",a")}`,
  "many overloads": repeated("declare function f(): A;\n", 1_000),
  "many assignments to this": `class A { m() {\n${repeated("this.x = y;\n", 20_000)}} x = 1 }`,
  "many comments": `${repeated("//\n", 100_000)}function f() {}`,
  "many lines that start like type parameters": repeated("a\n <b>\n", 1_000),
  "many lines that open type parameters": repeated("a\n <b\n", 20_000),
  "many JSDoc types that stay open": `${
    repeated(`/** ${repeated("@param {", 2_000)} */ function f(a) {}\n`, 20)
  }`,
  "open brackets": repeated("({a:", 50_000),
  "open brackets of all kinds": repeated("function f({[(<`${ class {", 2_000),
};

describe("typescript facts of hostile input", () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    it(name, () => {
      for (const dialect of DIALECTS) {
        const facts = factsOf(encoder.encode(text), dialect);
        assert.equal(facts.byteLength, text.length);
        assert.ok(facts.problems.every((problem) => problem.end <= text.length));
        assert.deepEqual(failedMarks(facts, []), []);
      }
    });
  }

  it("what lies too deep is a problem, what is only long is not", () => {
    const deep = factsOf(encoder.encode(HOSTILE["arrays"]), "js");
    assert.deepEqual(deep.problems.map((problem) => problem.code), ["parse_error"]);
    const long = factsOf(encoder.encode(HOSTILE["a chain of members"]), "js");
    assert.deepEqual(long.problems, []);
    assert.equal(long.references.expr.length, DEPTH + 1);
  });

  it("no more than the first sixteen values of a symbol are kept", () => {
    const text = `let x;\n${repeated("x = f();\n", 100)}function g() {\n${
      repeated("if (x) return y;\n", 100)
    }}\n`;
    const { definitions, references } = factsOf(encoder.encode(text), "js");
    assert.deepEqual(definitions.map(({ values }) => values.length), [16, 16]);
    assert.equal(references.expr.length, 400);
  });
});

/** Everything that an editor leaves behind while these are typed is read, and keeps the laws of facts. */
const TYPED: Readonly<Record<string, string>> = {
  ts: `import a, { b as c } from "m";
@d(1) export abstract class K<T extends A = B> extends ns.Base<T> implements I {
  constructor(private readonly p?: string, ...q: any[]) { super(); this.r = q; }
  get s(): number { return this.#t!.u?.[0]; } #t = async <V,>(w: V) => await f<V>(w);
  m(x: 1): void; m(x: any) { for (const { y = z, ...o } of e) yield_(\`a\${y}\`); }
}
export type U = { [P in keyof T]?: T[P] } | ((v: X) => v is Y) | typeof import("n").N<Z>;
declare module "o" { export = q; } namespace R.S { export enum E { A = 1 } }
if (h instanceof K && h) { h.m(1) } else switch (h) { case 1: let i = h as U; default: }
export { c as default }; export * from "p"; try { throw x } catch { }
`,
  js: `const { a, b: c } = require("./m"), d = require("n")(a);
var app = exports = module.exports = {}; exports.e = function f(g) { this.h = g; };
Foo.prototype = { i() {}, get j() { return super.k; }, [l]: 1, ...m };
/** @type {Map<string, import("o").P>} */ let q = r ?? (s, t) ? u : v => <W x={y} {...z}>{1}</W>;
label: while (q--) { if (!q) continue label; [q.a, q] = [1, ...q]; delete q.b, void 0; }
module.exports = { e, n: class { static { this.o = 1; } #p = /x/g; }, async *w() {} };
`,
};

describe("typescript facts of half-typed text", () => {
  for (const [dialect, text] of Object.entries(TYPED)) {
    it(`${dialect} is read whole, without a problem`, () => {
      assert.deepEqual(factsOf(encoder.encode(text), dialect).problems, []);
    });

    it(`${dialect} is read at every length`, () => {
      for (let length = 0; length <= text.length; length++) {
        const facts = factsOf(encoder.encode(text.slice(0, length)), dialect);
        assert.deepEqual(failedMarks(facts, []), [], `the first ${length} characters`);
      }
    });

    it(`${dialect} is read with any character lost`, () => {
      for (let at = 0; at < text.length; at++) {
        const facts = factsOf(encoder.encode(text.slice(0, at) + text.slice(at + 1)), dialect);
        assert.deepEqual(failedMarks(facts, []), [], `without character ${at}`);
      }
    });
  }
});

const MENDED: Readonly<Record<string, readonly [text: string, mended: string | null]>> = {
  "a generic call signature after a line without a semicolon": [
    "interface A {\n  a(): B\n  <T>(c: T): D\n}",
    "interface A {\n  a(): B\n ;<T>(c: T): D\n}",
  ],
  "a comment line between them": ["{\n  a: B\n  // c\n  <T>(): D\n}", "{\n  a: B\n  // c\n ;<T>(): D\n}"],
  "an arrow with type parameters on its own line": ["const a =\n  <T>(b: T) => b", null],
  "a comparison": ["a\n  <b", null],
  "export type star": ["export type * from 'a'", "export      * from 'a'"],
  "a generic type of a module": ["let a: import('./b-c').D.E<F>", "let a: import____b_c__.D.E<F>"],
  "variance": ["interface A<in out T, out U = V> {}", "interface A<       T,     U = V> {}"],
  "a static accessor": ["static accessor a", "static          a"],
  "what is spelled as the grammar has it": ["let a: import('./b').C; for (x in y) {}", null],
};

describe("typescript spellings", () => {
  for (const [name, [text, expected]] of Object.entries(MENDED)) {
    it(name, () => {
      const mended = syntax.mend!(text, "ts");
      assert.equal(mended, expected);
      assert.equal(mended?.length ?? text.length, text.length);
    });
  }

  it("many comments that stay open are passed over", () => {
    assert.equal(syntax.mend!(repeated(",/*"), "ts"), null);
  });

  it("lines of elements are left alone", () => {
    assert.equal(syntax.mend!("a\n  <T>(b)</T>", "tsx"), null);
    assert.equal(syntax.mend!("export type * from 'a'", "js"), null);
  });
});

describe("typescript facts of odd bytes", () => {
  it("an empty file is a script with a module scope and nothing else", () => {
    for (const dialect of DIALECTS) {
      const facts = factsOf(new Uint8Array(0), dialect);
      assert.deepEqual(facts.definitions, []);
      assert.equal(facts.scopes.kind.length, 1);
      assert.deepEqual(facts.attributes, { "typescript.script": "1" });
    }
  });

  it("a BOM, CRLF and letters beyond ASCII keep byte offsets", () => {
    const text = "\ufeff/** Größe. */\r\nfunction größe() {}\r\nconst Ä = größe('ö');\r\n";
    const bytes = encoder.encode(text);
    const { definitions, references, exprs } = factsOf(bytes, "ts");
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    assert.deepEqual(
      definitions.map((one) => [one.name, slice(one.nameStart, one.nameEnd), one.doc]),
      [["größe", "größe", "/** Größe. */"], ["Ä", "Ä", null]],
    );
    const called = references.expr[0];
    assert.equal(slice(exprs.start[called], exprs.end[called]), "größe");
  });

  it("JSDoc types behind letters beyond ASCII keep byte offsets", () => {
    const bytes = encoder.encode("/** größe @type {ns.Größe} */\nlet x;\n");
    const { definitions, exprs } = factsOf(bytes, "js");
    const type = definitions[0].annotation;
    assert.equal(new TextDecoder().decode(bytes.subarray(exprs.start[type], exprs.end[type])), "Größe");
  });

  it("bytes that are not UTF-8 keep their offsets", () => {
    const bytes = Uint8Array.from([
      ...encoder.encode('var s = "'),
      0xff,
      ...encoder.encode('";\nvar t = s\n'),
    ]);
    const { definitions, references, exprs } = factsOf(bytes, "js");
    assert.deepEqual(definitions.map((one) => one.name), ["s", "t"]);
    assert.equal(exprs.start[references.expr[0]], bytes.length - 2);
  });

  it("the text of a value's declaration is cut between characters at 200 bytes", () => {
    const [x] = factsOf(encoder.encode(`let x = "${"ä".repeat(200)}";`), "ts").definitions;
    assert.equal(x.signature, `let x = "${"ä".repeat(95)}`);
  });
});
