// A capture of a commit: what its tree holds, as a worktree with just these files would be captured. Laws kept: nothing of the
// worktree is looked at and nothing is fetched; the same policy and limits hold; every path that is left out says why.

import { blobSizes, type GitWorktree, listTree, readBlobs, readHead, type TreeEntry } from "../git/mod.ts";
import { wallMs } from "../host/mod.ts";
import { byUtf8, type ManifestEntry, type OmissionReason, type Policy, type RepoPath } from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { Capture, CapturedFile } from "./capture.ts";
import { FILE_MODE, LINK_MODE, SUBMODULE_MODE } from "./enumerate.ts";
import { contentReason, PathPolicy } from "./policy.ts";
import { Totals } from "./totals.ts";

export interface TreeRequest {
  readonly git: GitWorktree;
  /** A commit's id, as `resolveCommit` gives it. */
  readonly commit: string;
  readonly policy: Policy;
  /** Called with the number of files to read, and then for each one read. */
  readonly onListed?: (count: number) => void;
  readonly onRead?: () => void;
}

/** Captures a commit with its bytes. Failures: limit.exceeded, git.unavailable. */
export function captureTree(request: TreeRequest): Capture {
  const { git, commit, policy } = request;
  const startedAtMs = wallMs();
  const { objectFormat } = readHead(git);
  const listing = listTree(git, commit);
  const filter = new PathPolicy(policy);
  const entries = listing.impossible.map((path) => leftOut(path, FILE_MODE, "outside_root", 0));
  const open: TreeEntry[] = [];
  for (const entry of listing.entries) {
    const reason = entry.mode === SUBMODULE_MODE ? "submodule" : filter.reason(entry.path);
    if (reason === null) open.push(entry);
    else entries.push(leftOut(entry.path, entry.mode, reason, 0));
  }
  const sizes = blobSizes(git, commit, open.map(({ blobId }) => blobId));
  const wanted: TreeEntry[] = [];
  for (const entry of open) {
    const reason = unreadReason(entry, sizes.get(entry.blobId), policy.limits.maxFileBytes);
    if (reason === null) wanted.push(entry);
    else {
      // As in a worktree, a link has no size of its own.
      const sizeBytes = reason === "too_large" ? sizes.get(entry.blobId)! : 0;
      entries.push(leftOut(entry.path, entry.mode, reason, sizeBytes));
    }
  }
  request.onListed?.(wanted.length);
  const read = readFiles(request, wanted, sizes);
  const manifest = {
    entries: [...entries, ...read.entries].sort(byUtf8(({ path }) => path)),
    ignoredCount: 0,
    undecodablePaths: listing.undecodable,
    objectFormat,
  };
  return { manifest, git: { commit, dirty: false, objectFormat }, files: read.files, startedAtMs };
}

function readFiles(
  { git, policy, onRead }: TreeRequest,
  wanted: readonly TreeEntry[],
  sizes: ReadonlyMap<string, number>,
): { entries: ManifestEntry[]; files: CapturedFile[] } {
  const inOrder = [...wanted].sort(byUtf8(({ path }) => path));
  const entries: ManifestEntry[] = [];
  const files: CapturedFile[] = [];
  const totals = new Totals(policy.limits, inOrder.length);
  let next = 0;
  for (const bytes of readBlobs(git, inOrder.map(({ blobId }) => blobId), sizes)) {
    const { path, mode } = inOrder[next++];
    onRead?.();
    const omitted = contentReason(path, bytes);
    const sha256 = sha256Hex(bytes);
    entries.push({ path, mode, tracked: true, sha256, sizeBytes: bytes.length, stamp: null, omitted });
    if (omitted !== null) continue;
    totals.add(bytes.length);
    files.push({ path, bytes, sha256 });
  }
  return { entries, files };
}

/** Why a blob is not to be read. */
function unreadReason(
  { mode }: TreeEntry,
  sizeBytes: number | undefined,
  maxBytes: number,
): OmissionReason | null {
  if (sizeBytes === undefined) return "object_missing";
  if (mode === LINK_MODE) return "symlink";
  return sizeBytes > maxBytes ? "too_large" : null;
}

function leftOut(path: RepoPath, mode: string, omitted: OmissionReason, sizeBytes: number): ManifestEntry {
  return { path, mode, tracked: true, sha256: null, sizeBytes, stamp: null, omitted };
}
