// Torn, flipped, emptied and missing files: named, never answered from, and mended by building anew.

import { test } from "node:test";
import assert from "node:assert/strict";
import { copyFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import {
  cacheStatus,
  type Generation,
  openCurrent,
  openPrevious,
  sourceKey,
  verifyGeneration,
  withBuild,
} from "../../lib/generations/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import {
  buildToy,
  currentToy,
  failureOf,
  type Files,
  filesIn,
  inScene,
  noise,
  readToy,
  type Scene,
  sha256,
} from "./scene.ts";

const FIRST: Files = { a: "first", both: "in both generations" };
const SECOND: Files = { a: "second", both: "in both generations", c: "x".repeat(500) };

/** The parts that are found damaged by reading everything, and that reading gave only what was published. */
function damagedParts(scene: Scene): string[] {
  const parts: string[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      assert.equal(error.code, "index.corrupt", error.message);
      parts.push(String(error.detail?.part));
    }
  };
  const read = (open: () => Generation | null, expected: Files) =>
    attempt(() => {
      const generation = open()!;
      try {
        parts.push(...verifyGeneration(generation).map((failure) => String(failure.detail?.part)));
        attempt(() => assert.deepEqual(readToy(generation), expected));
      } finally {
        generation.close();
      }
    });
  read(() => openCurrent(scene.cache), SECOND);
  read(() => openPrevious(scene.cache), FIRST);
  return parts;
}

/** Damages a built cache in every way `damages` lists, one at a time; `builds`: whether `body` changes more of it. */
async function inDamaged(
  scene: Scene,
  damages: (file: string) => ((path: string) => void)[],
  builds: boolean,
  body: (file: string, number: number) => void | Promise<void>,
): Promise<void> {
  await buildToy(scene.cache, FIRST);
  await buildToy(scene.cache, SECOND);
  const { folder } = scene.cache.layout;
  const whole = `${scene.folder}/whole`;
  cpSync(folder, whole, { recursive: true });
  for (const file of filesIn(scene.cache)) {
    let number = 0;
    for (const damage of damages(file)) {
      damage(`${folder}/${file}`);
      await body(file, number++);
      if (builds) {
        rmSync(folder, { recursive: true });
        cpSync(whole, folder, { recursive: true });
      } else copyFileSync(`${whole}/${file}`, `${folder}/${file}`);
    }
  }
}

/** Flips one bit of some bytes, all over the file. */
function flips(count: number): (file: string) => ((path: string) => void)[] {
  return () =>
    Array.from({ length: count }, (_, number) => (path: string) => {
      const bytes = readFileSync(path);
      if (bytes.length === 0) return;
      const at = Math.floor((number + 0.5) * bytes.length / count);
      bytes[at] ^= 1 << (number & 7);
      writeFileSync(path, bytes);
    });
}

const tears: ((path: string) => void)[] = [
  (path) => rmSync(path),
  (path) => writeFileSync(path, ""),
  (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  (path) => truncateSync(path, readFileSync(path).length - 2),
  (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from("more")])),
  (path) => writeFileSync(path, new Uint8Array(readFileSync(path).length)),
];

/** A note that nothing depends on. */
const decidesNothing = (file: string) => file === "last_build.json";

test(
  "a whole cache is found whole",
  inScene((scene) =>
    inDamaged(scene, () => [() => {}], false, () => assert.deepEqual(damagedParts(scene), []))
  ),
);

test(
  "every flipped bit is found and the file it lies in is named; what is handed out is what was published",
  inScene((scene) =>
    inDamaged(scene, flips(16), false, (file, number) => {
      const parts = damagedParts(scene);
      if (decidesNothing(file)) assert.deepEqual(parts, []);
      else assert.ok(parts.length > 0 && parts.every((part) => part === file), `${file} ${number}: ${parts}`);
    })
  ),
);

