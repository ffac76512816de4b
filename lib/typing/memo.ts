// Answers that are kept: to questions about expressions, asked once, and whatever else belongs to one evaluator. A question
// inside its own answer gets what nothing is known of; what such an answer led to depends on who asked first, and is told apart.

/** Keys of one page. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** Questions that stand in each other at most: those that are asked have a limit of their own, far below. */
const MAX_OPEN = 1024;

/**
 * The circles that questions ran into: one met another that was still being answered, or an answer that came of such a meeting.
 * Who counts before and after knows whether what lies between would be the same in any order of questions.
 */
export class Circles {
  /** Meetings so far; a question that only met itself, with none between that others begin with, counts none. */
  met = 0;
  /** Those of them that depend on more than the order of questions of one file. */
  foreign = 0;
  /** Questions that met themselves and are not answered yet. */
  itself = 0;
  /** The file whose references are asked about. */
  file = -1;
  /** Files, other than the one asked about, whose questions were part of a circle. */
  readonly entered = new Set<number>();
  readonly #memos: unknown[] = [];
  readonly #groups = new Int32Array(MAX_OPEN);
  readonly #keys = new Int32Array(MAX_OPEN);
  readonly #owners = new Int32Array(MAX_OPEN);
  #open = 0;

  /** Rises with whatever makes an answer another in another order of questions. */
  get count(): number {
    return this.met + this.itself;
  }

  /** What is known of a key; else what is asked, kept where it would be the same in any order of questions. */
  once<K, V>(known: Map<K, V>, key: K, ask: () => V): V {
    const found = known.get(key);
    if (found !== undefined) return found;
    const before = this.count;
    const answer = ask();
    if (this.count === before) known.set(key, answer);
    return answer;
  }

  /** A question about a file begins. */
  begin(memo: unknown, group: number, key: number, owner: number): void {
    this.#memos[this.#open] = memo;
    this.#groups[this.#open] = group;
    this.#owners[this.#open] = owner;
    this.#keys[this.#open++] = key;
  }

  end(): void {
    this.#open--;
  }

  /** An open question was met. */
  meet(memo: unknown, group: number, key: number): void {
    let at = this.#open - 1;
    const isIt = () => this.#memos[at] === memo && this.#keys[at] === key && this.#groups[at] === group;
    if (isIt()) {
      this.itself++;
      return;
    }
    this.met++;
    while (at > 0 && !isIt()) at--;
    const around = this.#owners.subarray(at, this.#open);
    if (around.every((one) => one === this.file)) return;
    this.foreign++;
    for (const one of around) this.entered.add(one);
  }

  /** Something else was met that is not answered yet. */
  meetOther(): void {
    this.met++;
    this.foreign++;
  }

  /** An answer was met that came of a circle while some file was asked about. */
  meetAnswer(file: number): void {
    this.met++;
    if (file === this.file) return;
    this.foreign++;
    if (file >= 0) this.entered.add(file);
  }
}

/** In the place of an answer: it is being sought, or came of a circle and is kept elsewhere. */
const OPEN = Symbol("open");

/** Finds the answer for a key of a group, or leaves it at the limit. */
export type Ask<T> = (limit: T, group: number, key: number) => T;

type Pages<T> = ((T | typeof OPEN | undefined)[] | undefined)[];

/**
 * One kind of question; `limit` answers a question that is still being answered. Most keys of a group are asked for, so that a
 * list is smaller and faster than a map; but in no order, and a list that is written far beyond its end becomes a map: pages
 * are made as long as they will be.
 */
export class Memo<T> {
  readonly #limit: T;
  readonly #circles: Circles;
  readonly #groups: (Pages<T> | undefined)[] = [];
  /** Answers that came of circles, by group and key, with the file that was asked about. */
  readonly #circular = new Map<number, Map<number, { readonly answer: T; readonly file: number }>>();

  constructor(limit: T, circles: Circles) {
    this.#limit = limit;
    this.#circles = circles;
  }

  known(group: number, key: number): T | undefined {
    const found = this.#groups[group]?.[key >> PAGE_BITS]?.[key & (PAGE - 1)];
    return found === OPEN ? this.#meet(group, key) : found as T | undefined;
  }

  #meet(group: number, key: number): T {
    const kept = this.#circular.get(group)?.get(key);
    if (kept === undefined) {
      this.#circles.meet(this, group, key);
      return this.#limit;
    }
    this.#circles.meetAnswer(kept.file);
    return kept.answer;
  }

  /** Asks and keeps the answer for a key of a group; a question of another file than the group's says so. */
  fill(group: number, key: number, ask: Ask<T>, owner = group): T {
    const pages = this.#groups[group] ??= [];
    const page = pages[key >> PAGE_BITS] ??= new Array(PAGE);
    page[key & (PAGE - 1)] = OPEN;
    const circles = this.#circles;
    const { met, itself } = circles;
    circles.begin(this, group, key, owner);
    const answer = ask(this.#limit, group, key);
    circles.end();
    // Whoever asks, this is where its own circle begins.
    circles.itself = itself;
    if (circles.met === met) page[key & (PAGE - 1)] = answer;
    else this.#keepCircular(group, key, answer);
    return answer;
  }

  /**
   * The same for what no circle can begin with, since each leads through another question. An answer from inside of a circle
   * that is not closed yet is not kept: outside of it there is a better one.
   */
  part(group: number, key: number, ask: Ask<T>): T {
    const { met, itself } = this.#circles;
    const answer = ask(this.#limit, group, key);
    if (this.#circles.itself !== itself) return answer;
    const pages = this.#groups[group] ??= [];
    const page = pages[key >> PAGE_BITS] ??= new Array(PAGE);
    if (this.#circles.met === met) page[key & (PAGE - 1)] = answer;
    else {
      page[key & (PAGE - 1)] = OPEN;
      this.#keepCircular(group, key, answer);
    }
    return answer;
  }

  #keepCircular(group: number, key: number, answer: T): void {
    let ofGroup = this.#circular.get(group);
    if (ofGroup === undefined) this.#circular.set(group, ofGroup = new Map());
    ofGroup.set(key, { answer, file: this.#circles.file });
  }

  /** Lets the answers of a group go; who asks again has them made again. */
  forget(group: number): void {
    this.#groups[group] = undefined;
    this.#circular.delete(group);
  }
}

const OPEN_ANSWER = -2;

/** Answers by any key, of which those that came of circles are told apart. */
export class Answers<K, T> {
  readonly #circles: Circles;
  readonly #known = new Map<K, T>();
  /** Keys of those, with the file that was asked about; OPEN_ANSWER while one is being sought. */
  readonly #circular = new Map<K, number>();

  constructor(circles: Circles) {
    this.#circles = circles;
  }

  has(key: K): boolean {
    return this.#known.has(key);
  }

  get(key: K): T | undefined {
    const file = this.#circular.size > 0 ? this.#circular.get(key) : undefined;
    if (file !== undefined) this.#circles.meetAnswer(file);
    return this.#known.get(key);
  }

  /** Keeps an answer; `before` is the count of circles before it was sought. */
  keep(key: K, answer: T, before: number): void {
    this.#known.set(key, answer);
    if (this.#circles.count === before) this.#circular.delete(key);
    else this.#circular.set(key, this.#circles.file);
  }

  /** Keeps what stands for an answer that is being sought. */
  open(key: K, limit: T): void {
    this.#known.set(key, limit);
    this.#circular.set(key, OPEN_ANSWER);
  }

  /** Lets an answer go, to be sought again. */
  drop(key: K): void {
    this.#known.delete(key);
    this.#circular.delete(key);
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
