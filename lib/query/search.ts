// Symbols by a question, in four tiers: exact path or qualified name, name, identifier segments, full text. Law kept:
// same-named definitions are all listed, in one order; within a tier path match, BM25, kind, path, position decide.

import { compareUtf8, type SymbolKind } from "../model/mod.ts";
import {
  lowerAscii,
  matchAll,
  matchAny,
  searchTerms,
  segmentsOf,
  type StoredSymbolRow,
} from "../store/mod.ts";
import type { View } from "./scope.ts";
import { namedSymbols } from "./select.ts";

export const TIERS = ["exact", "name", "segments", "text"] as const;
export type Tier = (typeof TIERS)[number];

export interface Found {
  readonly symbol: StoredSymbolRow;
  readonly tier: Tier;
  readonly score: number;
}

/** Full-text hits that are looked at; more are only counted. */
const MAX_HITS = 400;
/** Kinds that a question most likely means, first. */
const KIND_ORDER: readonly SymbolKind[] = [
  "class",
  "interface",
  "struct",
  "function",
  "method",
  "type_alias",
  "enum",
];

/** Ranked symbols; `anyWord` also takes symbols that have only some of the words. */
export function searchSymbols(
  view: View,
  query: string,
  kinds: readonly SymbolKind[] | null,
  anyWord = false,
): { found: Found[]; total: number } {
  const ranked = new Map<number, Found>();
  const add = (symbol: StoredSymbolRow, tier: Tier, score: number) => {
    if (ranked.has(symbol.number) || !view.admits(symbol.path)) return;
    if (kinds === null || kinds.includes(symbol.kind)) ranked.set(symbol.number, { symbol, tier, score });
  };
  const trimmed = query.trim();
  for (const symbol of view.reader.symbols.inFile(trimmed)) {
    if (symbol.kind === "file") add(symbol, "exact", 0);
  }
  for (const symbol of namedSymbols(view, trimmed)) {
    add(symbol, symbol.qualifiedName === trimmed || trimmed.includes("#") ? "exact" : "name", 0);
  }
  const terms = searchTerms(trimmed);
  const filter = { ...view.storeFilter, ...kinds !== null && { kinds } };
  const all = view.reader.search.search(matchAll(terms), MAX_HITS, filter);
  const wanted = segmentsOf(trimmed);
  for (const { symbol, score } of all.hits) {
    const own = new Set(segmentsOf(symbol.name));
    const isNamed = lowerAscii(symbol.name) === lowerAscii(trimmed);
    const isSegments = wanted.length > 0 && wanted.every((segment) => own.has(segment));
    add(symbol, isNamed ? "name" : isSegments ? "segments" : "text", score);
  }
  let total = all.total;
  if (anyWord) {
    const some = view.reader.search.search(matchAny(terms), MAX_HITS, filter);
    for (const { symbol, score } of some.hits) add(symbol, "text", score);
    total = some.total;
  }
  const found = [...ranked.values()].sort((a, b) => compare(a, b, wanted));
  return { found, total: Math.max(total, found.length) };
}

function compare(a: Found, b: Found, wanted: readonly string[]): number {
  return TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
    pathMatch(b.symbol, wanted) - pathMatch(a.symbol, wanted) ||
    b.score - a.score ||
    kindPlace(a.symbol.kind) - kindPlace(b.symbol.kind) ||
    compareUtf8(a.symbol.path, b.symbol.path) ||
    a.symbol.startByte - b.symbol.startByte ||
    compareUtf8(a.symbol.id, b.symbol.id);
}

function kindPlace(kind: SymbolKind): number {
  const place = KIND_ORDER.indexOf(kind);
  return place < 0 ? KIND_ORDER.length : place;
}

/** How many of the words a symbol's path has. */
function pathMatch({ path }: StoredSymbolRow, wanted: readonly string[]): number {
  const own = new Set(segmentsOf(path));
  return wanted.reduce((count, segment) => count + Number(own.has(segment)), 0);
}
