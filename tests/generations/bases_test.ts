// Generations of commits: beside what serves, never in its place, and the first to go.

import { describe, it, test } from "node:test";
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import {
  type Cache,
  cacheStatus,
  clearCache,
  type Generation,
  openBase,
  openByFingerprint,
  openPrevious,
  verifyGeneration,
  withBuild,
} from "../../lib/generations/mod.ts";
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
  fingerprintOf,
  inScene,
  namesIn,
  noise,
  readToy,
} from "./scene.ts";

const state = (number: number): Files => ({ common: "c", [`f${number}`]: `${number}` });

function baseToy(cache: Cache, key: string): Files | null {
  return read(openBase(cache, key));
}

function read(generation: Generation | null): Files | null {
  if (generation === null) return null;
  try {
    assert.deepEqual(verifyGeneration(generation), []);
    return readToy(generation);
  } finally {
    generation.close();
  }
}

const roles = (cache: Cache) => cacheStatus(cache).generations.map(({ role }) => role).sort();

describe("a base", () => {
  it(
    "is found by its key and fingerprint, and is neither current nor previous",
    inScene(async ({ cache }) => {
      await buildToy(cache, state(1));
      await buildToyBase(cache, "a", state(2));
      assert.deepEqual(baseToy(cache, "a"), state(2));
      assert.deepEqual(read(openByFingerprint(cache, fingerprintOf(state(2)))), state(2));
      assert.equal(openPrevious(cache), null);
      assert.deepEqual(currentToy(cache), state(1));
      await buildToy(cache, state(3));
      assert.deepEqual(read(openPrevious(cache)), state(1));
      assert.deepEqual(baseToy(cache, "a"), state(2));
      assert.deepEqual(roles(cache), ["base", "current", "previous"]);
      assert.equal(cacheStatus(cache).lastBuild?.fingerprint, fingerprintOf(state(3)));
    }),
  );

  it(
    "may have the content of what serves",
    inScene(async ({ cache }) => {
      await buildToy(cache, state(1));
      await buildToyBase(cache, "a", state(1));
      assert.deepEqual(baseToy(cache, "a"), state(1));
      assert.equal(openPrevious(cache), null);
    }),
  );

  it(
    "gives way to newer ones, and to one of its key",
    inScene(async ({ cache }) => {
      await buildToy(cache, state(0));
      for (const [key, number] of [["a", 1], ["b", 2], ["b", 3], ["c", 4]] as const) {
        await buildToyBase(cache, key, state(number));
      }
      assert.deepEqual(["a", "b", "c"].map((key) => baseToy(cache, key)), [null, state(3), state(4)]);
      assert.deepEqual(roles(cache), ["base", "base", "current"]);
    }),
  );

  it(
    "shares what it holds: a later build reads it from there when nothing else has it",
    inScene(async ({ cache }) => {
      await buildToy(cache, state(0));
      await buildToyBase(cache, "a", { big: noise("big", 4_000) });
      const packs = namesIn(cache.layout.packs).length;
      await buildToy(cache, { big: noise("big", 4_000) });
      assert.equal(namesIn(cache.layout.packs).length, packs);
      await withBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 }, (build) => {
        build.forgetBases();
        return Promise.resolve();
      });
      await buildToy(cache, { big: noise("big", 4_000), more: "m" });
      assert.equal(baseToy(cache, "a"), null);
      assert.deepEqual(currentToy(cache), { big: noise("big", 4_000), more: "m" });
      assert.deepEqual(roles(cache), ["current", "previous"]);
    }),
  );

  it(
    "goes before a build fails over the cache limit, unless somebody reads it",
    inScene(async ({ cache }) => {
      const big = (name: string): Files => ({ big: noise(name, 20_000) });
      await buildToy(cache, big("one"));
      await buildToyBase(cache, "a", big("two"));
      const used = cacheStatus(cache).totalBytes;
      const reader = openBase(cache, "a");
      const failure = await failureOf(() => buildToy(cache, big("three"), { maxCacheBytes: used + 1_000 }));
      assert.equal(failure.code, "limit.exceeded");
      assert.deepEqual(readToy(reader!), big("two"));
      reader!.close();
      // What the reader held was forgotten by the build that could not remove it.
      await buildToyBase(cache, "a", big("two"));
      await buildToy(cache, big("three"), { maxCacheBytes: used + 1_000 });
      assert.deepEqual([currentToy(cache), baseToy(cache, "a")], [big("three"), null]);
      assert.deepEqual(roles(cache), ["current", "previous"]);
    }),
  );

  it(
    "goes with the cache",
    inScene(async ({ cache }) => {
      await buildToy(cache, state(1));
      await buildToyBase(cache, "a", state(2));
      assert.deepEqual(await clearCache(cache, { waitMs: 0 }), { removed: true, left: [] });
    }),
  );
});

