// Publishing, step by step. Law kept: everything a pointer will name is complete, flushed and in its place before the
// pointer is replaced, and replacing it is one rename. Whatever stops the steps before that leaves the old pointer, and
// at most files that nobody names, which the next build collects.

import { type Lock, renamePath, syncFile, syncFolder, treeBytes, wallMs, writeFile } from "../host/mod.ts";
import { Failure, invariant, type Policy } from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { type BaseEntry, encodeBases, withNewestBase } from "./bases.ts";
import type { Budget } from "./budget.ts";
import type { BuildBlobs } from "./build_blobs.ts";
import { type Cache, writeBinding } from "./cache.ts";
import { digestFile } from "./page_digests.ts";
import {
  BLOBS_FILE,
  KEPT_GENERATIONS,
  MANIFEST_FILE,
  nextGenerationName,
  packNameOf,
  pageListFile,
} from "./layout.ts";
import { entriesOf } from "./lease.ts";
import { encodeManifest, type GenerationManifest, type PartRecord } from "./manifest.ts";
import { encodePointer, type PointerEntry, withNewest } from "./pointer.ts";

/** What a build has made. */
export interface FinishedParts {
  readonly fingerprint: string;
  /** The parts written to the build's folder: all of them, and nothing else may lie there. */
  readonly parts: readonly string[];
  /** Those of them that readers read in place, a page at a time, and not as a whole: the database. */
  readonly inPlace: readonly string[];
  /** Program and version. */
  readonly createdBy: string;
  /** JSON kept in the manifest. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Looks at the finished generation before it is published, and throws where it is not right. Changes nothing. */
  readonly validate?: (staged: StagedGeneration) => void | Promise<void>;
}

/** What becomes the current generation. */
export interface PublishRequest extends FinishedParts {
  /** The user's flags this was built with; remembered for every later command. */
  readonly policy: Partial<Policy>;
}

/** What becomes a base. */
export interface BaseRequest extends FinishedParts {
  /** What it is asked for by. */
  readonly key: string;
}

/** A generation complete in its folder and not published. */
export interface StagedGeneration {
  readonly manifest: GenerationManifest;
  path(part: string): string;
}

/** What a build hands over to be published. */
export interface StagedBuild {
  readonly cache: Cache;
  readonly lock: Lock;
  /** The build's own folder, and in it the one that becomes the generation. */
  readonly staging: string;
  readonly folder: string;
  readonly blobs: BuildBlobs;
  readonly budget: Budget;
  /** What was published before, newest first, without what is damaged. */
  readonly published: readonly PointerEntry[];
  readonly bases: readonly BaseEntry[];
  readonly parentFingerprint: string | null;
}

/** The pack under construction, in a build's own folder. */
export function newPackPath(staging: string): string {
  return `${staging}/new.pack`;
}

/** Makes a build the current generation. */
export async function publish(build: StagedBuild, request: PublishRequest): Promise<GenerationManifest> {
  const { cache, staging } = build;
  const { manifest, entry } = await complete(build, request, build.parentFingerprint);
  writeBinding(cache, request.policy);
  const pointer = encodePointer(withNewest(entry, build.published, KEPT_GENERATIONS));
  replacePointer(staging, cache.layout.current, pointer);
  return manifest;
}

/** Makes a build a base; what serves stays as it is. */
export async function publishBase(build: StagedBuild, request: BaseRequest): Promise<GenerationManifest> {
  const { manifest, entry } = await complete(build, request, null);
  const bases = withNewestBase({ ...entry, key: request.key }, build.bases);
  replacePointer(build.staging, build.cache.layout.bases, encodeBases(bases));
  return manifest;
}

function replacePointer(staging: string, path: string, bytes: Uint8Array): void {
  writeFile(`${staging}/pointer`, bytes, { sync: true });
  renamePath(`${staging}/pointer`, path);
}

/** Flushes everything and puts it in its place, where no pointer names it yet. */
async function complete(
  build: StagedBuild,
  request: FinishedParts,
  parentFingerprint: string | null,
): Promise<{ manifest: GenerationManifest; entry: PointerEntry }> {
  const { cache, folder, staging } = build;
  const { layout } = cache;
  const name = nextGenerationName(namesTaken(cache), crypto.getRandomValues(new Uint8Array(4)));

  const blobs = build.blobs.seal(name);
  writeFile(`${folder}/${BLOBS_FILE}`, blobs.keys);
  const manifest: GenerationManifest = {
    name,
    fingerprint: request.fingerprint,
    parentFingerprint,
    createdBy: request.createdBy,
    createdAtMs: wallMs(),
    parts: [...request.parts, BLOBS_FILE].sort().map((part) =>
      flushedPart(folder, part, request.inPlace.includes(part))
    ),
    packs: blobs.packs,
    meta: request.meta,
  };
  const manifestBytes = encodeManifest(manifest);
  writeFile(`${folder}/${MANIFEST_FILE}`, manifestBytes, { sync: true });
  build.budget.require(treeBytes(folder) + (blobs.wroteNew ? blobs.packs[0].sizeBytes : 0));

  await request.validate?.({ manifest, path: (part) => `${folder}/${part}` });
  requireNothingElse(folder, manifest);
  syncFolder(folder);
  requireLock(build.lock);

  if (blobs.wroteNew) renamePath(newPackPath(staging), layout.pack(name));
  renamePath(folder, layout.generation(name));
  const entry = { name, fingerprint: request.fingerprint, manifestSha256: sha256Hex(manifestBytes) };
  return { manifest, entry };
}

function namesTaken(cache: Cache): string[] {
  const generations = entriesOf(cache.layout.generations).map((entry) => entry.name);
  const packs = entriesOf(cache.layout.packs).map((entry) => packNameOf(entry.name) ?? "");
  return [...generations, ...packs];
}

/** Flushes a part, and its page list where it has one, and says what it is. */
function flushedPart(folder: string, name: string, inPlace: boolean): PartRecord {
  const path = `${folder}/${name}`;
  const found = digestFile(path);
  invariant(found !== null, `the part ${name} was not written`);
  syncFile(path);
  if (inPlace) writeFile(`${folder}/${pageListFile(name)}`, found.pageList, { sync: true });
  return { name, sizeBytes: found.sizeBytes, digest: found.digest, inPlace };
}

function requireNothingElse(folder: string, manifest: GenerationManifest): void {
  const lists = manifest.parts.filter((part) => part.inPlace).map((part) => pageListFile(part.name));
  const files = new Set([MANIFEST_FILE, ...manifest.parts.map((part) => part.name), ...lists]);
  for (const { name } of entriesOf(folder)) {
    // A journal, say: its database was not closed, and what the part holds is not what the writer meant.
    invariant(files.has(name), `the build left ${name}, which is no part`);
  }
}

function requireLock(lock: Lock): void {
  if (lock.isHeld()) return;
  throw new Failure("index.locked", "the build lock was taken away while the build ran", {
    hint: "was the cache removed? run evident index again",
    retry: true,
  });
}
