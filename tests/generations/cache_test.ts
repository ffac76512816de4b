// Which folder belongs to a worktree, what it remembers, and how it is cleared and looked at.

import { test } from "node:test";
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  beginBuild,
  cacheStatus,
  isReplaced,
  openCache,
  openCurrent,
  readBinding,
  sourceKey,
  withBuild,
} from "../../lib/generations/mod.ts";
import { seal } from "../../lib/generations/sealed.ts";
import {
  buildToy,
  bytesOf,
  currentToy,
  failureOf,
  inScene,
  namesIn,
  POLICY,
  publishToy,
  sha256,
} from "./scene.ts";

const posix = process.platform !== "win32";

test(
  "a worktree has one id, by whatever path it is named, and opening writes nothing",
  inScene(({ folder, worktree, cacheFolder, cache }) => {
    symlinkSync(worktree, join(folder, "link"));
    assert.equal(openCache(cacheFolder, join(folder, "link")).bindingId, cache.bindingId);
    assert.match(cache.bindingId, /^[0-9a-f]{32}$/);
    mkdirSync(join(folder, "other"));
    assert.notEqual(openCache(cacheFolder, join(folder, "other")).bindingId, cache.bindingId);
    assert.equal(cache.root, realpathSync(worktree));
    assert.equal(existsSync(cacheFolder), false);
  }),
);

test(
  "a cache inside the worktree is refused, also through a link and before it exists",
  inScene(async ({ folder, worktree }) => {
    symlinkSync(worktree, join(folder, "link"));
    for (const inside of [worktree, join(worktree, "a", "b"), join(folder, "link", "a")]) {
      const failure = await failureOf(() => openCache(inside, worktree));
      assert.equal(failure.code, "cache.inside_worktree");
      assert.equal(failure.exitCode, 2);
    }
    assert.ok(openCache(worktree + "-cache", worktree));
  }),
);

test(
  "a worktree that is not there is refused, and so is a file",
  inScene(async ({ folder, worktree, cacheFolder }) => {
    writeFileSync(join(worktree, "file"), "");
    for (const path of [join(folder, "absent"), join(worktree, "file"), join(worktree, "file", "x")]) {
      assert.equal((await failureOf(() => openCache(cacheFolder, path))).code, "worktree.not_found");
    }
  }),
);

test(
  "nothing built yet is index.missing",
  inScene(async ({ cache }) => {
    const failure = await failureOf(() => openCurrent(cache));
    assert.equal(failure.code, "index.missing");
    assert.deepEqual(failure.detail, { reason: "not_built" });
    assert.equal(readBinding(cache), null);
    assert.equal(existsSync(cache.layout.folder), false);
  }),
);

test(
  "the cache is private, and one that was opened to others is closed again by a build",
  inScene(async ({ cache, cacheFolder }) => {
    await buildToy(cache, { a: "1" });
    if (!posix) return;
    const modes = () =>
      [cacheFolder, cache.layout.folder, cache.layout.packs].map((path) => statSync(path).mode & 0o777);
    assert.deepEqual(modes(), [0o700, 0o700, 0o700]);
    assert.equal(statSync(cache.layout.current).mode & 0o077, 0);
    chmodSync(cache.layout.folder, 0o755);
    await buildToy(cache, { a: "2" });
    assert.deepEqual(modes(), [0o700, 0o700, 0o700]);
  }),
);

test(
  "a link in the place of the cache's folder is refused",
  inScene(async ({ folder, worktree, cacheFolder, cache }) => {
    mkdirSync(cacheFolder);
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), cache.layout.folder);
    assert.equal((await failureOf(() => openCache(cacheFolder, worktree))).code, "index.unavailable");
  }),
);

