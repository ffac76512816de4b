// The limits on all that one capture takes. Law kept: what is over a limit fails with the numbers, and is never cut.

import { Failure, type Limits } from "../model/mod.ts";

/** Aggregates over a limit fail the build with the numbers. */
export class Totals {
  readonly #limits: Limits;
  #files = 0;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
    const { maxFiles, maxSourceBytes } = this.#limits;
    if (this.#files > maxFiles) throw exceeded("files", maxFiles, "max_files");
    if (this.#bytes > maxSourceBytes) throw exceeded("bytes of source", maxSourceBytes, "max_source_bytes");
  }
}

function exceeded(what: string, limit: number, name: string): Failure {
  return new Failure("limit.exceeded", `There are more than ${limit} ${what} to index.`, {
    hint: `Exclude paths, or raise limits.${name} in the configuration file.`,
    detail: { limit, name },
  });
}
