// A generation's database from a copy of the one before: only files whose rows differ are written again.
// Laws kept: what a query can see afterwards is what a fresh index of the same content shows; a symbol that stays keeps
// its number, so rows of other files that point to it hold. Not here: making the copy.

import type { FileRows, Graph } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { type FileContent, fileContents, type GenerationContent, rowsByFile } from "./content.ts";
import { writeMeta } from "./meta.ts";
import { readPairs, writeResolved } from "./resolved_files.ts";
import { RowDigester } from "./row_digest.ts";
import { pathWords, RowWriter, type SearchRow, searchRow } from "./row_writer.ts";
import { checkSchema } from "./schema.ts";
import { type StoredFile, StoredFiles, type StoredSymbol } from "./stored_files.ts";
import { lastNumber, StringWriter } from "./strings.ts";
import type { WriteResult } from "./write_graph.ts";

interface ChangedFile {
  readonly file: FileContent;
  readonly rows: FileRows;
  readonly number: number;
  readonly digest: string;
}

/** What differs between a stored generation and new content. */
interface Difference {
  readonly changed: readonly ChangedFile[];
  /** Stored files whose rows must go: changed ones and those that are there no more. */
  readonly stale: readonly StoredFile[];
  readonly removedFiles: number;
  /** Number of every file after the update. */
  readonly fileNumbers: ReadonlyMap<string, number>;
  /** Stored number of every symbol of the new graph, NO_NUMBER for those of changed files. */
  readonly symbolNumbers: Int32Array;
  /** Files that were not resolved: their rows stay as they are. */
  readonly settled: readonly StoredFile[];
}

/** Thrown where rows that should stay do not fit what is new: the whole graph has to be resolved. */
export class Unsettled extends Error {}

const NO_NUMBER = -1;

/**
 * Brings a staging copy of an earlier generation to new content. After a throw, `Unsettled` among others, the copy must be
 * thrown away.
 */
export function updateGraph(db: Database, content: GenerationContent): WriteResult {
  checkSchema(db);
  const files = fileContents(content);
  return db.transaction(() => {
    const stored = new StoredFiles(db);
    const difference = compare(db, content, files, stored);
    const before = removeStale(stored, difference.stale);
    if (difference.settled.length > 0) checkSettled(db, content.graph, difference, before);
    const end = numberSymbols(content.graph, difference, before);
    writeChanged(db, content.graph, difference, before);
    writeMeta(db, content);
    const numbered = rankedBy(db, content, files, difference);
    stored.finish();
    const ranks = new Uint32Array(end);
    difference.symbolNumbers.forEach((number, graphNumber) => ranks[number] = numbered[graphNumber]);
    return {
      ...storedRows(db),
      ranks,
      writtenFiles: difference.changed.length,
      keptFiles: files.length - difference.changed.length,
      removedFiles: difference.removedFiles,
    };
  });
}

/** What is left of a file that is not resolved again cannot point to what is there no more. */
function checkSettled(
  db: Database,
  { symbols }: Graph,
  { changed }: Difference,
  before: ReadonlyMap<string, StoredSymbol>,
): void {
  const ids = new Set(changed.flatMap(({ file }) => file.symbols.map((symbol) => symbols[symbol].id)));
  const find = db.prepare(
    "SELECT 1 FROM code_edges WHERE target = ?1 UNION ALL SELECT 1 FROM code_edges WHERE source = ?1 LIMIT 1",
  );
  let isPointedTo = false;
  for (const { id, number } of before.values()) {
    if (ids.has(id)) continue;
    isPointedTo ||= find.bindInt(1, number).step();
    find.reset();
  }
  find.finalize();
  if (isPointedTo) throw new Unsettled();
}

/** Writes what the next resolution goes on from; gives the ranks by the graph's symbol number. */
function rankedBy(
  db: Database,
  content: GenerationContent,
  files: readonly FileContent[],
  { fileNumbers, symbolNumbers, settled }: Difference,
): ArrayLike<number> {
  forgetResolved(db, files, fileNumbers, content.resolved.files);
  const flow = writeResolved(db, content, {
    symbol: (graphNumber) => symbolNumbers[graphNumber],
    file: (path) => fileNumbers.get(path),
  });
  const graphNumbers = new Map<number, number>();
  if (settled.length > 0) {
    symbolNumbers.forEach((number, graphNumber) => graphNumbers.set(number, graphNumber));
  }
  const find = db.prepare("SELECT pairs FROM resolved_files WHERE file = ?");
  for (const { number } of settled) {
    if (find.bindInt(1, number).step()) {
      readPairs(find.blob(0), (source, target) => {
        const from = graphNumbers.get(source);
        const to = graphNumbers.get(target);
        if (from === undefined || to === undefined) throw new Unsettled();
        flow.add(from, to);
      });
    }
    find.reset();
  }
  find.finalize();
  return flow.ranks(content.ranking);
}

/** Takes out what is known of files that were resolved again or are gone; of all where `again` is null. */
function forgetResolved(
  db: Database,
  files: readonly FileContent[],
  fileNumbers: ReadonlyMap<string, number>,
  again: ReadonlySet<number> | null,
): void {
  if (again === null) return db.exec("DELETE FROM resolved_files");
  db.exec("DELETE FROM resolved_files WHERE file NOT IN (SELECT number FROM files)");
  const remove = db.prepare("DELETE FROM resolved_files WHERE file = ?");
  for (const { file, path } of files) if (again.has(file)) remove.bindInt(1, fileNumbers.get(path)!).run();
  remove.finalize();
}

