// Where HEAD is, for a process that asks again and again: Git is not asked anew while the files that it would read for
// that say what they said. Law kept: they are only compared, never understood: what they mean Git alone says. Where more
// than two files have a part in it, a linked worktree's, packed or chained references, Git is asked each time.

import { errorCode, joinPaths, pathExists, readText } from "../host/mod.ts";
import { type Head, readHead } from "./head.ts";
import type { GitWorktree } from "./worktree.ts";

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?\n$/;
const BRANCH = /^ref: (refs\/heads\/[^\0\n]+)\n$/;

/** The last HEAD of one worktree. */
export class HeadMemory {
  #last: { readonly files: string; readonly head: Head } | null = null;

  /** Failures as those of `readHead`. */
  of(git: GitWorktree): Head {
    const files = filesOf(git);
    if (files !== null && files === this.#last?.files) return this.#last.head;
    const head = readHead(git);
    // What was written meanwhile is not what Git read.
    this.#last = files !== null && files === filesOf(git) ? { files, head } : null;
    return head;
  }
}

/** What the files say that decide where HEAD is; null where others have a part in it, or they cannot be read. */
function filesOf({ gitDir }: GitWorktree): string | null {
  try {
    if (pathExists(joinPaths(gitDir, "commondir"))) return null;
    const head = readText(joinPaths(gitDir, "HEAD")) ?? "";
    if (COMMIT.test(head)) return head;
    const branch = BRANCH.exec(head)?.[1];
    if (branch === undefined || branch.split("/").includes("..")) return null;
    const reference = readText(joinPaths(gitDir, branch)) ?? "";
    return COMMIT.test(reference) ? head + reference : null;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}
