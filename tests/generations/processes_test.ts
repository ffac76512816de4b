// Builds and readers in processes of their own: one builds at a time, readers are never disturbed, the killed leave
// nothing in the way.

import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  beginBuild,
  cacheStatus,
  openCurrent,
  openPrevious,
  verifyGeneration,
} from "../../lib/generations/mod.ts";
import {
  buildToy,
  currentToy,
  failureOf,
  filesIn,
  filesOf,
  inScene,
  namesIn,
  publishToy,
  readToy,
  type Scene,
} from "./scene.ts";

const OPTIONS = { waitMs: 0, maxCacheBytes: 1 << 30 };

/** Runs `toy_process.ts`; ends with its exit code, or the signal that ended it, and its output. */
function toyProcess(
  scene: Scene,
  prefix: string,
  builds: number,
  dieAt = 0,
): Promise<{ end: unknown; out: string }> {
  const script = fileURLToPath(new URL("./toy_process.ts", import.meta.url));
  const start = "Deno" in globalThis ? ["run", "-A", "--no-check", script] : ["--config=/dev/null", script];
  const args = [...start, scene.cacheFolder, scene.worktree, prefix, String(builds), String(dieAt)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => out += String(data));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ end: code ?? signal, out })));
}

test(
  "a second build is refused and told who builds; one that waits comes after",
  inScene(async ({ cache }) => {
    const first = await beginBuild(cache, OPTIONS);
    const failure = await failureOf(() => buildToy(cache, { a: "2" }));
    assert.equal(failure.code, "index.locked");
    assert.equal(failure.detail?.holder_pid, process.pid);
    assert.equal(failure.retry, true);
    const second = buildToy(cache, { a: "2" }, { waitMs: 10_000 });
    await publishToy(first, { a: "1" });
    const manifest = await second;
    assert.deepEqual(currentToy(cache), { a: "2" });
    const previous = openPrevious(cache)!;
    assert.equal(manifest.parentFingerprint, previous.fingerprint);
    previous.close();
  }),
);

test(
  "processes that build at once take turns, and a reader always gets one whole generation",
  inScene(async (scene) => {
    await buildToy(scene.cache, filesOf("base", 0));
    let running = 3;
    const builders = ["p", "q", "r"].map(async (prefix) => {
      const { end, out } = await toyProcess(scene, prefix, 8);
      running--;
      assert.equal(end, 0, out);
    });
    const seen = new Set<string>();
    while (running > 0) {
      const reader = openCurrent(scene.cache);
      await new Promise((resolve) => setTimeout(resolve, 5));
      readToy(reader);
      seen.add(reader.fingerprint);
      reader.close();
    }
    await Promise.all(builders);
    assert.ok(seen.size > 1);
    currentToy(scene.cache);
    assert.equal(namesIn(scene.cache.layout.generations).at(-1)?.slice(0, 8), "00000025");
    assert.ok(namesIn(scene.cache.layout.generations).length <= 3);
    assert.deepEqual(namesIn(scene.cache.layout.staging), []);
    assert.ok(!namesIn(scene.cache.layout.folder).includes("lock"));
  }),
);

test(
  "a process killed at any moment leaves the last generation serving and the next build working",
  inScene(async (scene) => {
    await buildToy(scene.cache, filesOf("base", 0));
    const { end, out } = await toyProcess(scene, "w", 1);
    assert.equal(end, 0, out);
    const calls = Number(out);
    assert.ok(calls > 40, out);
    for (let killed = 1; killed <= 9; killed++) {
      const before = JSON.stringify(currentToy(scene.cache));
      const { end, out } = await toyProcess(scene, `k${killed}`, 1, Math.round(calls * killed / 10));
      assert.equal(end, "SIGKILL", out);
      const now = JSON.stringify(currentToy(scene.cache));
      assert.ok(now === before || now === JSON.stringify(filesOf(`k${killed}`, 0)));
      const wasBuilding = cacheStatus(scene.cache).lastBuild?.outcome;
      assert.ok(wasBuilding === "killed" || wasBuilding === "published", `${wasBuilding}`);
      await buildToy(scene.cache, filesOf("n", killed));
      assert.deepEqual(namesIn(scene.cache.layout.staging), []);
      const left = filesIn(scene.cache).filter((file) => /^lock|\.new$/.test(file));
      assert.deepEqual(left, []);
    }
    const previous = openPrevious(scene.cache)!;
    assert.deepEqual(verifyGeneration(previous), []);
    previous.close();
  }),
);
