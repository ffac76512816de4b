// A task-shaped question to definitions, relationships and source.

import { z } from "zod";
import {
  explore as ask,
  type Explored,
  fileSymbol,
  nameAlone,
  type StoredEdge,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import {
  count,
  filterFields,
  headShape,
  itemSchema,
  type JsonObject,
  moreSites,
  quoted,
  type RankedItem,
  relationShape,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, relationOf, symbolFieldsOf, symbolWithSource } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const explore = operation({
  kind: "explore",
  summary: "answer a question about the code with definitions, relationships and source",
  example: 'explore "how are blueprints registered"',
  counted: ["finds", "for"],
  schema: () =>
    z.strictObject({
      kind: z.literal("explore"),
      query: z.string().min(1).max(8_192).describe("What you want to know or do."),
      path_prefix: filterFields().path_prefix,
      language: filterFields().language,
      min_confidence: filterFields().min_confidence,
    }),
  items: () => {
    const between = z.strictObject({ from: z.string(), to: z.string(), ...relationShape() });
    return z.union([
      itemSchema({
        ...headShape(),
        part: z.enum(["seed", "related"]),
        relations: z.array(between).optional(),
        more_sites: moreSites(),
      }),
      itemSchema({ ...headShape(), part: z.literal("source"), source: quoted().optional() }),
      itemSchema({
        part: z.literal("place").describe("A file to look at, for a broad question."),
        matches: count(),
        names: z.array(z.string()),
      }),
    ]);
  },
  positionals: [{ name: "question", field: "query", required: true }],
  flags: [],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const found = ask(view, request.query);
    const { seeds, candidates, places } = found;
    const related = candidates.map((symbol) => linkedItem(view, symbol, found, "related"));
    // Signatures and the nearest relations come before bodies: they are short, and say where to look.
    const items: RankedItem[] = [
      ...seeds.map((symbol) => seedItem(view, symbol, found)),
      ...places.map((place) => placeItem(view, place)),
      ...related.slice(0, RELATED_FIRST),
      ...apart(seeds).map((symbol) =>
        symbolWithSource(context, view, symbol, { part: "source" }, [], BODY_BYTES)
      ),
      ...related.slice(RELATED_FIRST),
    ];
    const limitations = [
      limitation("boundary_edges", found.boundaryEdges),
      limitation("more_matches", Math.max(0, found.total - seeds.length)),
      limitation("walk_edges", found.isCut ? 1 : 0),
    ];
    const next = nextOf(view, found);
    return {
      answer: answerOf({ operation: "explore", view, items, limit: items.length, limitations, next }),
    };
  },
});

/** Sites that an item about a related symbol tells. */
const SITES_TOLD = 1;
/** Related symbols that are told before source. */
const RELATED_FIRST = 5;
/** Source of one seed: no more, so that the next has room too. */
const BODY_BYTES = [3_072, 1_536, 512];

function linksOf(symbol: StoredSymbol, { edges }: Explored): StoredEdge[] {
  return edges.filter(({ source, target }) => source === symbol.number || target === symbol.number);
}

function seedItem(view: View, symbol: StoredSymbol, found: Explored): RankedItem {
  const seeds = new Set(found.seeds.map(({ number }) => number));
  const among = found.edges.filter(({ source, target }) => seeds.has(source) && seeds.has(target));
  return linkedItem(view, symbol, { ...found, edges: among }, "seed");
}

/** A symbol with the first of the edges that relate it to the others. */
function linkedItem(view: View, symbol: StoredSymbol, found: Explored, part: string): RankedItem {
  const links = linksOf(symbol, found);
  const shown = links.slice(0, SITES_TOLD);
  const more = links.length - shown.length;
  const value = {
    ...symbolFieldsOf(symbol),
    ...headOf(symbol),
    part,
    ...shown.length > 0 && {
      relations: shown.map((edge) => ({
        from: view.symbol(edge.source).qualifiedName,
        to: view.symbol(edge.target).qualifiedName,
        ...relationOf(edge),
      })),
    },
    ...more > 0 && { more_sites: more },
  };
  return item(value, [cite(view, symbol.path), ...shown.map(({ path }) => cite(view, path))]);
}

function placeItem(view: View, { path, matches, best }: Explored["places"][number]): RankedItem {
  const names = best.map(({ qualifiedName }) => qualifiedName);
  const value = { ...symbolFieldsOf(fileSymbol(view, path)), part: "place", matches, names };
  return item(value, [cite(view, path)]);
}

/** Symbols whose source is not within that of another of them. */
function apart(symbols: readonly StoredSymbol[]): StoredSymbol[] {
  return symbols.filter((symbol, at) =>
    !symbols.some((other, place) => {
      const holds = other.path === symbol.path && other.startLine <= symbol.startLine &&
        symbol.endLine <= other.endLine;
      const isSame = other.startLine === symbol.startLine && other.endLine === symbol.endLine;
      return place !== at && holds && (!isSame || place < at);
    })
  );
}

/** Who calls the best find; for a broad question, what is in the first place; without any find, the map. */
function nextOf(view: View, { seeds, places }: Explored): JsonObject {
  if (seeds.length === 0) return { operation: { kind: "map" } };
  if (places.length > 0) {
    return { operation: { kind: "map", level: "skeleton", path_prefix: places[0].path } };
  }
  return { operation: { kind: "callers", ...nameAlone(view, seeds[0]) } };
}