describe("a damaged base", () => {
  const damages: readonly [what: string, damage: (cache: Cache, name: string) => void][] = [
    ["pointer", ({ layout }) => writeFileSync(layout.bases, "{")],
    ["manifest", ({ layout }, name) => writeFileSync(`${layout.generation(name)}/manifest.json`, "{}")],
    ["part", ({ layout }, name) => rmSync(`${layout.generation(name)}/graph.db`)],
    ["folder", ({ layout }, name) => rmSync(layout.generation(name), { recursive: true })],
  ];
  for (const [what, damage] of damages) {
    it(
      `is named, harms nothing that serves, and is built again: ${what}`,
      inScene(async ({ cache }) => {
        await buildToy(cache, state(1));
        const { name } = await buildToyBase(cache, "a", state(2));
        damage(cache, name);
        assert.equal((await failureOf(() => openBase(cache, "a"))).code, "index.corrupt");
        assert.equal(cacheStatus(cache).damages.length, 1);
        await buildToy(cache, state(3));
        assert.deepEqual(currentToy(cache), state(3));
        assert.deepEqual(read(openPrevious(cache)), state(1));
        await buildToyBase(cache, "a", state(2));
        assert.deepEqual(baseToy(cache, "a"), state(2));
        assert.deepEqual(cacheStatus(cache).damages, []);
        assert.deepEqual(roles(cache), ["base", "current", "previous"]);
      }),
    );
  }
});

for (const dies of [false, true]) {
  test(
    `a base whose build ${
      dies ? "ends" : "fails"
    } at any disk call changes nothing that serves, and the next works`,
    inScene(async (scene) => {
      const { cache } = scene;
      await buildToy(cache, state(0));
      await buildToy(cache, state(1));
      let before = state(2);
      await buildToyBase(cache, "a", before);
      let failures = 0;
      let finished = false;
      for (let number = 1; !finished; number++) {
        const wanted = state(number + 10);
        const faults = failAt(number, dies ? "dies" : "torn");
        const error = await buildToyBase(cache, "a", wanted).then(() => null, (thrown) => thrown);
        faults.restore();
        finished = faults.calls.length < number;
        if (error !== null) {
          failures++;
          assert.ok(
            error instanceof Failure && error.code === "index.unavailable",
            `call ${number}: ${error}`,
          );
        }
        endProcess(cache);
        assert.deepEqual(
          [currentToy(cache), read(openPrevious(cache))],
          [state(1), state(0)],
          `call ${number}`,
        );
        const now = JSON.stringify(baseToy(cache, "a"));
        const allowed = error === null ? [wanted] : [before, wanted];
        assert.ok(allowed.some((files) => JSON.stringify(files) === now), `call ${number}: ${now}`);
        before = state(number + 1_000);
        await buildToyBase(cache, "a", before);
        assert.deepEqual(baseToy(cache, "a"), before);
        assert.deepEqual(namesIn(cache.layout.staging), [], `call ${number}`);
        assert.equal(namesIn(cache.layout.generations).length, 3, `call ${number}`);
      }
      assert.ok(failures > 40, `${failures} of the calls failed the build`);
      const known = /^(binding\.json|bases|current|last_build\.json|(generations|packs)\/.*)$/;
      assert.deepEqual(filesIn(cache).filter((file) => !known.test(file)), []);
    }),
  );
}
