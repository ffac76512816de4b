// SQLite as the store uses it: databases, statements and values, without SQL of our own.
// Laws kept: every statement is finalised and every file closed by its database; trouble of the file is a Failure
// `index.corrupt` or `index.unavailable`, everything else is a bug.
// Not here: schema, transactions' meaning, locks between processes.

import { Failure } from "../lib/model/mod.ts";
import { Database } from "./database.ts";
import type { ReadCheck } from "./vfs.ts";
import { instantiateSqlite, type SqliteRuntime } from "./sqlite_runtime.ts";

/** A running SQLite; one a thread. */
export class Sqlite {
  readonly #runtime: SqliteRuntime;

  constructor(runtime: SqliteRuntime) {
    this.#runtime = runtime;
  }

  /** SQLite's own version, as `3.54.1`. */
  get version(): string {
    return this.#runtime.heap.readCText(this.#runtime.c.sqlite3_libversion());
  }

  /** Files that are open; zero once every database is closed. */
  get openFiles(): number {
    return this.#runtime.vfs.openCount;
  }

  /**
   * Opens a published file: read-only and never changing. `check` sees every piece that is read, before SQLite does.
   * Throws `index.unavailable` where it cannot be opened, and what `check` throws.
   */
  open(path: string, check: ReadCheck | null = null): Database {
    return Database.open(this.#runtime, path, { readonly: true, check });
  }

  /** Opens or creates a staging file, which nobody else may use: no journal, no locks, durable only after `flush`. */
  stage(path: string): Database {
    return Database.open(this.#runtime, path, { readonly: false, check: null });
  }
}

let started: Promise<Sqlite> | null = null;

/** Starts SQLite once for this thread. Compilation runs beside other work: call early, await late. */
export function startSqlite(): Promise<Sqlite> {
  if (started === null) {
    started = instantiateSqlite().then((runtime) => new Sqlite(runtime), (error) => {
      throw new Failure("internal.invariant", "SQLite does not start", { cause: error });
    });
    // Whoever awaits it sees the failure; until then it must not end the process.
    started.catch(() => undefined);
  }
  return started;
}
