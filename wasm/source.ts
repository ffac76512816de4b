// Source text as the parser sees it, and the one place where UTF-16 units become UTF-8 bytes. Everything outside this
// room counts bytes. A BOM is kept: it is three bytes like any other.

import { isUtf8 } from "node:buffer";

/** The bytes of one file with their decoded text. Not UTF-8: decoded as Latin-1, one unit a byte, so offsets stay exact. */
export class SourceText {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: "utf8" | "latin1";
  /** Byte offset of each UTF-16 unit, or null where they are equal. */
  readonly #toByte: Uint32Array | null;

  constructor(bytes: Uint8Array) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.bytes = bytes;
    this.encoding = isUtf8(buffer) ? "utf8" : "latin1";
    this.text = buffer.toString(this.encoding);
    this.#toByte = this.encoding === "latin1" || this.text.length === bytes.length
      ? null
      : unitTable(this.text);
  }

  /** The byte offset of a UTF-16 unit offset. */
  byteOffset(unit: number): number {
    return this.#toByte === null ? unit : this.#toByte[unit];
  }

  /** The text of a half-open byte range, as far as there is one. */
  slice(startByte: number, endByte: number): string {
    if (this.#toByte === null) return this.text.slice(startByte, endByte);
    const { buffer, byteOffset, length } = this.bytes;
    const count = Math.max(0, Math.min(endByte, length) - startByte);
    return Buffer.from(buffer, byteOffset + startByte, count).toString("utf8");
  }
}

function unitTable(text: string): Uint32Array {
  const table = new Uint32Array(text.length + 1);
  let byte = 0;
  for (let i = 0; i < text.length; i++) {
    table[i] = byte;
    const unit = text.charCodeAt(i);
    if (unit < 0x80) byte += 1;
    else if (unit < 0x800) byte += 2;
    else if (unit < 0xd800 || unit > 0xdfff) byte += 3;
    // A pair is four bytes; its second unit is said to start after them, so that no range can split it.
    else if (unit < 0xdc00) byte += 4;
  }
  table[text.length] = byte;
  return table;
}
