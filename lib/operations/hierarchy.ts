// Super- and subtypes of a type, overridden and overriding members of a member: one step each way.

import { z } from "zod";
import { hierarchyOf } from "../query/mod.ts";
import { filterFields, oneSymbol, symbolFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, relationOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf, requestedSymbol } from "./shared.ts";

export const hierarchy = operation({
  kind: "hierarchy",
  summary: "list super- and subtypes, or overridden and overriding members",
  example: "hierarchy Scaffold",
  schema: z.strictObject({ kind: z.literal("hierarchy"), ...symbolFields, ...filterFields }).superRefine(
    oneSymbol,
  ),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(request));
    const symbol = requestedSymbol(view, request, expected);
    const up = hierarchyOf(view, symbol, "up");
    const down = hierarchyOf(view, symbol, "down");
    const shown = [
      ...up.related.map((one) => ({ ...one, direction: "up" })),
      ...down.related.map((one) => ({ ...one, direction: "down" })),
    ];
    const items = shown.map(({ symbol: other, edge, direction }) =>
      item({ ...symbolFieldsOf(other), ...headOf(other), direction, relation: relationOf(edge) }, [
        cite(view, other.path),
        cite(view, edge.path),
      ])
    );
    const limitations = [limitation("boundary_edges", up.boundaryEdges + down.boundaryEdges)];
    return { answer: answerOf({ operation: "hierarchy", view, items, limit: request.limit, limitations }) };
  },
});
