// Full text over symbols. Laws kept: scores are integers, and symbols of one score come in the order of path and place, so
// that a limit cuts the same ones in every generation of the same content.
// Not here: what a question means, and how full text is mixed with other signs.

import { codesOf, type SymbolKind } from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import { type FileFilter, filtered } from "./file_filter.ts";
import { SYMBOL_KINDS } from "./schema.ts";
import { compareSymbolRows, type StoredSymbolRow, type SymbolsReader } from "./symbols_reader.ts";

export interface SearchHit {
  readonly symbol: StoredSymbolRow;
  /** BM25 in millionths: higher fits better. */
  readonly score: number;
}

export interface SearchFilter extends FileFilter {
  readonly kinds?: readonly SymbolKind[];
}

/** Weights of path, name, segments, signature and doc. */
const WEIGHTS = [2, 10, 6, 3, 1];
const MILLION = 1_000_000;
const KIND = codesOf(SYMBOL_KINDS);

export class SearchReader {
  readonly #db: Database;
  readonly #symbols: SymbolsReader;

  constructor(db: Database, symbols: SymbolsReader) {
    this.#db = db;
    this.#symbols = symbols;
  }

  /** The best hits of an expression of `matchAll` or `matchAny`, and how many there are in all. */
  search(
    expression: string | null,
    limit: number,
    filter: SearchFilter = {},
  ): { hits: SearchHit[]; total: number } {
    if (expression === null || limit <= 0) return { hits: [], total: 0 };
    const { numbers, scores } = this.#matches(expression, filter);
    // Symbols of the last score are all read: which of them are cut is decided by path and place.
    const last = nthHighest(scores, limit);
    const hits: SearchHit[] = [];
    scores.forEach((score, index) => {
      if (score >= last) hits.push({ symbol: this.#symbols.byNumber(numbers[index]), score });
    });
    hits.sort((a, b) => b.score - a.score || compareSymbolRows(a.symbol, b.symbol));
    return { hits: hits.slice(0, limit), total: numbers.length };
  }

  #matches(expression: string, filter: SearchFilter): { numbers: number[]; scores: number[] } {
    const statement = this.#prepare(filter);
    statement.bindText(3, expression);
    const numbers: number[] = [];
    const scores: number[] = [];
    while (statement.step()) {
      numbers.push(statement.int(0));
      scores.push(Math.round(-statement.number(1) * MILLION));
    }
    statement.finalize();
    return { numbers, scores };
  }

  #prepare(filter: SearchFilter): Statement {
    const files = filtered(filter);
    const conditions = ["code_search_fts MATCH ?3"];
    if (filter.kinds !== undefined) {
      conditions.push(`code_nodes.kind IN (${filter.kinds.map((kind) => KIND.get(kind)).join(",")})`);
    }
    if (files.sql !== "") conditions.push(`code_nodes.file IN (SELECT number FROM files ${files.sql})`);
    const join = conditions.length === 1
      ? ""
      : "JOIN code_nodes ON code_nodes.number = code_search_fts.rowid";
    const statement = this.#db.prepare(
      `SELECT code_search_fts.rowid, bm25(code_search_fts, ${WEIGHTS.join(", ")})
       FROM code_search_fts ${join} WHERE ${conditions.join(" AND ")}`,
    );
    files.bind(statement);
    return statement;
  }
}

/** The score that the last of the `limit` best has; -Infinity where there are not so many. */
function nthHighest(scores: readonly number[], limit: number): number {
  // Ascending, at most `limit` long: most scores fail the first comparison.
  const best: number[] = [];
  for (const score of scores) {
    if (best.length === limit && score <= best[0]) continue;
    let at = best.length;
    while (at > 0 && best[at - 1] > score) at--;
    best.splice(at, 0, score);
    if (best.length > limit) best.shift();
  }
  return best.length < limit ? -Infinity : best[0];
}
