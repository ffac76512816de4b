// What a commit holds: its paths and the bytes of its files as they are stored. Laws kept: no filter, no text conversion and
// no checkout; what is not here is said to be missing and never fetched; memory is bounded by what is asked for at once.

import { asRepoPath, type RepoPath } from "../model/mod.ts";
import { callGit, gitOutput, unreadable } from "./command.ts";
import { decodedRecords, isPossible } from "./listing.ts";
import { isPartialClone, missingObjects } from "./revisions.ts";
import type { GitWorktree } from "./worktree.ts";

/** One path of a commit that is no folder. */
export interface TreeEntry {
  readonly path: RepoPath;
  /** Octal text, as in the index. */
  readonly mode: string;
  readonly blobId: string;
}

export interface TreeListing {
  readonly entries: readonly TreeEntry[];
  /** Paths that Git itself would never write: out of the worktree, or into `.git`. */
  readonly impossible: readonly RepoPath[];
  /** Paths that are not valid UTF-8. */
  readonly undecodable: number;
}

/** Lists a commit's paths. Failure git.unavailable where its trees are not here. */
export function listTree(git: GitWorktree, commit: string): TreeListing {
  const { records, undecodable } = decodedRecords(
    gitOutput(git, ["ls-tree", "-r", "-z", "--full-tree", commit]),
  );
  const entries: TreeEntry[] = [];
  const impossible: RepoPath[] = [];
  for (const record of records) {
    const tab = record.indexOf("\t");
    const [mode, , blobId] = record.slice(0, tab).split(" ");
    const path = asRepoPath(record.slice(tab + 1));
    if (isPossible(path)) entries.push({ path, mode, blobId });
    else impossible.push(path);
  }
  return { entries, impossible, undecodable };
}

/** Contents are read so many bytes at a time, and at least one by one. */
const BATCH_BYTES = 32 << 20;
const LINE_FEED = 10;

/** The sizes of a commit's blobs by id; a blob that is not here has none. */
export function blobSizes(git: GitWorktree, commit: string, ids: readonly string[]): Map<string, number> {
  const absent = isPartialClone(git) ? missingObjects(git, commit) : new Set<string>();
  const here = [...new Set(ids)].filter((id) => !absent.has(id));
  const sizes = new Map<string, number>();
  const args = ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"];
  const answer = callGit(git, args, { input: lines(here) });
  if (answer.exitCode !== 0) throw unreadable(git, "cat-file", answer);
  for (const line of new TextDecoder().decode(answer.stdout).split("\n")) {
    const [id, type, size] = line.split(" ");
    if (type === "blob") sizes.set(id, Number(size));
  }
  return sizes;
}

/** The bytes of blobs, in the order asked for; `sizes` has all of them. */
export function* readBlobs(
  git: GitWorktree,
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Iterable<Uint8Array> {
  for (let from = 0; from < ids.length;) {
    let past = from;
    for (let bytes = 0; past < ids.length; past++) {
      bytes += sizes.get(ids[past])!;
      if (past > from && bytes > BATCH_BYTES) break;
    }
    yield* readBatch(git, ids.slice(from, past), sizes);
    from = past;
  }
}

/** `<id> blob <size>\n<bytes>\n` for each. */
function* readBatch(
  git: GitWorktree,
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Iterable<Uint8Array> {
  const answer = callGit(git, ["cat-file", "--batch", "--buffer"], { input: lines(ids) });
  let at = 0;
  for (const id of ids) {
    const start = answer.stdout.indexOf(LINE_FEED, at) + 1;
    const header = new TextDecoder().decode(answer.stdout.subarray(at, start));
    // A damaged object ends the output, or says something else.
    if (start === 0 || header !== `${id} blob ${sizes.get(id)}\n`) throw unreadable(git, "cat-file", answer);
    at = start + sizes.get(id)! + 1;
    // A copy: one file must not keep, or hand on, the memory of all.
    yield new Uint8Array(answer.stdout.subarray(start, at - 1));
  }
}

function lines(ids: readonly string[]): Uint8Array {
  return new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""));
}
