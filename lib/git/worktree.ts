// Finding the worktree that holds a folder, by looking at the disk as Git does and without asking it.
// Laws kept: the root is the folder where `.git` lies, whatever `core.worktree` of that repository says; a file system
// boundary ends the search; no git program of the worktree itself is run, and none waits for what is no plain file.
// Not here: what the repository holds.

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
    if (gitDir !== null) return { root: at, gitDir, program: requiredProgram(at) };
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

function requiredProgram(root: string): string {
  const program = findProgram("git", root);
  if (program !== null) return program;
  throw new Failure("git.unavailable", "This is a Git worktree and there is no git on PATH.", {
    hint: "Install git, or put it on PATH.",
  });
}

/** The repository of a worktree root; null where the folder is no root. */
function gitDirOf(root: string): string | null {
  const dotGit = realPath(joinPaths(root, ".git"));
  if (dotGit === null) return null;
  const stat = statPath(dotGit);
  const kind = stat?.kind;
  // A folder of that name that is no repository counts for nothing, as for Git.
  if (kind === "folder") return isRepository(dotGit) ? readable(dotGit) : null;
  if (kind !== "file") return null;
  const text = stat!.stamp.sizeBytes > MAX_POINTER_BYTES ? "" : readText(dotGit) ?? "";
  const named = /^gitdir: (.+?)\n*$/s.exec(text)?.[1];
  const gitDir = named === undefined ? null : realPath(isAbsolute(named) ? named : joinPaths(root, named));
  if (gitDir !== null && pathExists(joinPaths(gitDir, "HEAD"))) return readable(gitDir);
  throw new Failure("git.unavailable", "The .git file of this folder leads to no repository.", {
    hint: "The repository was moved or is not reachable from here; git worktree repair may mend it.",
  });
}

/** A `.git` file that is longer names no folder. */
const MAX_POINTER_BYTES = 64 * 1024;
/** What Git reads of a repository whatever it is asked: a named pipe in the place of one of them would hold it. */
const READ_FIRST = ["HEAD", "config", "index", "packed-refs"];

function readable(gitDir: string): string {
  for (const name of READ_FIRST) {
    const path = realPath(joinPaths(gitDir, name));
    if (path === null || statPath(path)?.kind === "file") continue;
    throw new Failure("git.unavailable", `${name} of this repository is no plain file.`, {
      hint: "Git would wait for it, or fail; nothing of the repository was read.",
      detail: { file: name },
    });
  }
  return gitDir;
}

/** What Git asks of a folder before it takes it for a repository. */
function isRepository(path: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => pathExists(joinPaths(path, name)));
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}
