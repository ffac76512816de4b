// Where a symbol is defined, with its source. At a reference: what it is bound to, each target with the edge that says so,
// or why it was not bound.

import { addTo } from "../model/mod.ts";
import { z } from "zod";
import {
  type Selected,
  type Selector,
  selectSymbol,
  standingAt,
  type StoredEdge,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import {
  filterFields,
  headShape,
  itemSchema,
  type Limitation,
  ofOneSymbol,
  quoted,
  type RankedItem,
  relation,
  symbolFields,
  unverifiedSchema,
} from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { limitation, relationOf, symbolWithSource, unverifiedItem } from "./items.ts";
import { answerOf, filterOf, requestedSelector, selectionLimits } from "./shared.ts";

export const definition = operation({
  kind: "definition",
  summary: "show where a symbol, or the name at a position, is defined",
  example: "definition --path src/app.py --line 12 --column 4",
  counted: ["definitions", "of"],
  listsUnboundSites: true,
  schema: () =>
    ofOneSymbol(z.strictObject({
      kind: z.literal("definition"),
      ...symbolFields(),
      path_prefix: filterFields().path_prefix,
      language: filterFields().language,
      min_confidence: filterFields().min_confidence,
    })),
  items: () =>
    z.union([
      itemSchema({
        ...headShape(),
        doc: z.string().optional(),
        relations: z.array(relation()).optional().describe("What binds the name at the position to it."),
        source: quoted().optional(),
      }),
      unverifiedSchema(),
    ]),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const selector = requestedSelector(context, view, request, expected);
    const { items, limitations } = atReference(context, view, selector) ??
      named(context, view, selectSymbol(view, selector));
    return { answer: answerOf({ operation: "definition", view, items, limit: items.length, limitations }) };
  },
});

interface Defined {
  readonly items: readonly RankedItem[];
  readonly limitations: readonly Limitation[];
}

function named(context: Context, view: View, selected: Selected): Defined {
  const isInside = view.admits(selected.symbol.path);
  return {
    items: isInside ? [defined(context, view, selected.symbol, [])] : [],
    limitations: [...selectionLimits(view, selected), limitation("outside_filter", isInside ? 0 : 1)],
  };
}

/** What the reference at a position is bound to; null where there is none. */
function atReference(context: Context, view: View, selector: Selector): Defined | null {
  if (selector.by !== "position" || selector.column === null) return null;
  const { declared, edges, unbound } = standingAt(view, { ...selector, column: selector.column });
  if (declared !== null || edges.length + unbound.length === 0) return null;
  const targets = new Map<StoredSymbol, StoredEdge[]>();
  let boundaryEdges = 0;
  for (const edge of edges) {
    const target = view.symbol(edge.target);
    if (view.sees(edge, target)) addTo(targets, target, edge);
    else boundaryEdges++;
  }
  const misses = edges.length > 0 ? [] : unbound.filter(({ path }) => view.admits(path));
  return {
    items: [
      ...[...targets].map(([target, own]) => defined(context, view, target, own)),
      ...misses.map((miss) => unverifiedItem(view, miss)),
    ],
    limitations: [limitation("boundary_edges", boundaryEdges), limitation("unbound_sites", misses.length)],
  };
}

function defined(
  context: Context,
  view: View,
  symbol: StoredSymbol,
  edges: readonly StoredEdge[],
): RankedItem {
  const extra = {
    ...symbol.doc !== null && { doc: symbol.doc },
    ...edges.length > 0 && { relations: edges.map(relationOf) },
  };
  return symbolWithSource(context, view, symbol, extra, edges.map(({ path }) => path));
}
