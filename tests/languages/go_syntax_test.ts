// Go's syntax door: a fixture for each behaviour, and what no fixture can hold (hostile sizes, bytes that are no text).

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { syntax } from "../../lib/languages/go/syntax/mod.ts";
import { VERSIONS } from "../../lib/languages/go/versions.ts";
import { DEFAULT_LIMITS, type FileFacts } from "../../lib/model/mod.ts";
import { GrammarParser, SourceText, startParser } from "../../wasm/mod.ts";
import { parseFixture } from "../fixture.ts";
import { failedMarks } from "./facts_marks.ts";

const folder = fileURLToPath(new URL("../../fixtures/facts/go/", import.meta.url));
const encoder = new TextEncoder();

await startParser(DEFAULT_LIMITS.maxParserBytes);
const parser = await GrammarParser.load(VERSIONS.grammars.go);

function factsOf(bytes: Uint8Array): FileFacts {
  const tree = parser.parse(new SourceText(bytes), 60_000);
  assert.ok(tree !== null);
  return syntax.extract(tree, "go");
}

describe("go facts", () => {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort()) {
    it(name.slice(0, -".txt".length).replaceAll("_", " "), () => {
      const fixture = parseFixture(readFileSync(folder + name, "utf8"));
      assert.ok(fixture.marks.length > 0);
      for (const { path, text } of fixture.files) {
        const marks = fixture.marks.filter((mark) => mark.path === path);
        assert.deepEqual(failedMarks(factsOf(encoder.encode(text)), marks), []);
      }
    });
  }
});

const DEPTH = 100_000;
const repeated = (text: string, times = DEPTH) => text.repeat(times);
const inFunction = (statement: string) => `package p\nfunc f() {\n${statement}\n}\n`;

/** Texts that would overflow the stack of a walk without bounds, by their depth or by their width. */
const HOSTILE: Readonly<Record<string, string>> = {
  "parentheses": inFunction(`x = ${repeated("(")}y${repeated(")")}`),
  "calls inside calls": inFunction(`${repeated("f(")}1${repeated(")")}`),
  "a chain of calls": inFunction(`f()${repeated(".g()", 20_000)}`),
  "a sum": inFunction(`x = 1${repeated(" + y", 20_000)}`),
  "signs": inFunction(`x = ${repeated("!")}y`),
  "blocks": inFunction(repeated("{", 50_000) + repeated("}", 50_000)),
  "else-ifs": inFunction(`if a {}${repeated(" else if b {}", 20_000)}`),
  "nested ifs": inFunction(repeated("if a {", 50_000) + repeated("}", 50_000)),
  "function literals": inFunction(`${repeated("func() {", 20_000)}${repeated("}", 20_000)}`),
  "pointers in a type": `package p\nvar x ${repeated("*")}T\n`,
  "a pointer receiver": `package p\nfunc (r ${repeated("*", 20_000)}T) m() {}\n`,
  "arrays in a type": `package p\nvar x ${repeated("[]")}T\n`,
  "type arguments": `package p\nvar x ${repeated("A[", 20_000)}T${repeated("]", 20_000)}\n`,
  "structs": `package p\ntype T ${repeated("struct{ a ", 20_000)}int${repeated("}", 20_000)}\n`,
  "composite literals": `package p\nvar x = []T${repeated("{", 20_000)}${repeated("}", 20_000)}\n`,
  "indexes": inFunction(`x = a${repeated("[0]", 20_000)}`),
  "indexes inside indexes": inFunction(`${repeated("a[", 20_000)}0${repeated("]", 20_000)}(x)`),
  "many parameters": `package p\nfunc f(${repeated("a int, ", 150_000)}b int) {}\n`,
  "many arguments": inFunction(`f(${repeated("1, ", 150_000)}2)`),
  "many names": inFunction(`${repeated("a, ", 50_000)}b := f()`),
  "many errors": `package p\n${repeated("var x = = 1\n", 30_000)}`,
  "many comments": `package p\n${repeated("//\n", 200_000)}func f() {}\n`,
  "open brackets of all kinds": `package p\n${repeated("func ( { [ <", 10_000)}`,
};

