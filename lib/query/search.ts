// Symbols by a question, in four tiers: exact path or qualified name, name, identifier segments, full text. Law kept:
// same-named definitions are all listed, in one order; within a tier path match, BM25, kind, path, position decide.

import { compareUtf8, once, type SymbolKind } from "../model/mod.ts";
import {
  lowerAscii,
  matchAll,
  matchAny,
  searchTerms,
  segmentsOf,
  type StoredSymbolRow,
} from "../store/mod.ts";
import type { View } from "./scope.ts";
import { namedSymbols } from "./naming.ts";

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
  const trimmed = query.trim();
  const terms = searchTerms(trimmed);
  const filter = { ...view.storeFilter, ...kinds !== null && { kinds } };
  const all = view.reader.search.search(matchAll(terms), MAX_HITS, filter);
  const some = anyWord ? view.reader.search.search(matchAny(terms), MAX_HITS, filter) : all;
  const scores = new Map([...some.hits, ...all.hits].map(({ symbol, score }) => [symbol.number, score]));
  const ranked = new Map<number, Found>();
  const add = (symbol: StoredSymbolRow, tier: Tier) => {
    if (ranked.has(symbol.number) || !view.admits(symbol.path)) return;
    if (kinds !== null && !kinds.includes(symbol.kind)) return;
    ranked.set(symbol.number, { symbol, tier, score: scores.get(symbol.number) ?? 0 });
  };
  const { exact, others } = namedSymbols(view, trimmed);
  const file = view.reader.symbols.ofFile(trimmed);
  for (const symbol of file === null ? exact : [file, ...exact]) add(symbol, "exact");
  for (const symbol of others) add(symbol, "name");
  const wanted = segmentsOf(trimmed);
  for (const { symbol } of all.hits) add(symbol, tierOf(symbol, trimmed, wanted));
  for (const { symbol } of some.hits) add(symbol, "text");
  const found = [...ranked.values()].sort(comparing(wanted));
  return { found, total: Math.max(some.total, found.length) };
}

/** The tier of a symbol that has all words somewhere; names are compared without ASCII case. */
function tierOf(symbol: StoredSymbolRow, query: string, wanted: readonly string[]): Tier {
  if (lowerAscii(symbol.name) === lowerAscii(query)) return "name";
  const own = new Set(segmentsOf(symbol.name));
  return wanted.length > 0 && wanted.every((segment) => own.has(segment)) ? "segments" : "text";
}

function comparing(wanted: readonly string[]): (a: Found, b: Found) => number {
  const matches = new Map<string, number>();
  const ofPath = (path: string) => once(matches, path, () => pathMatch(path, wanted));
  return (a, b) =>
    TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
    ofPath(b.symbol.path) - ofPath(a.symbol.path) ||
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

/** How many of the words a path has. */
function pathMatch(path: string, wanted: readonly string[]): number {
  const own = new Set(segmentsOf(path));
  return wanted.reduce((count, segment) => count + Number(own.has(segment)), 0);
}
