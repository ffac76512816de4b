// Growing and reading buffers of LEB128 integers, texts and raw bytes: the primitive that stored columns are made of.
// Law kept: a damaged buffer ends in `index.corrupt`, never in a crash or a wrong value past its end.

import { Failure } from "./failure.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Bytes of the longest varint that `unsigned` takes. */
const MAX_VARINT_BYTES = 8;
/** The same of a 32-bit integer, and the bits before the first that no byte of it holds. */
const MAX_INTEGER_BYTES = 5;
const MAX_INTEGER_SHIFT = 7 * MAX_INTEGER_BYTES;
/** Longest text whose length takes one byte. */
const MAX_SHORT_UNITS = 127;

/** Appends to a buffer that grows. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacityBytes = 1024) {
    this.#bytes = new Uint8Array(capacityBytes);
  }

  get length(): number {
    return this.#length;
  }

  /** An integer from 0 within 53 bits, in 1 to 8 bytes. */
  unsigned(value: number): void {
    this.reserve(MAX_VARINT_BYTES);
    const bytes = this.#bytes;
    let at = this.#length;
    while (value > 0x7fffffff) {
      bytes[at++] = (value % 128) | 0x80;
      value = Math.floor(value / 128);
    }
    while (value > 0x7f) {
      bytes[at++] = (value & 0x7f) | 0x80;
      value >>>= 7;
    }
    bytes[at++] = value;
    this.#length = at;
  }

  /** The first so many of 32-bit integers without a sign, each as `unsigned` would write it. */
  integers(values: Uint32Array, count: number): void {
    this.reserve(MAX_INTEGER_BYTES * count);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < count; i++) {
      let value = values[i];
      while (value > 0x7f) {
        bytes[at++] = (value & 0x7f) | 0x80;
        value >>>= 7;
      }
      bytes[at++] = value;
    }
    this.#length = at;
  }

  /** A difference of 32-bit integers, small where they are near each other; it wraps around and so loses nothing. */
  difference(value: number, from: number): void {
    this.unsigned(zigzag(value - from));
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A text as its length in bytes and its UTF-8. */
  text(text: string): void {
    if (text.length <= MAX_SHORT_UNITS && this.#shortAscii(text)) return;
    const bytes = encoder.encode(text);
    this.unsigned(bytes.length);
    this.raw(bytes);
  }

  /** Most texts are short names: a loop spares them the encoder. False where a unit is not ASCII. */
  #shortAscii(text: string): boolean {
    const units = text.length;
    this.reserve(1 + units);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let i = 0; i < units; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return false;
      bytes[start + 1 + i] = unit;
    }
    bytes[start] = units;
    this.#length = start + 1 + units;
    return true;
  }

  /** What was written, as a view that the next write may change. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Forgets what was written and keeps the buffer. */
  clear(): void {
    this.#length = 0;
  }

  /** Makes room for that many bytes. */
  reserve(byteLength: number): void {
    const wanted = this.#length + byteLength;
    if (wanted <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(wanted, this.#bytes.length * 2));
    wider.set(this.view());
    this.#bytes = wider;
  }
}

/** Reads what a ByteWriter wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes not read yet. */
  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  unsigned(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let factor = 128;
    for (let length = 1; length < MAX_VARINT_BYTES; length++) {
      byte = bytes[this.#at++];
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    // Past the end a byte is undefined, which is never below 0x80.
    throw corrupt(this.#at > bytes.length ? "it ends too early" : "an integer is too long");
  }

  /** Fills the start of an array with so many 32-bit integers without a sign. */
  integers(into: Uint32Array, count: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++];
      let value = byte & 0x7f;
      for (let shift = 7; byte > 0x7f && shift < MAX_INTEGER_SHIFT; shift += 7) {
        byte = bytes[at++];
        value |= (byte & 0x7f) << shift;
      }
      // Past the end a byte is undefined, which is neither.
      if (!(byte <= 0x7f)) throw corrupt(at > bytes.length ? "it ends too early" : "an integer is too long");
      into[i] = value;
    }
    this.#at = at;
  }

  /** The integer, wrapped to signed 32 bits, that differs from `from` by what was written. */
  difference(from: number): number {
    return (from + unzigzag(this.unsigned())) | 0;
  }

  /** A count of things that take at least a byte each. */
  count(): number {
    const count = this.unsigned();
    if (count > this.remaining) throw corrupt("a count exceeds what is there");
    return count;
  }

  /** A view of that many bytes. */
  raw(byteLength: number): Uint8Array {
    if (byteLength > this.remaining) throw corrupt("it ends too early");
    const start = this.#at;
    this.#at += byteLength;
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    const bytes = this.raw(this.unsigned());
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      throw corrupt("a text is not UTF-8", cause);
    }
  }

  /** Says that all was read; throws where something is left. */
  end(): void {
    if (this.remaining !== 0) throw corrupt("something follows its end");
  }
}

/** Folds a signed 32-bit integer into an unsigned one with the sign in the lowest bit. */
export function zigzag(value: number): number {
  const signed = value | 0;
  return ((signed << 1) ^ (signed >> 31)) >>> 0;
}

export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** The Failure for a damaged buffer. */
export function corrupt(problem: string, cause?: unknown): Failure {
  return new Failure("index.corrupt", `stored facts are damaged: ${problem}`, { cause });
}
