// Stamps: compared no finer than the coarser clock, distrusted while young.

import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStamp } from "../../lib/model/mod.ts";
import { isRacy, sameStamp, statPath } from "../../lib/host/mod.ts";

const base: FileStamp = {
  sizeBytes: 5,
  mtimeNs: "1700000000123456789",
  ctimeNs: "1700000001987654321",
  inode: "7",
  device: "1",
};

const pairs: [string, Partial<FileStamp>, boolean][] = [
  ["nothing differs", {}, true],
  ["read by Deno", { mtimeNs: "1700000000123000000", ctimeNs: "1700000001000000000" }, true],
  [
    "read by Deno, another millisecond",
    { mtimeNs: "1700000000124000000", ctimeNs: "1700000001000000000" },
    false,
  ],
  ["read by Deno, another second", { mtimeNs: "1700000000123000000", ctimeNs: "1700000002000000000" }, false],
  ["a nanosecond later", { mtimeNs: "1700000000123456790" }, false],
  ["changed in between, time put back", { ctimeNs: "1700000001987654322" }, false],
  ["another size", { sizeBytes: 6 }, false],
  ["another file", { inode: "8" }, false],
  ["another disk", { device: "2" }, false],
];
for (const [what, change, same] of pairs) {
  test(`two stamps, ${what}`, () => {
    assert.equal(sameStamp(base, { ...base, ...change }), same);
    assert.equal(sameStamp({ ...base, ...change }, base), same);
  });
}

test("a stamp is racy within a tick of the look, two seconds where times are coarse", () => {
  const changedAtMs = 1_700_000_001_987;
  const coarse = { ...base, mtimeNs: "1700000000000000000", ctimeNs: "1700000001000000000" };
  const cases: [FileStamp, number, boolean][] = [
    [base, changedAtMs + 50, true],
    [base, changedAtMs + 200, false],
    [base, changedAtMs - 5_000, true],
    [coarse, 1_700_000_002_900, true],
    [coarse, 1_700_000_003_100, false],
  ];
  for (const [stamp, atMs, racy] of cases) assert.equal(isRacy(stamp, atMs), racy, String(atMs));
});

test("a file just written is racy, and its stamp changes with its content", () => {
  const folder = mkdtempSync(join(tmpdir(), "evident-stamp-"));
  try {
    const path = join(folder, "a");
    writeFileSync(path, "one");
    const first = statPath(path);
    assert.ok(first);
    assert.equal(first.kind, "file");
    assert.ok(isRacy(first.stamp, Date.now()));
    assert.ok(sameStamp(first.stamp, statPath(path)!.stamp));
    writeFileSync(path, "three");
    assert.equal(sameStamp(first.stamp, statPath(path)!.stamp), false);
    assert.equal(statPath(join(folder, "b")), null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
