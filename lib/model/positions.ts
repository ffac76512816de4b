// Byte offsets and public positions. Offsets are UTF-8 and half-open; lines are 1-based, columns 0-based UTF-8 bytes.
// A line ends with LF; a CR before it belongs to the line. Not here: UTF-16, which ends in the wasm room.

/** Finds lines and columns of byte offsets in one file. */
export class LineIndex {
  /** Byte offset of each line's first byte. */
  readonly starts: Uint32Array;
  readonly byteLength: number;
  /** The line that was found last. */
  #last = 1;

  constructor(starts: Uint32Array, byteLength: number) {
    this.starts = starts;
    this.byteLength = byteLength;
  }

  /** Finds the lines of a file's bytes. */
  static ofBytes(bytes: Uint8Array): LineIndex {
    let count = 1;
    for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) count++;
    const starts = new Uint32Array(count);
    let line = 1;
    for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) starts[line++] = i + 1;
    return new LineIndex(starts, bytes.length);
  }

  /** The 1-based line that holds the offset. */
  line(byteOffset: number): number {
    // Who asks goes through a file: most offsets are in the line of the one before.
    const { starts } = this;
    const last = this.#last;
    if (starts[last - 1] <= byteOffset && (last === starts.length || byteOffset < starts[last])) return last;
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= byteOffset) low = middle;
      else high = middle - 1;
    }
    return this.#last = low + 1;
  }

  /** The 0-based byte column of the offset in its line. */
  column(byteOffset: number): number {
    return byteOffset - this.starts[this.line(byteOffset) - 1];
  }

  /** The last line with content of a half-open range: a range that ends at a line's first byte ends on the line before. */
  lastLine(startByte: number, endByte: number): number {
    return this.line(endByte > startByte ? endByte - 1 : startByte);
  }

  /** The half-open byte range of lines `from` to `to`, both 1-based and inclusive, line ends included. */
  range(from: number, to: number): { start: number; end: number } {
    const end = to < this.starts.length ? this.starts[to] : this.byteLength;
    return { start: this.starts[from - 1], end };
  }

  get lineCount(): number {
    return this.starts.length;
  }
}
