// Edges, unresolved references and diagnostics of a generation, by symbol, by file and by name.
// Law kept: lists are in the order of the export, whatever numbers the rows have.

import {
  codesOf,
  compareUtf8,
  CONFIDENCES,
  type Diagnostic,
  type Edge,
  EDGE_KINDS,
  type EdgeKind,
  Failure,
  SITE_ROLES,
  type Unresolved,
  UNRESOLVED_REASONS,
} from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import type { FilesReader } from "./files_reader.ts";
import type { StringReader } from "./strings.ts";
import type { StoredSymbolRow, SymbolsReader } from "./symbols_reader.ts";
import { decodeVia, type ViaTexts } from "./via.ts";

/** An edge with the path of its site. Numbers hold inside one generation only. */
export interface StoredEdgeRow extends Omit<Edge, "via"> {
  readonly path: string;
  /** The chain that bound it, each `step path:line:col`. */
  readonly via: readonly string[];
}

export interface StoredUnresolvedRow extends Unresolved {
  readonly path: string;
}

export interface StoredDiagnosticRow extends Diagnostic {
  readonly path: string;
}

const KIND = codesOf(EDGE_KINDS);
const EDGE_COLUMNS = "kind, source, target, file, byte_offset, line, col, name, confidence, rule, via";
const UNRESOLVED_COLUMNS = "source, file, byte_offset, line, col, name, role, receiver, reason, module";
const ALL_KINDS: readonly EdgeKind[] = EDGE_KINDS;
/** For more kinds than this all edges of a symbol are gone over: a look for each kind costs more. */
const FEW_KINDS = 2;

export class EdgesReader {
  readonly #files: FilesReader;
  readonly #symbols: SymbolsReader;
  readonly #strings: StringReader;
  readonly #from: Statement;
  readonly #to: Statement;
  readonly #fromOfAny: Statement;
  readonly #toOfAny: Statement;
  readonly #countTo: Statement;
  readonly #inFile: Statement;
  readonly #unresolvedNamed: Statement;
  readonly #unresolvedInFile: Statement;
  readonly #diagnostics: Statement;
  /** What was asked for last is asked for again by whoever goes over one file, or over symbols of one name. */
  #lastNamed: { readonly key: string; readonly rows: readonly StoredUnresolvedRow[] } | null = null;
  #lastInFile: { readonly key: string; readonly rows: readonly StoredUnresolvedRow[] } | null = null;
  readonly #texts: ViaTexts;

