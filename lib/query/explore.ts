// A task-shaped question to a handful of places: a few seeds by search, one hop along their edges, the most central
// candidates. Law kept: bounded whatever the question; a broad one gets places to look at beside them.

import { compareUtf8, type EdgeKind, isCallable, isType } from "../model/mod.ts";
import { segmentsOf, type StoredEdgeRow, type StoredSymbolRow } from "../store/mod.ts";
import { isInTest } from "./map.ts";
import type { View } from "./scope.ts";
import { type Found, searchSymbols } from "./search.ts";
import { MAX_EDGES } from "./walk.ts";

export const MAX_SEEDS = 4;
export const MAX_CANDIDATES = 16;
export const MAX_PLACES = 8;

export interface Explored {
  readonly seeds: readonly StoredSymbolRow[];
  readonly candidates: readonly StoredSymbolRow[];
  /** Edges between seeds and candidates. */
  readonly edges: readonly StoredEdgeRow[];
  /** Files with most of what fits, best first; empty where the seeds say most of the question. */
  readonly places: readonly Place[];
  /** How many symbols fit the question at all. */
  readonly total: number;
  readonly boundaryEdges: number;
  /** Whether edges were left unread since there were too many. */
  readonly isCut: boolean;
}

export interface Place {
  readonly path: string;
  /** How many symbols of it fit. */
  readonly matches: number;
  /** Some of them, best first. */
  readonly best: readonly StoredSymbolRow[];
}

const FOLLOWED: readonly EdgeKind[] = [
  "calls",
  "inherits",
  "implements",
  "overrides",
  "references",
  "handles",
  "decorates",
];
/** Words of a question that no symbol is named for. */
const FILLER = new Set(
  ("a an and are as at be by can do does for from get has have how i in into is it its me my of on or should that the " +
    "there this to use used using was we what when where which who why will with work works you").split(" "),
);

export function explore(view: View, question: string): Explored {
  const words = question.split(/\s+/).filter((word) =>
    !FILLER.has(word.replace(/[?.,!;:]+$/, "").toLowerCase())
  );
  const plain = words.length === 0 ? question : words.join(" ");
  const asked = [plain, ...segmentsOf(plain).flatMap(stemOf)].join(" ");
  const { found, total } = searchSymbols(view, asked, null, true);
  const wanted = new Set(segmentsOf(asked));
  // A test is what a question is about only where it says so, or where nothing else is found.
  const code = wanted.has("test") ? found : found.filter(({ symbol }) => !isInTest(view, symbol));
  const seeds = (code.length > 0 ? code : found)
    .map((entry, place) => ({ ...entry, weight: seedWeight(view, entry, wanted, place) }))
    .filter(({ symbol }) => symbol.kind !== "file" || found.length < MAX_SEEDS)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_SEEDS)
    .map(({ symbol }) => symbol);
  const hop = oneHop(view, seeds);
  const candidates = [...hop.near.values()]
    .map((symbol) => ({ symbol, weight: nearWeight(view, symbol, wanted) }))
    .sort((a, b) => b.weight - a.weight || compareUtf8(a.symbol.id, b.symbol.id))
    .slice(0, MAX_CANDIDATES)
    .map(({ symbol }) => symbol);
  const kept = new Set([...seeds, ...candidates].map(({ number }) => number));
  const shown = hop.edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  const isBroad = words.length === 0 || saysLittle(found, seeds, plain);
  return {
    seeds,
    candidates,
    edges: distinct(shown),
    places: isBroad ? placesOf(view, found) : [],
    total,
    boundaryEdges: hop.boundaryEdges,
    isCut: hop.isCut,
  };
}

/** What the seeds are related to by one edge. */
function oneHop(view: View, seeds: readonly StoredSymbolRow[]) {
  const numbers = new Set(seeds.map(({ number }) => number));
  const near = new Map<number, StoredSymbolRow>();
  const edges: StoredEdgeRow[] = [];
  let boundaryEdges = 0;
  let isCut = false;
  for (const { number } of seeds) {
    const both = [...view.reader.edges.from(number, FOLLOWED), ...view.reader.edges.to(number, FOLLOWED)];
    for (const edge of both) {
      const other = view.symbol(edge.source === number ? edge.target : edge.source);
      if (!view.sees(edge, other)) boundaryEdges++;
      else if (edges.length === MAX_EDGES) isCut = true;
      else {
        edges.push(edge);
        const isCode = other.kind !== "file" && other.kind !== "package";
        if (isCode && !numbers.has(other.number)) near.set(other.number, other);
      }
    }
  }
  return { near, edges, boundaryEdges, isCut };
}

