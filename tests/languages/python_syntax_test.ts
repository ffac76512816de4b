// Python's syntax door: a fixture for each behaviour, and what no fixture can hold (hostile sizes, odd bytes).

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { syntax } from "../../lib/languages/python/syntax/mod.ts";
import { VERSIONS } from "../../lib/languages/python/versions.ts";
import { DEFAULT_LIMITS, type FileFacts } from "../../lib/model/mod.ts";
import { GrammarParser, SourceText, startParser } from "../../wasm/mod.ts";
import { parseFixture } from "../fixture.ts";
import { failedMarks } from "./facts_marks.ts";

const folder = fileURLToPath(new URL("../../fixtures/facts/python/", import.meta.url));
const encoder = new TextEncoder();

await startParser(DEFAULT_LIMITS.maxParserBytes);
const parser = await GrammarParser.load(VERSIONS.grammars.python);

function factsOf(bytes: Uint8Array, dialect = "python"): FileFacts {
  const tree = parser.parse(new SourceText(bytes), 60_000);
  assert.ok(tree !== null);
  return syntax.extract(tree, dialect);
}

describe("python facts", () => {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort()) {
    it(name.slice(0, -".txt".length).replaceAll("_", " "), () => {
      const fixture = parseFixture(readFileSync(folder + name, "utf8"));
      assert.ok(fixture.marks.length > 0);
      for (const { path, text } of fixture.files) {
        const marks = fixture.marks.filter((mark) => mark.path === path);
        const facts = factsOf(encoder.encode(text), path.endsWith(".pyi") ? "stub" : "python");
        assert.deepEqual(failedMarks(facts, marks), []);
      }
    });
  }
});

const DEPTH = 100_000;
const repeated = (text: string, times = DEPTH) => text.repeat(times);

/** Texts that would overflow the stack of a walk without bounds, or take quadratic time, by depth or by width. */
const HOSTILE: Readonly<Record<string, string>> = {
  "parentheses": `${repeated("(")}x${repeated(")")}`,
  "lists": `x = ${repeated("[", 50_000)}y${repeated("]", 50_000)}`,
  "a chain of members": `a${repeated(".b")}`,
  "a chain of calls": `a${repeated("()", 50_000)}`,
  "a chain of indexes": `a${repeated("[0]", 50_000)}`,
  "calls inside calls": `${repeated("f(", 50_000)}1${repeated(")", 50_000)}`,
  "a sum": `x = ${repeated("a + ", 50_000)}b`,
  "powers": `x = ${repeated("a ** ", 20_000)}b`,
  "an and": `if ${repeated("isinstance(a, B) and ", 20_000)}c: pass\n`,
  "negations": `${repeated("not ", 50_000)}x`,
  "conditionals": `x = ${repeated("a if b else ", 20_000)}c`,
  "lambdas": `${repeated("lambda: ", 50_000)}x`,
  "chained assignments": `${repeated("a = ", 50_000)}1`,
  "targets inside targets": `${repeated("(a,", 20_000)}${repeated(")", 20_000)} = 1`,
  "a union of types": `x: ${repeated("A | ", 50_000)}B = 1`,
  "type arguments": `x: ${repeated("a[", 20_000)}b${repeated("]", 20_000)}`,
  "a type in a string": `x: "${repeated("a.", 4_000)}b"`,
  "lists of types in a string": `x: "${repeated("[", 4_000)}${repeated("]", 4_000)}"`,
  "patterns": `match x:\n case ${repeated("[", 20_000)}a${repeated("]", 20_000)}: pass\n`,
  "nested ifs": Array.from({ length: 1_200 }, (_, depth) => `${" ".repeat(depth)}if x:\n`).join(""),
  "nested classes": Array.from({ length: 800 }, (_, depth) => `${" ".repeat(depth)}class A:\n`).join(""),
  "elifs": `if a: pass\n${repeated("elif isinstance(x, A): y = 1\n", 20_000)}`,
  "overloads of one name": `${repeated("@overload\ndef f(): ...\n", 20_000)}def f(): pass\n`,
  "decorators": `${repeated("@a.b(c)\n", 20_000)}def f(): pass\n`,
  "assignments to self": `class A:\n def f(self):\n${repeated("  self.x = 1\n", 20_000)}`,
  "open brackets of all kinds": repeated("def f( [ { lambda: ", 5_000),
};

