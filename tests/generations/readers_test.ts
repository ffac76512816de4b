// Readers: one generation each, kept while they read, whatever is published meanwhile.

import { test } from "node:test";
import assert from "node:assert/strict";
import { openSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { cacheStatus, openCurrent, openPrevious } from "../../lib/generations/mod.ts";
import { decodeLeaseName, encodeLeaseName } from "../../lib/generations/lease.ts";
import { processIdentity, replaceCalls, uptimeMs } from "../../lib/host/mod.ts";
import { buildToy, failureOf, type Files, inScene, namesIn, readToy } from "./scene.ts";

const DAY_SECONDS = 86_400;
const states: Files[] = [{ a: "1" }, { a: "2" }, { a: "3" }, { a: "4" }];

test(
  "a reader's generation stays over two publications and goes after it is closed",
  inScene(async ({ cache }) => {
    await buildToy(cache, states[0]);
    const reader = openCurrent(cache);
    assert.ok(reader.isHeld);
    for (const state of states.slice(1)) await buildToy(cache, state);
    assert.deepEqual(cacheStatus(cache).generations.map((generation) => generation.role), [
      "held",
      "previous",
      "current",
    ]);
    assert.deepEqual(readToy(reader), states[0]);
    reader.close();
    reader.close();
    assert.deepEqual(namesIn(cache.layout.leases), []);
    await buildToy(cache, { a: "5" });
    assert.equal(namesIn(cache.layout.generations).length, 2);
    assert.equal(namesIn(cache.layout.packs).length, 2);
  }),
);

test(
  "what a held generation takes counts against the cache limit",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "x".repeat(9000) });
    const reader = openCurrent(cache);
    await buildToy(cache, { a: "2" });
    await buildToy(cache, { a: "3" });
    const failure = await failureOf(() => buildToy(cache, { a: "4" }, { maxCacheBytes: 9000 }));
    assert.equal(failure.code, "limit.exceeded");
    reader.close();
    await buildToy(cache, { a: "4" }, { maxCacheBytes: 9000 });
  }),
);

const gone: [string, (identity: ReturnType<typeof processIdentity>) => object][] = [
  ["a process number nobody has", () => ({ pid: 2 ** 22 - 3 })],
  ["a process number that another process has by now", () => ({ start: "1" })],
  ["an earlier boot", () => ({ boot: "earlier" })],
];
for (const [what, change] of gone) {
  test(
    `the lease of ${what} holds nothing and is removed`,
    inScene(async ({ cache }) => {
      await buildToy(cache, states[0]);
      const reader = openCurrent(cache);
      const [name] = namesIn(cache.layout.leases);
      const holder = { ...decodeLeaseName(name)!.holder, ...change(processIdentity()) };
      renameSync(
        `${cache.layout.leases}/${name}`,
        `${cache.layout.leases}/${encodeLeaseName(reader.name, holder, "x")}`,
      );
      await buildToy(cache, states[1]);
      await buildToy(cache, states[2]);
      assert.deepEqual(namesIn(cache.layout.leases), []);
      assert.equal(namesIn(cache.layout.generations).length, 2);
      reader.close();
    }),
  );
}

/** Leases of another container's process, which cannot be asked about: when they say they were taken, and by their file. */
const foreign: [string, number, number, boolean][] = [
  ["holds", 0, 0, true],
  ["holds although the clock was set days forward", 0, -3 * DAY_SECONDS, true],
  ["holds although the clock was set days back", 0, 3 * DAY_SECONDS, true],
  ["holds no longer where both clocks say that it is old", -3 * DAY_SECONDS, -3 * DAY_SECONDS, false],
];
for (const [what, up, wall, holds] of foreign) {
  test(
    `the lease of another container's process ${what}`,
    inScene(async ({ cache }) => {
      const { name } = await buildToy(cache, states[0]);
      const holder = { ...processIdentity(), namespace: "other" };
      const unique = up === 0 ? `${uptimeMs()}-x` : "x";
      const path = `${cache.layout.leases}/${encodeLeaseName(name, holder, unique)}`;
      writeFileSync(path, "");
      utimesSync(path, Date.now() / 1000 + wall, Date.now() / 1000 + wall);
      for (const state of states.slice(1)) await buildToy(cache, state);
      assert.equal(namesIn(cache.layout.generations).includes(name), holds);
    }),
  );
}

