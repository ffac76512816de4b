// Symbols by a question: exact names first, then segments, then full text.

import { z } from "zod";
import { LSP_KINDS, type SymbolKind } from "../model/mod.ts";
import { searchSymbols, TIERS } from "../query/mod.ts";
import { filterFields, headShape, itemSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

const KINDS = Object.keys(LSP_KINDS) as [SymbolKind, ...SymbolKind[]];

export const symbols = operation({
  kind: "symbols",
  summary: "find symbols by name, words or path",
  example: "symbols parseConfig --limit 5",
  counted: ["symbols", "for"],
  schema: () =>
    z.strictObject({
      kind: z.literal("symbols"),
      query: z.string().min(1).max(8_192).describe("A name, several words, or a path."),
      kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional().describe(
        "Only symbols of these kinds.",
      ),
      ...filterFields(),
    }),
  items: () => itemSchema({ ...headShape(), match: z.enum(TIERS).describe("How it fits, best first.") }),
  positionals: [{ name: "query", field: "query", required: true }],
  flags: [{ name: "kinds", field: "kinds", value: "list", help: "only these kinds, separated by commas" }],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const { found, total } = searchSymbols(view, request.query, request.kinds ?? null);
    return {
      answer: answerOf({
        operation: "symbols",
        view,
        items: found.map(({ symbol, tier }) =>
          item({ ...symbolFieldsOf(symbol), ...headOf(symbol), match: tier }, [cite(view, symbol.path)])
        ),
        total,
        limit: request.limit,
        next: total === 0 ? { operation: { kind: "explore", query: request.query } } : null,
        narrow: { request, paths: found.map(({ symbol }) => symbol.path) },
      }),
    };
  },
});