test(
  "a file that is missing, empty, cut, longer or blank is found and named",
  inScene((scene) =>
    inDamaged(scene, () => tears, false, (file, number) => {
      if (file === "current" && number === 0) {
        // Without a pointer nothing was published.
        assert.throws(() => openCurrent(scene.cache), { code: "index.missing" });
        return;
      }
      const parts = damagedParts(scene);
      if (decidesNothing(file)) assert.deepEqual(parts, []);
      else assert.ok(parts.length > 0 && parts.every((part) => part === file), `${file} ${number}: ${parts}`);
    })
  ),
);

test(
  "whatever is damaged, status says so without failing, and building anew mends it",
  inScene((scene) =>
    inDamaged(scene, (file) => [...tears.slice(0, 3), ...flips(2)(file)], true, async (file, number) => {
      cacheStatus(scene.cache);
      const third = { ...SECOND, d: "third" };
      await buildToy(scene.cache, third, { anew: true });
      assert.deepEqual(currentToy(scene.cache), third, `${file} ${number}`);
      assert.deepEqual(cacheStatus(scene.cache).damages, []);
    })
  ),
);

test(
  "damage that opening shows is told by status and to the next build, which has no base then",
  inScene((scene) =>
    inDamaged(scene, () => [(path) => truncateSync(path, 1)], false, async (file) => {
      if (decidesNothing(file)) return;
      const parts = cacheStatus(scene.cache).damages.map((damage) => damage.detail?.part);
      assert.ok(parts.length > 0 && parts.every((part) => part === file), `${file}: ${parts}`);
      await withBuild(scene.cache, { waitMs: 0, maxCacheBytes: 1 << 30 }, async (build) => {
        assert.equal(build.damage?.detail?.part, file);
      });
    })
  ),
);

test(
  "a damaged database is not cloned into the next generation with a new checksum",
  inScene(async ({ cache }) => {
    const { name } = await buildToy(cache, FIRST);
    const path = `${cache.layout.generation(name)}/graph.db`;
    writeFileSync(path, readFileSync(path, "utf8").replace("first", "worst"));
    const failure = await failureOf(() =>
      withBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 }, async (build) => build.clonePart("graph.db"))
    );
    assert.equal(failure.code, "index.corrupt");
    assert.equal(failure.detail?.part, `generations/${name}/graph.db`);
  }),
);

test(
  "damaged facts are not reused, and a damaged copy is not read where there is a newer whole one",
  inScene(async ({ cache }) => {
    const { name } = await buildToy(cache, FIRST);
    const path = cache.layout.pack(name);
    const bytes = readFileSync(path);
    bytes[bytes.indexOf("length 5")] ^= 1;
    bytes[bytes.indexOf("in both")] ^= 1;
    writeFileSync(path, bytes);
    // The damaged source is kept unseen by a sync, and found when it is read.
    await buildToy(cache, SECOND);
    const reader = openCurrent(cache);
    const failure = await failureOf(() => reader.readBlob(sourceKey(sha256(FIRST.both))));
    assert.deepEqual(failure.detail, { part: `packs/${name}.pack`, damage: "checksum" });
    reader.close();
    const previous = openPrevious(cache)!;
    await assert.rejects(async () => readToy(previous), { code: "index.corrupt" });
    previous.close();
    await buildToy(cache, SECOND, { anew: true });
    const mended = openCurrent(cache);
    assert.deepEqual(readToy(mended), SECOND);
    mended.close();
  }),
);

test(
  "a damaged blob is not copied into a new pack",
  inScene(async ({ cache }) => {
    const kept = noise("kept", 40);
    const { name } = await buildToy(cache, { kept, big: noise("big", 2000) });
    const path = cache.layout.pack(name);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(kept);
    assert.ok(at > 0);
    bytes[at] ^= 1;
    writeFileSync(path, bytes);
    const failure = await failureOf(() => buildToy(cache, { kept }));
    assert.deepEqual(failure.detail, { part: `packs/${name}.pack`, damage: "checksum" });
    await buildToy(cache, { kept }, { anew: true });
    assert.deepEqual(currentToy(cache), { kept });
  }),
);
