// What Git lists, for a process that asks again and again: an index that was not written since lists what it listed. Law kept: one
// that is too young to tell is read anew. Not here: untracked files, which no index knows.

import { statIndex } from "../git/mod.ts";
import { isRacy, sameStamp, wallMs } from "../host/mod.ts";
import type { FileStamp } from "../model/mod.ts";
import { type CaptureRequest, listWorktree } from "./capture.ts";
import type { Enumeration } from "./enumerate.ts";

/** The last listing of one worktree. */
export class Listings {
  #last: { readonly stamp: FileStamp; readonly listing: Enumeration } | null = null;

  /** Failures as those of listing. */
  of(request: CaptureRequest): Enumeration {
    const { worktree: { git }, policy } = request;
    if (git === null || policy.includeUntracked) return listWorktree(request);
    const stamp = statIndex(git)?.stamp ?? null;
    if (stamp !== null && this.#last !== null && sameStamp(stamp, this.#last.stamp)) {
      return this.#last.listing;
    }
    const startedAtMs = wallMs();
    const listing = listWorktree(request);
    this.#last = stamp === null || isRacy(stamp, startedAtMs) ? null : { stamp, listing };
    return listing;
  }
}
