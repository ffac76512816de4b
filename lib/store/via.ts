// The chain of an edge as a small blob: each step `word path:line:col` as four integers, so that a path is not repeated on
// every edge. A step of another form is kept as text, so every chain comes back as it was.

import { ByteReader, ByteWriter } from "../model/mod.ts";

const STEP = /^([^ ]+) (.+):(\d{1,9}):(\d{1,9})$/s;
/** Stands where a step's word would; the step's whole text follows. */
const WHOLE_TEXT = 0;

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

  constructor(numbers: ViaNumbers) {
    this.#numbers = numbers;
  }

  /** The blob, valid until the next call; null for a chain without steps. */
  encode(via: readonly string[]): Uint8Array | null {
    if (via.length === 0) return null;
    const out = this.#out;
    out.clear();
    for (const step of via) {
      const parts = STEP.exec(step);
      const file = parts === null ? undefined : this.#numbers.file(parts[2]);
      if (parts === null || file === undefined || !isCanonical(parts[3]) || !isCanonical(parts[4])) {
        out.unsigned(WHOLE_TEXT);
        out.unsigned(this.#numbers.string(step));
        continue;
      }
      out.unsigned(this.#numbers.string(parts[1]));
      out.unsigned(file);
      out.unsigned(Number(parts[3]));
      out.unsigned(Number(parts[4]));
    }
    return out.view();
  }
}

function isCanonical(digits: string): boolean {
  return digits.length === 1 || digits[0] !== "0";
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
