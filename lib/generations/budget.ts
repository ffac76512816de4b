// The cache limit of one build. Law kept: a build that would pass it fails with the numbers, and nothing that is in use
// makes room for it.

import { Failure } from "../model/mod.ts";

const LIMIT_NAME = "maxCacheBytes";

export class Budget {
  readonly #usedBytes: number;
  readonly #limitBytes: number;

  /** `usedBytes`: what is published or held when the build begins. */
  constructor(usedBytes: number, limitBytes: number) {
    this.#usedBytes = usedBytes;
    this.#limitBytes = limitBytes;
  }

  /** Whether a build may add so many bytes in all. */
  allows(addedBytes: number): boolean {
    return this.#usedBytes + addedBytes <= this.#limitBytes;
  }

  /** Fails with `limit.exceeded` where a build may not add so many bytes in all. */
  require(addedBytes: number): void {
    if (this.allows(addedBytes)) return;
    throw new Failure("limit.exceeded", "the cache would grow past its limit", {
      hint: "raise maxCacheBytes in the configuration, exclude files, or clear the cache with evident clear",
      detail: {
        limit: LIMIT_NAME,
        limit_bytes: this.#limitBytes,
        used_bytes: this.#usedBytes,
        added_bytes: addedBytes,
      },
    });
  }
}

/** Whether a build failed over this limit. */
export function isCacheFull(error: unknown): boolean {
  return error instanceof Failure && error.code === "limit.exceeded" && error.detail?.limit === LIMIT_NAME;
}
