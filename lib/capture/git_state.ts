// What Git says of a worktree beside its content: commit and dirtiness. Law kept: no filter runs; where raw bytes may
// rightly differ from the blob, or were not read, dirtiness is unknown rather than guessed.

import {
  convertedPaths,
  type GitWorktree,
  headCommit,
  indexDiffersFromHead,
  tracksExecutableBit,
} from "../git/mod.ts";
import type { GitState, RepoPath } from "../model/mod.ts";
import { newDigest } from "../../wasm/mod.ts";
import type { ListedPath } from "./enumerate.ts";

/** What was seen at a listed path. `unasked`: the policy or its kind leaves it out, and it is no part of the question. */
export type Seen =
  | { readonly bytes: Uint8Array; readonly executable: boolean }
  | "another_kind"
  | "unreadable"
  | "unasked";

/** Collects, while files are read, whether the worktree differs from the index. */
export class DirtyCheck {
  readonly #worktree: GitWorktree;
  readonly #differing: RepoPath[] = [];
  readonly #absent = new Map<string, boolean>();
  readonly #tracksAny: boolean;
  #certain = false;
  #modesDiffer = false;
  #unreadable = false;

  constructor(worktree: GitWorktree, listed: readonly ListedPath[]) {
    this.#worktree = worktree;
    this.#tracksAny = listed.some(({ tracked }) => tracked);
    for (const { path, tracked, skipped, mode } of listed) {
      if (tracked && mode !== "160000") this.#absent.set(path, skipped);
    }
  }

  /** A listed path is there. */
  present(listed: ListedPath, seen: Seen): void {
    this.#absent.delete(listed.path);
    if (listed.blobId === null || seen === "unasked") return;
    if (seen === "another_kind") this.#certain = true;
    else if (seen === "unreadable") this.#unreadable = true;
    else {
      if (seen.executable !== (listed.mode === "100755")) this.#modesDiffer = true;
      const header = `blob ${seen.bytes.length}\0`;
      const id = newDigest(this.#worktree.objectFormat).update(header).update(seen.bytes).hex();
      if (id !== listed.blobId) this.#differing.push(listed.path);
    }
  }

  /** Commit and dirtiness at this moment. */
  finish(): GitState {
    const commit = headCommit(this.#worktree);
    return { commit, dirty: this.#dirty(commit), objectFormat: this.#worktree.objectFormat };
  }

  #dirty(commit: string | null): boolean | "unknown" {
    if (this.#certain) return true;
    if ([...this.#absent.values()].some((skipped) => !skipped)) return true;
    if (commit === null ? this.#tracksAny : indexDiffersFromHead(this.#worktree)) return true;
    if (this.#modesDiffer && tracksExecutableBit(this.#worktree)) return true;
    if (this.#differing.length === 0) return this.#unreadable ? "unknown" : false;
    const converted = convertedPaths(this.#worktree, this.#differing);
    return this.#differing.every((path) => converted.has(path)) ? "unknown" : true;
  }
}
