// Where HEAD is, and whether the index equals it. No file of the worktree is looked at.

import { callGit, tryGit, unreadable } from "./command.ts";
import type { GitWorktree } from "./worktree.ts";

export interface Head {
  /** Commit id, or null where HEAD is unborn. */
  readonly commit: string | null;
  readonly objectFormat: "sha1" | "sha256";
}

/** Reads HEAD and the object format. Failure git.unavailable where Git cannot read the repository. */
export function readHead(git: GitWorktree): Head {
  const answer = callGit(git, ["rev-parse", "--show-object-format", "HEAD"]);
  const [format, commit] = new TextDecoder().decode(answer.stdout).split("\n");
  if (format !== "sha1" && format !== "sha256") throw unreadable(git, "rev-parse", answer);
  // Where there is no commit Git repeats the word and fails.
  return { commit: answer.exitCode === 0 ? commit : null, objectFormat: format };
}

/**
 * Whether the index holds anything else than HEAD; filters and hooks have no part in it. A file that is only meant to be
 * added counts. `unknown` where Git cannot tell, as in a partial clone that lacks the trees.
 */
export function indexDiffersFromHead(git: GitWorktree): boolean | "unknown" {
  const options = ["--cached", "--quiet", "--no-ext-diff", "--no-textconv", "--ita-visible-in-index"];
  const answer = tryGit(git, ["diff-index", ...options, "HEAD", "--"]);
  if (answer === null || answer.exitCode > 1) return "unknown";
  return answer.exitCode === 1;
}
