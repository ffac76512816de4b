// Finding the worktree that holds a folder, by looking at the disk as Git does and without asking it.
// Laws kept: the root is the folder where `.git` lies, whatever `core.worktree` of that repository says; a file system
// boundary ends the search. Not here: what the repository holds.

import { findProgram, joinPaths, parentPath, pathExists, readText, realPath, statPath } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";

/** A worktree and the program that reads its repository. */
export interface GitWorktree {
  /** Canonical absolute path. */
  readonly root: string;
  /** The folder with HEAD and index. */
  readonly gitDir: string;
  /** Absolute path of the git program. */
  readonly program: string;
}

/**
 * The worktree that holds a folder (canonical, absolute); null where there is none. Failures: worktree.not_found in a
 * repository's own folder or a bare one; git.unavailable where git is missing or `.git` leads nowhere.
 */
export function findWorktree(folder: string): GitWorktree | null {
  const device = statPath(folder)?.stamp.device;
  for (let at = folder;;) {
    if (isRepository(at)) throw insideRepository();
    const gitDir = gitDirOf(at);
    if (gitDir !== null) return { root: at, gitDir, program: requiredProgram() };
    const parent = parentPath(at);
    if (parent === at || statPath(parent)?.stamp.device !== device) return null;
    at = parent;
  }
}

function insideRepository(): Failure {
  return new Failure("worktree.not_found", "That is the inside of a Git repository, not a worktree of it.", {
    hint: "Name a folder of a worktree; a bare repository has none until git worktree add makes one.",
  });
}

function requiredProgram(): string {
  const program = findProgram("git");
  if (program !== null) return program;
  throw new Failure("git.unavailable", "This is a Git worktree and there is no git on PATH.", {
    hint: "Install git, or put it on PATH.",
  });
}

/** The repository of a worktree root; null where the folder is no root. */
function gitDirOf(root: string): string | null {
  const dotGit = realPath(joinPaths(root, ".git"));
  if (dotGit === null) return null;
  const kind = statPath(dotGit)?.kind;
  // A folder of that name that is no repository counts for nothing, as for Git.
  if (kind === "folder") return isRepository(dotGit) ? dotGit : null;
  if (kind !== "file") return null;
  const named = /^gitdir: (.+?)\n*$/s.exec(readText(dotGit) ?? "")?.[1];
  const gitDir = named === undefined ? null : realPath(isAbsolute(named) ? named : joinPaths(root, named));
  if (gitDir !== null && pathExists(joinPaths(gitDir, "HEAD"))) return gitDir;
  throw new Failure("git.unavailable", "The .git file of this folder leads to no repository.", {
    hint: "The repository was moved or is not reachable from here; git worktree repair may mend it.",
  });
}

/** What Git asks of a folder before it takes it for a repository. */
function isRepository(path: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => pathExists(joinPaths(path, name)));
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}
