// Source text and parsing: positions are UTF-8 bytes whatever the text, and a parse is bounded.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GrammarParser, NO_NODE, SourceText, startParser, type SyntaxTree } from "../../wasm/mod.ts";
import { DEFAULT_LIMITS } from "../../lib/model/mod.ts";

const parserOf = async (grammar: "python" | "go") => {
  await startParser(DEFAULT_LIMITS.maxParserBytes);
  return await GrammarParser.load(grammar);
};
const encoded = (text: string) => new SourceText(new TextEncoder().encode(text));

test("every unit's byte offset is the length of the text before it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      const source = encoded(text);
      for (let unit = 0; unit <= text.length; unit++) {
        const splitsPair = unit > 0 && unit < text.length && /^[\udc00-\udfff]/.test(text.slice(unit));
        if (!splitsPair) {
          assert.equal(source.byteOffset(unit), new TextEncoder().encode(text.slice(0, unit)).length);
        }
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});

const TEXTS: readonly [name: string, bytes: Uint8Array, found: string][] = [
  ["ASCII", new TextEncoder().encode("x = name\n"), "name"],
  ["a byte order mark", new TextEncoder().encode("\ufeffx = name\n"), "name"],
  [
    "text of two, three and four bytes before it",
    new TextEncoder().encode("s = 'é日🎉'; größe = 1\n"),
    "größe",
  ],
  ["CRLF", new TextEncoder().encode("a = 1\r\nname = 2\r\n"), "name"],
  [
    "bytes that are no UTF-8",
    new Uint8Array([0x23, 0xff, 0xfe, 0x0a, ...new TextEncoder().encode("name = 1\n")]),
    "name",
  ],
];
for (const [name, bytes, wanted] of TEXTS) {
  test(`identifiers are found at their bytes: ${name}`, async () => {
    const parser = await parserOf("python");
    const source = new SourceText(bytes);
    const tree = parser.parse(source, 5_000)!;
    const at = identifiers(tree).find((node) => tree.text(node) === wanted);
    assert.notEqual(at, undefined);
    const raw = bytes.subarray(tree.start(at!), tree.end(at!));
    assert.equal(Buffer.from(raw).toString(source.encoding), wanted);
    parser.delete();
  });
}

function identifiers(tree: SyntaxTree): number[] {
  return Array.from({ length: tree.count }, (_, node) => node).filter((node) =>
    tree.type(node) === "identifier"
  );
}

test("a tree's columns agree: parents hold their children, siblings follow each other", async () => {
  const parser = await parserOf("go");
  const tree = parser.parse(encoded("package a\n\nfunc F(x int) { if x > 0 { G(x, y[1]) } }\n"), 5_000)!;
  for (let node = 0; node < tree.count; node++) {
    let before = tree.start(node);
    for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
      assert.equal(tree.parent(child), node);
      assert.ok(tree.start(child) >= before && tree.end(child) <= tree.end(node));
      before = tree.end(child);
    }
  }
  parser.delete();
});

test("a text that a grammar cannot finish in time is cut, and the parser works on", async () => {
  const parser = await parserOf("python");
  const flood = encoded(`def f():\n    pass\n${"    # comment\n".repeat(60_000)}`);
  const startedAtMs = performance.now();
  assert.equal(parser.parse(flood, 100), null);
  assert.ok(performance.now() - startedAtMs < 10_000);
  assert.equal(parser.parse(encoded("x = 1\n"), 5_000)!.hasErrors, false);
  parser.delete();
});
