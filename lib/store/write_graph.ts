// A generation's database from nothing. Not here: the file's place, its validation and its publication.

import type { Graph } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { type FileContent, fileContents, type GenerationContent, rowsByFile } from "./content.ts";
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
  const { graph, ranking } = content;
  const files = fileContents(content);
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const numbering = {
    symbol: (graphNumber: number) => graphNumber,
    file: (path: string) => numbers.get(path),
  };
  const sums = { edges: 0, unresolved: 0 };
  createTables(db);
  const flow = db.transaction(() => {
    const strings = new StringWriter(db, true);
    const first = { firstEdge: 1, firstUnresolved: 1 };
    const writer = new RowWriter(db, graph, strings, numbering, first);
    const digester = new RowDigester(graph);
    const rowsOf = rowsByFile(graph);
    files.forEach((file, number) => {
      const rows = rowsOf(file.file);
      writer.file(number, file, rows, digester.digest(file, rows));
      writeSearch(writer, graph, file);
      sums.edges += rows.edgeCount;
      sums.unresolved += rows.unresolvedCount;
    });
    const pairs = writeResolved(db, content, numbering);
    writer.finish();
    strings.finish();
    writeMeta(db, content);
    createIndexes(db);
    return pairs;
  });
  const byNumber = flow.ranks(ranking);
  const ranks = Uint32Array.from(graph.symbols, (_, number) => byNumber[number]);
  return { ...sums, ranks, writtenFiles: files.length, keptFiles: 0, removedFiles: 0 };
}

function writeSearch(writer: RowWriter, graph: Graph, { path, symbols }: FileContent): void {
  const words = pathWords(path);
  for (const symbol of symbols) writer.search(symbol, searchRow(words, graph.symbols[symbol]));
}
