// Every site that uses a symbol: calls, reads, imports, subclasses, decorations.

import { z } from "zod";
import { referencesTo, unboundSites } from "../query/mod.ts";
import { filterFields, oneSymbol, symbolFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, item, limitation, missOf, relationOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf, requestedSymbol } from "./shared.ts";

export const references = operation({
  kind: "references",
  summary: "list every site that uses a symbol",
  example: "references Config.from_object",
  schema: z.strictObject({ kind: z.literal("references"), ...symbolFields, ...filterFields }).superRefine(
    oneSymbol,
  ),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(request));
    const symbol = requestedSymbol(view, request, expected);
    const { related, boundaryEdges } = referencesTo(view, symbol);
    const unbound = unboundSites(view, symbol);
    const items = [
      ...related.map(({ edge, symbol: user }) =>
        item({ ...symbolFieldsOf(user), relation: relationOf(edge) }, [
          cite(view, edge.path),
          cite(view, user.path),
        ])
      ),
      ...unbound.map((miss) => {
        const user = view.symbol(miss.source);
        return item({ ...symbolFieldsOf(user), unverified: missOf(miss) }, [cite(view, miss.path)]);
      }),
    ];
    const limitations = [
      limitation("boundary_edges", boundaryEdges),
      limitation("unbound_sites", unbound.length),
    ];
    return { answer: answerOf({ operation: "references", view, items, limit: request.limit, limitations }) };
  },
});
