// A worktree and a cache in a temporary folder, and builds of a toy index: its database is a JSON text of all files, its
// facts are their lengths. Whether an answer belongs to one generation can be seen by its fingerprint.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Build,
  type Cache,
  factsKey,
  type Generation,
  type GenerationManifest,
  openCache,
  openCurrent,
  type PublishRequest,
  sourceKey,
  verifyGeneration,
  withBuild,
} from "../../lib/generations/mod.ts";
import { replaceCalls } from "../../lib/host/mod.ts";
import { DEFAULT_LIMITS, Failure, type Policy } from "../../lib/model/mod.ts";

export const POLICY: Policy = {
  sourceRoots: [],
  includeUntracked: false,
  exclude: [],
  limits: DEFAULT_LIMITS,
};

export type Files = Readonly<Record<string, string>>;

/** Text that no compression makes much smaller. */
export function noise(seed: string, length: number): string {
  let text = "";
  for (let block = 0; text.length < length; block++) {
    text += createHash("sha256").update(`${seed} ${block}`).digest("base64");
  }
  return text.slice(0, length);
}

/** The files of a build that can be told by its prefix and number. */
export function filesOf(prefix: string, number: number): Files {
  return { common: "common", name: `${prefix}${number}`, [`${prefix}${number % 3}`]: "x".repeat(number * 7) };
}

export interface Scene {
  readonly folder: string;
  readonly worktree: string;
  readonly cacheFolder: string;
  readonly cache: Cache;
}

/** A test body with a scene that is removed after it. */
export function inScene(body: (scene: Scene) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), "evident-gen-"));
    const worktree = join(folder, "worktree");
    const cacheFolder = join(folder, "cache");
    mkdirSync(worktree);
    // Flushing shows only after a power failure (`durability_test.ts` looks after it) and takes most of the time.
    const restore = replaceCalls({ sync: () => {} });
    try {
      await body({ folder, worktree, cacheFolder, cache: openCache(cacheFolder, worktree) });
    } finally {
      restore();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

export interface ToyOptions {
  readonly waitMs?: number;
  readonly maxCacheBytes?: number;
  readonly policy?: Policy;
  readonly validate?: () => void;
  /** As `index` builds: nothing earlier is believed. */
  readonly anew?: boolean;
}

/** Builds and publishes a toy index of these files, reusing what is there. */
export function buildToy(cache: Cache, files: Files, options: ToyOptions = {}): Promise<GenerationManifest> {
  const { waitMs = 0, maxCacheBytes = 1 << 30 } = options;
  return withBuild(cache, { waitMs, maxCacheBytes }, (build) => publishToy(build, files, options));
}

/** Builds a toy index of these files as a base under a key. */
export function buildToyBase(
  cache: Cache,
  key: string,
  files: Files,
  options: ToyOptions = {},
): Promise<GenerationManifest> {
  const { waitMs = 0, maxCacheBytes = 1 << 30 } = options;
  return withBuild(cache, { waitMs, maxCacheBytes, isBase: true }, (build) => {
    const { policy: _, ...parts } = fillToy(build, files, options);
    return build.publishBase({ ...parts, key });
  });
}

/** Fills a build and publishes it. */
export function publishToy(
  build: Build,
  files: Files,
  options: ToyOptions = {},
): Promise<GenerationManifest> {
  return build.publish(fillToy(build, files, options));
}

function fillToy(build: Build, files: Files, options: ToyOptions): PublishRequest {
  for (const text of Object.values(files)) {
    const bytes = bytesOf(text);
    const source = sourceKey(sha256(text));
    if (options.anew || !build.keepBlob(source)) build.addBlob(source, bytes);
    const facts = factsKey(sha256(text), "toy", 1);
    if (options.anew || build.reuseBlob(facts) === null) {
      build.addBlob(facts, bytesOf(`length ${bytes.length}`));
    }
  }
  writeFileSync(build.path("graph.db"), databaseOf(files));
  writeFileSync(build.path("rank.bin"), Uint8Array.from(Object.keys(files), (_, index) => index));
  return {
    fingerprint: fingerprintOf(files),
    parts: ["graph.db", "rank.bin"],
    inPlace: ["graph.db"],
    createdBy: "toy 1",
    policy: options.policy ?? POLICY,
    meta: { count: Object.keys(files).length },
    validate: options.validate,
  };
}

/** Reads a whole toy index through every door of a generation, and checks it against its own fingerprint. */
export function readToy(generation: Generation): Files {
  const files = JSON.parse(new TextDecoder().decode(generation.readPart("graph.db"))) as Files;
  assert.equal(fingerprintOf(files), generation.fingerprint);
  for (const text of Object.values(files)) {
    assert.equal(textOf(generation.readBlob(sourceKey(sha256(text)))), text);
    const facts = textOf(generation.readBlob(factsKey(sha256(text), "toy", 1)));
    assert.equal(facts, `length ${bytesOf(text).length}`);
  }
  assert.equal(generation.readPart("rank.bin").length, Object.keys(files).length);
  return files;
}

/** What is published now, checked to the last byte. */
export function currentToy(cache: Cache): Files {
  const generation = openCurrent(cache);
  try {
    assert.deepEqual(verifyGeneration(generation), []);
    return readToy(generation);
  } finally {
    generation.close();
  }
}

export function fingerprintOf(files: Files): string {
  return sha256(`fingerprint ${databaseOf(files)}`);
}

function databaseOf(files: Files): string {
  return JSON.stringify(files);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The failure that work ends with. */
export async function failureOf(work: () => unknown): Promise<Failure> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: "it did not fail" });
}

/** Every file of the binding's folder, relative, sorted. */
export function filesIn(cache: Cache, below = ""): string[] {
  const found: string[] = [];
  const folder = cache.layout.folder + below;
  for (const name of readdirSync(folder).sort()) {
    const path = `${below}/${name}`;
    if (lstatSync(cache.layout.folder + path).isDirectory()) found.push(...filesIn(cache, path));
    else found.push(path.slice(1));
  }
  return found;
}

/** The entries of one folder of the layout. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** Makes this process look dead to the cache: what it left of locks is of a process that ended a while ago. */
export function endProcess(cache: Cache): void {
  const { folder } = cache.layout;
  for (const name of existsSync(folder) ? namesIn(folder) : []) {
    if (!/^(lock|binding\.json\.)/.test(name)) continue;
    const text = readFileSync(`${folder}/${name}`, "utf8");
    if (/^\{.*\}$/.test(text)) {
      const holder = JSON.parse(text);
      writeFileSync(`${folder}/${name}`, JSON.stringify({ ...holder, start: "0", token: "dead" }));
    }
    utimesSync(`${folder}/${name}`, 1, 1);
  }
}
