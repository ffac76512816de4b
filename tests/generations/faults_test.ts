// Law 6 at every disk call of a build: what was published serves on, whole, and the next build works and leaves nothing.

import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { type Generation, openCurrent, openPrevious } from "../../lib/generations/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { failAt } from "../faults.ts";
import {
  buildToy,
  currentToy,
  endProcess,
  type Files,
  filesIn,
  inScene,
  namesIn,
  readToy,
  type Scene,
} from "./scene.ts";

const BIG = "b".repeat(400);
/** Each state drops, changes and adds files; every other one makes a pack mostly garbage, so that it is rewritten. */
const state = (number: number): Files => ({
  common: "c",
  [`f${number}`]: `${number}`,
  ...(number % 2 ? { BIG } : {}),
});

async function attempt(scene: Scene, files: Files, anew: boolean): Promise<unknown> {
  try {
    await buildToy(scene.cache, files, { anew });
    return null;
  } catch (error) {
    return error;
  }
}

/** What is published now: read from the pointer's generations, each checked against its own fingerprint. */
function published(scene: Scene): Files {
  const previous = openPrevious(scene.cache);
  if (previous !== null) readToy(previous);
  previous?.close();
  return currentToy(scene.cache);
}

function openDescriptors(): number {
  return fs.existsSync("/proc/self/fd") ? fs.readdirSync("/proc/self/fd").length : 0;
}

for (const dies of [false, true]) {
  test(
    dies
      ? "a build that ends at any disk call publishes nothing or everything, and the next build works"
      : "a build whose n-th disk call fails publishes nothing or everything, for every n",
    inScene(async (scene) => {
      await buildToy(scene.cache, state(0));
      await buildToy(scene.cache, state(1));
      let before = state(1);
      let failures = 0;
      let finished = false;
      const descriptors = openDescriptors();
      for (let number = 1; !finished; number++) {
        const wanted = state(number + 1);
        const faults = failAt(number, dies ? "dies" : "torn");
        const error = await attempt(scene, wanted, number % 3 === 0);
        faults.restore();
        finished = faults.calls.length < number;
        if (error !== null) {
          failures++;
          assert.ok(error instanceof Failure, `call ${number}: ${error}`);
          assert.equal(error.code, "index.unavailable", `call ${number}: ${error.message}`);
          assert.deepEqual(error.detail, { system_code: "EIO" });
        }
        endProcess(scene.cache);
        const now = published(scene);
        if (error === null) assert.deepEqual(now, wanted, `call ${number}`);
        else assert.ok(same(now, before) || same(now, wanted), `call ${number}`);

        before = { next: `${number}` };
        await buildToy(scene.cache, before);
        assert.deepEqual(published(scene), before);
        assert.deepEqual(namesIn(scene.cache.layout.staging), [], `call ${number}`);
        assert.equal(namesIn(scene.cache.layout.generations).length, 2, `call ${number}`);
      }
      assert.ok(failures > 60, `${failures} of the calls failed the build`);
      // Only a process that ends leaves descriptors open.
      if (!dies) assert.equal(openDescriptors(), descriptors);
      assert.deepEqual(remains(scene), []);
    }),
  );
}

test(
  "a first build that ends at any disk call leaves nothing to answer from, and the next build works",
  inScene(async (scene) => {
    let finished = false;
    for (let number = 1; !finished; number++) {
      const faults = failAt(number, "dies");
      const error = await attempt(scene, state(1), false);
      faults.restore();
      finished = faults.calls.length < number;
      endProcess(scene.cache);
      if (error !== null) {
        try {
          assert.deepEqual(published(scene), state(1));
        } catch (missing) {
          assert.equal((missing as Failure).code, "index.missing", `call ${number}: ${missing}`);
        }
      }
      await buildToy(scene.cache, state(2));
      assert.deepEqual(published(scene), state(2));
      fs.rmSync(scene.cacheFolder, { recursive: true });
    }
  }),
);

test(
  "a reader whose n-th disk call fails answers right or fails, and holds nothing after it",
  inScene(async (scene) => {
    await buildToy(scene.cache, state(1));
    let finished = false;
    for (let number = 1; !finished; number++) {
      const faults = failAt(number, "torn");
      let reader: Generation | null = null;
      try {
        reader = openCurrent(scene.cache);
        assert.deepEqual(readToy(reader), state(1));
      } catch (error) {
        assert.equal((error as Failure).code, "index.unavailable");
      } finally {
        reader?.close();
        faults.restore();
      }
      finished = faults.calls.length < number;
      const held = namesIn(scene.cache.layout.leases);
      assert.equal(held.length, reader === null || reader.problem === null ? 0 : 1, `call ${number}`);
      for (const name of held) fs.rmSync(`${scene.cache.layout.leases}/${name}`);
    }
  }),
);

function same(a: Files, b: Files): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Files beside those that a cache at rest has. */
function remains(scene: Scene): string[] {
  const known = /^(binding\.json|current|last_build\.json|(generations|packs|leases)\/.*)$/;
  return filesIn(scene.cache).filter((file) => !known.test(file));
}
