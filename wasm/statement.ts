// One statement on SQLite's raw functions, prepared when it is first used: a question uses few of those that a reader has.
// Parameters count from 1 and columns from 0, as in C.
// Bound texts and blobs are copied at once, so a caller's buffer is never kept.

import type { Database } from "./database.ts";
import type { Pointer } from "./heap.ts";
import { NULL_TYPE, RESULT, TRANSIENT } from "./sqlite_exports.ts";
import type { SqliteRuntime } from "./sqlite_runtime.ts";

/** Bytes of a text that are written without an allocation of its own. */
const SCRATCH_BYTES = 3 * 4096;

/** The bytes of a hexadecimal text. */
export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length >> 1 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export class Statement {
  readonly #database: Database;
  readonly #runtime: SqliteRuntime;
  readonly #sql: string;
  /** Null until it is prepared, 0 once it is finalised. */
  #prepared: Pointer | null = null;
  #scratch: Pointer = 0;
  /** Memory that is freed with the statement. */
  readonly #owned: Pointer[] = [];

  constructor(database: Database, sql: string) {
    this.#database = database;
    this.#runtime = database.runtime;
    this.#sql = sql;
  }

  get #pointer(): Pointer {
    return this.#prepared ??= this.#database.compile(this.#sql);
  }

  /** The C statement, for callers that bind in bulk. */
  get pointer(): Pointer {
    return this.#pointer;
  }

  /** Ties an allocation's life to the statement's. */
  own(pointer: Pointer): Pointer {
    this.#owned.push(pointer);
    return pointer;
  }

  bindNull(index: number): this {
    return this.#checked(this.#runtime.c.sqlite3_bind_null(this.#pointer, index));
  }

  /** An integer within 53 bits. */
  bindInt(index: number, value: number): this {
    const c = this.#runtime.c;
    if (value === (value | 0)) return this.#checked(c.sqlite3_bind_int(this.#pointer, index, value));
    return this.#checked(c.sqlite3_bind_int64(this.#pointer, index, BigInt(value)));
  }

  bindDouble(index: number, value: number): this {
    return this.#checked(this.#runtime.c.sqlite3_bind_double(this.#pointer, index, value));
  }

  bindText(index: number, value: string | null): this {
    if (value === null) return this.bindNull(index);
    const { c, heap } = this.#runtime;
    if (value.length * 3 <= SCRATCH_BYTES) {
      if (this.#scratch === 0) this.#scratch = this.own(heap.allocate(SCRATCH_BYTES));
      const byteLength = heap.writeText(value, this.#scratch);
      return this.#checked(
        c.sqlite3_bind_text(this.#pointer, index, this.#scratch, byteLength, TRANSIENT),
      );
    }
    const pointer = heap.allocate(value.length * 3);
    const byteLength = heap.writeText(value, pointer);
    const code = c.sqlite3_bind_text(this.#pointer, index, pointer, byteLength, TRANSIENT);
    heap.free(pointer);
    return this.#checked(code);
  }

  bindBlob(index: number, value: Uint8Array | null): this {
    if (value === null) return this.bindNull(index);
    const { c, heap } = this.#runtime;
    // A null pointer would bind NULL, not an empty blob.
    if (value.length === 0) return this.#checked(c.sqlite3_bind_zeroblob(this.#pointer, index, 0));
    const pointer = heap.allocate(value.length);
    heap.bytes.set(value, pointer);
    const code = c.sqlite3_bind_blob(this.#pointer, index, pointer, value.length, TRANSIENT);
    heap.free(pointer);
    return this.#checked(code);
  }

  /** A blob given as hexadecimal text, or null. */
  bindHex(index: number, value: string | null): this {
    return this.bindBlob(index, value === null ? null : bytesOfHex(value));
  }

  /** True where there is a row, false at the end. */
  step(): boolean {
    const code = this.#runtime.c.sqlite3_step(this.#pointer);
    if (code === RESULT.row) return true;
    if (code === RESULT.done) return false;
    const failure = this.#database.failure(code, this.#sql);
    this.#runtime.c.sqlite3_reset(this.#pointer);
    throw failure;
  }

  /** Makes it ready to run again; its parameters stay bound. */
  reset(): this {
    this.#runtime.c.sqlite3_reset(this.#pointer);
    return this;
  }

  /** What `read` makes of each row, in their order; resets it. */
  all<T>(read: (row: this) => T): T[] {
    const made: T[] = [];
    while (this.step()) made.push(read(this));
    this.reset();
    return made;
  }

  /** The same of a statement that is not asked again. */
  allOnce<T>(read: (row: this) => T): T[] {
    const made = this.all(read);
    this.finalize();
    return made;
  }

  /** Runs a statement that answers no rows, and resets it. */
  run(): void {
    this.step();
    this.reset();
  }

  isNull(column: number): boolean {
    return this.#runtime.c.sqlite3_column_type(this.#pointer, column) === NULL_TYPE;
  }

  /** A 32-bit integer; 0 for NULL. */
  int(column: number): number {
    return this.#runtime.c.sqlite3_column_int(this.#pointer, column);
  }

  /** A double, or an integer within 53 bits; 0 for NULL. */
  number(column: number): number {
    return this.#runtime.c.sqlite3_column_double(this.#pointer, column);
  }

  /** A text; "" for NULL. */
  text(column: number): string {
    const { c, heap } = this.#runtime;
    const pointer = c.sqlite3_column_text(this.#pointer, column);
    return heap.readText(pointer, c.sqlite3_column_bytes(this.#pointer, column));
  }

  textOrNull(column: number): string | null {
    const { c, heap } = this.#runtime;
    const pointer = c.sqlite3_column_text(this.#pointer, column);
    return pointer === 0 ? null : heap.readText(pointer, c.sqlite3_column_bytes(this.#pointer, column));
  }

  /** A copy of a blob; empty for NULL. */
  blob(column: number): Uint8Array<ArrayBuffer> {
    const { c, heap } = this.#runtime;
    const pointer = c.sqlite3_column_blob(this.#pointer, column);
    const byteLength = c.sqlite3_column_bytes(this.#pointer, column);
    return heap.bytes.slice(pointer, pointer + byteLength) as Uint8Array<ArrayBuffer>;
  }

  /** A blob as lower-case hexadecimal text, or null for NULL. */
  hexOrNull(column: number): string | null {
    const { c, heap } = this.#runtime;
    const pointer = c.sqlite3_column_blob(this.#pointer, column);
    return pointer === 0 ? null : heap.readHex(pointer, c.sqlite3_column_bytes(this.#pointer, column));
  }

  /** Frees it; harmless when that was done before. */
  finalize(): void {
    if (this.#prepared === 0) return;
    if (this.#prepared !== null) this.#runtime.c.sqlite3_finalize(this.#prepared);
    for (const pointer of this.#owned) this.#runtime.heap.free(pointer);
    this.#prepared = 0;
    this.#database.forget(this);
  }

  #checked(code: number): this {
    if (code !== RESULT.ok) throw this.#database.failure(code, this.#sql);
    return this;
  }
}
