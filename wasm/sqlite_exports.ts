// The C functions of SQLite that this room calls, as the WASM module exports them, and its result codes.
// Pointers are numbers, 64-bit integers are bigint.

type Pointer = number;

export interface SqliteExports {
  readonly __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors(): void;
  sqlite3_initialize(): number;
  sqlite3_vfs_register(vfs: Pointer, asDefault: number): number;
  sqlite3_libversion(): Pointer;
  sqlite3_malloc(byteLength: number): Pointer;
  sqlite3_free(pointer: Pointer): void;
  sqlite3_open_v2(name: Pointer, database: Pointer, flags: number, vfs: Pointer): number;
  sqlite3_close_v2(database: Pointer): number;
  sqlite3_errmsg(database: Pointer): Pointer;
  sqlite3_extended_errcode(database: Pointer): number;
  sqlite3_exec(
    database: Pointer,
    sql: Pointer,
    callback: Pointer,
    argument: Pointer,
    message: Pointer,
  ): number;
  sqlite3_changes(database: Pointer): number;
  sqlite3_prepare_v3(
    database: Pointer,
    sql: Pointer,
    byteLength: number,
    flags: number,
    statement: Pointer,
    tail: Pointer,
  ): number;
  sqlite3_step(statement: Pointer): number;
  sqlite3_reset(statement: Pointer): number;
  sqlite3_clear_bindings(statement: Pointer): number;
  sqlite3_finalize(statement: Pointer): number;
  sqlite3_bind_null(statement: Pointer, index: number): number;
  sqlite3_bind_int(statement: Pointer, index: number, value: number): number;
  sqlite3_bind_int64(statement: Pointer, index: number, value: bigint): number;
  sqlite3_bind_double(statement: Pointer, index: number, value: number): number;
  sqlite3_bind_text(
    statement: Pointer,
    index: number,
    text: Pointer,
    byteLength: number,
    destructor: Pointer,
  ): number;
  sqlite3_bind_blob(
    statement: Pointer,
    index: number,
    blob: Pointer,
    byteLength: number,
    destructor: Pointer,
  ): number;
  sqlite3_bind_zeroblob(statement: Pointer, index: number, byteLength: number): number;
  sqlite3_column_count(statement: Pointer): number;
  sqlite3_column_type(statement: Pointer, index: number): number;
  sqlite3_column_int(statement: Pointer, index: number): number;
  sqlite3_column_double(statement: Pointer, index: number): number;
  sqlite3_column_text(statement: Pointer, index: number): Pointer;
  sqlite3_column_blob(statement: Pointer, index: number): Pointer;
  sqlite3_column_bytes(statement: Pointer, index: number): number;
}

/** Primary result codes and the few extended ones that the VFS answers. */
export const RESULT = {
  ok: 0,
  perm: 3,
  nomem: 7,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  notfound: 12,
  full: 13,
  cantopen: 14,
  notadb: 26,
  row: 100,
  done: 101,
  ioerrRead: 10 | (1 << 8),
  ioerrShortRead: 10 | (2 << 8),
  ioerrWrite: 10 | (3 << 8),
  ioerrFsync: 10 | (4 << 8),
  ioerrTruncate: 10 | (6 << 8),
  ioerrFstat: 10 | (7 << 8),
  ioerrDelete: 10 | (10 << 8),
  ioerrClose: 10 | (16 << 8),
} as const;

export const OPEN = { readonly: 1, readwrite: 2, create: 4 } as const;
/** Column types. */
export const NULL_TYPE = 5;
/** The statement will be used many times. */
export const PREPARE_PERSISTENT = 1;
/** SQLite keeps the pointer and neither copies nor frees. */
export const STATIC = 0;
/** SQLite copies at once. */
export const TRANSIENT = -1;
