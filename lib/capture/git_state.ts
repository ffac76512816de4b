// What Git says of a worktree beside its content: commit and dirtiness.
// Laws kept: no filter runs. A file equals the index where its raw bytes have the index's id; one that is not read equals it
// also where Git has seen it unchanged and its stat is still the same. Where raw bytes may rightly differ, dirtiness is
// unknown rather than guessed.

import {
  convertedPaths,
  type GitWorktree,
  type Head,
  indexDiffersFromHead,
  tracksExecutableBit,
} from "../git/mod.ts";
import { SafeFolder } from "../host/mod.ts";
import { baseName, folderOf, type GitState } from "../model/mod.ts";
import { newDigest } from "../../wasm/mod.ts";
import { EXECUTABLE_MODE, type ListedPath, SUBMODULE_MODE } from "./enumerate.ts";
import { IndexMemory } from "./index_memory.ts";
import type { Seen } from "./read.ts";

/** A file that the policy leaves out is read for this question alone up to this size. */
const MAX_COMPARED_BYTES = 64 << 20;

/** What is known of Git where no file was compared; all of it null without Git. */
export function undecided(head: Head | null): GitState {
  return head === null ? { commit: null, dirty: null, objectFormat: null } : { ...head, dirty: "unknown" };
}

/** Collects, while files are read, whether the worktree differs from the index. */
export class DirtyCheck {
  readonly #git: GitWorktree;
  readonly #head: Head;
  /** Bytes read, and another id. */
  readonly #differing: ListedPath[] = [];
  readonly #unread: ListedPath[] = [];
  #tracksAny = false;
  #isCertain = false;
  #modesDiffer = false;

  constructor(git: GitWorktree, head: Head) {
    this.#git = git;
    this.#head = head;
  }

  /** Takes note of one listed path. Submodules are looked at by index and HEAD alone. */
  look(listed: ListedPath, seen: Seen): void {
    if (!listed.tracked) return;
    this.#tracksAny = true;
    if (listed.conflicted) this.#isCertain = true;
    if (this.#isCertain || listed.skipped || listed.blobId === null || listed.mode === SUBMODULE_MODE) return;
    switch (seen.kind) {
      case "absent":
      case "another_kind":
        this.#isCertain = true;
        break;
      case "unread":
        this.#unread.push(listed);
        break;
      case "content":
        if (seen.executable !== (listed.mode === EXECUTABLE_MODE)) this.#modesDiffer = true;
        if (this.#idOf(seen.bytes) !== listed.blobId) this.#differing.push(listed);
        break;
      case "link":
        if (this.#idOf(seen.bytes) !== listed.blobId) this.#isCertain = true;
        break;
    }
  }

  /** Commit and dirtiness. */
  finish(): GitState {
    return { ...this.#head, dirty: this.#dirty() };
  }

  #dirty(): boolean | "unknown" {
    if (this.#isCertain) return true;
    if (this.#head.commit === null) return this.#tracksAny;
    const staged = indexDiffersFromHead(this.#git);
    if (staged === true) return true;
    if (this.#modesDiffer && tracksExecutableBit(this.#git)) return true;
    const files = this.#filesDiffer();
    return files === false ? staged : files;
  }

  #filesDiffer(): boolean | "unknown" {
    const open = [...this.#differing, ...this.#unreadDiffering()];
    if (open.length === 0) return false;
    const converted = convertedPaths(this.#git, open.map(({ path }) => path));
    return converted === null || open.every(({ path }) => converted.has(path)) ? "unknown" : true;
  }

  /** Files that were not read, unless Git has seen them unchanged or they are equal now. */
  #unreadDiffering(): ListedPath[] {
    if (this.#unread.length === 0) return [];
    const memory = new IndexMemory(this.#git, this.#unread.map(({ path }) => path));
    return this.#unread.filter((listed) => !memory.knowsUnchanged(listed.path) && !this.#equalsNow(listed));
  }

  #equalsNow({ path, blobId }: ListedPath): boolean {
    const folder = SafeFolder.open(this.#git.root, folderOf(path));
    if (!(folder instanceof SafeFolder)) return false;
    try {
      const { bytes } = folder.read(baseName(path), { maxBytes: MAX_COMPARED_BYTES });
      return bytes !== null && this.#idOf(bytes) === blobId;
    } finally {
      folder.close();
    }
  }

  #idOf(bytes: Uint8Array): string {
    return newDigest(this.#head.objectFormat).update(`blob ${bytes.length}\0`).update(bytes).hex();
  }
}
