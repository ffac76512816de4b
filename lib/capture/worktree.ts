// The worktree a command speaks of: its canonical root, with Git or without.

import { findWorktree, type GitWorktree } from "../git/mod.ts";
import { realPath, statPath } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";

export interface Worktree {
  /** Canonical absolute path. */
  readonly root: string;
  /** Null for a folder that is no Git worktree. */
  readonly git: GitWorktree | null;
}

/** The worktree that holds a folder. Failures: worktree.not_found, git.unavailable. */
export function openWorktree(folder: string): Worktree {
  const real = realPath(folder);
  if (real === null) {
    throw new Failure("worktree.not_found", "There is no such folder.", {
      hint: "Check -C or the scope's root.",
    });
  }
  if (statPath(real)?.kind !== "folder") {
    throw new Failure("worktree.not_found", "That is a file, not a folder.", {
      hint: "Name the folder of the worktree.",
    });
  }
  const git = findWorktree(real);
  if (git === null) return { root: real, git: null };
  return { root: realPath(git.root) ?? real, git };
}
