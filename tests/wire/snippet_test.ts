// Quoted source: whole lines, exact bytes, the digest of what is shown.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeRanges, QuotableFile } from "../../lib/wire/mod.ts";
import { cite, digestOf, sha256 } from "./answers.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (text: string): QuotableFile => new QuotableFile(cite("a"), encode(text));

function quoted(text: string, startLine: number, endLine: number, maxBytes = 10_000) {
  return file(text).quote({ startLine, endLine }, maxBytes, sha256);
}

describe("quotations", () => {
  it("the lines asked for, line ends included", () => {
    assert.deepEqual(quoted("one\ntwo\r\nthree\nfour", 2, 3), {
      snippet: {
        startLine: 2,
        endLine: 3,
        text: "two\r\nthree\n",
        sha256: digestOf("two\r\nthree\n"),
        clipped: false,
        redacted: false,
      },
      omittedLines: [],
    });
  });

  it("an end past the file's last line is not clipped", () => {
    const { snippet } = quoted("one\ntwo\n", 1, 99);
    assert.deepEqual([snippet?.startLine, snippet?.endLine, snippet?.clipped], [1, 2, false]);
  });

  it("a start past the last line quotes nothing", () => {
    assert.deepEqual(quoted("one\n", 2, 3), { snippet: null, omittedLines: [] });
  });

  it("clipped on whole lines, with its own range and digest", () => {
    const { snippet } = quoted("aaaa\nbbbb\ncccc\n", 1, 3, 12);
    assert.deepEqual(snippet, {
      startLine: 1,
      endLine: 2,
      text: "aaaa\nbbbb\n",
      sha256: digestOf("aaaa\nbbbb\n"),
      clipped: true,
      redacted: false,
    });
  });

  it("a line too long by itself is omitted and named", () => {
    const long = "x".repeat(100);
    assert.deepEqual(quoted(`${long}\nb\nc\n`, 1, 3, 50).omittedLines, [1]);
    assert.equal(quoted(`${long}\nb\nc\n`, 1, 3, 50).snippet?.text, "b\nc\n");
    assert.deepEqual(quoted(`a\n${long}\nc\n`, 1, 3, 50).omittedLines, [2]);
    assert.equal(quoted(`a\n${long}\nc\n`, 1, 3, 50).snippet?.text, "a\n");
    assert.deepEqual(quoted(`a\n${long}\n`, 1, 1, 50).omittedLines, [], "only lines that were asked for");
    assert.deepEqual(quoted(`${long}\n${long}`, 1, 2, 50), { snippet: null, omittedLines: [1, 2] });
  });

  it("a byte order mark and non-ASCII text are exact", () => {
    const text = "\ufeffé = 1\nβ = 2\n";
    assert.equal(quoted(text, 1, 2).snippet?.text, text);
    assert.equal(quoted(text, 2, 2).snippet?.sha256, digestOf("β = 2\n"));
  });

  it("bytes that are not UTF-8 are not quoted", () => {
    const latin = new QuotableFile(cite("a"), Uint8Array.of(0x61, 0xe9, 0x0a));
    assert.equal(latin.isText, false);
    assert.equal(latin.quote({ startLine: 1, endLine: 1 }, 100, sha256).snippet, null);
  });

  it("a secret is taken out and the digest stays that of the file's lines", () => {
    const secret = "gh" + "p_" + "a1B2".repeat(9);
    const { snippet } = quoted(`é\ntoken = "${secret}"\nend\n`, 2, 3);
    assert.equal(snippet?.text, 'token = "[redacted]"\nend\n');
    assert.equal(snippet?.redacted, true);
    assert.equal(snippet?.sha256, digestOf(`token = "${secret}"\nend\n`));
  });

  it("lines from the middle of a key block are seen as such", () => {
    const line = "aZ3b".repeat(16);
    const edge = (word: string) => `-----${word} PRIVATE` + " KEY-----";
    const text = `é\n${edge("BEGIN")}\n${line}\n${line}\n${line}\n${edge("END")}\nafter\n`;
    assert.equal(quoted(text, 4, 4).snippet?.text, "[redacted]\n");
    assert.equal(quoted(text, 7, 7).snippet?.redacted, false);
    assert.equal(quoted(text, 5, 7).snippet?.text, `[redacted]\n${edge("END")}\nafter\n`);
  });

  it("law: every quotation is a run of the file's own lines within the bytes allowed", () => {
    const line = fc.string({ unit: "binary", maxLength: 20 }).map((text) =>
      text.toWellFormed().replaceAll("\n", "")
    );
    const end = fc.constantFrom("\n", "\r\n");
    const lines = fc.array(fc.tuple(line, end).map((pair) => pair.join("")), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        lines,
        fc.nat(12),
        fc.nat(12),
        fc.integer({ min: 1, max: 80 }),
        (lines, from, count, maxBytes) => {
          const { snippet, omittedLines } = quoted(lines.join(""), from + 1, from + 1 + count, maxBytes);
          for (const line of omittedLines) assert.ok(encode(lines[line - 1]).length > maxBytes);
          if (snippet === null) return;
          assert.equal(snippet.text, lines.slice(snippet.startLine - 1, snippet.endLine).join(""));
          assert.ok(encode(snippet.text).length <= maxBytes);
          assert.equal(snippet.sha256, digestOf(snippet.text));
          const next = lines[snippet.endLine];
          if (snippet.endLine < Math.min(from + 1 + count, lines.length)) {
            assert.ok(encode(snippet.text + next).length > maxBytes);
          }
        },
      ),
    );
  });
});

describe("ranges", () => {
  const range = ([startLine, endLine]: number[]) => ({ startLine, endLine });
  const cases: readonly [name: string, ranges: number[][], merged: number[][]][] = [
    ["none", [], []],
    ["apart", [[5, 6], [1, 3]], [[1, 3], [5, 6]]],
    ["touching", [[1, 3], [4, 6]], [[1, 6]]],
    ["overlapping", [[1, 5], [3, 9]], [[1, 9]]],
    ["one inside another", [[1, 9], [3, 4], [9, 9]], [[1, 9]]],
  ];
  for (const [name, ranges, merged] of cases) {
    it(name, () => assert.deepEqual(mergeRanges(ranges.map(range)), merged.map(range)));
  }
});