/** So many symbols named for as much of a question make it a broad one. */
const BROAD = 3 * MAX_CANDIDATES;

/** Whether the seeds are named for less than half of the words, or too many are named for as many. */
function saysLittle(found: readonly Found[], seeds: readonly StoredSymbolRow[], plain: string): boolean {
  const words = segmentsOf(plain).map((word) => [word, ...stemOf(word)]);
  const said = (symbol: StoredSymbolRow) => {
    const own = new Set(segmentsOf(`${symbol.path} ${symbol.qualifiedName}`));
    return words.filter((forms) => forms.some((form) => own.has(form))).length;
  };
  const most = Math.max(0, ...seeds.map(said));
  return most * 2 < words.length ||
    found.filter(({ symbol }) => said(symbol) >= most).length > BROAD;
}

const BEST_SHOWN = 3;

/** The files with the most hits, tests last. */
function placesOf(view: View, found: readonly Found[]): Place[] {
  const paths = new Map<string, StoredSymbolRow[]>();
  for (const { symbol } of found) {
    const own = paths.get(symbol.path) ?? [];
    paths.set(symbol.path, own);
    if (symbol.kind !== "file") own.push(symbol);
  }
  return [...paths]
    .map(([path, symbols]) => {
      const isLast = symbols.length > 0 && isAside(view, symbols[0]);
      return { path, matches: symbols.length, best: symbols.slice(0, BEST_SHOWN), isLast };
    })
    .sort((a, b) =>
      Number(a.isLast) - Number(b.isLast) || b.matches - a.matches || compareUtf8(a.path, b.path)
    )
    .slice(0, MAX_PLACES);
}

/** Endings that a question has and a name has not: `registered blueprints` asks for `register_blueprint`. */
const ENDINGS = ["ing", "ed", "es", "er", "s"];
const SHORTEST_STEM = 4;

/** The stem that a name may have in place of a word of the question, if the word has an ending. */
function stemOf(word: string): string[] {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  if (ending === undefined) return [];
  const stem = word.slice(0, -ending.length);
  return ending === "s" ? [stem] : [stem, `${stem}e`];
}

/** Names that say more of the question come first; code before tests, central before remote. Integers only. */
function seedWeight(
  view: View,
  { symbol, tier, score }: Found,
  wanted: ReadonlySet<string>,
  place: number,
): number {
  const exact = tier === "exact" ? 4_000 : tier === "name" ? 2_000 : 0;
  const text = Math.min(1_000, Math.floor(score / 20_000));
  const own = overlap(symbol.name, wanted) * 300 + overlap(symbol.qualifiedName, wanted) * 100;
  const aside = isAside(view, symbol) ? ASIDE_WEIGHT : 0;
  return exact + own + text + standing(symbol) - aside - Math.min(place, 100);
}

/** Of what is related, code before values, and what is named for the question before what only belongs to it. */
function nearWeight(view: View, symbol: StoredSymbolRow, wanted: ReadonlySet<string>): number {
  const own = overlap(symbol.name, wanted) * 300 + overlap(symbol.qualifiedName, wanted) * 50;
  return own + standing(symbol) - (isAside(view, symbol) ? ASIDE_WEIGHT : 0);
}

/** How much a symbol counts whatever is asked: code, and central code more. */
function standing({ kind, rank }: StoredSymbolRow): number {
  return (isCallable(kind) || isType(kind) ? 200 : 0) + Math.min(300, Math.floor(rank / 20));
}

const ASIDE_WEIGHT = 1_200;
/** Folders of what is beside the code: what lies there is shown after it. */
const ASIDE = /(?:^|\/)(?:__tests__|docs?|examples?|fixtures?|spec|testdata|tests?)\//;

function isAside(view: View, symbol: StoredSymbolRow): boolean {
  return ASIDE.test(symbol.path) || isInTest(view, symbol);
}

/** How many of the words a name has. */
function overlap(name: string, wanted: ReadonlySet<string>): number {
  const own = new Set(segmentsOf(name));
  return [...wanted].reduce((count, segment) => count + Number(own.has(segment)), 0);
}

function distinct(edges: readonly StoredEdgeRow[]): StoredEdgeRow[] {
  const byKey = new Map(
    edges.map((edge) => [`${edge.kind}\0${edge.path}\0${edge.byteOffset}\0${edge.target}`, edge]),
  );
  return [...byKey.values()];
}
