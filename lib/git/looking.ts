// Looks at what lies around a repository. Law kept: what the system refuses to show is a failure with the system's own code
// and no path, and never a defect of this program.

import { errorCode, type FileStat, joinPaths, statPath } from "../host/mod.ts";
import { Failure, systemWords } from "../model/mod.ts";
import type { GitWorktree } from "./worktree.ts";

/** Runs a look; what the system refuses becomes a failure of that code. */
export function looking<T>(code: "git.unavailable" | "worktree.not_found", at: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    const systemCode = errorCode(error);
    if (error instanceof Failure || systemCode === "") throw error;
    throw new Failure(code, `${at} cannot be looked at: ${systemWords(systemCode)}.`, {
      hint: "Whoever runs evident needs the right to read it.",
      detail: { system_code: systemCode },
      cause: error,
    });
  }
}

/** What Git's index is on the disk; null where there is none. Failure git.unavailable. */
export function statIndex(git: GitWorktree): FileStat | null {
  return looking(
    "git.unavailable",
    "The index of this repository",
    () => statPath(joinPaths(git.gitDir, "index")),
  );
}
