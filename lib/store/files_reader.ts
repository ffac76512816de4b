// Files of a generation: what was captured, what became of it, and how far its references were bound.

import {
  asRepoPath,
  type FileStamp,
  type FileStatus,
  type Manifest,
  type ManifestEntry,
  type OmissionReason,
  UNRESOLVED_REASONS,
  type UnresolvedReason,
} from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import { countCoverage, type CoverageRow } from "./coverage.ts";
import { type FileFilter, filtered, isEverything } from "./file_filter.ts";
import { manifestCounts, storedCoverage } from "./meta.ts";
import { decodeNumbers } from "./row_writer.ts";
import { FILE_STATUSES } from "./schema.ts";

/** A captured path. Numbers hold inside one generation only. */
export interface StoredFileRow {
  readonly number: number;
  readonly path: string;
  readonly language: string | null;
  readonly sha256: string | null;
  readonly status: FileStatus;
  /** Why it is partial, failed or omitted; else null. */
  readonly reason: string | null;
  readonly sizeBytes: number;
}

/** Where the other rows of a file are. */
export interface FileRows {
  /** Symbol numbers in order of start byte, kind and id. */
  readonly symbols: readonly number[];
  readonly firstEdge: number;
  readonly edges: number;
  readonly firstUnresolved: number;
  readonly unresolved: number;
}

/** Unbound references of one language and reason. */
export interface ReasonRow {
  readonly language: string | null;
  readonly reason: UnresolvedReason;
  readonly count: number;
}

const COLUMNS = "number, path, language, sha256, status, reason, size_bytes";

export class FilesReader {
  readonly #db: Database;
  readonly #meta: ReadonlyMap<string, string>;
  readonly #byPath: Statement;
  readonly #byNumber: Statement;
  readonly #rows: Statement;
  readonly #known = new Map<number, StoredFileRow>();

  constructor(db: Database, meta: ReadonlyMap<string, string>) {
    this.#db = db;
    this.#meta = meta;
    this.#byPath = db.prepare(`SELECT ${COLUMNS} FROM files WHERE path = ?`);
    this.#byNumber = db.prepare(`SELECT ${COLUMNS} FROM files WHERE number = ?`);
    this.#rows = db.prepare(
      "SELECT symbols, first_edge, edges, first_unresolved, unresolved FROM files WHERE number = ?",
    );
  }

  byPath(path: string): StoredFileRow | null {
    return this.#one(this.#byPath.bindText(1, path));
  }

  /** The file of a number that another row names. */
  byNumber(number: number): StoredFileRow | null {
    return this.#known.get(number) ?? this.#one(this.#byNumber.bindInt(1, number));
  }

  /** All captured paths, omitted ones too, in UTF-8 order. */
  all(filter: FileFilter = {}): StoredFileRow[] {
    const { sql, bind } = filtered(filter);
    const statement = this.#db.prepare(`SELECT ${COLUMNS} FROM files ${sql} ORDER BY path`);
    bind(statement);
    return statement.allOnce((row) => this.#row(row));
  }

  /** The first files that could not be parsed, in UTF-8 order, and how many there are. */
  failed(limit: number): { readonly total: number; readonly files: readonly StoredFileRow[] } {
    const failed = FILE_STATUSES.indexOf("failed");
    const count = this.#db.prepare("SELECT count(*) FROM files WHERE status = ?").bindInt(1, failed);
    count.step();
    const total = count.number(0);
    count.finalize();
    const rows = this.#db.prepare(`SELECT ${COLUMNS} FROM files WHERE status = ? ORDER BY path LIMIT ?`)
      .bindInt(1, failed).bindInt(2, limit);
    return { total, files: rows.allOnce((row) => this.#row(row)) };
  }

  rowsOf(file: StoredFileRow): FileRows {
    const row = this.#rows.bindInt(1, file.number);
    row.step();
    const rows = {
      symbols: decodeNumbers(row.blob(0)),
      firstEdge: row.number(1),
      edges: row.int(2),
      firstUnresolved: row.number(3),
      unresolved: row.int(4),
    };
    row.reset();
    return rows;
  }

  /** Counts of files and reference sites, in order of language, status and reason; of all files as they were stored. */
  coverage(filter: FileFilter = {}): readonly CoverageRow[] {
    const stored = isEverything(filter) ? storedCoverage(this.#meta) : null;
    return stored ?? countCoverage(this.#db, filter);
  }

  /** Counts of unbound references, in order of language and reason. */
  reasons(filter: FileFilter = {}): ReasonRow[] {
    const { sql, bind } = filtered(filter);
    const statement = this.#db.prepare(
      `SELECT language, unresolved.reason, count(*) FROM unresolved JOIN files ON files.number = unresolved.file
       ${sql} GROUP BY language, unresolved.reason ORDER BY language, unresolved.reason`,
    );
    bind(statement);
    return statement.allOnce((row) => ({
      language: row.textOrNull(0),
      reason: UNRESOLVED_REASONS[row.int(1)],
      count: row.number(2),
    }));
  }

  /** The manifest that the generation was made from. */
  manifest(): Manifest {
    const statement = this.#db.prepare(
      `SELECT path, mode, tracked, sha256, size_bytes, stamp, omitted FROM files WHERE mode IS NOT NULL ORDER BY path`,
    );
    const entries = statement.allOnce((row): ManifestEntry => ({
      path: asRepoPath(row.text(0)),
      mode: row.text(1),
      tracked: row.int(2) === 1,
      sha256: row.hexOrNull(3),
      sizeBytes: row.number(4),
      stamp: stampOf(row.textOrNull(5)),
      omitted: row.textOrNull(6) as OmissionReason | null,
    }));
    return { entries, ...manifestCounts(this.#meta) };
  }

  #one(statement: Statement): StoredFileRow | null {
    const file = statement.step() ? this.#row(statement) : null;
    statement.reset();
    return file;
  }

  #row(row: Statement): StoredFileRow {
    const number = row.int(0);
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const file = {
      number,
      path: row.text(1),
      language: row.textOrNull(2),
      sha256: row.hexOrNull(3),
      status: FILE_STATUSES[row.int(4)],
      reason: row.textOrNull(5),
      sizeBytes: row.number(6),
    };
    this.#known.set(number, file);
    return file;
  }
}

function stampOf(text: string | null): FileStamp | null {
  if (text === null) return null;
  const [sizeBytes, mtimeNs, ctimeNs, inode, device] = text.split(" ");
  return { sizeBytes: Number(sizeBytes), mtimeNs, ctimeNs, inode, device };
}
