// The tables of one generation's SQLite file, and the numbers that stand for words in them.
// Law kept: whatever changes what a stored row means changes `schemaDigest`, which is part of every fingerprint.

import {
  CONFIDENCES,
  EDGE_KINDS,
  Failure,
  type FileStatus,
  LSP_KINDS,
  SITE_ROLES,
  type SymbolKind,
  UNRESOLVED_REASONS,
  type Visibility,
} from "../model/mod.ts";
import { type Database, sha256Hex } from "../../wasm/mod.ts";

/** Raised when an older program could not read the file. */
export const SCHEMA_VERSION = 1;
/** "EVDT": tells an index of ours from any other SQLite file. */
const APPLICATION_ID = 0x45564454;

/** Words that are stored as their index. */
export const SYMBOL_KINDS = Object.keys(LSP_KINDS) as SymbolKind[];
export const FILE_STATUSES: readonly FileStatus[] = ["parsed", "partial", "text", "failed", "omitted"];
export const VISIBILITIES: readonly Visibility[] = ["public", "protected", "private", "package"];

/**
 * Names, rule ids and the like are kept once in `strings`. A symbol's id is `id_prefix`, or the escaped path of its file
 * where that is NULL, then `#` and `descriptor`. `qualified_name` is NULL where it equals the name.
 * A file's row says where its other rows are: `symbols` lists the numbers of its symbols, and its edges and unresolved
 * references lie at consecutive numbers, so that they are found and replaced without an index.
 * `resolved_files` is for the next build alone.
 * Full text keeps positions: without them and without content, BM25 would be 0 for every row.
 * An edge's reference key is file, byte offset and kind; an unresolved reference's is file, byte offset and role.
 */
const TABLES = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE strings(number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE files(
  number INTEGER PRIMARY KEY, path TEXT NOT NULL, language TEXT, sha256 BLOB, status INTEGER NOT NULL, reason TEXT,
  size_bytes INTEGER NOT NULL, mode TEXT, tracked INTEGER, stamp TEXT, omitted TEXT, row_digest BLOB NOT NULL,
  symbols BLOB NOT NULL,   first_edge INTEGER NOT NULL, edges INTEGER NOT NULL, first_unresolved INTEGER NOT NULL, unresolved INTEGER NOT NULL,
  resolved_sites INTEGER NOT NULL, candidate_sites INTEGER NOT NULL, unresolved_sites INTEGER NOT NULL) STRICT;
CREATE TABLE code_nodes(
  number INTEGER PRIMARY KEY, file INTEGER NOT NULL, id_prefix TEXT, descriptor TEXT NOT NULL, name INTEGER NOT NULL,
  qualified_name TEXT, kind INTEGER NOT NULL, line INTEGER NOT NULL, start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL, start_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL, name_start INTEGER NOT NULL,
  name_end INTEGER NOT NULL, parent INTEGER, signature TEXT, doc TEXT, visibility INTEGER NOT NULL,
  exported INTEGER NOT NULL, decorators TEXT, is_test INTEGER NOT NULL) STRICT;
CREATE TABLE code_edges(
  number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, source INTEGER NOT NULL, target INTEGER NOT NULL,
  file INTEGER NOT NULL, byte_offset INTEGER NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL,
  name INTEGER NOT NULL, confidence INTEGER NOT NULL, rule INTEGER NOT NULL, via BLOB) STRICT;
CREATE TABLE unresolved(
  number INTEGER PRIMARY KEY, source INTEGER NOT NULL, file INTEGER NOT NULL, byte_offset INTEGER NOT NULL,
  line INTEGER NOT NULL, col INTEGER NOT NULL, name INTEGER NOT NULL, role INTEGER NOT NULL, receiver INTEGER,
  reason INTEGER NOT NULL, module INTEGER) STRICT;
CREATE TABLE diagnostics(
  file INTEGER NOT NULL, ordinal INTEGER NOT NULL, start_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL,
  code INTEGER NOT NULL, PRIMARY KEY (file, ordinal)) STRICT, WITHOUT ROWID;
CREATE TABLE resolved_files(
  file INTEGER PRIMARY KEY, circular INTEGER NOT NULL, places BLOB NOT NULL, pairs BLOB NOT NULL) STRICT;
CREATE VIRTUAL TABLE code_search_fts USING fts5(
  path, name, segments, signature, doc, content='', tokenize="porter ascii tokenchars '_$'");`;

/** Made after loading: one sort is cheaper than many inserts into a tree. */
const INDEXES = `
CREATE UNIQUE INDEX strings_text ON strings(text);
CREATE UNIQUE INDEX files_path ON files(path);
CREATE INDEX code_nodes_name ON code_nodes(name);
CREATE INDEX code_nodes_id_prefix ON code_nodes(id_prefix) WHERE id_prefix IS NOT NULL;
CREATE INDEX code_edges_source ON code_edges(source, kind);
CREATE INDEX code_edges_target ON code_edges(target, kind);
CREATE INDEX unresolved_name ON unresolved(name);`;

/** Full text is gathered in memory up to this size before it is written as one segment. */
const FULL_TEXT_BUFFER_BYTES = 64 * 1024 * 1024;

/** SHA-256 over everything that says what a stored row means. */
export function schemaDigest(): string {
  return sha256Hex(JSON.stringify([
    SCHEMA_VERSION,
    TABLES,
    INDEXES,
    SYMBOL_KINDS,
    EDGE_KINDS,
    CONFIDENCES,
    UNRESOLVED_REASONS,
    FILE_STATUSES,
    VISIBILITIES,
    SITE_ROLES,
  ]));
}

/** Creates the empty tables of a new file. */
export function createTables(db: Database): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  db.exec(TABLES);
  db.exec(
    `INSERT INTO code_search_fts(code_search_fts, rank) VALUES ('hashsize', ${FULL_TEXT_BUFFER_BYTES})`,
  );
}

/** Creates the indexes of a loaded file. */
export function createIndexes(db: Database): void {
  db.exec(INDEXES);
}

/**
 * Throws `index.corrupt` where the file is no index, `index.newer_format` where a newer program wrote it and
 * `index.missing` where an older one did.
 */
export function checkSchema(db: Database): void {
  if (pragma(db, "application_id") !== APPLICATION_ID) {
    throw new Failure("index.corrupt", "the database is no index", {
      hint: "Run `evident clear` and `evident index` to build it anew.",
    });
  }
  const version = pragma(db, "user_version");
  if (version > SCHEMA_VERSION) {
    throw new Failure(
      "index.newer_format",
      `the index has format ${version}, this program reads ${SCHEMA_VERSION}`,
    );
  }
  if (version < SCHEMA_VERSION) {
    throw new Failure("index.missing", `the index has the old format ${version}`, {
      hint: "Run `evident index`.",
    });
  }
}

function pragma(db: Database, name: string): number {
  const statement = db.prepare(`PRAGMA ${name}`);
  statement.step();
  const value = statement.int(0);
  statement.finalize();
  return value;
}
