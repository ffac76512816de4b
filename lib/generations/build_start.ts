// The beginning of a build: the lock, the folders, what was published before, and everything that is open from then on.
// Laws kept: a cache of a newer format is refused before anything in it is touched; what fails on the way is closed.

import {
  errorCode,
  folderPrivacy,
  type Lock,
  type LockAttempt,
  makeFolder,
  makePrivate,
  processIdentity,
  removeFile,
  replaceFile,
  statPath,
  waitForLock,
} from "../host/mod.ts";
import { Failure } from "../model/mod.ts";
import { type BaseEntry, encodeBases, wholeBases } from "./bases.ts";
import { Budget } from "./budget.ts";
import { BuildBlobs } from "./build_blobs.ts";
import { type Cache, readBinding } from "./cache.ts";
import { bytesInUse, collect } from "./collect.ts";
import { damageIn } from "./damage.ts";
import { type Generation, openEntry } from "./generation.ts";
import { foldersOf, type Layout } from "./layout.ts";
import { PackReader } from "./pack_reader.ts";
import { type PointerEntry, readPointer } from "./pointer.ts";
import { newPackPath } from "./publish.ts";

/** A waiter meets a cache that is being cleared at most so often. */
const CLEARED_ATTEMPTS = 5;

/** What a running build works with. */
export interface BuildState {
  readonly cache: Cache;
  readonly lock: Lock;
  readonly staging: string;
  readonly folder: string;
  readonly blobs: BuildBlobs;
  readonly budget: Budget;
  readonly base: Generation | null;
  readonly damage: Failure | null;
  readonly published: readonly PointerEntry[];
  /** The bases of commits, newest first, without what is damaged. */
  readonly bases: readonly BaseEntry[];
  readonly parentFingerprint: string | null;
}

/**
 * Takes the build lock for work that makes room. A lock takes room too: on a full disk the note of the last build, which
 * decides nothing, gives way to it. Fails as `takeLock` does.
 */
export async function takeLockForRoom(cache: Cache, waitMs: number): Promise<Lock> {
  try {
    return await takeLock(cache, waitMs);
  } catch (error) {
    const isFull = errorCode(error) === "ENOSPC" || errorCode(error) === "EDQUOT";
    if (!isFull || !removeFile(cache.layout.lastBuild)) throw error;
    return await takeLock(cache, waitMs);
  }
}

/** Takes the build lock. Fails with `index.locked`, naming the holder. */
export async function takeLock(cache: Cache, waitMs: number): Promise<Lock> {
  let attempt: LockAttempt | null = null;
  for (let cleared = 0; attempt === null; cleared++) {
    makeFolderOf(cache);
    try {
      attempt = await waitForLock(cache.layout.lock, waitMs);
    } catch (error) {
      // Whoever cleared the cache took the folder away while this one waited.
      if (errorCode(error) !== "ENOENT" || cleared === CLEARED_ATTEMPTS) throw error;
    }
  }
  const { lock, holder } = attempt;
  if (lock !== null) return lock;
  const since = holder === null ? "" : new Date(holder.acquiredAtMs).toISOString();
  const who = holder === null ? "" : ` (process ${holder.pid}, since ${since})`;
  throw new Failure("index.locked", `another build of this index is running${who}`, {
    hint: "pass --wait to wait for it",
    detail: { holder_pid: holder?.pid ?? null, since_ms: holder?.acquiredAtMs ?? null },
    retry: true,
  });
}

/** The folder alone: whoever clears a cache does not need what should lie in it. */
function makeFolderOf({ layout }: Cache): void {
  makeFolder(layout.folder);
  if (folderPrivacy(layout.folder) === "open") makePrivate(layout.folder);
}

/** A folder of ours. A link or a file in its place goes, never what a link leads to: all that lies there can be built anew. */
function makeOwnFolder(path: string): void {
  const stat = statPath(path);
  if (stat !== null && stat.kind !== "folder") removeFile(path);
  makeFolder(path);
}

/** Looks at what is published, clears away what dead builds left, and makes the build's own folder. */
export function startBuild(cache: Cache, lock: Lock, maxCacheBytes: number): BuildState {
  const { layout } = cache;
  makeFolderOf(cache);
  for (const one of foldersOf(layout)) makeOwnFolder(one);
  const before = publishedBefore(cache);
  const bases = basesBefore(layout);
  const stagingName = `${processIdentity().pid}-${crypto.randomUUID().slice(0, 8)}`;
  const staging = `${layout.staging}/${stagingName}`;
  const folder = `${staging}/generation`;
  collect(layout, stagingName);
  makeFolder(folder);
  const budget = new Budget(bytesInUse(layout), maxCacheBytes);
  const { base, damage, entries, whole } = before;
  const packs = keptPacks(layout, [...whole.values(), ...bases.values()]);
  const blobs = new BuildBlobs(packs, newPackPath(staging), budget);
  return {
    cache,
    lock,
    staging,
    folder,
    blobs,
    budget,
    base,
    damage,
    published: [...whole.keys()],
    bases: [...bases.keys()],
    parentFingerprint: entries[0]?.fingerprint ?? null,
  };
}

/** What the pointer names, what of it can be opened, and the first damage met. */
interface Before {
  readonly entries: readonly PointerEntry[];
  readonly whole: ReadonlyMap<PointerEntry, Generation>;
  readonly base: Generation | null;
  readonly damage: Failure | null;
}

function publishedBefore(cache: Cache): Before {
  const damages = [damageIn(() => void readBinding(cache))];
  let entries: readonly PointerEntry[] = [];
  damages.push(damageIn(() => entries = readPointer(cache.layout).entries));
  const generations = new Map<PointerEntry, Generation>();
  for (const entry of entries) {
    damages.push(damageIn(() => generations.set(entry, openEntry(cache.layout, entry, null))));
  }
  return {
    entries,
    whole: generations,
    base: entries.length === 0 ? null : generations.get(entries[0]) ?? null,
    damage: damages.find((damage) => damage !== null) ?? null,
  };
}

/** The bases that can be opened. Damage of one is no damage of what serves: it is forgotten. */
function basesBefore(layout: Layout): ReadonlyMap<BaseEntry, Generation> {
  const bases = new Map<BaseEntry, Generation>();
  const named = wholeBases(layout);
  for (const entry of named) damageIn(() => bases.set(entry, openEntry(layout, entry, null)));
  if (bases.size < named.length) replaceFile(layout.bases, encodeBases([...bases.keys()]));
  return bases;
}

/** The packs of what is published, newest first; damaged ones are as good as not there. */
function keptPacks(layout: Layout, generations: readonly Generation[]): PackReader[] {
  const packs = new Map<string, PackReader>();
  try {
    for (const record of generations.flatMap((generation) => generation.manifest.packs)) {
      if (packs.has(record.name)) continue;
      damageIn(() => packs.set(record.name, PackReader.open(layout, record)));
    }
  } catch (error) {
    for (const pack of packs.values()) pack.close();
    throw error;
  }
  return [...packs.keys()].sort().reverse().map((name) => packs.get(name)!);
}
