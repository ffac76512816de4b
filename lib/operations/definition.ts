// Where a symbol is defined, with its source.

import { z } from "zod";
import { filterFields, oneSymbol, symbolFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { symbolWithSource } from "./items.ts";
import { answerOf, filterOf, requestedSymbol } from "./shared.ts";

export const definition = operation({
  kind: "definition",
  summary: "show where a symbol, or the name at a position, is defined",
  example: "definition Flask.run",
  schema: z.strictObject({
    kind: z.literal("definition"),
    ...symbolFields,
    path_prefix: filterFields.path_prefix,
    language: filterFields.language,
  }).superRefine(oneSymbol),
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(request));
    const symbol = requestedSymbol(view, request, expected);
    const doc = symbol.doc === null ? {} : { doc: symbol.doc };
    const items = [symbolWithSource(context, view, symbol, doc)];
    return { answer: answerOf({ operation: "definition", view, items, limit: 1 }) };
  },
});
