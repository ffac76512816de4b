// Chains come back as they were, whatever their steps look like.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeVia, ViaEncoder } from "../../lib/store/via.ts";

const PATHS = ["src/a.py", "with space:1:2", "ü/日本.go"];
const strings: string[] = [""];
const encoder = new ViaEncoder({
  string: (text) => strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1,
  file: (path) => PATHS.includes(path) ? PATHS.indexOf(path) : undefined,
});
const texts = { string: (number: number) => strings[number], path: (file: number) => PATHS[file] };

const step = fc.oneof(
  fc.tuple(fc.constantFrom("scope", "import", "re-export"), fc.constantFrom(...PATHS), fc.nat(), fc.nat(300))
    .map(([word, path, line, column]) => `${word} ${path}:${line}:${column}`),
  fc.constantFrom(
    "",
    " ",
    "word",
    "scope src/a.py",
    "scope src/a.py:01:2",
    "scope src/a.py:1:02",
    "x gone.py:1:2",
  ),
  fc.constantFrom(
    "x src/a.py:9999999999:1",
    "x  src/a.py:1:1",
    " src/a.py:1:1",
    "x src/a.py:1:1 ",
    "x src/a.py:-1:1",
  ),
  fc.string(),
);

test("a chain without steps is no blob", () => assert.equal(encoder.encode([]), null));

test("any chain comes back", () => {
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (via) => {
    assert.deepEqual(decodeVia(encoder.encode(via)!.slice(), texts), via);
  }));
});

test("a usual step takes few bytes", () => {
  assert.equal(encoder.encode(["scope src/a.py:12:4"])!.length, 4);
});
