// Blobs over many builds: stored once, reused, rewritten, limited.

import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cacheStatus,
  factsKey,
  openCurrent,
  openPrevious,
  sourceKey,
  withBuild,
} from "../../lib/generations/mod.ts";
import {
  buildToy,
  bytesOf,
  currentToy,
  failureOf,
  type Files,
  fingerprintOf,
  inScene,
  namesIn,
  noise,
  POLICY,
  readToy,
  sha256,
  textOf,
} from "./scene.ts";

const OPTIONS = { waitMs: 0, maxCacheBytes: 1 << 30 };

test(
  "a blob is stored once, whatever the path and however many generations hold it",
  inScene(async ({ cache }) => {
    const text = "x".repeat(10_000);
    await buildToy(cache, { a: text });
    const before = cacheStatus(cache).packBytes;
    await buildToy(cache, { b: text, c: text });
    assert.equal(cacheStatus(cache).packBytes, before);
    assert.deepEqual(currentToy(cache), { b: text, c: text });
  }),
);

test(
  "facts of the generation before last are reused from a pack that is still read",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "stays and is long enough to be most of its pack", b: "1" });
    for (const b of ["2", "3", "4"]) {
      await buildToy(cache, { a: "stays and is long enough to be most of its pack", b });
    }
    await withBuild(cache, OPTIONS, async (build) => {
      assert.equal(textOf(build.reuseBlob(factsKey(sha256("1"), "toy", 1))!), "length 1");
      assert.equal(build.reuseBlob(factsKey(sha256("1"), "toy", 2)), null);
      assert.equal(build.reuseBlob(factsKey(sha256("1"), "other", 1)), null);
    });
  }),
);

test(
  "only what the new generation holds can be read from it",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1", b: "2" });
    await withBuild(cache, OPTIONS, async (build) => {
      assert.ok(build.hasBlob(sourceKey(sha256("1"))));
      assert.equal(build.hasBlob(sourceKey(sha256("3"))), false);
      assert.equal(build.keepBlob(sourceKey(sha256("3"))), false);
      build.addBlob(sourceKey(sha256("3")), bytesOf("3"));
      build.addBlob(sourceKey(sha256("3")), bytesOf("3"));
      assert.ok(build.hasBlob(sourceKey(sha256("3"))));
      assert.ok(build.keepBlob(sourceKey(sha256("3"))));
      const manifest = await build.publish({
        fingerprint: "f",
        parts: [],
        inPlace: [],
        createdBy: "toy",
        policy: POLICY,
        meta: {},
      });
      assert.equal(manifest.packs.length, 1);
    });
    const generation = openCurrent(cache);
    assert.equal(textOf(generation.readBlob(sourceKey(sha256("3")))), "3");
    const failure = await failureOf(() => generation.readBlob(sourceKey(sha256("1"))));
    assert.deepEqual(failure.detail, { part: "packs", damage: "missing" });
    generation.close();
  }),
);

test(
  "content written anew in a build is not mixed up with an earlier copy under the same key",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    const key = factsKey(sha256("1"), "toy", 1);
    await withBuild(cache, OPTIONS, async (build) => {
      build.addBlob(key, bytesOf("other"));
      assert.equal(build.reuseBlob(key), null);
      await build.publish({
        fingerprint: "f",
        parts: [],
        inPlace: [],
        createdBy: "toy",
        policy: POLICY,
        meta: {},
      });
    });
    const generation = openCurrent(cache);
    assert.equal(textOf(generation.readBlob(key)), "other");
    generation.close();
  }),
);

test(
  "a build that would pass the cache limit fails with the numbers and removes nothing",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: noise("1", 4000) });
    await buildToy(cache, { a: noise("2", 4000) });
    const used = cacheStatus(cache).totalBytes;
    for (const maxCacheBytes of [1, used + 3000, used + 5000]) {
      const failure = await failureOf(() => buildToy(cache, { a: noise("3", 4000) }, { maxCacheBytes }));
      assert.equal(failure.code, "limit.exceeded");
      assert.equal(failure.detail?.limit, maxCacheBytes);
      assert.ok(Number(failure.detail?.used_bytes) + Number(failure.detail?.added_bytes) > maxCacheBytes);
    }
    assert.deepEqual(currentToy(cache), { a: noise("2", 4000) });
    const previous = openPrevious(cache)!;
    assert.deepEqual(readToy(previous), { a: noise("1", 4000) });
    previous.close();
    await buildToy(cache, { a: noise("3", 4000) }, { maxCacheBytes: used * 2 });
    assert.ok(cacheStatus(cache).totalBytes <= used * 1.2);
  }),
);

test(
  "a pack that is mostly garbage is rewritten, but not where that would pass the cache limit",
  inScene(async ({ cache }) => {
    const kept = noise("kept", 4000);
    await buildToy(cache, { kept, garbage: noise("garbage", 8000) });
    const publishKept = (maxCacheBytes: number) =>
      withBuild(cache, { waitMs: 0, maxCacheBytes }, async (build) => {
        assert.ok(build.keepBlob(sourceKey(sha256(kept))));
        return await build.publish({
          fingerprint: `f${maxCacheBytes}`,
          parts: [],
          inPlace: [],
          createdBy: "toy",
          policy: POLICY,
          meta: {},
        });
      });
    const tight = await publishKept(cacheStatus(cache).totalBytes + 2500);
    assert.equal(tight.packs.length, 1);
    assert.notEqual(tight.packs[0].name, tight.name);
    const roomy = await publishKept(1 << 30);
    assert.deepEqual(roomy.packs.map((pack) => pack.name), [roomy.name]);
    const generation = openCurrent(cache);
    assert.equal(textOf(generation.readBlob(sourceKey(sha256(kept)))), kept);
    generation.close();
  }),
);

test(
  "many small builds leave few packs",
  inScene(async ({ cache }) => {
    const files: Record<string, string> = { base: "b".repeat(2000) };
    let most = 0;
    for (let number = 0; number < 40; number++) {
      files[`f${number}`] = `content ${number}`;
      const manifest = await buildToy(cache, files);
      most = Math.max(most, manifest.packs.length);
    }
    assert.ok(most > 8 && most <= 16, `${most} packs`);
    assert.deepEqual(currentToy(cache), files);
    // Those of the current and of the previous generation.
    assert.ok(namesIn(cache.layout.packs).length <= 17);
  }),
);

test(
  "any edits, built one after the other, are read back exactly, with previous beside and nothing left over",
  inScene(async ({ cache }) => {
    const text = fc.constantFrom("", "a", "b", "c".repeat(300), "d".repeat(3000), "é\r\n");
    const state = fc.dictionary(fc.constantFrom("p", "q", "r", "s"), text);
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), async (states) => {
        let before = null as Files | null;
        for (const files of states) {
          await buildToy(cache, files);
          assert.deepEqual(currentToy(cache), { ...files });
          const previous = openPrevious(cache);
          const changed = before !== null && fingerprintOf(before) !== fingerprintOf(files);
          if (changed) assert.deepEqual(previous === null ? null : readToy(previous), { ...before });
          previous?.close();
          before = files;
          const needed = new Set<string>();
          for (const generation of [openCurrent(cache), openPrevious(cache)]) {
            for (const pack of generation?.manifest.packs ?? []) needed.add(`${pack.name}.pack`);
            generation?.close();
          }
          assert.deepEqual(namesIn(cache.layout.packs), [...needed].sort());
          assert.ok(namesIn(cache.layout.generations).length <= 2);
        }
      }),
      { numRuns: 15 },
    );
  }),
);