describe("python facts of hostile input", () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    it(name, () => {
      const facts = factsOf(encoder.encode(text));
      assert.equal(facts.byteLength, text.length);
      assert.ok(facts.problems.every((problem) => problem.end <= text.length));
      assert.deepEqual(failedMarks(facts, []), []);
    });
  }

  it("what lies too deep is a problem, what lies before it is not", () => {
    const deep = factsOf(encoder.encode(HOSTILE["calls inside calls"]));
    assert.deepEqual(deep.problems.map((problem) => problem.code), ["parse_error"]);
    assert.ok(deep.references.expr.length >= 200);
    const wide = factsOf(encoder.encode(HOSTILE["a chain of members"]));
    assert.deepEqual(wide.problems, []);
    assert.equal(wide.references.expr.length, DEPTH + 1);
  });
});

/** Every file that an editor leaves behind while this one is typed is read, and keeps the laws of facts. */
const TYPED = `import a.b as c
from .d import (e, f as g)
@e(1)
class K[T](c.Base, metaclass=M):
    """Doc."""
    x: "list[T]" = []
    def m(self, p: int = 1, *q, **r) -> None:
        self.y, z = p if q else r["k"], (w := 2)
        with open(f"{z!r:>{w}}") as h:
            for i, *j in enumerate(h): yield lambda v: v.s
        match z:
            case K(x=o) | [1, o] if o: return [t async for t in o if t]
        try: del z[w:]
        except (g, c.E) as err: raise err from None
`;

describe("python facts of half-typed text", () => {
  it("is read at every length", () => {
    for (let length = 0; length <= TYPED.length; length++) {
      const facts = factsOf(encoder.encode(TYPED.slice(0, length)));
      assert.deepEqual(failedMarks(facts, []), [], `the first ${length} characters`);
    }
  });

  it("is read with any character lost", () => {
    for (let at = 0; at < TYPED.length; at++) {
      const facts = factsOf(encoder.encode(TYPED.slice(0, at) + TYPED.slice(at + 1)));
      assert.deepEqual(failedMarks(facts, []), [], `without character ${at}`);
    }
  });

  it("has a problem for each outermost error and each missing token", () => {
    const text = "def f(:\n    pass\nx = = 1\n";
    const { problems } = factsOf(encoder.encode(text));
    assert.deepEqual(problems.map(({ start, end, code }) => `${code} ${text.slice(start, end)}`), [
      "missing_token ",
      "parse_error =",
    ]);
  });
});

describe("python facts of odd bytes", () => {
  it("an empty file has a module scope and nothing else", () => {
    const facts = factsOf(new Uint8Array(0));
    assert.deepEqual(facts.definitions, []);
    assert.equal(facts.scopes.kind.length, 1);
    assert.equal(facts.explicitNames, null);
    assert.deepEqual(facts.attributes, {});
  });

  it("a BOM, CRLF and letters beyond ASCII keep byte offsets", () => {
    const text = "\ufeffclass Größe:\r\n    '''Wie\r\n    groß.'''\r\n    a: 'Ä[Ö]'\r\n\r\nx = Größe()\r\n";
    const bytes = encoder.encode(text);
    const { definitions, references, exprs } = factsOf(bytes);
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    assert.deepEqual(
      definitions.map((one) => [one.name, slice(one.nameStart, one.nameEnd), one.doc]),
      [["Größe", "Größe", "Wie\r\n    groß."], ["a", "a", null], ["x", "x", null]],
    );
    const named = [...references.expr].map((expr) => slice(exprs.start[expr], exprs.end[expr]));
    assert.deepEqual(named, ["Ä", "Ö", "Größe"]);
  });

  it("bytes that are not UTF-8 keep their offsets", () => {
    const bytes = Uint8Array.from([...encoder.encode('s = "'), 0xff, ...encoder.encode('"\nt = s\n')]);
    const { definitions, references, exprs } = factsOf(bytes);
    assert.deepEqual(definitions.map((one) => one.name), ["s", "t"]);
    assert.equal(exprs.start[references.expr[0]], bytes.length - 2);
  });

  it("the text of a value's declaration is cut between characters at 200 bytes", () => {
    const text = `x = "${"ä".repeat(200)}"\n`;
    const [x] = factsOf(encoder.encode(text)).definitions;
    assert.equal(x.signature, `x = "${"ä".repeat(97)}`);
  });
});
