// Super- and subtypes of a type, overridden and overriding members of a member, to a depth.

import { z } from "zod";
import { walkTypes } from "../query/mod.ts";
import { filterFields, itemSchema, ofOneSymbol, relatedShape, symbolFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { relatedItem, relationOf } from "./items.ts";
import { answerOf, filterOf, narrowAround, requestedSymbol, selectionLimits } from "./shared.ts";
import { walkLimits } from "./walks.ts";

export const hierarchy = operation({
  kind: "hierarchy",
  summary: "list super- and subtypes, or overridden and overriding members",
  example: "hierarchy Scaffold --depth 2",
  counted: ["super- and subtypes, or overrides,", "of"],
  schema: () =>
    ofOneSymbol(z.strictObject({
      kind: z.literal("hierarchy"),
      ...symbolFields(),
      depth: z.int().min(1).max(5).default(1).describe("How many steps to follow."),
      ...filterFields(),
    })),
  items: () => itemSchema({ ...relatedShape(), direction: z.enum(["up", "down"]), distance: z.int().min(1) }),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [{ name: "depth", field: "depth", value: "integer", help: "how many steps to follow, 1 to 5" }],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const selected = requestedSymbol(context, view, request, expected);
    const walks = (["up", "down"] as const).map((direction) => ({
      direction,
      walk: walkTypes(view, selected.symbol, direction, request.depth),
    }));
    const reached = walks.flatMap(({ direction, walk }) =>
      walk.reached.map((one) => ({ ...one, direction }))
    );
    const items = reached.map(({ symbol, distance, steps, direction }) =>
      relatedItem(view, symbol, { direction, distance }, steps.map(({ edge }) => edge), relationOf)
    );
    return {
      answer: answerOf({
        operation: "hierarchy",
        view,
        items,
        total: walks.reduce((sum, { walk }) => sum + walk.unvisited, items.length),
        limit: request.limit,
        limitations: [
          ...selectionLimits(view, selected),
          ...summed(walks.flatMap(({ walk }) => walkLimits(walk))),
        ],
        narrow: narrowAround(view, selected.symbol, request, reached.map(({ symbol }) => symbol.path)),
      }),
    };
  },
});

type Limits = ReturnType<typeof walkLimits>;

/** Limits of one code as one. */
function summed(limits: Limits): Limits {
  const byCode = new Map<string, Limits[number]>();
  for (const limit of limits) {
    const before = byCode.get(limit.code);
    byCode.set(limit.code, before === undefined ? limit : { ...limit, count: limit.count + before.count });
  }
  return [...byCode.values()];
}