test(
  "the flags of a build are remembered with it, and not those of one that failed",
  inScene(async ({ cache }) => {
    const policy = { ...POLICY, exclude: ["vendor/**"], includeUntracked: true };
    await buildToy(cache, { a: "1" }, { policy });
    assert.deepEqual(readBinding(cache)?.policy, policy);
    assert.equal(readBinding(cache)?.root, cache.root);
    await failureOf(() => buildToy(cache, { a: "2" }, { maxCacheBytes: 10 }));
    assert.deepEqual(readBinding(cache)?.policy, policy);
    await withBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 }, async (build) => build.remember(POLICY));
    assert.deepEqual(readBinding(cache)?.policy, POLICY);
    assert.deepEqual(currentToy(cache), { a: "1" });
  }),
);

test(
  "another worktree at the same path is noticed, and a build takes the cache over",
  inScene(async ({ worktree, cacheFolder, cache }) => {
    await buildToy(cache, { a: "1" });
    renameSync(worktree, worktree + "-gone");
    mkdirSync(worktree);
    const now = openCache(cacheFolder, worktree);
    assert.equal(now.bindingId, cache.bindingId);
    assert.equal(isReplaced(now, readBinding(now)!), true);
    assert.equal(cacheStatus(now).replaced, true);
    const failure = await failureOf(() => openCurrent(now));
    assert.equal(failure.code, "index.missing");
    assert.deepEqual(failure.detail, { reason: "worktree_replaced" });
    await buildToy(now, { b: "2" });
    assert.deepEqual(currentToy(now), { b: "2" });
  }),
);

test(
  "a newer format is refused by readers and builds, which touch nothing",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    for (const file of [cache.layout.current, cache.layout.binding]) {
      const before = readFileSync(file);
      const newer = seal({ format: 2, shape: "unknown" });
      writeFileSync(file, newer);
      const failure = await failureOf(() => openCurrent(cache));
      assert.equal(failure.code, "index.newer_format");
      assert.deepEqual(failure.detail, { found_format: 2, known_format: 1 });
      assert.equal((await failureOf(() => buildToy(cache, { a: "2" }))).code, "index.newer_format");
      assert.equal((await failureOf(() => cacheStatus(cache))).code, "index.newer_format");
      assert.deepEqual(new Uint8Array(readFileSync(file)), newer);
      assert.deepEqual(namesIn(cache.layout.generations).length, 1);
      writeFileSync(file, before);
    }
    assert.deepEqual(currentToy(cache), { a: "1" });
  }),
);

test(
  "an older format is missing to readers and is built anew",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    writeFileSync(cache.layout.current, seal({ format: 0, shape: "unknown" }));
    const failure = await failureOf(() => openCurrent(cache));
    assert.equal(failure.code, "index.missing");
    assert.deepEqual(failure.detail, { reason: "older_format" });
    assert.equal(cacheStatus(cache).outdated, true);
    const manifest = await buildToy(cache, { a: "2" });
    assert.equal(manifest.parentFingerprint, null);
    assert.deepEqual(currentToy(cache), { a: "2" });
    assert.deepEqual(namesIn(cache.layout.generations), [manifest.name]);
    assert.equal(namesIn(cache.layout.packs).length, 1);
  }),
);

test(
  "a cache that vanishes under a build fails it",
  inScene(async ({ cache, cacheFolder }) => {
    const build = await beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 });
    rmSync(cacheFolder, { recursive: true });
    const failure = await failureOf(() => build.addBlob(sourceKey(sha256("1")), bytesOf("1")));
    assert.equal(failure.code, "index.unavailable");
    assert.deepEqual(failure.detail, { system_code: "ENOENT" });
    build.abort(failure);
  }),
);

test(
  "a build that lost its lock publishes nothing",
  inScene(async ({ cache }) => {
    await buildToy(cache, { a: "1" });
    const build = await beginBuild(cache, { waitMs: 0, maxCacheBytes: 1 << 30 });
    rmSync(cache.layout.lock);
    const failure = await failureOf(() => publishToy(build, { a: "2" }));
    assert.equal(failure.code, "index.locked");
    build.abort(failure);
    assert.deepEqual(currentToy(cache), { a: "1" });
  }),
);
