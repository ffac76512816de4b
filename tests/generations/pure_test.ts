// Names, sealed files, pack indexes, lease names and the choice of packs to rewrite: no disk.

import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { compareBytes, hexOf } from "../../lib/generations/bytes.ts";
import { packsToRewrite } from "../../lib/generations/compaction.ts";
import {
  isGenerationName,
  isPartName,
  nextGenerationName,
  packNameOf,
} from "../../lib/generations/layout.ts";
import { decodeLeaseName, encodeLeaseName } from "../../lib/generations/lease.ts";
import {
  decodeFooter,
  encodeFooter,
  encodeIndex,
  FOOTER_BYTES,
  PackIndex,
  RECORD_BYTES,
} from "../../lib/generations/pack_format.ts";
import { withNewest } from "../../lib/generations/pointer.ts";
import { seal, unseal } from "../../lib/generations/sealed.ts";
import { sha256Bytes } from "../../wasm/mod.ts";

const parts: [string, boolean][] = [
  ["graph.db", true],
  ["rank.bin", true],
  ["manifest.json", false],
  ["", false],
  ["..", false],
  [".hidden", false],
  ["a/b", false],
  ["a\\b", false],
  ["a\n", false],
];
for (const [name, expected] of parts) {
  test(`${JSON.stringify(name)} ${expected ? "can" : "cannot"} be a part`, () => {
    assert.equal(isPartName(name), expected);
  });
}

test("a new generation comes after all that are there, in number and in order of name", () => {
  const random = Uint8Array.of(0xab, 1, 2, 255, 9);
  assert.equal(nextGenerationName([], random), "00000001-ab0102ff");
  assert.equal(nextGenerationName(["00000009-00000000", "00000002-ffffffff"], random), "00000010-ab0102ff");
  assert.equal(nextGenerationName(["", "notes", "x-y"], random), "00000001-ab0102ff");
  assert.ok(isGenerationName("00000010-ab0102ff"));
  assert.ok(!isGenerationName("../x"));
  assert.equal(packNameOf("00000010-ab0102ff.pack"), "00000010-ab0102ff");
  assert.equal(packNameOf("00000010-ab0102ff"), null);
});

test("a sealed file gives back what was sealed", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
    const body = JSON.parse(JSON.stringify({ values }));
    assert.deepEqual(unseal(seal(body)), { state: "whole", body });
  }));
});

test("no flipped bit and no cut of a sealed file passes for whole with other content", () => {
  const sealed = seal({ generations: [{ name: "00000001-00000000", sizeBytes: 123 }], none: null });
  const body = unseal(sealed);
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const damaged = sealed.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    const found = unseal(damaged);
    if (found.state !== "malformed" && found.state !== "checksum") {
      assert.deepEqual(found, body, `bit ${bit}`);
    }
  }
  for (let length = 0; length < sealed.length - 1; length++) {
    assert.notEqual(unseal(sealed.subarray(0, length)).state, "whole");
  }
});

test("a whole file of another format is told apart from a damaged one", () => {
  assert.deepEqual(unseal(seal({ format: 2, shape: "unknown" })), { state: "newer", format: 2 });
  assert.deepEqual(unseal(seal({ format: 0 })), { state: "older", format: 0 });
});

test("the index of a pack finds every key and no other", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string(), { maxLength: 40 }), (names) => {
    const entries = names.map((name, number) => ({
      key: sha256Bytes(name),
      sha256: sha256Bytes(`blob ${name}`),
      byteOffset: number * 2 ** 33,
      storedBytes: number,
      blobBytes: number + 7,
    }));
    const index = new PackIndex(encodeIndex(entries));
    assert.equal(index.count, names.length);
    for (const entry of entries) assert.deepEqual(index.find(entry.key), entry);
    assert.equal(index.find(sha256Bytes(names.join() + "absent")), null);
    for (let number = 1; number < index.count; number++) {
      assert.ok(compareBytes(index.entryAt(number - 1).key, index.entryAt(number).key) < 0);
    }
  }));
});

