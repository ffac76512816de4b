// The most relevant context of one symbol for the budget: itself, its home, what it calls, who calls it.

import { z } from "zod";
import { type Packed, packOf, STRATEGIES, type View } from "../query/mod.ts";
import {
  filterFields,
  headShape,
  itemSchema,
  type JsonObject,
  moreSites,
  ofOneSymbol,
  quoted,
  type RankedItem,
  relation,
  symbolFields,
} from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { limitation, relationOf, symbolWithSource } from "./items.ts";
import { answerOf, filterOf, narrowAround, requestedSymbol, selectionLimits } from "./shared.ts";

export const pack = operation({
  kind: "pack",
  summary: "pack a symbol with the source that belongs to it",
  example: "pack Flask.make_response --strategy callees",
  counted: ["parts of the context", "of"],
  schema: () =>
    ofOneSymbol(z.strictObject({
      kind: z.literal("pack"),
      ...symbolFields(),
      strategy: z.enum(STRATEGIES).default("balanced").describe("What to tell beside the symbol."),
      ...filterFields(),
    })),
  items: () =>
    itemSchema({
      ...headShape(),
      role: z.enum(Object.keys(SIZES) as [Packed["role"], ...Packed["role"][]]),
      relations: z.array(relation()).optional(),
      more_sites: moreSites(),
      source: quoted().optional(),
    }),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [{
    name: "strategy",
    field: "strategy",
    value: "text",
    help: "what to tell beside the symbol",
    choices: STRATEGIES,
  }],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const selected = requestedSymbol(context, view, request, expected);
    const { packed, boundaryEdges } = packOf(view, selected.symbol, request.strategy);
    return {
      answer: answerOf({
        operation: "pack",
        view,
        items: packed.map((one) => packedItem(context, view, one)),
        limit: request.limit,
        limitations: [
          ...selectionLimits(view, selected),
          limitation("outside_filter", view.admits(selected.symbol.path) ? 0 : 1),
          limitation("boundary_edges", boundaryEdges),
        ],
        narrow: narrowAround(view, selected.symbol, request, packed.map(({ symbol }) => symbol.path)),
      }),
    };
  },
});

/** Relations told with an item; all of them are one `callers` away. */
const RELATIONS_SHOWN = 3;
/** The focus may take most of the budget; what stands around it is quoted shorter, and a container by its head alone. */
const SIZES: Record<Packed["role"], readonly number[]> = {
  focus: [12_000, 6_000, 2_048, 768],
  container: [],
  caller: [1_500, 600],
  callee: [1_500, 600],
  base: [1_000, 400],
  test: [1_000, 400],
};

function packedItem(context: Context, view: View, { symbol, role, edges }: Packed): RankedItem {
  const more = edges.length - RELATIONS_SHOWN;
  const extra: JsonObject = {
    role,
    ...edges.length > 0 && { relations: edges.slice(0, RELATIONS_SHOWN).map(relationOf) },
    ...more > 0 && { more_sites: more },
  };
  const sites = edges.slice(0, RELATIONS_SHOWN).map(({ path }) => path);
  return symbolWithSource(context, view, symbol, extra, sites, SIZES[role]);
}
