// The limits on all that one capture takes. Law kept: what is over a limit fails with the numbers, and is never cut.

import { Failure, type Limits } from "../model/mod.ts";

/** Aggregates over a limit fail the build with the numbers. */
export class Totals {
  readonly #limits: Limits;
  readonly #listed: number;
  #files = 0;
  #bytes = 0;

  /** `listed` paths there are, of which some are left out. */
  constructor(limits: Limits, listed: number) {
    this.#limits = limits;
    this.#listed = listed;
  }

  add(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
    const { maxFiles, maxSourceBytes } = this.#limits;
    if (this.#files > maxFiles) throw this.#exceeded("files", maxFiles, "max_files");
    if (this.#bytes > maxSourceBytes) {
      throw this.#exceeded("bytes of source", maxSourceBytes, "max_source_bytes");
    }
  }

  #exceeded(what: string, limit: number, name: string): Failure {
    return new Failure("limit.exceeded", `There are more than ${limit} ${what} to index.`, {
      hint: `Exclude paths, or raise limits.${name} in the configuration file.`,
      detail: { limit, name, files_read: this.#files, bytes_read: this.#bytes, listed_files: this.#listed },
    });
  }
}
