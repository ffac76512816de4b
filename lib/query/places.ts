// Places in a file: lines and columns to byte offsets. Law kept: a line or column that is not there is refused with a code
// of its own, never answered as one where nothing stands.

import { Failure, LineIndex } from "../model/mod.ts";

const LINE_FEED = 10;

/** The lines of a file; a line feed at the end opens none, and an empty file has one. */
export function lineCountOf(bytes: Uint8Array): number {
  const { lineCount } = LineIndex.ofBytes(bytes);
  return lineCount > 1 && bytes[bytes.length - 1] === LINE_FEED ? lineCount - 1 : lineCount;
}

/** Throws Failure line.not_found where the file has fewer lines. */
export function requireLine(path: string, line: number, lines: number): void {
  if (line <= lines) return;
  throw new Failure(
    "line.not_found",
    `${path} has ${lines} line${lines === 1 ? "" : "s"}: there is no line ${line}.`,
    {
      hint: "Lines count from 1; outline says what stands where.",
      detail: { path, line, lines },
    },
  );
}

/**
 * The byte offset of a line from 1 and a column in UTF-8 bytes from 0; the line's end is the last column.
 * Failures line.not_found, column.not_found.
 */
export function byteOffsetOf(
  path: string,
  bytes: Uint8Array,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  requireLine(path, line, lineCountOf(bytes));
  const { start, end } = LineIndex.ofBytes(bytes).range(line, line);
  const columns = end > start && bytes[end - 1] === LINE_FEED ? end - 1 - start : end - start;
  if (column <= columns) return start + column;
  throw new Failure(
    "column.not_found",
    `Line ${line} of ${path} has ${columns} bytes: there is no column ${column}.`,
    {
      hint: "Columns count UTF-8 bytes from 0; path:line names the symbol around a line.",
      detail: { path, line, column, columns },
    },
  );
}