  constructor(db: Database, files: FilesReader, symbols: SymbolsReader, strings: StringReader) {
    this.#files = files;
    this.#symbols = symbols;
    this.#strings = strings;
    const edges = `SELECT ${EDGE_COLUMNS} FROM code_edges`;
    this.#from = db.prepare(`${edges} WHERE source = ? AND kind = ?`);
    this.#to = db.prepare(`${edges} WHERE target = ? AND kind = ?`);
    this.#fromOfAny = db.prepare(`${edges} WHERE source = ?`);
    this.#toOfAny = db.prepare(`${edges} WHERE target = ?`);
    this.#countTo = db.prepare("SELECT count(*) FROM code_edges WHERE target = ? AND kind = ?");
    this.#inFile = db.prepare(`${edges} WHERE number >= ?1 AND number < ?1 + ?2 ORDER BY number`);
    const unresolved = `SELECT ${UNRESOLVED_COLUMNS} FROM unresolved`;
    this.#unresolvedNamed = db.prepare(`${unresolved} WHERE name = ? ORDER BY number`);
    this.#unresolvedInFile = db.prepare(
      `${unresolved} WHERE number >= ?1 AND number < ?1 + ?2 ORDER BY number`,
    );
    this.#diagnostics = db.prepare(
      "SELECT start_byte, end_byte, code FROM diagnostics WHERE file = ? ORDER BY ordinal",
    );
    this.#texts = { string: (number) => strings.text(number), path: (file) => this.#path(file) };
  }

  /** Edges whose source is the symbol, of those kinds or of all. */
  from(symbol: number, kinds: readonly EdgeKind[] = ALL_KINDS): StoredEdgeRow[] {
    return this.#ofKinds(this.#from, this.#fromOfAny, symbol, kinds);
  }

  /** Edges whose target is the symbol, of those kinds or of all. */
  to(symbol: number, kinds: readonly EdgeKind[] = ALL_KINDS): StoredEdgeRow[] {
    return this.#ofKinds(this.#to, this.#toOfAny, symbol, kinds);
  }

  /** How many edges `to` would give, without reading them. */
  countTo(symbol: number, kinds: readonly EdgeKind[] = ALL_KINDS): number {
    let count = 0;
    for (const kind of kinds) {
      this.#countTo.bindInt(1, symbol).bindInt(2, KIND.get(kind)!).step();
      count += this.#countTo.int(0);
      this.#countTo.reset();
    }
    return count;
  }

  /** Members of a container, in order of their own place. */
  children(symbol: number): StoredSymbolRow[] {
    return this.from(symbol, ["contains"]).map((edge) => this.#symbols.byNumber(edge.target));
  }

  /** Edges whose site lies in the file, in order of byte offset. */
  inFile(path: string): StoredEdgeRow[] {
    const file = this.#files.byPath(path);
    if (file === null) return [];
    const { firstEdge, edges } = this.#files.rowsOf(file);
    return all(this.#inFile.bindInt(1, firstEdge).bindInt(2, edges), (row) => this.#edge(row));
  }

  /** References that name it and were not bound. */
  unresolvedByName(name: string): readonly StoredUnresolvedRow[] {
    if (this.#lastNamed?.key === name) return this.#lastNamed.rows;
    const string = this.#strings.number(name);
    if (string === null) return [];
    const rows = all(this.#unresolvedNamed.bindInt(1, string), (row) => this.#miss(row));
    // The sort is stable, and numbers are in order inside a file.
    rows.sort((a, b) => compareUtf8(a.path, b.path));
    this.#lastNamed = { key: name, rows };
    return rows;
  }

  unresolvedInFile(path: string): readonly StoredUnresolvedRow[] {
    if (this.#lastInFile?.key === path) return this.#lastInFile.rows;
    const file = this.#files.byPath(path);
    if (file === null) return [];
    const { firstUnresolved, unresolved } = this.#files.rowsOf(file);
    const rows = all(
      this.#unresolvedInFile.bindInt(1, firstUnresolved).bindInt(2, unresolved),
      (row) => this.#miss(row),
    );
    this.#lastInFile = { key: path, rows };
    return rows;
  }

  diagnosticsInFile(path: string): StoredDiagnosticRow[] {
    const file = this.#files.byPath(path);
    if (file === null) return [];
    return all(this.#diagnostics.bindInt(1, file.number), (row) => ({
      file: file.number,
      path,
      startByte: row.int(0),
      endByte: row.int(1),
      code: this.#strings.text(row.int(2)),
    }));
  }

  #ofKinds(
    ofOne: Statement,
    ofAny: Statement,
    symbol: number,
    kinds: readonly EdgeKind[],
  ): StoredEdgeRow[] {
    const edges = kinds.length > FEW_KINDS
      ? all(
        ofAny.bindInt(1, symbol),
        (row) => kinds.includes(EDGE_KINDS[row.int(0)]) ? this.#edge(row) : null,
      )
      : kinds.flatMap((kind) =>
        all(ofOne.bindInt(1, symbol).bindInt(2, KIND.get(kind)!), (row) => this.#edge(row))
      );
    return edges.sort((a, b) => this.#compare(a, b));
  }

  #compare(a: StoredEdgeRow, b: StoredEdgeRow): number {
    const id = (symbol: number) => this.#symbols.byNumber(symbol).id;
    return compareUtf8(a.path, b.path) || a.byteOffset - b.byteOffset || compareUtf8(a.kind, b.kind) ||
      compareUtf8(id(a.source), id(b.source)) || compareUtf8(id(a.target), id(b.target));
  }

  #path(file: number): string {
    const row = this.#files.byNumber(file);
    if (row === null) throw new Failure("index.corrupt", `the index names file ${file}, which is not there`);
    return row.path;
  }

  #edge(row: Statement): StoredEdgeRow {
    const file = row.int(3);
    const blob = row.blob(10);
    const texts = this.#texts;
    let via: readonly string[] | null = null;
    return {
      kind: EDGE_KINDS[row.int(0)],
      source: row.int(1),
      target: row.int(2),
      file,
      path: this.#path(file),
      byteOffset: row.int(4),
      line: row.int(5),
      column: row.int(6),
      name: this.#strings.text(row.int(7)),
      confidence: CONFIDENCES[row.int(8)],
      ruleId: this.#strings.text(row.int(9)),
      // Of all edges that a question goes over few are told.
      get via() {
        return via ??= decodeVia(blob, texts);
      },
    };
  }

  #miss(row: Statement): StoredUnresolvedRow {
    const file = row.int(1);
    return {
      source: row.int(0),
      file,
      path: this.#path(file),
      byteOffset: row.int(2),
      line: row.int(3),
      column: row.int(4),
      name: this.#strings.text(row.int(5)),
      role: SITE_ROLES[row.int(6)],
      receiver: row.isNull(7) ? null : this.#strings.text(row.int(7)),
      reason: UNRESOLVED_REASONS[row.int(8)],
      module: row.isNull(9) ? null : this.#strings.text(row.int(9)),
    };
  }
}

/** What is read of each row, nulls left out. */
function all<T>(statement: Statement, read: (row: Statement) => T | null): T[] {
  return statement.all(read).filter((one) => one !== null);
}
