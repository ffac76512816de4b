// A generation's database from nothing. Not here: the file's place, its validation and its publication.

import type { Graph } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { fileContents, type GenerationContent } from "./content.ts";
import { writeMeta } from "./meta.ts";
import { writeResolved } from "./resolved_files.ts";
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
  /** Rows that there are now. */
  readonly edges: number;
  readonly unresolved: number;
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
    const numbering = {
      symbol: (graphNumber: number) => graphNumber,
      file: (path: string) => numbers.get(path),
    };
    const writer = new RowWriter(db, graph, strings, numbering, { firstEdge: 1, firstUnresolved: 1 });
    const digester = new RowDigester(graph);
    if (content.resolved !== undefined) writeResolved(db, content, content.resolved, files, numbering);
    files.forEach((file, number) => {
      writer.file(number, file, digester.digest(file), writer.rows(number, file));
      writeSearch(writer, graph, file.path, file.symbols);
    });
    writer.finish();
    strings.finish();
    createIndexes(db);
  });
  const ranks = Uint32Array.from({ length: graph.symbols.length }, (_, number) => content.ranks[number]);
  const { length: edges } = graph.edges;
  const { length: unresolved } = graph.unresolved;
  return { ranks, writtenFiles: files.length, keptFiles: 0, removedFiles: 0, edges, unresolved };
}

function writeSearch(writer: RowWriter, graph: Graph, path: string, symbols: readonly number[]): void {
  const words = pathWords(path);
  for (const number of symbols) writer.search(number, searchRow(words, graph.symbols[number]));
}
