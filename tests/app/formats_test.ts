// Caches that other versions left: those of every format that there was, kept in fixtures/cache (`scripts/cache_fixture.ts` made
// them), are read or built anew; those of a format to come are refused and not touched.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { bindingIdOf } from "../../lib/generations/cache.ts";
import { FORMAT } from "../../lib/generations/layout.ts";
import { type Cache, openCache, openCurrent, verifyGeneration } from "../../lib/generations/mod.ts";
import { seal } from "../../lib/generations/sealed.ts";
import { Failure } from "../../lib/model/mod.ts";
import { open, type Project } from "../../mod.ts";
import { exported } from "../laws/checking.ts";
import type { Document } from "../operations/asking.ts";
import { TestWorktree } from "../worktrees.ts";

const FOLDER = fileURLToPath(new URL("../../fixtures/cache/", import.meta.url));

interface Fixture {
  readonly format: number;
  readonly worktree: Readonly<Record<string, string>>;
  /** Deflated, base64. */
  readonly files: Readonly<Record<string, string>>;
}

const FIXTURES: readonly Fixture[] = readdirSync(FOLDER).sort().map((name) =>
  JSON.parse(readFileSync(join(FOLDER, name), "utf8"))
);

interface World {
  readonly worktree: TestWorktree;
  readonly cache: Cache;
  readonly project: Project;
}

/** Runs a body with a fixture as the cache of a worktree of its content; its binding names this worktree. */
async function withFixture(fixture: Fixture, body: (world: World) => Promise<void>): Promise<void> {
  const worktree = new TestWorktree();
  try {
    worktree.write(fixture.worktree);
    worktree.enter();
    const folder = join(worktree.cache, bindingIdOf(worktree.root));
    for (const [path, content] of Object.entries(fixture.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), inflateRawSync(Buffer.from(content, "base64")));
    }
    const cache = openCache(worktree.cache, worktree.root);
    const { root, inode, device } = cache;
    reseal(cache.layout.binding, (body) => ({ ...body, root, inode, device }));
    await body({ worktree, cache, project: open({ directory: worktree.root }) });
  } finally {
    worktree.remove();
  }
}

/** Changes what a sealed file says, format and all, and seals it again. */
function reseal(path: string, change: (body: Document) => object): void {
  const { checksum: _, ...body } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, seal(change(body) as Record<string, unknown>));
}

async function freshExport({ worktree }: World): Promise<string> {
  process.env.EVIDENT_CACHE_DIR = join(worktree.folder, "fresh");
  const fresh = open({ directory: worktree.root });
  await fresh.index({ workers: 1 });
  worktree.enter();
  return await exported(fresh);
}

async function codeOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe("a cache of a format that there was", () => {
  it("is kept of every format until today's", () => {
    const kept = FIXTURES.map(({ format }) => format);
    assert.deepEqual(kept, Array.from({ length: FORMAT }, (_, at) => at + 1));
  });

  for (const fixture of FIXTURES) {
    const isOfToday = fixture.format === FORMAT;
    it(`format ${fixture.format} is ${isOfToday ? "read" : "missing, and says why"}`, () =>
      withFixture(fixture, async ({ cache, project }) => {
        if (!isOfToday) {
          await assert.rejects(async () => openCurrent(cache), {
            code: "index.missing",
            detail: { reason: "older_format" },
          });
          assert.equal((await project.status()).state, "missing");
          return;
        }
        const generation = openCurrent(cache);
        assert.deepEqual(verifyGeneration(generation), []);
        generation.close();
        // Rules of today may be others than those it was built with; then it is stale, and says so.
        assert.ok(["ready", "stale"].includes(String((await project.status()).state)));
      }));

    it(`format ${fixture.format} is built anew by a sync as by an index`, () =>
      withFixture(fixture, async (world) => {
        const expected = await freshExport(world);
        await world.project.sync({ workers: 1 });
        assert.equal(await exported(world.project), expected);
        assert.equal((await world.project.status()).state, "ready");
      }));
  }
});

/** Every byte of a folder. */
function snapshot(folder: string): string {
  return readdirSync(folder, { recursive: true }).map(String).sort().map((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() ? `${name} ${sha256(readFileSync(path))}` : name;
  }).filter((line) => !/^(leases|staging|packs|generations)$/.test(line)).join("\n");
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const newer = (): object => ({ format: FORMAT + 1, shape: "unknown" });

/** Where a format stands, and how a newer one is put there with everything that leads to it. */
const NEWER: readonly [what: string, put: (cache: Cache) => void][] = [
  ["the pointer", ({ layout }) => reseal(layout.current, newer)],
  ["the binding", ({ layout }) => reseal(layout.binding, newer)],
  ["the pointer of bases", ({ layout }) => writeFileSync(layout.bases, seal({ ...newer() }))],
  ["a manifest", ({ layout }) => {
    const [name] = readdirSync(layout.generations).sort();
    reseal(`${layout.generation(name)}/manifest.json`, (body) => ({ ...body, format: FORMAT + 1 }));
    const manifestSha256 = sha256(readFileSync(`${layout.generation(name)}/manifest.json`));
    reseal(layout.current, ({ generations, ...body }) => ({
      ...body,
      generations: generations.map((entry: Document) =>
        entry.name === name ? { ...entry, manifestSha256 } : entry
      ),
    }));
  }],
];

describe("a cache of a format to come", () => {
  for (const [what, put] of NEWER) {
    it(`in ${what}: nothing builds, collects or changes a byte of it, and clear removes it`, () =>
      withFixture(FIXTURES.at(-1)!, async ({ cache, project }) => {
        put(cache);
        const before = snapshot(cache.layout.folder);
        for (const work of [() => project.index(), () => project.sync(), () => project.gc({ keep: 1 })]) {
          assert.equal(await codeOf(work), "index.newer_format");
        }
        assert.equal(snapshot(cache.layout.folder), before);
        assert.deepEqual(await project.clear(), { removed: true, left: [] });
        await project.index({ workers: 1 });
        assert.equal((await project.status()).state, "ready");
      }));
  }

  it("in the note of the last build, which decides nothing: it is written over", () =>
    withFixture(FIXTURES.at(-1)!, async ({ cache, project }) => {
      reseal(cache.layout.lastBuild, newer);
      assert.equal((await project.status()).last_build, null);
      await project.index({ workers: 1 });
      assert.notEqual((await project.status()).last_build, null);
    }));

  it("a pointer that is gone with its generations still there is a cache that was never built", () =>
    withFixture(FIXTURES.at(-1)!, async ({ cache, project }) => {
      rmSync(cache.layout.current);
      assert.equal((await project.status()).state, "missing");
      await project.sync({ workers: 1 });
      assert.equal((await project.status()).state, "ready");
    }));
});
