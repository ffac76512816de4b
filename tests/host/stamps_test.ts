// Stamps: compared no finer than the coarser clock, distrusted while young.

import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStamp } from "../../lib/model/mod.ts";
import { hasStamp, isRacy, sameStamp, statPath } from "../../lib/host/mod.ts";

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

test("a path has the stamp of the file that it led to, of no other, and of none that changed", () => {
  const folder = mkdtempSync(join(tmpdir(), "evident-stamp-"));
  try {
    const [path, other] = [join(folder, "a"), join(folder, "b")];
    const seconds = 1_700_000_000;
    const written = (name: string, text: string, atSeconds = seconds) => {
      writeFileSync(name, text);
      utimesSync(name, atSeconds, atSeconds);
    };
    written(path, "one");
    const stamp = statPath(path)!.stamp;
    assert.ok(hasStamp(path, stamp));
    const byDeno = {
      ...stamp,
      mtimeNs: `${stamp.mtimeNs.slice(0, -6)}000000`,
      ctimeNs: `${stamp.ctimeNs.slice(0, -9)}000000000`,
    };
    assert.ok(hasStamp(path, byDeno), "as a coarser clock tells it");
    assert.equal(hasStamp(join(folder, "c"), stamp), false, "nothing there");
    symlinkSync("a", other);
    assert.equal(hasStamp(other, stamp), false, "a link to it");
    rmSync(other);
    written(other, "two");
    assert.equal(hasStamp(other, stamp), false, "another file of the same size and time");
    renameSync(other, path);
    assert.equal(hasStamp(path, stamp), false, "another one in its place");
    const again = statPath(path)!.stamp;
    written(path, "three");
    assert.equal(hasStamp(path, again), false, "another size");
    const third = statPath(path)!.stamp;
    written(path, "third", seconds + 1);
    assert.equal(hasStamp(path, third), false, "another time");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
