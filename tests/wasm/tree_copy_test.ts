// Trees are read out of tree-sitter's memory: every column is what the package's own cursor says, whatever the text.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { after, describe, it } from "node:test";
import { DEFAULT_LIMITS } from "../../lib/model/mod.ts";
import { readGrammar } from "../../wasm/grammar_tables.ts";
import { GRAMMAR_NAMES, type GrammarName, GrammarParser, SourceText, startParser } from "../../wasm/mod.ts";
import { nodeCount } from "../../wasm/subtree.ts";
import { CHECK_TEXT, checkReading } from "../../wasm/tree_check.ts";
import { copyTree } from "../../wasm/tree_copy.ts";
import { parseFixture } from "../fixture.ts";
import { assertSameTree, CursorOracle } from "./cursor_oracle.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url).pathname;
const GRAMMARS: Readonly<Record<string, GrammarName>> = {
  ".py": "python",
  ".pyi": "python",
  ".js": "javascript",
  ".jsx": "javascript",
  ".mjs": "javascript",
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "tsx",
  ".go": "go",
};

await startParser(DEFAULT_LIMITS.maxParserBytes);
const parsers = new Map<GrammarName, { ours: GrammarParser; theirs: CursorOracle }>();
for (const grammar of GRAMMAR_NAMES) {
  parsers.set(grammar, {
    ours: await GrammarParser.load(grammar),
    theirs: await CursorOracle.load(grammar),
  });
}
after(() => {
  for (const { ours, theirs } of parsers.values()) {
    ours.delete();
    theirs.delete();
  }
});

const encoded = (text: string) => new SourceText(new TextEncoder().encode(text));

function compare(grammar: GrammarName, source: SourceText, message: string): void {
  const { ours, theirs } = parsers.get(grammar)!;
  assertSameTree(ours.parse(source, 60_000)!, theirs.rows(source), `${grammar}: ${message}`);
}

/** The texts of the fixtures, each once, by grammar. */
function fixtureTexts(): Map<GrammarName, Set<string>> {
  const found = new Map(GRAMMAR_NAMES.map((grammar) => [grammar, new Set<string>()]));
  const paths = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" }).sort();
  for (const path of paths) {
    const grammar = GRAMMARS[extname(path)];
    if (grammar !== undefined) found.get(grammar)!.add(readFileSync(join(FIXTURES, path), "utf8"));
    if (extname(path) !== ".txt") continue;
    for (const file of parseFixture(readFileSync(join(FIXTURES, path), "utf8")).files) {
      const grammar = GRAMMARS[extname(file.path)];
      if (grammar !== undefined) found.get(grammar)!.add(file.text);
    }
  }
  return found;
}

const texts = fixtureTexts();

/** Pseudo-random numbers below `bound`, the same in each run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

const PIECES = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "\n    ",
  "é🎉",
  '"',
  "`",
  "'''",
  "# x\n",
  "/* ",
  "//",
  "<",
  "=>",
  "@",
  "\0",
];

/** A text as somebody typing leaves it: cut, doubled, with what does not belong. */
function damaged(text: string, random: (bound: number) => number): string {
  let damaged = text;
  for (let times = 1 + random(6); times > 0; times--) {
    const at = random(damaged.length + 1);
    const [before, behind] = [damaged.slice(0, at), damaged.slice(at)];
    const kind = random(4);
    if (kind === 0) damaged = before + behind.slice(1 + random(30));
    else if (kind === 1) damaged = before + PIECES[random(PIECES.length)] + behind;
    else if (kind === 2) damaged = before + behind.slice(0, random(200)) + behind;
    else damaged = random(4) === 0 ? before : damaged;
  }
  return damaged;
}