describe("go facts of hostile input", () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    it(name, () => {
      const facts = factsOf(encoder.encode(text));
      assert.equal(facts.byteLength, text.length);
      assert.ok(facts.problems.every((problem) => problem.end <= text.length));
    });
  }

  it("what lies too deep is a problem, what lies before it is not", () => {
    const facts = factsOf(encoder.encode(HOSTILE["calls inside calls"]));
    assert.deepEqual(facts.problems.map((problem) => problem.code), ["parse_error"]);
    assert.ok(facts.references.expr.length >= 300);
    assert.deepEqual(factsOf(encoder.encode(HOSTILE["a chain of calls"])).problems, []);
  });
});

const PROBLEMS: Readonly<Record<string, readonly [text: string, problems: readonly string[]]>> = {
  "a missing token": ["package p\nfunc f() {\n\ta(1\n}\n", ["missing_token ''"]],
  "only the outermost error": ["package p\nfunc f() {\n\tx = = 1\n}\n", ["parse_error '='"]],
  "a lost declaration spoils what follows it in its function": [
    "package p\nfunc f() {\nfunc (s *S) m(a int) error { z() }\ntype T int\n",
    ["parse_error 'func (s *S) m(a int) error { z() }\ntype T int\n'"],
  ],
};

describe("go problems", () => {
  for (const [name, [text, expected]] of Object.entries(PROBLEMS)) {
    it(name, () => {
      const { problems } = factsOf(encoder.encode(text));
      const said = problems.map(({ start, end, code }) => `${code} '${text.slice(start, end)}'`);
      assert.deepEqual(said, expected);
    });
  }
});

describe("go scopes of hostile input", () => {
  it("no chain of scopes is longer than a thousand", () => {
    const chain = repeated(" else if a := b; t[a](x) {}", 5_000);
    const { parent } = factsOf(encoder.encode(inFunction(`if a {}${chain}`))).scopes;
    const depth: number[] = [];
    parent.forEach((outer, scope) => depth[scope] = outer < 0 ? 0 : depth[outer] + 1);
    assert.ok(Math.max(...depth.slice(-10)) < 1_000);
    assert.ok(depth.length > 5_000);
  });
});

describe("go facts of odd bytes", () => {
  it("an empty file has a module scope and nothing else", () => {
    const facts = factsOf(new Uint8Array(0));
    assert.deepEqual(facts.definitions, []);
    assert.equal(facts.scopes.kind.length, 1);
    assert.deepEqual(facts.attributes, {});
  });

  it("a BOM, CRLF and letters beyond ASCII keep byte offsets", () => {
    const text = "\ufeffpackage p\r\n\r\n// Größe sagt es.\r\nfunc größe() {}\r\nvar Äpfel = größe()\r\n";
    const bytes = encoder.encode(text);
    const { definitions, references, exprs, attributes } = factsOf(bytes);
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    assert.equal(attributes["go.package_at"], "11");
    assert.deepEqual(
      definitions.map((one) => [one.name, slice(one.nameStart, one.nameEnd), one.exported, one.doc]),
      [["größe", "größe", false, "// Größe sagt es."], ["Äpfel", "Äpfel", true, null]],
    );
    const called = references.expr[0];
    assert.equal(slice(exprs.start[called], exprs.end[called]), "größe");
  });

  it("bytes that are not UTF-8 keep their offsets", () => {
    const bytes = Uint8Array.from([
      ...encoder.encode('package p\nvar s = "'),
      0xff,
      ...encoder.encode('"\nvar t = s\n'),
    ]);
    const { definitions, references, exprs } = factsOf(bytes);
    assert.deepEqual(definitions.map((one) => one.name), ["s", "t"]);
    assert.equal(exprs.start[references.expr[0]], bytes.length - 2);
  });

  it("no more than the first sixteen returned expressions are kept", () => {
    const facts = factsOf(
      encoder.encode(`package p\nfunc f() int {\n${"if x { return y }\n".repeat(40)}}\n`),
    );
    assert.equal(facts.definitions[0].values.length, 16);
    assert.equal(facts.references.expr.length, 81);
  });
});
