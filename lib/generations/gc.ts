// Makes a cache smaller on request. Laws kept: what serves and what a living process reads stays; of the rest the bases go
// first, the oldest before the others, then the previous generation; everything happens under the build lock, and a process
// that dies on the way leaves what the next build collects.

import { removeFile, replaceFile, statPath, treeBytes } from "../host/mod.ts";
import { encodeBases, readBases } from "./bases.ts";
import { takeLockForRoom } from "./build_start.ts";
import { type Cache, readBinding } from "./cache.ts";
import { collect } from "./collect.ts";
import { damageIn, onDiskAsync } from "./damage.ts";
import { garbageBytes } from "./garbage.ts";
import type { Layout } from "./layout.ts";
import { countLeases } from "./lease.ts";
import { encodePointer, readPointer } from "./pointer.ts";
import { type CacheStatus, cacheStatus, type GenerationStatus } from "./status.ts";

export interface GcRequest {
  /** How long to wait for a build; 0 asks once. */
  readonly waitMs: number;
  /** Generations to keep beside those that are read: the current one, the previous one, then bases. Null: as builds do. */
  readonly keep: number | null;
  /** What the folder may take; null: whatever it does. */
  readonly maxBytes: number | null;
}

export interface GcReport {
  readonly removedBytes: number;
  readonly removedPackBytes: number;
  /** In order of name; what killed builds left has no fingerprint. */
  readonly removed: readonly GenerationStatus[];
  readonly kept: readonly GenerationStatus[];
  /** Of the whole folder. */
  readonly keptBytes: number;
  readonly keptPackBytes: number;
  /** In packs that stay: what no kept generation reads. Null where damage hides it. */
  readonly garbageBytes: number | null;
  /** What is damaged; nothing is removed that a damaged file may have named. */
  readonly damages: CacheStatus["damages"];
}

/** Collects, and forgets what is beyond the request. Fails with `index.locked`, `index.newer_format`, `index.unavailable`. */
export function gcCache(cache: Cache, request: GcRequest): Promise<GcReport> {
  return onDiskAsync("the cache cannot be collected", async () => {
    const { layout } = cache;
    if (statPath(layout.folder) === null) return reportOf(cacheStatus(cache), cacheStatus(cache), 0);
    const lock = await takeLockForRoom(cache, request.waitMs);
    try {
      requireKnownFormat(cache);
      const before = cacheStatus(cache);
      collect(layout, "");
      forget(layout, keptNames(layout).slice(request.keep ?? Infinity).filter(isFree(layout)));
      while (request.maxBytes !== null && bytesOf(layout) > request.maxBytes) {
        const [last] = keptNames(layout).slice(1).reverse().filter(isFree(layout));
        if (last === undefined) break;
        forget(layout, [last]);
      }
      return { ...reportOf(before, cacheStatus(cache), garbageBytes(layout)), keptBytes: bytesOf(layout) };
    } finally {
      lock.release();
    }
  });
}

/** What the folder takes without the lock that is held now. */
function bytesOf(layout: Layout): number {
  return treeBytes(layout.folder) - treeBytes(layout.lock);
}

/** A cache of a newer program is not touched. */
function requireKnownFormat(cache: Cache): void {
  damageIn(() => void readBinding(cache));
  damageIn(() => void readPointer(cache.layout));
  damageIn(() => void readBases(cache.layout));
}

/** The names of what the pointers keep, in the order in which they are worth keeping. */
function keptNames(layout: Layout): string[] {
  const names: string[] = [];
  damageIn(() => names.push(...readPointer(layout).entries.map(({ name }) => name)));
  damageIn(() => names.push(...readBases(layout).map(({ name }) => name)));
  return names;
}

/** Whether no living process reads a generation. */
function isFree(layout: Layout): (name: string) => boolean {
  const leased = countLeases(layout, { removeDead: true });
  return (name) => !leased.has(name);
}

/** Takes generations out of the pointers and removes them, unless somebody began to read them meanwhile. */
function forget(layout: Layout, names: readonly string[]): void {
  if (names.length === 0) return;
  damageIn(() => {
    const bases = readBases(layout);
    const others = bases.filter(({ name }) => !names.includes(name));
    if (others.length === 0) removeFile(layout.bases);
    else if (others.length < bases.length) replaceFile(layout.bases, encodeBases(others));
  });
  // What the bases held is free before the pointer is written: the disk may be full.
  collect(layout, "");
  damageIn(() => {
    const { entries } = readPointer(layout);
    const others = entries.filter(({ name }) => !names.includes(name));
    if (others.length < entries.length) replaceFile(layout.current, encodePointer(others));
  });
  collect(layout, "");
}

function reportOf(before: CacheStatus, after: CacheStatus, garbage: number | null): GcReport {
  const there = new Set(after.generations.map(({ name }) => name));
  return {
    removedBytes: Math.max(0, before.totalBytes - after.totalBytes),
    removedPackBytes: Math.max(0, before.packBytes - after.packBytes),
    removed: before.generations.filter(({ name }) => !there.has(name)),
    kept: after.generations,
    keptBytes: after.totalBytes,
    keptPackBytes: after.packBytes,
    garbageBytes: garbage,
    damages: after.damages,
  };
}
