// Making a cache smaller on request: what goes, in which order, and what never does.

import { describe, it, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import {
  beginBuild,
  type Cache,
  cacheStatus,
  gcCache,
  type GcReport,
  type GcRequest,
  openBase,
  openCurrent,
  openPrevious,
} from "../../lib/generations/mod.ts";
import { encodeLeaseName } from "../../lib/generations/lease.ts";
import { seal } from "../../lib/generations/sealed.ts";
import { processIdentity } from "../../lib/host/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { failAt } from "../faults.ts";
import {
  buildToy,
  buildToyBase,
  currentToy,
  endProcess,
  failureOf,
  type Files,
  filesIn,
  inScene,
  namesIn,
  noise,
} from "./scene.ts";

const state = (number: number): Files => ({ common: "c", [`f${number}`]: noise(`${number}`, 3_000) });

const gc = (cache: Cache, request: Partial<GcRequest> = {}): Promise<GcReport> =>
  gcCache(cache, { keep: null, maxBytes: null, waitMs: 0, ...request });

/** Current 2, previous 1, bases b (newer) and a. */
async function fill(cache: Cache): Promise<void> {
  await buildToy(cache, state(1));
  await buildToy(cache, state(2));
  await buildToyBase(cache, "a", state(3));
  await buildToyBase(cache, "b", state(4));
}

/** What can be opened, as letters in the order in which it is worth keeping. */
function there(cache: Cache): string {
  let letters = "";
  for (
    const [letter, open] of [
      ["c", () => openCurrent(cache)],
      ["p", () => openPrevious(cache)],
      ["b", () => openBase(cache, "b")],
      ["a", () => openBase(cache, "a")],
    ] as const
  ) {
    const generation = open();
    if (generation !== null) letters += letter;
    generation?.close();
  }
  return letters;
}

describe("gc", () => {
  for (
    const [keep, left] of [[null, "cpba"], [4, "cpba"], [9, "cpba"], [3, "cpb"], [2, "cp"], [1, "c"]] as const
  ) {
    it(
      `--keep ${keep} leaves ${left}`,
      inScene(async ({ cache }) => {
        await fill(cache);
        const before = cacheStatus(cache);
        const report = await gc(cache, { keep });
        assert.equal(there(cache), left);
        assert.deepEqual(currentToy(cache), state(2));
        assert.equal(report.kept.length, left.length);
        assert.equal(report.removed.length, 4 - left.length);
        assert.equal(namesIn(cache.layout.generations).length, left.length);
        // The lock is there while it is counted.
        assert.ok(Math.abs(before.totalBytes - report.removedBytes - cacheStatus(cache).totalBytes) < 1_000);
      }),
    );
  }

  it(
    "--max-bytes lets the oldest base go first, then the other, then the previous one, and never the current one",
    inScene(async ({ cache }) => {
      await fill(cache);
      const seen: string[] = [];
      for (let maxBytes = cacheStatus(cache).totalBytes; maxBytes >= 0; maxBytes -= 500) {
        const report = await gc(cache, { maxBytes });
        const left = there(cache);
        if (seen.at(-1) !== left) seen.push(left);
        assert.ok(report.keptBytes <= maxBytes || left === "c", `${maxBytes} ${left}`);
      }
      assert.deepEqual(seen, ["cpba", "cpb", "cp", "c"]);
      assert.deepEqual(currentToy(cache), state(2));
    }),
  );

  it(
    "leaves what is read, whatever is asked for, and removes it when it is not read any more",
    inScene(async ({ cache }) => {
      await fill(cache);
      const reader = openBase(cache, "a")!;
      const report = await gc(cache, { keep: 1, maxBytes: 0 });
      assert.equal(there(cache), "ca");
      assert.deepEqual(report.kept.map(({ role, leases }) => [role, leases]), [["current", 0], ["base", 1]]);
      reader.close();
      await gc(cache, { keep: 1 });
      assert.equal(there(cache), "c");
    }),
  );

  it(
    "removes what killed builds and readers left, and counts what packs hold in vain",
    inScene(async ({ cache }) => {
      const { layout } = cache;
      await buildToy(cache, { a: noise("a", 9_000), b: noise("b", 20_000) });
      await buildToy(cache, { b: noise("b", 20_000) });
      mkdirSync(`${layout.staging}/1-dead`);
      writeFileSync(`${layout.staging}/1-dead/new.pack`, noise("x", 5_000));
      const dead = { ...processIdentity(), start: "1" };
      writeFileSync(`${layout.leases}/${encodeLeaseName("00000001-00000000", dead, "1-x")}`, "");
      writeFileSync(`${layout.current}.1.0.new`, "torn");
      writeFileSync(`${layout.lock}.${2 ** 22 - 3}.0.killed-before-its-first-byte`, "");
      const report = await gc(cache, { keep: 1 });
      assert.ok(report.removedBytes > 5_000);
      assert.ok(report.garbageBytes! > 6_000 && report.garbageBytes! < 9_500, `${report.garbageBytes}`);
      const known = /^(binding\.json|current|last_build\.json|(generations|packs)\/.*)$/;
      assert.deepEqual(filesIn(cache).filter((file) => !known.test(file)), []);
    }),
  );

  it(
    "neither removes nor trips over what has a name of the cache and is of another kind",
    inScene(async ({ cache }) => {
      const { layout } = cache;
      await fill(cache);
      const dead = { ...processIdentity(), start: "1" };
      const folders = [
        layout.pack("00000099-00000000"),
        `${layout.leases}/${encodeLeaseName("00000001-00000000", dead, "1-x")}`,
        `${layout.current}.1.0.new`,
        `${layout.lock}.${2 ** 22 - 3}.0.x`,
        `${layout.lock}.recovery`,
      ];
      for (const folder of folders) mkdirSync(folder);
      const file = layout.generation("00000099-00000000");
      writeFileSync(file, "");
      const report = await gc(cache, { keep: 1 });
      assert.equal(there(cache), "c");
      assert.deepEqual([report.kept.length, report.damages], [1, []]);
      for (const path of [...folders, file]) assert.ok(existsSync(path), path);
      await buildToy(cache, state(5));
      assert.deepEqual(currentToy(cache), state(5));
    }),
  );

  it(
    "removes nothing that a damaged pointer may have named, and says what is damaged",
    inScene(async ({ cache }) => {
      await fill(cache);
      writeFileSync(cache.layout.current, "torn");
      const report = await gc(cache, { keep: 1, maxBytes: 0 });
      assert.equal(namesIn(cache.layout.generations).length, 4);
      assert.deepEqual(report.damages.map(({ detail }) => detail?.part), ["current"]);
    }),
  );

  it(
    "does not touch a cache of a newer program, one that is built, or one that is not there",
    inScene(async ({ cache, cacheFolder }) => {
      assert.equal((await gc(cache, { keep: 1 })).keptBytes, 0);
      assert.ok(!existsSync(cacheFolder));
      await fill(cache);
      const build = await beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 });
      assert.equal((await failureOf(() => gc(cache))).code, "index.locked");
      build.abort();
      for (const file of [cache.layout.binding, cache.layout.bases, cache.layout.current]) {
        writeFileSync(file, seal({ format: 99 }));
        assert.equal((await failureOf(() => gc(cache, { keep: 1 }))).code, "index.newer_format");
        assert.equal(namesIn(cache.layout.generations).length, 4);
      }
    }),
  );
});

