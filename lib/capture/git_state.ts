// What Git says of a worktree beside its content: commit and dirtiness. Law kept: no filter runs; where raw bytes may
// rightly differ from the blob, dirtiness is unknown rather than guessed.

import { convertedPaths, type GitWorktree, headCommit, indexDiffersFromHead } from "../git/mod.ts";
import type { GitState, RepoPath } from "../model/mod.ts";
import { newDigest } from "../../wasm/mod.ts";
import type { ListedPath } from "./enumerate.ts";

/** Collects, while files are read, whether the worktree differs from the index. */
export class DirtyCheck {
  readonly #worktree: GitWorktree;
  readonly #differing: RepoPath[] = [];
  readonly #absent = new Map<string, boolean>();

  constructor(worktree: GitWorktree, listed: readonly ListedPath[]) {
    this.#worktree = worktree;
    for (const { path, tracked, skipped, mode } of listed) {
      if (tracked && mode !== "160000") this.#absent.set(path, skipped);
    }
  }

  /** A listed path is there; null bytes: it was not read, and says nothing of dirtiness. */
  present(listed: ListedPath, bytes: Uint8Array | null): void {
    this.#absent.delete(listed.path);
    if (bytes === null || listed.blobId === null) return;
    const header = `blob ${bytes.length}\0`;
    const id = newDigest(this.#worktree.objectFormat).update(header).update(bytes).hex();
    if (id !== listed.blobId) this.#differing.push(listed.path);
  }

  /** Commit and dirtiness at this moment. */
  finish(): GitState {
    const commit = headCommit(this.#worktree);
    return { commit, dirty: this.#dirty(commit), objectFormat: this.#worktree.objectFormat };
  }

  #dirty(commit: string | null): boolean | "unknown" {
    if ([...this.#absent.values()].some((skipped) => !skipped)) return true;
    if (commit === null ? this.#absent.size > 0 : indexDiffersFromHead(this.#worktree)) return true;
    if (this.#differing.length === 0) return false;
    const converted = convertedPaths(this.#worktree, this.#differing);
    return this.#differing.every((path) => converted.has(path)) ? "unknown" : true;
  }
}
