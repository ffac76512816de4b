// Whether a file of the worktree is the one that a commit holds although its bytes are others: Git converts line ends and
// runs filters when it writes a worktree. Law kept: no filter runs here; what cannot be told is told as that.

import {
  convertedPaths,
  type GitWorktree,
  type IndexEntry,
  listPaths,
  listTree,
  renamesSince,
} from "../git/mod.ts";
import { asRepoPath, type RepoPath } from "../model/mod.ts";
import { LINK_MODE, SUBMODULE_MODE } from "./enumerate.ts";
import { IndexMemory } from "./index_memory.ts";

/** `converted`: of the same blob, and Git may write it otherwise; whether it was edited since is not known. */
export type TreeMatch = "same" | "converted" | "other";

/** A link or a submodule: nothing in the worktree is read of it. */
function isPointer({ mode }: IndexEntry): boolean {
  return mode === LINK_MODE || mode === SUBMODULE_MODE;
}

/** A commit beside the worktree and its index. What it needs is asked for when it is first needed. */
export class TreeComparison {
  readonly #git: GitWorktree;
  readonly #commit: string;
  #blobs: ReadonlyMap<string, string> | null = null;
  #index: ReadonlyMap<string, IndexEntry> | null = null;
  #memory: IndexMemory | null = null;
  #renames: ReadonlyMap<string, string> | null = null;

  constructor(git: GitWorktree, commit: string) {
    this.#git = git;
    this.#commit = commit;
  }

  /** Renamed paths, new to old, as Git finds them between the commit and the index. */
  get renames(): ReadonlyMap<string, string> {
    return this.#renames ??= renamesSince(this.#git, this.#commit);
  }

  /** How paths whose bytes differ stand to the commit. */
  match(paths: readonly string[]): ReadonlyMap<string, TreeMatch> {
    const matches = new Map<string, TreeMatch>();
    const open: RepoPath[] = [];
    for (const path of paths) {
      const blobId = this.#blobOf(path);
      const entry = this.#entryOf(path);
      if (blobId === undefined || entry === undefined || entry.blobId !== blobId) matches.set(path, "other");
      // A sparse worktree does without it, which is no deletion.
      else if (entry.skipped || isPointer(entry) || this.#isUnchanged(path)) matches.set(path, "same");
      else open.push(asRepoPath(path));
    }
    if (open.length === 0) return matches;
    const converted = convertedPaths(this.#git, open);
    for (const path of open) {
      matches.set(path, converted === null || converted.has(path) ? "converted" : "other");
    }
    return matches;
  }

  #isUnchanged(path: string): boolean {
    return (this.#memory ??= new IndexMemory(this.#git)).knowsUnchanged(path);
  }

  #blobOf(path: string): string | undefined {
    this.#blobs ??= new Map(listTree(this.#git, this.#commit).entries.map((one) => [one.path, one.blobId]));
    return this.#blobs.get(path);
  }

  #entryOf(path: string): IndexEntry | undefined {
    this.#index ??= new Map(listPaths(this.#git, { untracked: false }).tracked.map((one) => [one.path, one]));
    return this.#index.get(path);
  }
}
