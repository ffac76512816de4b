// Building and publishing: what a generation says and holds, what is reused, kept, collected and rewritten.

import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import {
  beginBuild,
  cacheStatus,
  openByFingerprint,
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
  POLICY,
  publishToy,
  readToy,
} from "./scene.ts";

const OPTIONS = { waitMs: 0, maxCacheBytes: 1 << 30 };

test(
  "what was built is read back, and the manifest says where it came from",
  inScene(async ({ cache }) => {
    const first = await buildToy(cache, { "a.py": "one", "b.py": "two" });
    assert.equal(first.parentFingerprint, null);
    assert.equal(first.fingerprint, fingerprintOf({ "a.py": "one", "b.py": "two" }));
    assert.equal(first.createdBy, "toy 1");
    assert.deepEqual(first.parts.map((part) => part.name), ["blobs.bin", "graph.db", "rank.bin"]);
    assert.deepEqual(first.meta, { count: 2 });
    const second = await buildToy(cache, { "a.py": "one" });
    assert.equal(second.parentFingerprint, first.fingerprint);
    assert.deepEqual(currentToy(cache), { "a.py": "one" });
    assert.ok(second.name > first.name);
  }),
);

test(
  "current and previous are kept and found by their fingerprints; older ones are collected",
  inScene(async ({ cache }) => {
    const states: Files[] = [{ a: "1" }, { a: "2" }, { a: "3" }];
    await buildToy(cache, states[0]);
    assert.equal(openPrevious(cache), null);
    await buildToy(cache, states[1]);
    await buildToy(cache, states[2]);
    const previous = openPrevious(cache)!;
    assert.deepEqual(readToy(previous), states[1]);
    previous.close();
    const found = openByFingerprint(cache, fingerprintOf(states[1]))!;
    assert.deepEqual(readToy(found), states[1]);
    found.close();
    assert.equal(openByFingerprint(cache, fingerprintOf(states[0])), null);
    assert.equal(namesIn(cache.layout.generations).length, 2);
    assert.equal(namesIn(cache.layout.packs).length, 2);
    assert.deepEqual(namesIn(cache.layout.staging), []);
  }),
);

test(
  "the same content built again replaces the current generation, and previous stays",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    const second = await buildToy(cache, { a: "2" });
    const again = await buildToy(cache, { a: "2" });
    assert.notEqual(again.name, second.name);
    const previous = openPrevious(cache)!;
    assert.deepEqual(readToy(previous), { a: "1" });
    previous.close();
  }),
);

test(
  "a part is cloned from the base, and changing the clone leaves the base alone",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    await withBuild(cache, OPTIONS, async (build) => {
      assert.equal(build.base?.fingerprint, fingerprintOf({ a: "1" }));
      build.clonePart("graph.db");
      assert.deepEqual(readFileSync(build.path("graph.db")), readFileSync(build.base!.path("graph.db")));
      assert.notEqual(statSync(build.path("graph.db")).ino, statSync(build.base!.path("graph.db")).ino);
      writeFileSync(build.path("graph.db"), "changed");
      await publishToy(build, { a: "2" });
    });
    const previous = openPrevious(cache)!;
    assert.deepEqual(readToy(previous), { a: "1" });
    previous.close();
  }),
);

const refused: [string, (build: Awaited<ReturnType<typeof beginBuild>>) => unknown][] = [
  ["a part that was not written", (build) => publishWith(build, ["graph.db"])],
  [
    "a file that is no part",
    (build) => (writeFileSync(build.path("graph.db-journal"), ""), publishWith(build, [])),
  ],
  ["a part name that leaves the folder", (build) => build.path("../current")],
  ["a part name that is the manifest's", (build) => build.path("manifest.json")],
];
for (const [what, work] of refused) {
  test(
    `refused as a bug: ${what}`,
    inScene(async ({ cache }) => {
      const failure = await failureOf(() => withBuild(cache, OPTIONS, async (build) => work(build)));
      assert.equal(failure.code, "internal.invariant");
      assert.equal(cacheStatus(cache).generations.length, 0);
      assert.deepEqual(namesIn(cache.layout.staging), []);
    }),
  );
}

function publishWith(build: Awaited<ReturnType<typeof beginBuild>>, parts: string[]) {
  return build.publish({ fingerprint: "f", parts, inPlace: [], createdBy: "toy", policy: POLICY, meta: {} });
}

test(
  "what validation refuses is not published",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    await assert.rejects(
      buildToy(cache, { a: "2" }, {
        validate: () => {
          throw new Error("row count differs");
        },
      }),
      /row count differs/,
    );
    assert.deepEqual(currentToy(cache), { a: "1" });
    assert.deepEqual(namesIn(cache.layout.staging), []);
    assert.equal(cacheStatus(cache).lastBuild?.failure?.message, "An unexpected Error.");
  }),
);

test(
  "validation sees the finished generation",
  inScene(({ cache }) =>
    withBuild(cache, OPTIONS, async (build) => {
      writeFileSync(build.path("graph.db"), "rows");
      let seen = "";
      await build.publish({
        fingerprint: "f",
        parts: ["graph.db"],
        inPlace: [],
        createdBy: "toy",
        policy: POLICY,
        meta: {},
        validate: async (staged) => {
          seen = `${staged.manifest.parts[1].sizeBytes} ${readFileSync(staged.path("graph.db"), "utf8")}`;
          assert.equal(existsSync(cache.layout.current), false);
        },
      });
      assert.equal(seen, "4 rows");
    })
  ),
);

test(
  "an end without publishing changes nothing and leaves nothing",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    const before = readFileSync(cache.layout.current);
    await withBuild(cache, OPTIONS, async (build) => build.addBlob(sourceKey("0"), bytesOf("0")));
    assert.deepEqual(readFileSync(cache.layout.current), before);
    assert.deepEqual(namesIn(cache.layout.staging), []);
    assert.equal(namesIn(cache.layout.packs).length, 1);
    assert.equal(existsSync(cache.layout.lock), false);
    assert.equal(cacheStatus(cache).lastBuild?.outcome, "unchanged");
  }),
);
