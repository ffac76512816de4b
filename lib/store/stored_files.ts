// The rows of files as an earlier generation left them, for an update: what they hold, and how they are taken out.

import { codesOf, escapePath, Failure } from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import type { FileContent } from "./content.ts";
import { decodeNumbers, pathWords, type SearchRow, searchRow, stampText } from "./row_writer.ts";
import { FILE_STATUSES, SYMBOL_KINDS } from "./schema.ts";

const STATUS = codesOf(FILE_STATUSES);

export interface StoredFile {
  readonly number: number;
  readonly path: string;
  readonly digest: string;
  /** Symbol numbers in the order that the file's content gives. */
  readonly symbols: readonly number[];
  readonly firstEdge: number;
  readonly edges: number;
  readonly firstUnresolved: number;
  readonly unresolved: number;
  /** What may change while all other rows stay. */
  readonly attributes: string;
}

/** A symbol as the earlier generation had it, with the words that full text holds of it. */
export interface StoredSymbol {
  readonly number: number;
  readonly id: string;
  readonly search: SearchRow;
}

export class StoredFiles {
  readonly byPath = new Map<string, StoredFile>();
  readonly #statements: Statement[] = [];
  readonly #symbol: Statement;
  readonly #attributes: Statement;
  readonly #deleteSymbol: Statement;
  readonly #deleteEdges: Statement;
  readonly #deleteUnresolved: Statement;
  readonly #deleteDiagnostics: Statement;
  readonly #deleteFile: Statement;

  constructor(db: Database) {
    const prepare = (sql: string): Statement => {
      const statement = db.prepare(sql);
      this.#statements.push(statement);
      return statement;
    };
    this.#symbol = prepare(
      `SELECT id_prefix, descriptor, text, qualified_name, kind, signature, doc
       FROM code_nodes JOIN strings ON strings.number = code_nodes.name WHERE code_nodes.number = ?`,
    );
    this.#attributes = prepare(
      `UPDATE files SET language = ?2, sha256 = ?3, status = ?4, reason = ?5, size_bytes = ?6, mode = ?7, tracked = ?8,
       stamp = ?9, omitted = ?10 WHERE number = ?1`,
    );
    this.#deleteSymbol = prepare("DELETE FROM code_nodes WHERE number = ?");
    this.#deleteEdges = prepare("DELETE FROM code_edges WHERE number >= ?1 AND number < ?1 + ?2");
    this.#deleteUnresolved = prepare("DELETE FROM unresolved WHERE number >= ?1 AND number < ?1 + ?2");
    this.#deleteDiagnostics = prepare("DELETE FROM diagnostics WHERE file = ?");
    this.#deleteFile = prepare("DELETE FROM files WHERE number = ?");
    this.#read(prepare(
      `SELECT number, path, row_digest, symbols, first_edge, edges, first_unresolved, unresolved,
       language, sha256, status, reason, size_bytes, mode, tracked, stamp, omitted FROM files`,
    ));
  }

  #read(rows: Statement): void {
    while (rows.step()) {
      const file: StoredFile = {
        number: rows.int(0),
        path: rows.text(1),
        digest: rows.hexOrNull(2)!,
        symbols: decodeNumbers(rows.blob(3)),
        firstEdge: rows.number(4),
        edges: rows.int(5),
        firstUnresolved: rows.number(6),
        unresolved: rows.int(7),
        attributes: JSON.stringify([
          rows.textOrNull(8),
          rows.hexOrNull(9),
          FILE_STATUSES[rows.int(10)],
          rows.textOrNull(11),
          rows.number(12),
          rows.textOrNull(13),
          rows.isNull(14) ? null : rows.int(14) === 1,
          rows.textOrNull(15),
          rows.textOrNull(16),
        ]),
      };
      this.byPath.set(file.path, file);
    }
    rows.reset();
  }

  /** The symbols of a file that is about to lose its rows. */
  symbolsOf(file: StoredFile): StoredSymbol[] {
    const words = pathWords(file.path);
    return file.symbols.map((number) => {
      const row = this.#symbol.bindInt(1, number);
      if (!row.step()) {
        throw new Failure("index.corrupt", `the index lists symbol ${number}, which is not there`);
      }
      const name = row.text(2);
      const symbol = {
        number,
        id: `${row.textOrNull(0) ?? escapePath(file.path)}#${row.text(1)}`,
        search: searchRow(words, {
          name,
          qualifiedName: row.textOrNull(3) ?? name,
          kind: SYMBOL_KINDS[row.int(4)],
          signature: row.textOrNull(5),
          doc: row.textOrNull(6),
        }),
      };
      row.reset();
      return symbol;
    });
  }

  /** Deletes all rows of a file but those of full text. */
  deleteRows(file: StoredFile): void {
    for (const number of file.symbols) this.#deleteSymbol.bindInt(1, number).run();
    this.#deleteEdges.bindInt(1, file.firstEdge).bindInt(2, file.edges).run();
    this.#deleteUnresolved.bindInt(1, file.firstUnresolved).bindInt(2, file.unresolved).run();
    this.#deleteDiagnostics.bindInt(1, file.number).run();
    this.#deleteFile.bindInt(1, file.number).run();
  }

  /** Brings the file's own row up to date where only what Git and the disk say of it changed. */
  updateAttributes(stored: StoredFile, file: FileContent): void {
    const { entry } = file;
    const tracked = entry?.tracked ?? null;
    const stamp = stampText(file);
    const attributes = JSON.stringify([
      file.language,
      file.sha256,
      file.status,
      file.reason,
      file.sizeBytes,
      entry?.mode ?? null,
      tracked,
      stamp,
      entry?.omitted ?? null,
    ]);
    if (attributes === stored.attributes) return;
    const update = this.#attributes.bindInt(1, stored.number).bindText(2, file.language)
      .bindHex(3, file.sha256)
      .bindInt(4, STATUS.get(file.status)!).bindText(5, file.reason).bindInt(6, file.sizeBytes)
      .bindText(7, entry?.mode ?? null).bindText(9, stamp).bindText(10, entry?.omitted ?? null);
    if (tracked === null) update.bindNull(8);
    else update.bindInt(8, Number(tracked));
    update.run();
  }

  finish(): void {
    for (const statement of this.#statements) statement.finalize();
  }
}
