// The worktree a command speaks of: its canonical root, with Git or without.

import { findWorktree, type GitWorktree, HeadMemory, looking } from "../git/mod.ts";
import { realPath, statPath } from "../host/mod.ts";
import { Failure, type GitState } from "../model/mod.ts";
import { undecided } from "./git_state.ts";

export interface Worktree {
  /** Canonical absolute path. */
  readonly root: string;
  /** Null for a folder that is no Git worktree. */
  readonly git: GitWorktree | null;
}

/** The worktree that holds a folder. Failures: worktree.not_found, git.unavailable. */
export function openWorktree(folder: string): Worktree {
  return looking("worktree.not_found", "The folder", () => worktreeAround(folder));
}

function worktreeAround(folder: string): Worktree {
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
  return { root: git?.root ?? real, git };
}

/** Commit and object format at this moment. Dirtiness would cost reading every file: it stays unknown. */
export function observeHead({ git }: Worktree, heads = new HeadMemory()): GitState {
  return undecided(git === null ? null : heads.of(git));
}