function storedRows(db: Database): { edges: number; unresolved: number } {
  const sums = db.prepare("SELECT coalesce(sum(edges), 0), coalesce(sum(unresolved), 0) FROM files");
  sums.step();
  const rows = { edges: sums.number(0), unresolved: sums.number(1) };
  sums.finalize();
  return rows;
}

function compare(
  db: Database,
  { graph, resolved }: GenerationContent,
  files: readonly FileContent[],
  stored: StoredFiles,
): Difference {
  const only = resolved.files;
  const rowsOf = rowsByFile(graph);
  const settled: StoredFile[] = [];
  const digester = new RowDigester(graph);
  const changed: ChangedFile[] = [];
  const stale: StoredFile[] = [];
  const fileNumbers = new Map<string, number>();
  const symbolNumbers = new Int32Array(graph.symbols.length).fill(NO_NUMBER);
  let nextFile = lastNumber(db, "files") + 1;
  for (const file of files) {
    const known = stored.byPath.get(file.path);
    const rows = rowsOf(file.file);
    const isSettled = only !== null && !only.has(file.file);
    if (isSettled && known?.symbols.length !== file.symbols.length) throw new Unsettled();
    const digest = isSettled ? known!.digest : digester.digest(file, rows);
    if (isSettled) settled.push(known!);
    const number = known?.number ?? nextFile++;
    fileNumbers.set(file.path, number);
    if (known === undefined || known.digest !== digest) {
      changed.push({ file, rows, number, digest });
      if (known !== undefined) stale.push(known);
      continue;
    }
    // Equal digests: the same symbols in the same order.
    file.symbols.forEach((graphNumber, index) => symbolNumbers[graphNumber] = known.symbols[index]);
    stored.updateAttributes(known, file);
  }
  const gone = [...stored.byPath.values()].filter((file) => !fileNumbers.has(file.path));
  return {
    changed,
    stale: [...stale, ...gone],
    removedFiles: gone.length,
    fileNumbers,
    symbolNumbers,
    settled,
  };
}

/** Deletes the rows of stale files, full text apart; gives the symbols they had by id. */
function removeStale(stored: StoredFiles, stale: readonly StoredFile[]): Map<string, StoredSymbol> {
  const before = new Map<string, StoredSymbol>();
  for (const file of stale) {
    for (const symbol of stored.symbolsOf(file)) before.set(symbol.id, symbol);
    stored.deleteRows(file);
  }
  return before;
}

/** Symbols that were there keep their number, new ones take the lowest unused; gives one past the highest. */
function numberSymbols(
  graph: Graph,
  { changed, symbolNumbers }: Difference,
  before: ReadonlyMap<string, StoredSymbol>,
): number {
  const fresh: number[] = [];
  for (const { file } of changed) {
    for (const graphNumber of file.symbols) {
      const number = before.get(graph.symbols[graphNumber].id)?.number;
      if (number === undefined) fresh.push(graphNumber);
      else symbolNumbers[graphNumber] = number;
    }
  }
  const used = new Set(symbolNumbers);
  let next = 0;
  for (const graphNumber of fresh) {
    while (used.has(next)) next++;
    symbolNumbers[graphNumber] = next++;
  }
  return symbolNumbers.reduce((end, number) => Math.max(end, number + 1), 0);
}

function writeChanged(
  db: Database,
  graph: Graph,
  difference: Difference,
  before: ReadonlyMap<string, StoredSymbol>,
): void {
  const { changed, fileNumbers, symbolNumbers } = difference;
  const strings = new StringWriter(db, false);
  const writer = new RowWriter(db, graph, strings, {
    symbol: (graphNumber) => symbolNumbers[graphNumber],
    file: (path) => fileNumbers.get(path),
  }, { firstEdge: lastNumber(db, "code_edges") + 1, firstUnresolved: lastNumber(db, "unresolved") + 1 });
  for (const { file, rows, number, digest } of changed) {
    writer.file(number, file, rows, digest);
  }
  for (const [number, row] of updateSearch(db, graph, difference, before)) writer.search(number, row);
  writer.finish();
  strings.finish();
}

/**
 * Takes out of full text what is gone or reads otherwise, and gives what has to go in. Taking a row out needs the very text
 * that went in; only so do the word counts behind BM25 stay those of a fresh index.
 */
function updateSearch(
  db: Database,
  graph: Graph,
  { changed, symbolNumbers }: Difference,
  before: ReadonlyMap<string, StoredSymbol>,
): [number, SearchRow][] {
  const remove = db.prepare(
    `INSERT INTO code_search_fts(code_search_fts, rowid, path, name, segments, signature, doc)
     VALUES ('delete', ?, ?, ?, ?, ?, ?)`,
  );
  const takeOut = ({ number, search }: StoredSymbol) =>
    remove.bindInt(1, number).bindText(2, search.path).bindText(3, search.name).bindText(4, search.segments)
      .bindText(5, search.signature).bindText(6, search.doc).run();
  const unseen = new Map(before);
  const added: [number, SearchRow][] = [];
  for (const { file } of changed) {
    const words = pathWords(file.path);
    for (const graphNumber of file.symbols) {
      const symbol = graph.symbols[graphNumber];
      const row = searchRow(words, symbol);
      const old = unseen.get(symbol.id);
      unseen.delete(symbol.id);
      if (old !== undefined && sameWords(old.search, row)) continue;
      if (old !== undefined) takeOut(old);
      added.push([symbolNumbers[graphNumber], row]);
    }
  }
  for (const old of unseen.values()) takeOut(old);
  remove.finalize();
  return added;
}

function sameWords(a: SearchRow, b: SearchRow): boolean {
  return a.path === b.path && a.name === b.name && a.segments === b.segments && a.signature === b.signature &&
    a.doc === b.doc;
}
