// Answers that are kept: to questions about expressions, asked once, and whatever else belongs to one evaluator. A question
// inside its own answer gets what nothing is known of.

/** Keys of one page. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

type Pages<T> = ((T | undefined)[] | undefined)[];

/**
 * One kind of question; `limit` answers a question that is still being answered. Most keys of a group are asked for, so that a
 * list is smaller and faster than a map; but in no order, and a list that is written far beyond its end becomes a map: pages
 * are made as long as they will be.
 */
export class Memo<T> {
  readonly #limit: T;
  readonly #groups: (Pages<T> | undefined)[] = [];

  constructor(limit: T) {
    this.#limit = limit;
  }

  known(group: number, key: number): T | undefined {
    return this.#groups[group]?.[key >> PAGE_BITS]?.[key & (PAGE - 1)];
  }

  /** Asks and keeps the answer for a key of a group. */
  fill(group: number, key: number, ask: (limit: T) => T): T {
    const pages = this.#groups[group] ??= [];
    const page = pages[key >> PAGE_BITS] ??= new Array(PAGE);
    page[key & (PAGE - 1)] = this.#limit;
    return page[key & (PAGE - 1)] = ask(this.#limit);
  }

  /** Lets the answers of a group go; who asks again has them made again. */
  forget(group: number): void {
    this.#groups[group] = undefined;
  }
}

/** Something that each evaluator has one of, made when it is first asked for. */
export function perEvaluator<T, E extends object = object>(make: (evaluator: E) => T): (evaluator: E) => T {
  const made = new WeakMap<E, T>();
  return (evaluator) => {
    let one = made.get(evaluator);
    if (one === undefined) made.set(evaluator, one = make(evaluator));
    return one;
  };
}
