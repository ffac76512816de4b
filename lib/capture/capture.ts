// A capture: one state of a worktree, its bytes and its manifest. Laws kept: graph, source and fingerprint come from these
// bytes; a tree that changes while it is read is read again once, then refused.

import { countIgnored, type GitWorktree, readHead, statIndex } from "../git/mod.ts";
import { isRacy, SafeFolder, sameStamp, wallMs } from "../host/mod.ts";
import {
  baseName,
  Failure,
  type FileStamp,
  folderOf,
  type GitState,
  type Manifest,
  type ManifestEntry,
  type Policy,
  type RepoPath,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { Buffers } from "./buffers.ts";
import { enumerateGit, type Enumeration, type ListedPath } from "./enumerate.ts";
import { enumerateFolder } from "./folder_walk.ts";
import { DirtyCheck, undecided } from "./git_state.ts";
import { FolderCache, readListed, standingPaths } from "./read.ts";
import { Totals } from "./totals.ts";
import type { Worktree } from "./worktree.ts";

export interface CaptureRequest {
  readonly worktree: Worktree;
  readonly policy: Policy;
  /** Called with the number of paths listed, and then for each one read. */
  readonly onListed?: (count: number) => void;
  readonly onRead?: () => void;
  /** Whether a manifest is that of what serves already: no byte that was read was another, whatever moved meanwhile. */
  readonly serves?: (manifest: Manifest) => boolean;
}

/** An included file. */
export interface CapturedFile {
  readonly path: RepoPath;
  /** Empty where they were not to be kept, or were let go. */
  bytes: Uint8Array;
  readonly sha256: string;
}

export interface Capture {
  readonly manifest: Manifest;
  readonly git: GitState;
  /** Included files in path order. */
  readonly files: readonly CapturedFile[];
  /** Wall clock at which reading began. */
  readonly startedAtMs: number;
}

const NO_BYTES = new Uint8Array();

/** Captures a worktree with its bytes; what serves already without a second look. Failures: limit.exceeded, worktree.busy, worktree.not_found, git.unavailable. */
export function capture(request: CaptureRequest): Capture {
  for (let attempt = 0;; attempt++) {
    const look = lookOnce(request, true);
    if (request.serves?.(look.captured.manifest) === true) return look.captured;
    const changed = changedMeanwhile(request, look);
    if (changed === null) return withIgnored(request, look.captured);
    if (attempt === 1) {
      throw new Failure("worktree.busy", "The worktree keeps changing while it is read.", {
        retry: true,
        detail: { path: changed },
      });
    }
  }
}

/** Git counts on a walk of its own. */
function withIgnored({ worktree: { git } }: CaptureRequest, captured: Capture): Capture {
  if (git === null) return captured;
  return { ...captured, manifest: { ...captured.manifest, ignoredCount: countIgnored(git) } };
}

/** Lets go the bytes of a capture that nobody reads again. */
export function releaseBytes({ files }: Capture): void {
  for (const file of files) file.bytes = NO_BYTES;
}

/** Enumerates and digests a worktree without keeping bytes; says whether it differs from HEAD, too. */
export function survey(request: CaptureRequest): Capture {
  return lookOnce(request, false).captured;
}

/** The listed paths alone, nothing read. */
export function listWorktree({ worktree, policy }: CaptureRequest): Enumeration {
  return worktree.git === null
    ? enumerateFolder(worktree.root)
    : enumerateGit(worktree.git, policy.includeUntracked);
}

interface Look {
  readonly captured: Capture;
  readonly listing: Enumeration;
  /** Listed paths where nothing was. */
  readonly absent: readonly RepoPath[];
  readonly indexStamp: FileStamp | null;
}

function lookOnce(request: CaptureRequest, isFull: boolean): Look {
  const { worktree: { root, git }, policy } = request;
  const startedAtMs = wallMs();
  const indexStamp = stampOfIndex(git);
  const head = git === null ? null : readHead(git);
  const listing = listWorktree(request);
  request.onListed?.(listing.paths.length);
  // Nothing that is built tells whether the worktree is dirty, and finding out digests every file once more.
  const dirty = isFull || git === null || head === null ? null : new DirtyCheck(git, head);
  const entries: ManifestEntry[] = [];
  const files: CapturedFile[] = [];
  const absent: RepoPath[] = [];
  const totals = new Totals(policy.limits, listing.paths.length);
  const buffers = new Buffers(isFull);
  for (const { listed, seen, entry, bytes } of readListed(root, listing.paths, policy, buffers)) {
    dirty?.look(listed, seen);
    request.onRead?.();
    if (entry === null) {
      absent.push(listed.path);
      continue;
    }
    entries.push(entry);
    if (bytes === null) continue;
    totals.add(bytes.length);
    buffers.keep(bytes.length);
    files.push({ path: entry.path, bytes: isFull ? bytes : NO_BYTES, sha256: entry.sha256! });
  }
  const manifest: Manifest = {
    entries,
    ignoredCount: listing.ignored,
    undecodablePaths: listing.undecodable,
    objectFormat: head?.objectFormat ?? null,
  };
  const captured = { manifest, git: dirty?.finish() ?? undecided(head), files, startedAtMs };
  return { captured, listing, absent, indexStamp };
}

function stampOfIndex(git: GitWorktree | null): FileStamp | null {
  return git === null ? null : statIndex(git)?.stamp ?? null;
}

/** What changed since it was read, or null. */
function changedMeanwhile(request: CaptureRequest, look: Look): string | null {
  const { root } = request.worktree;
  return changedListing(request, look.listing, look.indexStamp) ?? changedFile(root, look.captured) ??
    standingPaths(root, look.absent)[0] ?? null;
}

/** Git also writes the index without changing what it lists: only another listing counts. */
function changedListing(
  request: CaptureRequest,
  before: Enumeration,
  indexStamp: FileStamp | null,
): string | null {
  const now = stampOfIndex(request.worktree.git);
  if (now === indexStamp || (now !== null && indexStamp !== null && sameStamp(now, indexStamp))) return null;
  const told = ({ path, mode, skipped }: ListedPath) => `${mode} ${skipped} ${path}`;
  const after = listWorktree(request).paths;
  const length = Math.max(before.paths.length, after.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [before.paths[i], after[i]];
    if (a === undefined || b === undefined || told(a) !== told(b)) return (a ?? b).path;
  }
  return null;
}

function changedFile(root: string, captured: Capture): string | null {
  const folders = new FolderCache(root);
  try {
    for (const { path, stamp, sha256, omitted } of captured.manifest.entries) {
      if (stamp === null || sha256 === null || omitted !== null) continue;
      if (!folders.leadsTo(path, stamp)) return path;
      if (!isRacy(stamp, captured.startedAtMs)) continue;
      // The stamp may be too young to tell: only the content can.
      const folder = folders.open(folderOf(path));
      if (!(folder instanceof SafeFolder)) return path;
      if (digestNow(folder, path, stamp.sizeBytes) !== sha256) return path;
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
