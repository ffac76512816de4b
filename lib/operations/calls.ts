// Who calls a symbol and what it calls, to a depth. For callers, sites that name it and were not bound are told too.

import { z } from "zod";
import { type Reached, type Step, unboundSites, type View, walkCalls } from "../query/mod.ts";
import {
  filterFields,
  itemSchema,
  type JsonObject,
  ofOneSymbol,
  type RankedItem,
  relatedShape,
  relationShape,
  symbolFields,
  unverifiedSchema,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { limitation, relatedItem, relationOf, unverifiedItem } from "./items.ts";
import { answerOf, filterOf, narrowAround, requestedSymbol, selectionLimits } from "./shared.ts";
import { walkLimits } from "./walks.ts";

type Direction = "callers" | "callees";

function callOperation(direction: Direction, summary: string, example: string) {
  return operation({
    kind: direction,
    summary,
    example,
    counted: [direction, "of"],
    listsUnboundSites: true,
    schema: () =>
      ofOneSymbol(z.strictObject({
        kind: z.literal(direction),
        ...symbolFields(),
        depth: z.int().min(1).max(5).default(1).describe("How many steps to follow."),
        ...filterFields(),
      })),
    items: () => {
      const call = z.strictObject({
        ...relationShape(),
        [direction === "callers" ? "to" : "from"]: z.string().optional().describe(
          "Where it is not the symbol asked for.",
        ),
        note: z.literal("class_call").optional().describe("The class of the constructor is called."),
      });
      return z.union([
        itemSchema({ ...relatedShape(), distance: z.int().min(1), relations: z.array(call) }),
        unverifiedSchema(),
      ]);
    },
    positionals: [{ name: "symbol", field: "symbol", required: false }],
    flags: [{ name: "depth", field: "depth", value: "integer", help: "how many steps to follow, 1 to 5" }],
    answer: async (context, request, expected) => {
      const view = context.view(filterOf(context, request));
      const selected = requestedSymbol(context, view, request, expected);
      const walk = walkCalls(view, selected.symbol, direction, request.depth);
      const unbound = direction === "callers" ? unboundSites(view, selected.symbol, "calls") : [];
      const items = [
        ...walk.reached.map((reached) => reachedItem(view, reached, direction)),
        ...unbound.map((miss) => unverifiedItem(view, miss)),
      ];
      const paths = [...walk.reached.map(({ symbol }) => symbol.path), ...unbound.map(({ path }) => path)];
      return {
        answer: answerOf({
          operation: direction,
          view,
          items,
          total: items.length + walk.unvisited,
          limit: request.limit,
          limitations: [
            ...selectionLimits(view, selected),
            ...walkLimits(walk),
            limitation("unbound_sites", unbound.length),
          ],
          narrow: narrowAround(view, selected.symbol, request, paths),
        }),
      };
    },
  });
}

function reachedItem(view: View, { symbol, distance, steps }: Reached, direction: Direction): RankedItem {
  const sites = steps.map((step) => ({ ...step, path: step.edge.path }));
  return relatedItem(view, symbol, { distance }, sites, (step) => stepOf(view, step, distance, direction));
}

/** A call; where its nearer end is not the symbol that was asked for, that end too. */
function stepOf(view: View, { edge, note }: Step, distance: number, direction: Direction): JsonObject {
  const near = direction === "callers" ? "to" : "from";
  const end = direction === "callers" ? edge.target : edge.source;
  return {
    ...relationOf(edge),
    ...(distance > 1 || note !== null) && { [near]: view.symbol(end).id },
    ...note !== null && { note },
  };
}

export const callers = callOperation("callers", "list who calls a symbol", "callers Flask.run --depth 2");
export const callees = callOperation("callees", "list what a symbol calls", "callees Flask.run");
