// Where the bytes of files are read to: some big buffers instead of one a file, which cost more to make and to collect
// than to fill. Not here: which bytes are kept.

/** A survey keeps nothing: its buffer need only hold the longest file. */
const SURVEY_BYTES = 1 << 18;
const KEEPING_BYTES = 1 << 22;

/** Buffers for files that are read one after the other. */
export class Buffers {
  readonly #keeps: boolean;
  #buffer: Uint8Array;
  /** Where the next file goes. */
  #next = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
    this.#buffer = new Uint8Array(keeps ? KEEPING_BYTES : SURVEY_BYTES);
  }

  /** Room for so many bytes, which the next file may take again unless they are kept. */
  take(byteLength: number): Uint8Array {
    if (this.#next + byteLength > this.#buffer.length) {
      this.#buffer = new Uint8Array(Math.max(byteLength, this.#buffer.length));
      this.#next = 0;
    }
    return this.#buffer.subarray(this.#next, this.#next + byteLength);
  }

  /** Leaves what was read last as it is, so many bytes of it, where anything is kept at all. */
  keep(byteLength: number): void {
    if (this.#keeps) this.#next += byteLength;
  }
}
