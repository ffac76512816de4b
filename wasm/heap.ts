// SQLite's WASM memory as bytes and text. Views are renewed after the memory grew, which any call into SQLite may do.
// Not here: who owns an allocation; whoever allocates frees.

import { Failure } from "../lib/model/mod.ts";
import type { SqliteExports } from "./sqlite_exports.ts";

const encoder = new TextEncoder();
/** Up to this many units a loop beats `encodeInto` on both runtimes. */
const LOOP_UNITS = 48;

/** Address in SQLite's memory, in bytes; 0 is null. */
export type Pointer = number;

export class Heap {
  readonly #memory: WebAssembly.Memory;
  readonly #c: SqliteExports;
  #bytes: Uint8Array;
  #buffer: Buffer;
  #view: DataView;

  constructor(memory: WebAssembly.Memory, exports: SqliteExports) {
    this.#memory = memory;
    this.#c = exports;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#buffer = Buffer.from(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** All of the memory; valid until the next call into SQLite. */
  get bytes(): Uint8Array {
    // A grown memory detaches the old buffer, which empties its views.
    if (this.#bytes.length === 0) this.#renew();
    return this.#bytes;
  }

  get view(): DataView {
    if (this.#bytes.length === 0) this.#renew();
    return this.#view;
  }

  #renew(): void {
    const memory = this.#memory.buffer;
    this.#bytes = new Uint8Array(memory);
    this.#buffer = Buffer.from(memory);
    this.#view = new DataView(memory);
  }

  /** An allocation of that many bytes; throws where memory is exhausted. */
  allocate(byteLength: number): Pointer {
    const pointer = this.#c.sqlite3_malloc(byteLength);
    if (pointer === 0) {
      throw new Failure("limit.exceeded", `SQLite has no ${byteLength} bytes of memory left`);
    }
    return pointer;
  }

  free(pointer: Pointer): void {
    this.#c.sqlite3_free(pointer);
  }

  /** A zero-terminated copy of a text, to be freed. */
  allocateText(text: string): Pointer {
    const bytes = encoder.encode(text);
    const pointer = this.allocate(bytes.length + 1);
    this.bytes.set(bytes, pointer);
    this.bytes[pointer + bytes.length] = 0;
    return pointer;
  }

  /** Writes a text as UTF-8 without terminator; the room must be three bytes a unit. Gives the bytes written. */
  writeText(text: string, pointer: Pointer): number {
    const bytes = this.bytes;
    const units = text.length;
    if (units <= LOOP_UNITS) {
      let i = 0;
      for (; i < units; i++) {
        const unit = text.charCodeAt(i);
        if (unit > 0x7f) break;
        bytes[pointer + i] = unit;
      }
      if (i === units) return units;
    }
    return encoder.encodeInto(text, bytes.subarray(pointer, pointer + units * 3)).written;
  }

  /** The UTF-8 text of a byte range. */
  readText(pointer: Pointer, byteLength: number): string {
    if (byteLength === 0) return "";
    if (this.#bytes.length === 0) this.#renew();
    return this.#buffer.toString("utf8", pointer, pointer + byteLength);
  }

  /** The lower-case hexadecimal text of a byte range. */
  readHex(pointer: Pointer, byteLength: number): string {
    if (this.#bytes.length === 0) this.#renew();
    return this.#buffer.toString("hex", pointer, pointer + byteLength);
  }

  /** A zero-terminated text. */
  readCText(pointer: Pointer): string {
    return this.readText(pointer, this.bytes.indexOf(0, pointer) - pointer);
  }
}
