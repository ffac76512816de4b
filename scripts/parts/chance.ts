// Chance that can be had again: what a run did follows from its seed.

/** Numbers that look random and follow from a seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)];
  }

  /** From `from`, below `to`. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }
}
