// Chains come back as they were.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type GraphFile, viaTexts } from "../../lib/model/mod.ts";
import { decodeVia, ViaEncoder } from "../../lib/store/via.ts";

const PATHS = ["src/a.py", "with space:1:2", "ü/日本.go"];
const graph = {
  texts: ["scope", "import", "re-export"],
  files: PATHS.map((path): GraphFile => ({
    ...{ path, language: null, sha256: null, status: "text", reason: null, sizeBytes: 0 },
  })),
};
const strings: string[] = [];
const stored = (text: string) => strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1;
// Stored numbers are others than those of the graph.
const encoder = new ViaEncoder(graph.files, {
  text: (number) => stored(graph.texts[number]),
  file: (path) => PATHS.length - PATHS.indexOf(path),
});
const texts = {
  string: (number: number) => strings[number],
  path: (file: number) => PATHS[PATHS.length - file],
};

/** A chain as it stands among the numbers of an edge. */
function encoded(via: readonly number[]): Uint8Array | null {
  const numbers = Int32Array.from([7, ...via, 7]);
  return encoder.encode({ numbers, viaStart: 1, viaEnd: 1 + via.length })?.slice() ?? null;
}

const step = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2 ** 31 - 1), fc.nat(300));

test("a chain without steps is no blob", () => assert.equal(encoded([]), null));

test("any chain comes back", () => {
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
    const via = steps.flat();
    assert.deepEqual(decodeVia(encoded(via)!, texts), viaTexts(graph, via));
  }));
});

test("a usual step takes few bytes", () => {
  assert.equal(encoded([0, 0, 12, 4])!.length, 4);
});
