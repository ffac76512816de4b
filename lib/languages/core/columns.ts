// Growable typed columns: what a facts builder appends to.

type Column = Uint8Array | Uint32Array | Int32Array;
type ColumnClass<T extends Column> = { new (length: number): T };

/** An append-only typed array. */
export class Growing<T extends Column> {
  #array: T;
  #class: ColumnClass<T>;
  length = 0;

  constructor(columnClass: ColumnClass<T>) {
    this.#class = columnClass;
    this.#array = new columnClass(256);
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const wider = new this.#class(this.length * 2);
      wider.set(this.#array as never);
      this.#array = wider;
    }
    this.#array[this.length++] = value;
  }

  get(index: number): number {
    return this.#array[index];
  }

  set(index: number, value: number): void {
    this.#array[index] = value;
  }

  /** A copy of exactly the values appended. */
  finish(): T {
    return this.#array.slice(0, this.length) as T;
  }
}
