// The ranges of a file that did not parse. What lies in one is never bound.

import { countWhile, type FileFacts } from "../model/mod.ts";

/** Parse errors of one file, as ranges that neither touch nor lie in each other. */
export class BrokenRanges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(facts: FileFacts) {
    const errors = facts.problems.filter(({ code }) => code === "parse_error").sort((a, b) =>
      a.start - b.start
    );
    for (const { start, end } of errors) {
      const last = this.#ends.length - 1;
      if (last >= 0 && start <= this.#ends[last]) this.#ends[last] = Math.max(this.#ends[last], end);
      else {
        this.#starts.push(start);
        this.#ends.push(end);
      }
    }
  }

  has(byteOffset: number): boolean {
    const begun = countWhile(this.#starts.length, (range) => this.#starts[range] <= byteOffset);
    return begun > 0 && byteOffset < this.#ends[begun - 1];
  }
}