test("a footer is read only where it fits its pack, and no bit of it is free", () => {
  const indexSha256 = sha256Bytes("index");
  const footer = { indexOffset: 2 ** 33 + 5, count: 3, indexSha256 };
  const bytes = encodeFooter(footer);
  const packBytes = footer.indexOffset + 3 * RECORD_BYTES + FOOTER_BYTES;
  assert.deepEqual(decodeFooter(bytes, packBytes), footer);
  assert.equal(decodeFooter(bytes, packBytes + 1), null);
  assert.equal(decodeFooter(bytes.subarray(1), packBytes), null);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = bytes.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    const found = decodeFooter(damaged, packBytes);
    assert.ok(found === null || hexOf(found.indexSha256) !== hexOf(indexSha256), `bit ${bit}`);
  }
});

test("a lease's name gives back whose it is", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 30 });
  fc.assert(fc.property(fc.nat(), text, text, text, (pid, start, boot, namespace) => {
    const holder = { pid, start, boot, namespace };
    const name = encodeLeaseName("00000003-0a0b0c0d", holder, "70-x.y");
    assert.match(name, /^[^/\\\0]+$/);
    assert.deepEqual(decodeLeaseName(name), { generation: "00000003-0a0b0c0d", holder, takenUpMs: 70 });
  }));
});

const noLeases = [
  "",
  "x",
  "00000003-0a0b0c0d.1.2.3.4.5",
  "00000003-0a0b0c0d.x.2.3.4.5.lease",
  "..lease",
  "00000003-0a0b0c0d.1.%.3.4.5.lease",
  "00000003-0a0b0c0d.1.2.3.4.5.lease.6",
];
for (const name of noLeases) {
  test(`${JSON.stringify(name)} is no lease`, () => assert.equal(decodeLeaseName(name), null));
}

const pack = (name: string, liveBytes: number, storedBytes = liveBytes) => ({ name, liveBytes, storedBytes });
const many = (count: number) => Array.from({ length: count }, (_, number) => pack(`p${number}`, 10 + number));
const choices: [string, Parameters<typeof packsToRewrite>[0], string[]][] = [
  ["nothing of none", [], []],
  ["nothing of full packs", [pack("a", 10), pack("b", 3)], []],
  ["nothing of a pack that is half garbage", [pack("a", 5, 10)], []],
  ["a pack that is more than half garbage", [pack("a", 4, 10), pack("b", 3)], ["a"]],
  ["nothing of fifteen packs", many(15), []],
  [
    "all but the largest of sixteen, as the new one is the seventeenth",
    many(16),
    many(15).map((p) => p.name),
  ],
  ["only the garbage where that makes them few enough", [pack("g", 1, 10), ...many(15)], ["g"]],
];
for (const [what, packs, expected] of choices) {
  test(`rewritten: ${what}`, () => assert.deepEqual([...packsToRewrite(packs)].sort(), [...expected].sort()));
}

test("however many builds, at most sixteen packs are read and at most half of a pack is garbage", () => {
  const build = fc.array(fc.tuple(fc.nat(30), fc.nat(100)), { maxLength: 60 });
  fc.assert(fc.property(build, (packs) => {
    const uses = packs.map(([live, dead], number) => pack(`p${number}`, live, live + dead));
    const rewritten = packsToRewrite(uses);
    const staying = uses.filter((use) => !rewritten.has(use.name));
    assert.ok(staying.length + 1 <= 16);
    assert.ok(staying.every((use) => use.liveBytes * 2 >= use.storedBytes));
  }));
});

test("the newest stands first, and what has its fingerprint is not kept as the one before", () => {
  const entry = (name: string, fingerprint: string) => ({ name, fingerprint, manifestSha256: "" });
  const [a, b, c] = [entry("1", "a"), entry("2", "b"), entry("3", "c")];
  assert.deepEqual(withNewest(c, [b, a], 2), [c, b]);
  assert.deepEqual(withNewest(c, [], 2), [c]);
  const again = entry("4", "b");
  assert.deepEqual(withNewest(again, [b, a], 2), [again, a]);
});
