// Every site that uses a symbol: calls, reads, imports, subclasses, overrides, decorations.

import { z } from "zod";
import { referencesTo, unboundSites } from "../query/mod.ts";
import {
  filterFields,
  itemSchema,
  ofOneSymbol,
  relatedShape,
  symbolFields,
  unverifiedSchema,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { limitation, relatedItem, relationOf, unverifiedItem } from "./items.ts";
import { answerOf, filterOf, narrowAround, requestedSymbol, selectionLimits } from "./shared.ts";

export const references = operation({
  kind: "references",
  summary: "list every site that uses a symbol",
  example: "references Config.from_object",
  counted: ["users", "of"],
  listsUnboundSites: true,
  schema: () =>
    ofOneSymbol(z.strictObject({ kind: z.literal("references"), ...symbolFields(), ...filterFields() })),
  items: () => z.union([itemSchema(relatedShape()), unverifiedSchema()]),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const selected = requestedSymbol(context, view, request, expected);
    const { related, boundaryEdges } = referencesTo(view, selected.symbol);
    const unbound = unboundSites(view, selected.symbol, "all");
    const items = [
      ...related.map(({ symbol, edges }) => relatedItem(view, symbol, {}, edges, relationOf)),
      ...unbound.map((miss) => unverifiedItem(view, miss)),
    ];
    const paths = [...related.map(({ symbol }) => symbol.path), ...unbound.map(({ path }) => path)];
    return {
      answer: answerOf({
        operation: "references",
        view,
        items,
        limit: request.limit,
        limitations: [
          ...selectionLimits(view, selected),
          limitation("boundary_edges", boundaryEdges),
          limitation("unbound_sites", unbound.length),
        ],
        narrow: narrowAround(view, selected.symbol, request, paths),
      }),
    };
  },
});
