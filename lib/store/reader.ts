// One generation, open for reading. Every question goes through its parts: files, symbols, edges, search.
// Not here: which generation serves, and that its file is still the one that was published.

import type { Manifest } from "../model/mod.ts";
import { type Database, type ReadCheck, startSqlite } from "../../wasm/mod.ts";
import { EdgesReader } from "./edges_reader.ts";
import { FilesReader } from "./files_reader.ts";
import { readMeta } from "./meta.ts";
import { checkSchema } from "./schema.ts";
import { SearchReader } from "./search_reader.ts";
import { StringReader } from "./strings.ts";
import { SymbolsReader } from "./symbols_reader.ts";

export class GraphReader {
  readonly files: FilesReader;
  readonly symbols: SymbolsReader;
  readonly edges: EdgesReader;
  readonly search: SearchReader;
  /** Build metadata by key. */
  readonly meta: ReadonlyMap<string, string>;
  readonly #db: Database;

  /** Reads a database that is open already and that `close` will close; `ranks` are those of the same generation. */
  constructor(db: Database, ranks: Uint32Array) {
    checkSchema(db);
    this.#db = db;
    this.meta = readMeta(db);
    const strings = new StringReader(db);
    this.files = new FilesReader(db, this.meta);
    this.symbols = new SymbolsReader(db, this.files, strings, ranks);
    this.edges = new EdgesReader(db, this.files, this.symbols, strings);
    this.search = new SearchReader(db, this.symbols);
  }

  /**
   * Opens a published file; `check` sees every piece that is read of it and throws where it is damaged. Throws
   * `index.unavailable`, `index.corrupt`, `index.newer_format` or `index.missing`.
   */
  static async open(path: string, ranks: Uint32Array, check: ReadCheck | null = null): Promise<GraphReader> {
    const db = (await startSqlite()).open(path, check);
    try {
      return new GraphReader(db, ranks);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** The manifest that the generation was made from. */
  manifest(): Manifest {
    return this.files.manifest();
  }

  /** What SQLite's own check of tables, indexes and full text finds, in words; empty where nothing is wrong. */
  problems(): string[] {
    return this.#db.integrityProblems();
  }

  close(): void {
    this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
