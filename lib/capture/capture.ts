// A capture: one state of a worktree, its bytes and its manifest. Laws kept: graph, source and fingerprint come from these
// bytes; a tree that changes while it is read is read again once, then refused.

import { isRacy, SafeFolder, sameStamp, wallMs } from "../host/mod.ts";
import {
  baseName,
  Failure,
  folderOf,
  type GitState,
  type Limits,
  type Manifest,
  type ManifestEntry,
  type Policy,
  type RepoPath,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { enumerateFolder, enumerateGit, type Enumeration } from "./enumerate.ts";
import { DirtyCheck } from "./git_state.ts";
import { FolderCache, readListed } from "./read.ts";
import type { Worktree } from "./worktree.ts";

export interface CaptureRequest {
  readonly worktree: Worktree;
  readonly policy: Policy;
  /** Called with the number of paths listed, and then for each one read. */
  readonly onListed?: (count: number) => void;
  readonly onRead?: () => void;
}

/** An included file. */
export interface CapturedFile {
  readonly path: RepoPath;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export interface Capture {
  readonly manifest: Manifest;
  readonly git: GitState;
  /** Included files in path order; empty bytes where they were not to be kept. */
  readonly files: readonly CapturedFile[];
  /** Wall clock at which reading began. */
  readonly startedAtMs: number;
}

const NO_GIT: GitState = { commit: null, dirty: null, objectFormat: null };

/** Captures a worktree with its bytes. Failures: limit.exceeded, worktree.busy, git.unavailable. */
export function capture(request: CaptureRequest): Capture {
  for (let attempt = 0;; attempt++) {
    const captured = captureOnce(request, true);
    const changed = unstable(request.worktree.root, captured);
    if (changed === null) return captured;
    if (attempt === 1) {
      throw new Failure("worktree.busy", "The worktree keeps changing while it is read.", {
        retry: true,
        detail: { path: changed },
      });
    }
  }
}

/** Enumerates and digests a worktree without keeping bytes. */
export function survey(request: CaptureRequest): Capture {
  return captureOnce(request, false);
}

/** The listed paths alone, nothing read. */
export function listPaths({ worktree, policy }: CaptureRequest): readonly RepoPath[] {
  const { paths } = worktree.git === null
    ? enumerateFolder(worktree.root)
    : enumerateGit(worktree.git, policy.includeUntracked, false);
  return paths.map(({ path }) => path);
}

function captureOnce(request: CaptureRequest, isFull: boolean): Capture {
  const { worktree, policy } = request;
  const startedAtMs = wallMs();
  const listing = worktree.git === null
    ? enumerateFolder(worktree.root)
    : enumerateGit(worktree.git, policy.includeUntracked, isFull);
  request.onListed?.(listing.paths.length);
  const dirty = worktree.git === null ? null : new DirtyCheck(worktree.git, listing.paths);
  const byPath = new Map(listing.paths.map((listed) => [listed.path, listed]));
  const entries: ManifestEntry[] = [];
  const files: CapturedFile[] = [];
  const totals = new Totals(policy.limits);
  for (const { entry, bytes, seen } of readListed(worktree.root, listing.paths, policy)) {
    entries.push(entry);
    dirty?.present(byPath.get(entry.path)!, seen);
    request.onRead?.();
    if (bytes === null) continue;
    totals.add(bytes.length);
    files.push({ path: entry.path, bytes: isFull ? bytes : NO_BYTES, sha256: entry.sha256! });
  }
  return {
    manifest: manifestOf(request, listing, entries),
    git: dirty?.finish() ?? NO_GIT,
    files,
    startedAtMs,
  };
}

const NO_BYTES = new Uint8Array();

function manifestOf(
  request: CaptureRequest,
  listing: Enumeration,
  entries: readonly ManifestEntry[],
): Manifest {
  return {
    entries,
    ignoredCount: listing.ignored,
    undecodablePaths: listing.undecodable,
    objectFormat: request.worktree.git?.objectFormat ?? null,
  };
}

/** Aggregates over a limit fail the build with the numbers. */
class Totals {
  readonly #limits: Limits;
  #files = 0;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
    const { maxFiles, maxSourceBytes } = this.#limits;
    if (this.#files > maxFiles) throw exceeded("files", maxFiles, "max_files");
    if (this.#bytes > maxSourceBytes) throw exceeded("bytes of source", maxSourceBytes, "max_source_bytes");
  }
}

function exceeded(what: string, limit: number, name: string): Failure {
  return new Failure("limit.exceeded", `The worktree has more than ${limit} ${what} to index.`, {
    hint: `Exclude paths, or raise limits.${name} in the configuration file.`,
    detail: { limit, name },
  });
}

/** A file that changed since it was read, or null. */
function unstable(root: string, captured: Capture): string | null {
  const folders = new FolderCache(root);
  try {
    for (const { path, stamp, sha256, omitted } of captured.manifest.entries) {
      if (stamp === null || sha256 === null || omitted !== null) continue;
      const folder = folders.open(folderOf(path));
      const now = folder instanceof SafeFolder ? folder.stat(baseName(path)) : null;
      if (now === null || !sameStamp(now.stamp, stamp)) return path;
      // The stamp may be too young to tell: only the content can.
      if (
        isRacy(stamp, captured.startedAtMs) &&
        digestNow(folder as SafeFolder, path, stamp.sizeBytes) !== sha256
      ) return path;
    }
    return null;
  } finally {
    folders.close();
  }
}

function digestNow(folder: SafeFolder, path: string, maxBytes: number): string | null {
  const read = folder.read(baseName(path), { maxBytes });
  return read.bytes === null ? null : sha256Hex(read.bytes);
}
