// Reading a tree is not quadratic: of files that grow in one respect, four times as many of it take about four times the
// work, counted in steps and never timed. What a grammar's own parser does is bounded by the clock instead.

import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf } from "../../lib/languages/mod.ts";
import { DEFAULT_LIMITS } from "../../lib/model/mod.ts";
import { type GrammarName, GrammarParser, SourceText, startParser, SyntaxTree } from "../../wasm/mod.ts";
import { countCalls, counted, countSteps } from "../resolve/work.ts";

const FEW = 100;
/** A little more than the four of what is linear. */
const MOST = 4.8;

await startParser(DEFAULT_LIMITS.maxParserBytes);
const parsers = new Map<GrammarName, GrammarParser>();

async function parserOf(grammar: GrammarName): Promise<GrammarParser> {
  const known = parsers.get(grammar);
  if (known !== undefined) return known;
  const parser = await GrammarParser.load(grammar);
  parsers.set(grammar, parser);
  return parser;
}

/** The steps that making facts of a text takes once it is parsed. */
async function stepsOf(path: string, text: string): Promise<number> {
  const { language, dialect } = languageOf(path)!;
  const syntax = await language.syntax();
  const source = new SourceText(new TextEncoder().encode(text));
  if ("extractText" in syntax) {
    return await countSteps(() => Promise.resolve(syntax.extractText(source, dialect)));
  }
  const tree = (await parserOf(language.versions.grammars[dialect])).parse(source, 60_000)!;
  Object.defineProperty(source, "bytes", { value: counted(source.bytes) });
  const undo = countCalls(SyntaxTree.prototype);
  try {
    return await countSteps(() => Promise.resolve(syntax.extract(tree, dialect)));
  } finally {
    undo();
  }
}

const each = (count: number, line: (i: number) => string, glue = "\n") =>
  Array.from({ length: count }, (_, i) => line(i)).join(glue);

const FILES: readonly [what: string, path: string, text: (n: number) => string][] = [
  ["headings that go deeper", "a.md", (n) => each(n, (i) => `${"#".repeat((i % 6) + 1)} h${i}`)],
  ["headings of one level", "a.md", (n) => each(n, (i) => `# h${i}`)],
  ["underlined headings", "a.md", (n) => each(n, (i) => `h${i}\n===`)],
  ["comments behind code", "a.ts", (n) => `x = 1;${each(n, () => "/* c */", "")}\n`],
  ["lines of comments before a function", "a.ts", (n) => `${each(n, () => "// c")}\nfunction f() {}\n`],
  [
    "functions of one line, each with a comment",
    "a.ts",
    (n) => each(n, () => "/* c */ function f() {}", " "),
  ],
  ["members of a class", "a.ts", (n) => `class C {\n${each(n, (i) => `  /** d */\n  m${i}() {}`)}\n}\n`],
  ["properties of an object", "a.js", (n) => `exports.o = {\n${each(n, (i) => `  p${i}: 1,`)}\n};\n`],
  ["a union of types", "a.ts", (n) => `type T = ${each(n, (i) => `A${i}`, " | ")};\n`],
  ["alternatives of a condition", "a.ts", (n) => `if (${each(n, () => "x instanceof A", " && ")}) x.m();\n`],
  ["branches, one behind the other", "a.js", (n) => each(n, () => "if (a) {} else", " ") + " {}\n"],
  ["elements of a page", "a.tsx", (n) => `const x = <a>${each(n, () => "<b c={1} />", "")}</a>;\n`],
  [
    "tags of a comment",
    "a.js",
    (n) => `/**\n${each(n, (i) => ` * @param {C} a.b${i} x`)}\n */\nfunction f(a) {}\n`,
  ],
  ["operands", "a.py", (n) => `x = ${each(n, () => "a", " + ")}\n`],
  ["targets of one value", "a.py", (n) => `${each(n, () => "a =", " ")} 1\n`],
  ["parts taken out of one value", "a.py", (n) => `${each(n, (i) => `a${i}`, ", ")} = x\n`],
  ["branches", "a.py", (n) => `if x:\n    a = 1\n${each(n, () => "elif x:\n    a = 2")}\n`],
  [
    "tests of one name",
    "a.py",
    (n) => `def f(x):\n${each(n, () => "    if x is not None:\n        return x.m()")}\n`,
  ],
  [
    "attributes set in a method",
    "a.py",
    (n) => `class C:\n    def m(self):\n${each(n, (i) => `        self.a${i} = 1`)}\n`,
  ],
  ["decorators", "a.py", (n) => `${each(n, () => "@a")}\ndef f(): pass\n`],
  ["arguments of a call", "a.py", (n) => `f(${each(n, (i) => `a${i}=1`, ", ")})\n`],
  ["names that a module declares public", "a.py", (n) => `__all__ = [${each(n, (i) => `"a${i}"`, ", ")}]\n`],
  ["comments, each above a variable", "a.go", (n) => `package p\n\n${each(n, () => "// c\nvar a int")}\n`],
  [
    "lines of comments above one function",
    "a.go",
    (n) => `package p\n\n${each(n, () => "// c")}\nfunc f() {}\n`,
  ],
  [
    "variables of one line, each with a comment",
    "a.go",
    (n) => `package p\n${each(n, () => "/* c */ var a int;", "")}\n`,
  ],
  ["fields", "a.go", (n) => `package p\n\ntype T struct {\n${each(n, (i) => `\ta${i} int`)}\n}\n`],
  [
    "elements of a literal",
    "a.go",
    (n) => `package p\n\nvar x = []T{${each(n, (i) => `{a: ${i}}`, ", ")}}\n`,
  ],
  [
    "cases",
    "a.go",
    (n) => `package p\n\nfunc f() {\n\tswitch a {\n${each(n, (i) => `\tcase ${i}:\n\t\tb()`)}\n\t}\n}\n`,
  ],
  [
    "constants of one list",
    "a.go",
    (n) => `package p\n\nconst (\n\tA = iota\n${each(n, (i) => `\tB${i}`)}\n)\n`,
  ],
];

for (const [what, path, text] of FILES) {
  test(`${path}: ${what}`, async () => {
    const [few, many] = [await stepsOf(path, text(FEW)), await stepsOf(path, text(4 * FEW))];
    assert.ok(many > few, "the text grows");
    const ratio = many / few;
    assert.ok(
      ratio < MOST,
      `${few} steps for ${FEW}, ${many} for four times as many: ${ratio.toFixed(2)} times`,
    );
  });
}
