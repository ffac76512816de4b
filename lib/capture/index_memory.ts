// What Git remembers of the files of a worktree. Law kept: a file counts as unchanged only where its stat is still the one
// that Git saw, and is old enough to tell. No file is read and no filter runs.

import { type GitWorktree, readRememberedStats, type RememberedStat, statIndex } from "../git/mod.ts";
import { joinPaths, sameFileTime, statIfShown } from "../host/mod.ts";
import type { FileStamp, RepoPath } from "../model/mod.ts";

/** What Git has seen of files when it last wrote the index. */
export class IndexMemory {
  readonly #root: string;
  readonly #stats: ReadonlyMap<string, RememberedStat>;
  readonly #writtenNs: bigint | null;

  /** `paths` are those that may be asked about; all where none are given. */
  constructor(git: GitWorktree, paths: readonly RepoPath[] = []) {
    this.#root = git.root;
    const index = statIndex(git);
    this.#writtenNs = index === null ? null : BigInt(index.stamp.mtimeNs);
    this.#stats = readRememberedStats(git, paths);
  }

  /** Whether Git found the file equal to the index, and its stat is still the one of that moment. */
  knowsUnchanged(path: string): boolean {
    const then = this.#stats.get(path);
    const now = statIfShown(joinPaths(this.#root, path));
    if (then === undefined || now === null || now.kind !== "file" || this.#writtenNs === null) return false;
    // A file written in the moment in which the index was may have changed right after it.
    if (BigInt(now.stamp.mtimeNs) >= this.#writtenNs) return false;
    return isSame(now.stamp, then);
  }
}

function isSame(now: FileStamp, then: RememberedStat): boolean {
  return now.sizeBytes % 2 ** 32 === then.sizeBytes && sameFileTime(now.mtimeNs, then.mtimeNs) &&
    sameFileTime(now.ctimeNs, then.ctimeNs);
}
