// Identifier segments, words of a question and match expressions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lowerAscii, matchAll, matchAny, searchTerms, segmentsOf } from "../../lib/store/mod.ts";

const SEGMENTS: Record<string, string> = {
  "": "",
  "run": "run",
  "readFile": "read file",
  "ReadFile": "read file",
  "read_file": "read file",
  "__init__": "init",
  "HTTPServer": "http server",
  "parseHTTPBody2_x": "parse http body 2 x",
  "sha256Hex": "sha 256 hex",
  "A": "a",
  "AB": "ab",
  "aB": "a b",
  "X1Y2": "x 1 y 2",
  "$scope.apply": "scope apply",
  "src/store/read-file.test.ts": "src store read file test ts",
  "größeMessen": "größe messen",
  "ÄrgerLog": "Ärger log",
  "日本語Parser": "日本語 parser",
  "straße_2": "straße 2",
  "İstanbul": "İstanbul",
  "#charge": "charge",
};

for (const [identifier, expected] of Object.entries(SEGMENTS)) {
  test(`segments of "${identifier}"`, () => assert.equal(segmentsOf(identifier).join(" "), expected));
}

test("only ASCII is lower-cased", () => assert.equal(lowerAscii("ABC ÄÖ İ"), "abc ÄÖ İ"));

test("a question gives each word once, with its segments", () => {
  assert.deepEqual(
    searchTerms("Where is readFile? read_file readFile “Grüße” — x"),
    [
      { word: "where", segments: ["where"] },
      { word: "is", segments: ["is"] },
      { word: "readfile", segments: ["read", "file"] },
      { word: "read_file", segments: ["read", "file"] },
      { word: "grüße", segments: ["grüße"] },
      { word: "x", segments: ["x"] },
    ],
  );
});

test("a question of punctuation has no words and matches nothing", () => {
  assert.deepEqual(searchTerms("?! \"'()* __ $$ — …"), []);
  assert.equal(matchAll([]), null);
  assert.equal(matchAny([]), null);
});

test("at most 64 words of a question are looked at", () => {
  assert.equal(searchTerms(Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(" ")).length, 64);
});

test("expressions quote every word", () => {
  const terms = searchTerms('NEAR(readFile OR "x") AND');
  assert.equal(
    matchAll(terms),
    '"near" AND ("readfile" OR ("read" AND "file")) AND "or" AND "x" AND "and"',
  );
  assert.equal(matchAny(terms), '"near" OR "readfile" OR "read" OR "file" OR "or" OR "x" OR "and"');
});
