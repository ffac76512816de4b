// Definitions that nothing in the repository reaches, with how far that claim goes.

import { z } from "zod";
import { unusedSymbols } from "../query/mod.ts";
import { filterFields, headShape, itemSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const unused = operation({
  kind: "unused",
  summary: "list definitions that nothing in the repository reaches",
  example: "unused --path-prefix src/",
  counted: ["definitions that nothing reaches", ""],
  schema: () =>
    z.strictObject({
      kind: z.literal("unused"),
      limit: filterFields().limit,
      path_prefix: filterFields().path_prefix,
      language: filterFields().language,
    }),
  items: () =>
    itemSchema({
      ...headShape(),
      exported: z.boolean(),
      unbound_sites: z.int().min(1).optional().describe("Sites of its name that were not bound."),
    }),
  positionals: [],
  flags: [],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const found = unusedSymbols(view);
    const items = found.map(({ symbol, unboundSites }) =>
      item({
        ...symbolFieldsOf(symbol),
        ...headOf(symbol),
        exported: symbol.exported,
        ...unboundSites > 0 && { unbound_sites: unboundSites },
      }, [cite(view, symbol.path)])
    );
    return {
      answer: answerOf({
        operation: "unused",
        view,
        items,
        limit: request.limit,
        limitations: [
          limitation("may_be_used_from_outside", found.filter(({ symbol }) => symbol.exported).length),
          limitation("named_by_unbound_sites", found.filter(({ unboundSites }) => unboundSites > 0).length),
          limitation("dynamic_use_is_not_seen", found.length),
          limitation("walk_time", view.isOver() ? 1 : 0),
        ],
        narrow: { request, paths: found.map(({ symbol }) => symbol.path) },
      }),
    };
  },
});
