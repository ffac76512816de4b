// Ranges as the language server protocol has them: lines from 0, characters in UTF-16 units, a byte order mark not counted.
// Not here: other positions, which are lines from 1 and columns in UTF-8 bytes from 0.

import { z } from "zod";
import { LineIndex } from "../model/mod.ts";
import { count, decodedOrNull, type JsonObject } from "../wire/mod.ts";

/** Schema of a range; its end is not in it. */
export function lspRange() {
  const position = () => z.strictObject({ line: count(), character: count() });
  return z.strictObject({ start: position(), end: position() });
}

/** Makes ranges of one file from byte offsets; in what is not UTF-8 each byte counts as a character. */
export function lspRanges(bytes: Uint8Array): (start: number, end: number) => JsonObject {
  const lines = LineIndex.ofBytes(bytes);
  const decoder = new TextDecoder(decodedOrNull(bytes) === null ? "latin1" : "utf-8");
  const position = (byteOffset: number) => {
    const line = lines.line(byteOffset) - 1;
    const before = bytes.subarray(lines.starts[line], byteOffset);
    return { line, character: decoder.decode(before).length };
  };
  return (start, end) => ({ start: position(start), end: position(end) });
}