for (const kind of ["torn", "dies"] as const) {
  test(
    `gc whose n-th disk call fails (${kind}) loses nothing that serves, and the next build works`,
    inScene(async ({ cache }) => {
      // The one fails at every other call, the other at those between.
      for (let number = kind === "torn" ? 1 : 2, there = true; there; number += 2) {
        await buildToy(cache, state(1));
        await buildToy(cache, state(2));
        await buildToyBase(cache, "a", state(3));
        const faults = failAt(number, kind);
        const error = await gc(cache, { keep: 1 }).then(() => null, (thrown) => thrown);
        faults.restore();
        there = faults.struck !== null;
        const what = `call ${number} (${faults.struck}): ${error}`;
        if (error !== null) assert.ok(error instanceof Failure && error.code === "index.unavailable", what);
        if (kind === "dies") endProcess(cache);
        assert.deepEqual(currentToy(cache), state(2), what);
        await buildToy(cache, { done: `${number}` });
        assert.deepEqual(currentToy(cache), { done: `${number}` }, what);
        endProcess(cache);
        if (faults.struck === "unlink" || kind === "dies") await gc(cache);
        assert.deepEqual(namesIn(cache.layout.folder).filter((name) => /\.new$|^lock/.test(name)), [], what);
      }
    }),
  );
}
