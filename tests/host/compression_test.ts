// Deflate and back.

import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { deflate, inflate } from "../../lib/host/mod.ts";

test("whatever is deflated comes back in a buffer of its own", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
    const back = inflate(deflate(bytes), bytes.length)!;
    assert.deepEqual(back, bytes);
    assert.equal(back.byteOffset, 0);
    assert.equal(Object.getPrototypeOf(back), Uint8Array.prototype);
  }));
});

test("what is repeated gets small", () => {
  assert.ok(deflate(new Uint8Array(100_000).fill(97)).length < 2000);
});

test("bytes of another length, cut or damaged are refused, and so is more than was promised", () => {
  const bytes = new TextEncoder().encode("some text, some text, some text");
  const deflated = deflate(bytes);
  assert.equal(inflate(deflated, bytes.length - 1), null);
  assert.equal(inflate(deflated, bytes.length + 1), null);
  assert.equal(inflate(deflated.subarray(0, 5), bytes.length), null);
  assert.equal(inflate(new Uint8Array(20).fill(255), bytes.length), null);
  assert.equal(inflate(deflate(new Uint8Array(10_000_000)), 10), null);
});

test("a stream made by the other runtime is read", () => {
  const stored = Uint8Array.of(0x01, 0x03, 0x00, 0xfc, 0xff, 0x61, 0x62, 0x63);
  assert.deepEqual(inflate(stored, 3), new TextEncoder().encode("abc"));
  const fixed = Uint8Array.of(0x4b, 0x4c, 0x4a, 0x06, 0x00);
  assert.deepEqual(inflate(fixed, 3), new TextEncoder().encode("abc"));
});