const ODD: readonly [name: string, text: string][] = [
  ["no text", ""],
  ["nothing but white space", " \n\t\n  "],
  ["white space before all else", "\n\n   a.b(c)\n"],
  ["padding longer than a small leaf can say", `${" ".repeat(300)}a(${"\n".repeat(300)}b)\n`],
  ["a token longer than a small leaf can say", `${"a".repeat(300)}(${"b".repeat(70_000)})\n`],
  ["two, three and four bytes a character", "größe(日本, '🎉')\n"],
  ["a byte order mark", "\ufeffa(b)\n"],
  ["only what does not parse", ")]}> ) = = \\ $ ? "],
  ["something that is missing", "f(a\n"],
  ["comments everywhere", "/* a */ f( /* b */ x /* c */ , // d\n y) # e\n"],
  ["thousands of siblings that do not parse", "a) ".repeat(1_000)],
  ["deep nesting", `${"(".repeat(100_000)}1${")".repeat(100_000)}\n`],
  ["deep nesting that never closes", "f([{".repeat(3_000)],
];

describe("trees read from memory", () => {
  for (const grammar of GRAMMAR_NAMES) {
    it(`of every fixture: ${grammar}`, () => {
      assert.ok(texts.get(grammar)!.size > 0);
      for (const text of texts.get(grammar)!) compare(grammar, encoded(text), text.slice(0, 60));
    });
    it(`of damaged fixtures: ${grammar}`, () => {
      const random = numbers(11);
      for (const text of texts.get(grammar)!) {
        const broken = damaged(text, random);
        compare(grammar, encoded(broken), broken);
      }
    });
    it(`of another language's text: ${grammar}`, () => {
      for (const [other, found] of texts) {
        if (other === grammar) continue;
        for (const text of [...found].slice(0, 10)) compare(grammar, encoded(text), text);
      }
    });
    for (const [name, text] of ODD) {
      it(`of ${name}: ${grammar}`, () => compare(grammar, encoded(text), name));
    }
  }

  it("of bytes that are no UTF-8", () => {
    compare("python", new SourceText(new Uint8Array([0x61, 0x28, 0xff, 0x29, 0x0a])), "Latin-1");
  });

  it("of a tree for which the memory had to grow, and of a small one after it", () => {
    compare("python", encoded("f(a, [b], {c: d})\n".repeat(15_000)), "large");
    compare("python", encoded("x = 1\n"), "small");
  });
});

describe("a layout that is not the one known", () => {
  it("is refused where a grammar is of another ABI", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    new DataView(memory.buffer).setUint32(64, 16, true);
    assert.throws(() => readGrammar(memory, 64), /ABI 16/);
  });

  it("is refused where tree-sitter reads the small text in another way", () => {
    const tree = parsers.get("python")!.ours.parse(encoded(CHECK_TEXT), 5_000)!;
    assert.throws(() => checkReading(tree, "(module)"), /another way/);
  });

  it("is never a tree: a walk must find as many nodes as the parser counted", () => {
    // A root with one leaf below it, of which it says that they are two.
    const words = new Int32Array(64);
    const [tree, data, leaf] = [0, 32, 30];
    words[tree] = data * 4;
    words[leaf] = 0b111;
    words[data + 9] = 1;
    words[data + 11] = 0b11;
    words[data + 12] = 1;
    words[data + 14] = 1;
    const grammar = {
      width: 1,
      aliases: new Uint16Array(1),
      fields: new Uint16Array(1),
      publicSymbols: new Uint16Array(1),
      shownAs: new Uint8Array(1),
    };
    const columns = {
      type: new Uint16Array(4),
      field: new Uint16Array(4),
      bits: new Uint8Array(4),
      start: new Uint32Array(4),
      end: new Uint32Array(4),
      parent: new Int32Array(4),
      past: new Int32Array(4),
    };
    assert.equal(nodeCount(words, tree), 2);
    assert.equal(copyTree(words, tree, grammar, encoded(""), columns), false);
    words[data + 14] = 2;
    assert.throws(() => copyTree(words, tree, grammar, encoded(""), columns), /other nodes/);
  });
});
