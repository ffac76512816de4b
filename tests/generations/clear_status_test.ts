// Clearing a cache, and looking at one.

import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beginBuild, cacheStatus, clearCache, gcCache, openCurrent } from "../../lib/generations/mod.ts";
import { seal } from "../../lib/generations/sealed.ts";
import { buildToy, currentToy, endProcess, failureOf, fingerprintOf, inScene, namesIn } from "./scene.ts";

test(
  "clearing removes what is ours and nothing else",
  inScene(async ({ cache, cacheFolder }) => {
    assert.deepEqual(await clearCache(cache, { waitMs: 0 }), { removed: false, left: [] });
    await buildToy(cache, { a: "1" });
    await buildToy(cache, { a: "2" });
    assert.deepEqual(await clearCache(cache, { waitMs: 0 }), { removed: true, left: [] });
    assert.deepEqual(namesIn(cacheFolder), []);
    assert.equal((await failureOf(() => openCurrent(cache))).code, "index.missing");

    await buildToy(cache, { a: "3" });
    writeFileSync(join(cache.layout.folder, "notes.txt"), "mine");
    assert.deepEqual(await clearCache(cache, { waitMs: 0 }), { removed: true, left: ["notes.txt"] });
    assert.deepEqual(namesIn(cache.layout.folder), ["notes.txt"]);
    await buildToy(cache, { a: "4" });
    assert.deepEqual(currentToy(cache), { a: "4" });
  }),
);

test(
  "what is read or built is not cleared",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    const reader = openCurrent(cache);
    assert.equal((await failureOf(() => clearCache(cache, { waitMs: 0 }))).code, "index.locked");
    reader.close();
    const build = await beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 });
    assert.equal((await failureOf(() => clearCache(cache, { waitMs: 0 }))).code, "index.locked");
    build.abort();
    assert.deepEqual(currentToy(cache), { a: "1" });
    assert.equal((await clearCache(cache, { waitMs: 0 })).removed, true);
  }),
);

test(
  "a link in the place of what is ours is taken away, and what it leads to stays as it is",
  inScene(async ({ cache, cacheFolder }) => {
    const { layout } = cache;
    const outside = `${cacheFolder}-outside`;
    const precious = `${outside}/00000009-00000000`;
    for (const place of [layout.staging, layout.generations, layout.packs, layout.leases, layout.lock]) {
      for (
        const work of [
          () => buildToy(cache, { a: "2" }),
          () => gcCache(cache, { keep: 1, maxBytes: null, waitMs: 0 }),
          () => clearCache(cache, { waitMs: 0 }),
        ]
      ) {
        await buildToy(cache, { a: "1" });
        mkdirSync(precious, { recursive: true });
        writeFileSync(`${precious}/file`, "precious");
        rmSync(place, { recursive: true, force: true });
        symlinkSync(outside, place);
        await work();
        assert.deepEqual(namesIn(outside), ["00000009-00000000"], place);
        assert.equal(readFileSync(`${precious}/file`, "utf8"), "precious");
        rmSync(outside, { recursive: true });
      }
    }
    await buildToy(cache, { a: "3" });
    assert.deepEqual(currentToy(cache), { a: "3" });
  }),
);

test(
  "the note of a build is written through no link and waits for no pipe",
  inScene(async ({ cache, cacheFolder }) => {
    const { lastBuild } = cache.layout;
    const outside = `${cacheFolder}-outside`;
    await buildToy(cache, { a: "1" });
    for (
      const make of [
        () => symlinkSync(outside, lastBuild),
        () => assert.equal(spawnSync("mkfifo", [lastBuild]).status, 0),
        () => mkdirSync(lastBuild),
      ]
    ) {
      writeFileSync(outside, "precious");
      rmSync(lastBuild, { recursive: true });
      make();
      await buildToy(cache, { a: "2" });
      assert.equal(readFileSync(outside, "utf8"), "precious");
      assert.equal(cacheStatus(cache).lastBuild?.outcome, "published");
    }
    rmSync(outside);
  }),
);

test(
  "a damaged or newer cache can be cleared",
  inScene(async ({ cache, cacheFolder }) => {
    for (const current of ["torn", new TextDecoder().decode(seal({ format: 99 }))]) {
      await buildToy(cache, { a: "1" });
      writeFileSync(cache.layout.current, current);
      await clearCache(cache, { waitMs: 0 });
      assert.deepEqual(namesIn(cacheFolder), []);
    }
  }),
);

test(
  "status tells what is there, who builds and how the last build went",
  inScene(async ({ cache }) => {
    const empty = cacheStatus(cache);
    assert.deepEqual(empty.generations, []);
    assert.equal(empty.lastBuild, null);
    assert.equal(empty.binding, null);
    assert.equal(empty.totalBytes, 0);

    const first = await buildToy(cache, { a: "1" });
    const second = await buildToy(cache, { a: "1", b: "2" });
    const reader = openCurrent(cache);
    const status = cacheStatus(cache);
    reader.close();
    assert.deepEqual(status.generations.map(({ name, role, leases }) => [name, role, leases]), [
      [first.name, "previous", 0],
      [second.name, "current", 1],
    ]);
    assert.equal(status.generations[1].fingerprint, fingerprintOf({ a: "1", b: "2" }));
    assert.equal(status.packCount, 2);
    assert.ok(status.totalBytes > status.packBytes && status.packBytes > 0);
    assert.equal(status.building, null);
    assert.equal(status.lastBuild?.outcome, "published");
    assert.equal(status.lastBuild?.fingerprint, second.fingerprint);
    assert.ok((status.lastBuild?.elapsedMs ?? -1) >= 0);
    assert.deepEqual(status.damages, []);

    const build = await beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 });
    assert.equal(cacheStatus(cache).building?.holder?.pid, process.pid);
    assert.equal(cacheStatus(cache).lastBuild?.outcome, "running");
    endProcess(cache);
    assert.equal(cacheStatus(cache).building, null);
    assert.equal(cacheStatus(cache).lastBuild?.outcome, "killed");
    build.abort();
    assert.equal(cacheStatus(cache).lastBuild?.outcome, "unchanged");

    await failureOf(() => buildToy(cache, { a: "x".repeat(5000) }, { maxCacheBytes: 3000 }));
    const { lastBuild, generations } = cacheStatus(cache);
    assert.equal(lastBuild?.outcome, "failed");
    assert.equal(lastBuild?.failure?.code, "limit.exceeded");
    assert.deepEqual(generations.map((generation) => generation.role), ["previous", "current"]);

    // Another whole file of the cache in its place.
    copyFileSync(cache.layout.current, cache.layout.lastBuild);
    assert.equal(cacheStatus(cache).lastBuild, null);
  }),
);
