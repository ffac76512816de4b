// Source as it is quoted. Laws kept: whole lines, exactly as in the file, with the digest of what is shown; secrets are
// taken out with the whole file in view, so that a key cut in half is still seen, and the digest then is the original's.

import { findSecrets, redact, type SecretSpan } from "../guard/mod.ts";
import { LineIndex } from "../model/mod.ts";
import type { Citation, Sha256 } from "./envelope.ts";

/** An inclusive range of 1-based lines. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines as they are shown. */
export interface Snippet extends LineRange {
  readonly text: string;
  /** SHA-256 of the shown lines' bytes in the file. */
  readonly sha256: string;
  /** Whether it is less than what was asked for. */
  readonly clipped: boolean;
  readonly redacted: boolean;
}

/** What came of a request for lines. */
export interface Quotation {
  /** Null where not one line fits. */
  readonly snippet: Snippet | null;
  /** Lines that alone are longer than allowed. */
  readonly omittedLines: readonly number[];
}

/** One file of a generation, ready to be quoted. */
export class QuotableFile {
  readonly citation: Citation;
  readonly #bytes: Uint8Array;
  readonly #lines: LineIndex;
  /** Null where the bytes are not UTF-8: such text is not quoted. */
  readonly #text: string | null;
  #secrets: readonly SecretSpan[] | null = null;

  constructor(citation: Citation, bytes: Uint8Array) {
    this.citation = citation;
    this.#bytes = bytes;
    this.#lines = LineIndex.ofBytes(bytes);
    this.#text = decodedOrNull(bytes);
  }

  /** Whether its text may be quoted at all. */
  get isText(): boolean {
    return this.#text !== null;
  }

  /** Number of lines; a line feed at the end opens none. */
  get lineCount(): number {
    const { starts, byteLength } = this.#lines;
    const last = starts.length - 1;
    return last > 0 && starts[last] === byteLength ? last : starts.length;
  }

  /** The longest run of whole lines of the range, from its top, that takes at most `maxBytes` of the file. */
  quote(range: LineRange, maxBytes: number, sha256: Sha256): Quotation {
    const last = Math.min(range.endLine, this.lineCount);
    if (this.#text === null || range.startLine > last) return { snippet: null, omittedLines: [] };
    const omittedLines: number[] = [];
    let first = range.startLine;
    while (first <= last && this.#lineBytes(first) > maxBytes) omittedLines.push(first++);
    let past = first;
    for (let bytes = 0; past <= last; past++) {
      bytes += this.#lineBytes(past);
      if (bytes > maxBytes) break;
    }
    if (past === first) return { snippet: null, omittedLines };
    if (past <= last && this.#lineBytes(past) > maxBytes) omittedLines.push(past);
    const shown = { startLine: first, endLine: past - 1 };
    const clipped = shown.startLine !== range.startLine || shown.endLine !== last;
    return { snippet: { ...shown, ...this.#shown(shown, sha256), clipped }, omittedLines };
  }

  #lineBytes(line: number): number {
    const { start, end } = this.#lines.range(line, line);
    return end - start;
  }

  #shown(range: LineRange, sha256: Sha256): { text: string; sha256: string; redacted: boolean } {
    const { start, end } = this.#lines.range(range.startLine, range.endLine);
    const bytes = this.#bytes.subarray(start, end);
    const original = decoded(bytes);
    this.#secrets ??= findSecrets(this.#text ?? "");
    if (this.#secrets.length === 0) return { text: original, sha256: sha256(bytes), redacted: false };
    const from = decoded(this.#bytes.subarray(0, start)).length;
    const inside = this.#secrets
      .map((span) => ({
        start: Math.max(0, span.start - from),
        end: Math.min(original.length, span.end - from),
      }))
      .filter((span) => span.start < span.end);
    return { ...redact(original, inside), sha256: sha256(bytes) };
  }
}

/** Ranges in order of line, with those that overlap or touch made one. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const sorted = [...ranges].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const merged: LineRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || range.startLine > last.endLine + 1) merged.push(range);
    else if (range.endLine > last.endLine) {
      merged[merged.length - 1] = { startLine: last.startLine, endLine: range.endLine };
    }
  }
  return merged;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function decodedOrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
