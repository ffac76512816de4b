// Whether an index still speaks of the worktree as it is. Law kept: under content verification every included byte was
// digested before the answer and looked at again before delivery; nothing is claimed of later edits.

import { HeadMemory } from "../git/mod.ts";
import { isRacy, SafeFolder, sameStamp, wallMs } from "../host/mod.ts";
import {
  baseName,
  byUtf8,
  folderOf,
  type GitState,
  type Manifest,
  type ManifestEntry,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { type CaptureRequest, survey } from "./capture.ts";
import { type FileChange, manifestChanges } from "./changes.ts";
import type { Enumeration, ListedPath } from "./enumerate.ts";
import { Listings } from "./listings.ts";
import { FolderCache, LEADING_AWAY, leadsAway, standingPaths } from "./read.ts";
import { observeHead } from "./worktree.ts";

export type VerifyMode = "content" | "stat" | "none";

export interface Freshness {
  readonly state: "fresh" | "stale" | "unknown";
  readonly changed: readonly FileChange[];
  readonly git: GitState;
  readonly checkedAtMs: number;
  /** What to look at again before delivery; empty where nothing was looked at. */
  readonly seen: readonly ManifestEntry[];
}

/** What serves, as far as freshness asks of it. */
export interface Served {
  /** Whether it was made from what a manifest says, told without reading its own. */
  isOf(manifest: Manifest): boolean;
  /** The manifest it was made from, and the wall clock of its capture. */
  read(): Promise<{ readonly manifest: Manifest; readonly capturedAtMs: number }>;
}

/** What earlier comparisons of one worktree have read. */
export interface Memory {
  readonly listings: Listings;
  readonly heads: HeadMemory;
}

/** Compares the worktree with what serves. */
export async function checkFreshness(
  mode: VerifyMode,
  request: CaptureRequest,
  served: Served,
  { listings, heads }: Memory = { listings: new Listings(), heads: new HeadMemory() },
): Promise<Freshness> {
  const checkedAtMs = wallMs();
  if (mode === "none") {
    return {
      state: "unknown",
      changed: [],
      git: observeHead(request.worktree, heads),
      checkedAtMs,
      seen: [],
    };
  }
  if (mode === "stat") {
    const { manifest, capturedAtMs } = await served.read();
    const changed = changedByStat(request.worktree.root, listings.of(request), manifest, capturedAtMs);
    return {
      state: changed.length === 0 ? "fresh" : "stale",
      changed,
      git: observeHead(request.worktree, heads),
      checkedAtMs,
      seen: manifest.entries,
    };
  }
  const now = survey(request);
  const isSame = served.isOf(now.manifest);
  const changed = isSame ? [] : manifestChanges((await served.read()).manifest, now.manifest);
  return {
    state: changed.length === 0 ? "fresh" : "stale",
    changed,
    git: now.git,
    checkedAtMs,
    seen: now.manifest.entries,
  };
}

/** Files that no longer are as they were seen; asked again right before an answer is delivered. */
export function changedSince(root: string, seen: readonly ManifestEntry[], seenAtMs: number): FileChange[] {
  const changed: FileChange[] = [];
  const folders = new FolderCache(root);
  try {
    for (const entry of seen) {
      if (entry.stamp === null) {
        const isSame = !LEADING_AWAY.has(entry.omitted) || leadsAway(folders, entry.path) === entry.omitted;
        if (!isSame) changed.push({ path: entry.path, change: "modified" });
        continue;
      }
      // Nearly all do: only what is not the same file is read to see what it is.
      if (folders.leadsTo(entry.path, entry.stamp) && !isRacy(entry.stamp, seenAtMs)) continue;
      const folder = folders.open(folderOf(entry.path));
      const state = folder instanceof SafeFolder ? compare(folder, entry, seenAtMs) : "deleted";
      if (state !== "same") changed.push({ path: entry.path, change: state });
    }
    return changed;
  } finally {
    folders.close();
  }
}

function compare(
  folder: SafeFolder,
  entry: ManifestEntry,
  seenAtMs: number,
): "same" | "modified" | "deleted" {
  const name = baseName(entry.path);
  const now = folder.stat(name);
  if (now === null) return "deleted";
  // Nothing was read of it: only its size counts, as it does in the manifest.
  if (entry.sha256 === null) return now.stamp.sizeBytes === entry.sizeBytes ? "same" : "modified";
  const same = sameStamp(now.stamp, entry.stamp!);
  if (same && !isRacy(now.stamp, seenAtMs)) return "same";
  if (now.stamp.sizeBytes !== entry.sizeBytes) return "modified";
  const read = folder.read(name, { maxBytes: entry.sizeBytes });
  return read.bytes !== null && sha256Hex(read.bytes) === entry.sha256 ? "same" : "modified";
}

/** Which paths of a listing and of a manifest are in both. */
interface Pairing {
  readonly manifest: Manifest;
  readonly stillListed: readonly ManifestEntry[];
  readonly gone: readonly ManifestEntry[];
  readonly fresh: readonly ListedPath[];
}

/** The last pairing of a listing: who asks again and again has the same two. */
const pairings = new WeakMap<Enumeration, Pairing>();

function paired(listing: Enumeration, manifest: Manifest): Pairing {
  const known = pairings.get(listing);
  if (known?.manifest === manifest) return known;
  const listed = new Map<string, ListedPath>(listing.paths.map((one) => [one.path, one]));
  const served = new Set<string>(manifest.entries.map(({ path }) => path));
  const pairing = {
    manifest,
    stillListed: manifest.entries.filter(({ path }) => listed.has(path)),
    gone: manifest.entries.filter(({ path }) => !listed.has(path)),
    fresh: [...listed.values()].filter(({ path }) => !served.has(path)),
  };
  pairings.set(listing, pairing);
  return pairing;
}

/** Stat comparison on both sides: listed paths against the manifest, stamps against the stamps. */
function changedByStat(
  root: string,
  listing: Enumeration,
  served: Manifest,
  servedAtMs: number,
): FileChange[] {
  const { stillListed, gone, fresh } = paired(listing, served);
  const leftOut = fresh.filter(({ omitted }) => omitted !== null).map(({ path }) => path);
  const there = standingPaths(root, fresh.filter(({ omitted }) => omitted === null).map(({ path }) => path));
  return [
    ...changedSince(root, stillListed, servedAtMs),
    ...gone.map(({ path }): FileChange => ({ path, change: "deleted" })),
    ...[...leftOut, ...there].map((path): FileChange => ({ path, change: "added" })),
  ].sort(byUtf8(({ path }) => path));
}
