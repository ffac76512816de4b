// Answers that are kept: to questions about expressions, asked once, and whatever else belongs to one evaluator. A question
// inside its own answer gets what nothing is known of.

/** One kind of question; `limit` answers a question that is still being answered. */
export class Memo<T> {
  readonly #limit: T;
  readonly #answers: Map<number, T>[] = [];

  constructor(limit: T) {
    this.#limit = limit;
  }

  known(group: number, key: number): T | undefined {
    return this.#answers[group]?.get(key);
  }

  /** Asks and keeps the answer for a key of a group. */
  fill(group: number, key: number, ask: (limit: T) => T): T {
    const answers = this.#answers[group] ??= new Map();
    answers.set(key, this.#limit);
    const answer = ask(this.#limit);
    answers.set(key, answer);
    return answer;
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
