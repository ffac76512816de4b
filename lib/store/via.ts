// The chain of an edge as a small blob: each step `word path:line:col` as four integers, so that a path is not repeated on
// every edge.

import { ByteReader, ByteWriter, type Graph, invariant, type Via, VIA_FIELDS } from "../model/mod.ts";

/** Numbers of the strings and files that a chain names. */
export interface ViaNumbers {
  string(text: string): number;
  /** Undefined where no such file is stored. */
  file(path: string): number | undefined;
}

export interface ViaTexts {
  string(number: number): string;
  path(file: number): string;
}

/** Encodes the chains of one graph; one buffer is used again and again. */
export class ViaEncoder {
  readonly #graph: Pick<Graph, "words" | "files">;
  readonly #numbers: ViaNumbers;
  readonly #out = new ByteWriter();
  /** Stored numbers by those of the graph. */
  readonly #words: number[] = [];
  readonly #files: number[] = [];

  constructor(graph: Pick<Graph, "words" | "files">, numbers: ViaNumbers) {
    this.#graph = graph;
    this.#numbers = numbers;
  }

  /** The blob, valid until the next call; null for a chain without steps. */
  encode(via: Via): Uint8Array | null {
    if (via.length === 0) return null;
    const out = this.#out;
    out.clear();
    for (let at = 0; at < via.length; at += VIA_FIELDS) {
      out.unsigned(this.#words[via[at]] ??= this.#numbers.string(this.#graph.words[via[at]]));
      out.unsigned(this.#files[via[at + 1]] ??= this.#file(via[at + 1]));
      out.unsigned(via[at + 2]);
      out.unsigned(via[at + 3]);
    }
    return out.view();
  }

  #file(file: number): number {
    const number = this.#numbers.file(this.#graph.files[file].path);
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
