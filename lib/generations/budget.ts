// The cache limit of one build. Law kept: a build that would pass it fails with the numbers, and nothing that is in use
// makes room for it.

import { Failure } from "../model/mod.ts";

const LIMIT_NAME = "max_cache_bytes";

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
    throw new Failure("limit.exceeded", `The cache would grow past ${this.#limitBytes} bytes.`, {
      hint: "Exclude paths, raise limits.max_cache_bytes in the configuration file, or run evident clear.",
      detail: {
        limit: this.#limitBytes,
        name: LIMIT_NAME,
        used_bytes: this.#usedBytes,
        added_bytes: addedBytes,
      },
    });
  }
}

/** Whether a build failed over this limit. */
export function isCacheFull(error: unknown): boolean {
  return error instanceof Failure && error.code === "limit.exceeded" && error.detail?.name === LIMIT_NAME;
}
