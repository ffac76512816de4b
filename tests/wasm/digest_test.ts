// The runtime's digests and the portable ones are the same function.

import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type DigestName,
  newDigest,
  newPortableDigest,
  sha256Bytes,
  sha256Hex,
  startPortableDigests,
} from "../../wasm/mod.ts";

const known: [DigestName, string, string][] = [
  ["sha256", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
];
for (const [name, text, expected] of known) {
  test(`${name} of ${JSON.stringify(text)}`, () => {
    assert.equal(newDigest(name).update(text).hex(), expected);
  });
}

test("hash-wasm gives the runtime's digests, whatever the length and however it is fed", async () => {
  await startPortableDigests();
  for (const name of ["sha1", "sha256"] as const) {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000, 70_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
      const parts = newPortableDigest(name).update(bytes.subarray(0, length >> 1)).update(
        bytes.subarray(length >> 1),
      );
      assert.deepEqual(parts.bytes(), newDigest(name).update(bytes).bytes());
    }
  }
});

test("text is digested as UTF-8, and hexadecimal and bytes agree", () => {
  const text = "naïve – 𝄞 \ud800";
  const bytes = new TextEncoder().encode(text);
  assert.equal(sha256Hex(text), sha256Hex(bytes));
  assert.equal(
    Array.from(sha256Bytes(text), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    sha256Hex(text),
  );
});
