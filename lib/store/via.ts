// The chain of an edge as a small blob: each step `word path:line:col` as four integers, so that a path is not repeated on
// every edge. A step of another form is kept as text, so every chain comes back as it was.

import { ByteReader, ByteWriter } from "../model/mod.ts";

/** Stands where a step's word would; the step's whole text follows. */
const WHOLE_TEXT = 0;
const ZERO = 0x30;

/** Numbers of the strings and files that a chain names. String numbers start at 1. */
export interface ViaNumbers {
  string(text: string): number;
  /** Undefined where no such file is stored. */
  file(path: string): number | undefined;
}

export interface ViaTexts {
  string(number: number): string;
  path(file: number): string;
}

/** Encodes chains; one buffer is used again and again. */
export class ViaEncoder {
  readonly #numbers: ViaNumbers;
  readonly #out = new ByteWriter();
  /** What `word path` stands for; null where the path is no stored file. Few of them serve many edges. */
  readonly #known = new Map<string, { readonly word: number; readonly file: number } | null>();

  constructor(numbers: ViaNumbers) {
    this.#numbers = numbers;
  }

  /** The blob, valid until the next call; null for a chain without steps. */
  encode(via: readonly string[]): Uint8Array | null {
    if (via.length === 0) return null;
    const out = this.#out;
    out.clear();
    for (const step of via) this.#step(step);
    return out.view();
  }

  #step(step: string): void {
    const out = this.#out;
    const second = step.lastIndexOf(":");
    const first = step.lastIndexOf(":", second - 1);
    const line = integerAt(step, first + 1, second);
    const column = integerAt(step, second + 1, step.length);
    const place = first > 0 && line >= 0 && column >= 0 ? this.#place(step.slice(0, first)) : null;
    if (place === null) {
      out.unsigned(WHOLE_TEXT);
      out.unsigned(this.#numbers.string(step));
      return;
    }
    out.unsigned(place.word);
    out.unsigned(place.file);
    out.unsigned(line);
    out.unsigned(column);
  }

  #place(text: string): { readonly word: number; readonly file: number } | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const space = text.indexOf(" ");
    const file = space > 0 ? this.#numbers.file(text.slice(space + 1)) : undefined;
    const place = file === undefined ? null : { word: this.#numbers.string(text.slice(0, space)), file };
    this.#known.set(text, place);
    return place;
  }
}

/** The integer whose decimal digits stand there exactly as they would be written, of nine at most; else -1. */
function integerAt(text: string, start: number, end: number): number {
  if (end <= start || end - start > 9) return -1;
  if (text.charCodeAt(start) === ZERO && end - start > 1) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Decodes a chain. */
export function decodeVia(blob: Uint8Array, texts: ViaTexts): string[] {
  const input = new ByteReader(blob);
  const via: string[] = [];
  while (input.remaining > 0) {
    const word = input.unsigned();
    if (word === WHOLE_TEXT) {
      via.push(texts.string(input.unsigned()));
      continue;
    }
    const path = texts.path(input.unsigned());
    const line = input.unsigned();
    via.push(`${texts.string(word)} ${path}:${line}:${input.unsigned()}`);
  }
  return via;
}
