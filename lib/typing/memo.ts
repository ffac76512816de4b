// Answers that are kept: to questions about expressions, asked once, and whatever else belongs to one evaluator. A question
// inside its own answer gets what nothing is known of.

/** One kind of question; `limit` answers a question that is still being answered. */
export class Memo<T> {
  readonly #limit: T;
  /** By group and key: most keys of a group are asked for, so that a list is smaller and faster than a map. */
  readonly #answers: (T | undefined)[][] = [];

  constructor(limit: T) {
    this.#limit = limit;
  }

  known(group: number, key: number): T | undefined {
    return this.#answers[group]?.[key];
  }

  /** Asks and keeps the answer for a key of a group. */
  fill(group: number, key: number, ask: (limit: T) => T): T {
    const answers = this.#answers[group] ??= [];
    answers[key] = this.#limit;
    return answers[key] = ask(this.#limit);
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
