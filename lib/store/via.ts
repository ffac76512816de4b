// The chain of an edge as a small blob: each step `word path:line:col` as four integers, so that a path is not repeated on
// every edge.

import {
  ByteReader,
  ByteWriter,
  type EdgeCursor,
  type GraphFile,
  invariant,
  VIA_FIELDS,
} from "../model/mod.ts";

/** Stored numbers by those of a graph. */
export interface ViaNumbers {
  text(text: number): number;
  /** By path; undefined where no such file is stored. */
  file(path: string): number | undefined;
}

export interface ViaTexts {
  string(number: number): string;
  path(file: number): string;
}

/** Encodes the chains of one graph; one buffer is used again and again. */
export class ViaEncoder {
  readonly #graphFiles: readonly GraphFile[];
  readonly #numbers: ViaNumbers;
  readonly #out = new ByteWriter();
  /** Stored numbers by those of the graph. */
  readonly #files: number[] = [];

  constructor(files: readonly GraphFile[], numbers: ViaNumbers) {
    this.#graphFiles = files;
    this.#numbers = numbers;
  }

  /** The chain of the edge at hand, valid until the next call; null for one without steps. */
  encode(
    { numbers, viaStart, viaEnd }: Pick<EdgeCursor, "numbers" | "viaStart" | "viaEnd">,
  ): Uint8Array | null {
    if (viaStart === viaEnd) return null;
    const out = this.#out;
    out.clear();
    for (let at = viaStart; at < viaEnd; at += VIA_FIELDS) {
      out.unsigned(this.#numbers.text(numbers[at]));
      out.unsigned(this.#files[numbers[at + 1]] ??= this.#file(numbers[at + 1]));
      out.unsigned(numbers[at + 2]);
      out.unsigned(numbers[at + 3]);
    }
    return out.view();
  }

  #file(file: number): number {
    const number = this.#numbers.file(this.#graphFiles[file].path);
    invariant(number !== undefined, "a step names a file that is not stored");
    return number;
  }
}

/** Decodes a chain: each step `word path:line:col`. */
export function decodeVia(blob: Uint8Array, texts: ViaTexts): string[] {
  const input = new ByteReader(blob);
  const via: string[] = [];
  while (input.remaining > 0) {
    const word = texts.string(input.unsigned());
    const path = texts.path(input.unsigned());
    const line = input.unsigned();
    via.push(`${word} ${path}:${line}:${input.unsigned()}`);
  }
  return via;
}
