// One open SQLite file and the errors it gives. Law kept: closing it finalises what was prepared from it.

import { Failure, unavailable } from "../lib/model/mod.ts";
import type { Pointer } from "./heap.ts";
import { OPEN, PREPARE_PERSISTENT, RESULT } from "./sqlite_exports.ts";
import type { SqliteRuntime } from "./sqlite_runtime.ts";
import { Statement } from "./statement.ts";
import { type ReadCheck, VFS_NAME } from "./vfs.ts";

/** Staging: nobody else uses the file and a killed build throws it away, so neither journal nor locks are needed. */
const STAGING_SQL = `
  PRAGMA page_size = 8192; PRAGMA cache_size = -8000; PRAGMA journal_mode = off; PRAGMA synchronous = off;
  PRAGMA locking_mode = exclusive; PRAGMA foreign_keys = off;`;
const READING_SQL = "PRAGMA cache_size = -8000; PRAGMA query_only = on; PRAGMA schema_version;";

export class Database {
  readonly path: string;
  readonly runtime: SqliteRuntime;
  #pointer: Pointer;
  readonly #statements = new Set<Statement>();

  private constructor(runtime: SqliteRuntime, path: string, pointer: Pointer) {
    this.runtime = runtime;
    this.path = path;
    this.#pointer = pointer;
  }

  static open(
    runtime: SqliteRuntime,
    path: string,
    options: { readonly readonly: boolean; readonly check: ReadCheck | null },
  ): Database {
    const { c, heap, vfs } = runtime;
    const name = heap.allocateText(path);
    const vfsName = heap.allocateText(VFS_NAME);
    const out = heap.allocate(4);
    const flags = options.readonly ? OPEN.readonly : OPEN.readwrite | OPEN.create;
    try {
      return vfs.admit(path, options, () => {
        heap.view.setInt32(out, 0, true);
        const code = c.sqlite3_open_v2(name, out, flags, vfsName);
        const database = new Database(runtime, path, heap.view.getInt32(out, true));
        try {
          if (code !== RESULT.ok) throw database.failure(code);
          // Opening reads nothing: the header is read by the first statement.
          database.exec(options.readonly ? READING_SQL : STAGING_SQL);
          return database;
        } catch (error) {
          database.close();
          throw error;
        }
      });
    } finally {
      heap.free(name);
      heap.free(vfsName);
      heap.free(out);
    }
  }

  /** Runs statements that answer nothing. */
  exec(sql: string): void {
    const { c, heap } = this.runtime;
    const text = heap.allocateText(sql);
    const code = c.sqlite3_exec(this.#open(), text, 0, 0, 0);
    heap.free(text);
    if (code !== RESULT.ok) throw this.failure(code, sql);
  }

  /** One statement, prepared when it is first used; it lives until it is finalised or the database is closed. */
  prepare(sql: string): Statement {
    const statement = new Statement(this, sql);
    this.#statements.add(statement);
    return statement;
  }

  /** The C statement of some SQL, which the caller finalises. */
  compile(sql: string): Pointer {
    const { c, heap } = this.runtime;
    const text = heap.allocateText(sql);
    const out = heap.allocate(4);
    const code = c.sqlite3_prepare_v3(this.#open(), text, -1, PREPARE_PERSISTENT, out, 0);
    const pointer = heap.view.getInt32(out, true);
    heap.free(text);
    heap.free(out);
    if (code !== RESULT.ok) throw this.failure(code, sql);
    return pointer;
  }

  /** Forgets a statement that was finalised. */
  forget(statement: Statement): void {
    this.#statements.delete(statement);
  }

  /** Rows changed by the last INSERT, UPDATE or DELETE. */
  get changes(): number {
    return this.runtime.c.sqlite3_changes(this.#open());
  }

  /** Runs a function between BEGIN and COMMIT. A staging file has no journal: after a throw it must be thrown away. */
  transaction<T>(run: () => T): T {
    this.exec("BEGIN");
    const result = run();
    this.exec("COMMIT");
    return result;
  }

  /** Makes everything committed durable. Fails with `index.unavailable`. */
  flush(): void {
    try {
      this.runtime.vfs.flush(this.path);
    } catch (error) {
      throw unavailable(CANNOT_BE_USED, systemCode(error), error);
    }
  }

  /** Problems that SQLite's own check finds, empty where there are none. */
  integrityProblems(): string[] {
    const problems: string[] = [];
    const statement = this.prepare("PRAGMA integrity_check(20)");
    try {
      while (statement.step()) problems.push(statement.text(0));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "index.corrupt") throw error;
      problems.push(error.message);
    } finally {
      statement.finalize();
    }
    return problems.length === 1 && problems[0] === "ok" ? [] : problems;
  }

  /** Finalises all its statements and closes the file; harmless when it is closed already. */
  close(): void {
    if (this.#pointer === 0) return;
    for (const statement of [...this.#statements]) statement.finalize();
    const pointer = this.#pointer;
    this.#pointer = 0;
    const code = this.runtime.c.sqlite3_close_v2(pointer);
    if (code !== RESULT.ok) throw new Failure("internal.invariant", `SQLite did not close (${code})`);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The Failure for a result code: the file's fault where the code says so, a bug otherwise. */
  failure(code: number, sql?: string): Failure {
    const { c, heap, vfs } = this.runtime;
    const primary = code & 0xff;
    const told = this.#pointer === 0 ? "" : heap.readCText(c.sqlite3_errmsg(this.#pointer));
    const cause = vfs.takeError();
    // Whoever checks what is read knows better than SQLite what is wrong with it.
    if (cause instanceof Failure) return cause;
    if (primary === RESULT.corrupt || primary === RESULT.notadb) {
      return new Failure("index.corrupt", `the index database is damaged: ${told}`, {
        hint: "Run `evident clear` and `evident index` to build it anew.",
        cause,
      });
    }
    if (UNAVAILABLE.has(primary)) {
      const code = systemCode(cause);
      if (code !== "") return unavailable(CANNOT_BE_USED, code, cause);
      return new Failure("index.unavailable", `${CANNOT_BE_USED}: ${told}`, { cause });
    }
    const at = sql === undefined ? "" : ` in: ${sql.trim().slice(0, 200)}`;
    return new Failure("internal.invariant", `SQLite: ${told} (${code})${at}`, { cause });
  }

  #open(): Pointer {
    if (this.#pointer === 0) throw new Failure("internal.invariant", "the database is closed");
    return this.#pointer;
  }
}

const CANNOT_BE_USED = "the index database cannot be used";

/** The system's error code, "" where the error is of another kind. */
function systemCode(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}

const UNAVAILABLE: ReadonlySet<number> = new Set([
  RESULT.perm,
  RESULT.nomem,
  RESULT.ioerr,
  RESULT.full,
  RESULT.cantopen,
]);