test(
  "a name among the leases that is none harms nobody",
  inScene(async ({ cache }) => {
    await buildToy(cache, states[0]);
    writeFileSync(`${cache.layout.leases}/readme`, "");
    await buildToy(cache, states[1]);
    assert.deepEqual(namesIn(cache.layout.leases), ["readme"]);
  }),
);

test(
  "a pointer replaced between a reader's look and its lease is followed",
  inScene(async ({ cache }) => {
    await buildToy(cache, states[0]);
    const old = readFileSync(cache.layout.current);
    await buildToy(cache, states[1]);
    await buildToy(cache, states[2]);
    const newest = readFileSync(cache.layout.current);
    writeFileSync(cache.layout.current, old);
    const restore = replaceCalls({
      open: (path, flags, mode) => {
        // The lease is the one file a reader creates: by then the generation the pointer named is gone.
        if (flags === "wx") writeFileSync(cache.layout.current, newest);
        return openSync(path, flags, mode);
      },
    });
    try {
      const reader = openCurrent(cache);
      assert.deepEqual(readToy(reader), states[2]);
      reader.close();
    } finally {
      restore();
    }
    assert.deepEqual(namesIn(cache.layout.leases), []);
  }),
);

for (const code of ["EROFS", "EACCES", "ENOSPC"]) {
  test(
    `a cache that cannot be written (${code}) is read without a hold`,
    inScene(async ({ cache }) => {
      await buildToy(cache, states[0]);
      await buildToy(cache, states[1]);
      const restore = replaceCalls({
        open: (path, flags, mode) => {
          if (flags === "wx") throw Object.assign(new Error(code), { code });
          return openSync(path, flags, mode);
        },
      });
      try {
        const readers = [openCurrent(cache), openPrevious(cache)!];
        assert.deepEqual(readers.map((reader) => reader.isHeld), [false, false]);
        assert.deepEqual(readers.map(readToy), [states[1], states[0]]);
        for (const reader of readers) reader.close();
      } finally {
        restore();
      }
    }),
  );
}

test(
  "what a reader could not hold and others took away while it was opened is not damaged: it opens what serves now",
  inScene(async ({ cache }) => {
    const { name } = await buildToy(cache, states[0]);
    const old = readFileSync(cache.layout.current);
    await buildToy(cache, states[1]);
    await buildToy(cache, states[2]);
    const newest = readFileSync(cache.layout.current);
    const manifests: string[] = [];
    const withoutHold = (isReplaced: boolean) =>
      replaceCalls({
        open: (path, flags, mode) => {
          if (flags === "wx") throw Object.assign(new Error("EROFS"), { code: "EROFS" });
          if (path.endsWith("manifest.json")) {
            manifests.push(path);
            if (isReplaced) writeFileSync(cache.layout.current, newest);
          }
          return openSync(path, flags, mode);
        },
      });
    for (const isReplaced of [true, false]) {
      manifests.length = 0;
      writeFileSync(cache.layout.current, old);
      const restore = withoutHold(isReplaced);
      try {
        if (isReplaced) {
          const reader = openCurrent(cache);
          assert.deepEqual(readToy(reader), states[2]);
          reader.close();
          assert.equal(manifests.length, 2);
        } else {
          const { code, detail } = await failureOf(() => openCurrent(cache));
          assert.deepEqual([code, detail?.part], ["index.corrupt", `generations/${name}/manifest.json`]);
          assert.equal(manifests.length, 1);
        }
      } finally {
        restore();
      }
    }
  }),
);

test(
  "a read-only cache folder refuses a build with the system's reason",
  inScene(async ({ cache }) => {
    await buildToy(cache, states[0]);
    const restore = replaceCalls({
      open: (path, flags, mode) => {
        if (flags === "w" || flags === "wx") throw Object.assign(new Error("read-only"), { code: "EROFS" });
        return openSync(path, flags, mode);
      },
    });
    try {
      const failure = await failureOf(() => buildToy(cache, states[1]));
      assert.equal(failure.code, "index.unavailable");
      assert.match(failure.message, /the file system is read-only/);
      assert.ok(!failure.message.includes(cache.layout.folder));
    } finally {
      restore();
    }
  }),
);

test(
  "reading a closed generation is a bug of the caller",
  inScene(async ({ cache }) => {
    await buildToy(cache, states[0]);
    const reader = openCurrent(cache);
    reader.close();
    assert.equal((await failureOf(() => reader.readPart("graph.db"))).code, "internal.invariant");
    assert.equal((await failureOf(() => reader.path("graph.db"))).code, "internal.invariant");
  }),
);
