// A task-shaped question to a handful of places: a few seeds by search, one hop along their edges, the most central
// candidates. Law kept: bounded whatever the question; a broad one gets places to look at rather than a flood.

import { type EdgeKind, escapePath, isCallable, isType } from "../model/mod.ts";
import { segmentsOf, type StoredEdgeRow, type StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";
import { type Found, searchSymbols } from "./search.ts";

export const MAX_SEEDS = 4;
export const MAX_CANDIDATES = 16;

export interface Explored {
  readonly seeds: readonly StoredSymbolRow[];
  readonly candidates: readonly StoredSymbolRow[];
  /** Edges between seeds and candidates. */
  readonly edges: readonly StoredEdgeRow[];
  /** How many symbols fit the question at all. */
  readonly total: number;
  readonly boundaryEdges: number;
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
  const seeds = found
    .map((entry, place) => ({
      ...entry,
      weight: seedWeight(view, entry, wanted, place),
    }))
    .filter(({ symbol }) => symbol.kind !== "file" || found.length < MAX_SEEDS)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_SEEDS)
    .map(({ symbol }) => symbol);
  const numbers = new Set(seeds.map(({ number }) => number));
  const near = new Map<number, StoredSymbolRow>();
  const edges: StoredEdgeRow[] = [];
  let boundaryEdges = 0;
  for (const seed of seeds) {
    const both = [
      ...view.reader.edges.from(seed.number, FOLLOWED),
      ...view.reader.edges.to(seed.number, FOLLOWED),
    ];
    for (const edge of both) {
      if (!view.isSure(edge)) continue;
      const other = view.symbol(edge.source === seed.number ? edge.target : edge.source);
      if (!view.admits(other.path) || !view.admits(edge.path)) {
        boundaryEdges++;
        continue;
      }
      edges.push(edge);
      if (!numbers.has(other.number) && other.kind !== "file" && other.kind !== "package") {
        near.set(other.number, other);
      }
    }
  }
  const candidates = [...near.values()]
    .sort((a, b) => overlap(b, wanted) - overlap(a, wanted) || b.rank - a.rank || a.number - b.number)
    .slice(0, MAX_CANDIDATES);
  const kept = new Set([...numbers, ...candidates.map(({ number }) => number)]);
  const shown = edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  return { seeds, candidates, edges: distinct(shown), total, boundaryEdges };
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
  const central = Math.min(300, Math.floor(symbol.rank / 20));
  const isStructure = isCallable(symbol.kind) || isType(symbol.kind);
  const own = overlap({ qualifiedName: symbol.name }, wanted) * 300 + overlap(symbol, wanted) * 100;
  const isTest = symbol.isTest || view.reader.symbols.byId(`${escapePath(symbol.path)}#`)?.isTest === true;
  return exact + own + text + central + (isStructure ? 200 : 0) - (isTest ? 800 : 0) - Math.min(place, 100);
}

function overlap(symbol: Pick<StoredSymbolRow, "qualifiedName">, wanted: ReadonlySet<string>): number {
  const own = new Set(segmentsOf(symbol.qualifiedName));
  return [...wanted].reduce((count, segment) => count + Number(own.has(segment)), 0);
}

function distinct(edges: readonly StoredEdgeRow[]): StoredEdgeRow[] {
  const byKey = new Map(
    edges.map((edge) => [`${edge.kind}\0${edge.path}\0${edge.byteOffset}\0${edge.target}`, edge]),
  );
  return [...byKey.values()];
}
