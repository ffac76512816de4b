// How deep questions stand in each other. Law kept: one that stands too deep is answered with its limit, and so is none that another
// order of questions would have answered: whoever was near the limit knows.

import type { Ask } from "./memo.ts";

const MAX_DEPTH = 64;
/** Depth that another order of questions may take in addition. */
const MARGIN = 8;

export class Depth {
  readonly #tick: () => void;
  #depth = 0;
  #deepest = 0;

  /** `tick` is called for each question. */
  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** Whether questions stood so deep in each other that another order of them might have met the limit. */
  get wasNear(): boolean {
    return this.#deepest >= MAX_DEPTH - MARGIN;
  }

  /** Asks one level deeper; the limit where that is too deep. */
  deeper<T>(limit: T, ask: () => T): T {
    if (!this.#enter()) return limit;
    try {
      return ask();
    } finally {
      this.#depth--;
    }
  }

  /** A question of a memo, asked one level deeper. Made once: most of what is asked is asked for the first time. */
  question<T>(ask: (group: number, key: number) => T): Ask<T> {
    return (limit, group, key) => {
      if (!this.#enter()) return limit;
      try {
        return ask(group, key);
      } finally {
        this.#depth--;
      }
    };
  }

  /** Whether it may go one level deeper, which it then does. */
  #enter(): boolean {
    if (this.#depth >= MAX_DEPTH) return false;
    this.#tick();
    if (++this.#depth > this.#deepest) this.#deepest = this.#depth;
    return true;
  }
}
