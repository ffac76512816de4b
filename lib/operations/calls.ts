// Who calls a symbol and what it calls, to a depth. For callers, sites that name it and were not bound are told too.

import { z } from "zod";
import { type Reached, unboundSites, walkCalls } from "../query/mod.ts";
import type { View } from "../query/mod.ts";
import { filterFields, oneSymbol, type RankedItem, symbolFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, missOf, relationOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf, requestedSymbol } from "./shared.ts";

function callOperation(direction: "callers" | "callees", summary: string, example: string) {
  return operation({
    kind: direction,
    summary,
    example,
    schema: z.strictObject({
      kind: z.literal(direction),
      ...symbolFields,
      depth: z.int().min(1).max(5).default(1).describe("How many steps to follow."),
      ...filterFields,
    }).superRefine(oneSymbol),
    positionals: [{ name: "symbol", field: "symbol", required: false }],
    flags: [{ name: "depth", field: "depth", value: "integer", help: "how many steps to follow, 1 to 5" }],
    answer: async (context, request, expected) => {
      const view = context.view(filterOf(request));
      const symbol = requestedSymbol(view, request, expected);
      const walk = walkCalls(view, symbol, direction, request.depth);
      const unbound = direction === "callers" ? unboundSites(view, symbol) : [];
      const items = [
        ...walk.reached.map((reached) => reachedItem(view, reached)),
        ...unbound.map((miss) => {
          const value = { ...symbolFieldsOf(view.symbol(miss.source)), unverified: missOf(miss) };
          return item(value, [cite(view, miss.path)]);
        }),
      ];
      const limitations = [
        limitation("boundary_edges", walk.boundaryEdges),
        limitation("unbound_sites", unbound.length),
        limitation("walk_nodes", walk.limit === "nodes" ? 1 : 0, true),
        limitation("walk_edges", walk.limit === "edges" ? 1 : 0, true),
      ];
      return { answer: answerOf({ operation: direction, view, items, limit: request.limit, limitations }) };
    },
  });
}

/** All sites by which a symbol was reached; in the short form only the first, with a count. */
function reachedItem(view: View, { symbol, distance, edges, note }: Reached): RankedItem {
  const head = { ...symbolFieldsOf(symbol), ...headOf(symbol), distance, ...note !== null && { note } };
  const citesOf = (
    shown: typeof edges,
  ) => [cite(view, symbol.path), ...shown.map(({ path }) => cite(view, path))];
  const first = edges.slice(0, 1);
  return () => [
    { value: { ...head, relations: edges.map(relationOf) }, cites: citesOf(edges) },
    {
      value: { ...head, relations: first.map(relationOf), more_sites: edges.length - 1 },
      cites: citesOf(first),
    },
  ];
}

export const callers = callOperation("callers", "list who calls a symbol", "callers Flask.run --depth 2");
export const callees = callOperation("callees", "list what a symbol calls", "callees Flask.run");
