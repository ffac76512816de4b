// A generation's database from nothing. Not here: the file's place, its validation and its publication.

import type { Graph } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { fileContents, type GenerationContent } from "./content.ts";
import { writeMeta } from "./meta.ts";
import { RowDigester } from "./row_digest.ts";
import { pathWords, RowWriter, searchRow } from "./row_writer.ts";
import { createIndexes, createTables } from "./schema.ts";
import { StringWriter } from "./strings.ts";

/** What was written. */
export interface WriteResult {
  /** Ranks by stored symbol number, for `encodeRanks`. */
  readonly ranks: Uint32Array;
  /** Paths whose rows were written. */
  readonly writtenFiles: number;
  /** Paths whose rows stayed, and paths that are gone: 0 for a fresh database. */
  readonly keptFiles: number;
  readonly removedFiles: number;
}

/** Fills an empty staging database. A symbol's number is its place in the graph. */
export function writeGraph(db: Database, content: GenerationContent): WriteResult {
  const files = fileContents(content);
  const { graph } = content;
  createTables(db);
  db.transaction(() => {
    writeMeta(db, content);
    const numbers = new Map(files.map((file, index) => [file.path, index]));
    const strings = new StringWriter(db, true);
    const writer = new RowWriter(db, graph, strings, {
      symbol: (graphNumber) => graphNumber,
      file: (path) => numbers.get(path),
    }, { firstEdge: 1, firstUnresolved: 1 });
    const digester = new RowDigester(graph);
    files.forEach((file, number) => {
      writer.file(number, file, digester.digest(file), writer.rows(number, file));
      writeSearch(writer, graph, file.path, file.symbols);
    });
    writer.finish();
    strings.finish();
    createIndexes(db);
  });
  const ranks = Uint32Array.from({ length: graph.symbols.length }, (_, number) => content.ranks[number]);
  return { ranks, writtenFiles: files.length, keptFiles: 0, removedFiles: 0 };
}

function writeSearch(writer: RowWriter, graph: Graph, path: string, symbols: readonly number[]): void {
  const words = pathWords(path);
  for (const number of symbols) writer.search(number, searchRow(words, graph.symbols[number]));
}
