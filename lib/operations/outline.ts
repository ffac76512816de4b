// A file's symbols as an editor's outline shows them: nested, in order of place.

import { z } from "zod";
import { LSP_KINDS } from "../model/mod.ts";
import { indexedFile } from "../query/mod.ts";
import { fields, filterFields, headShape, itemSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf } from "./items.ts";
import { answerOf, fileLimits, filterOf, pathOf } from "./shared.ts";

export const outline = operation({
  kind: "outline",
  summary: "list a file's symbols in order, with their nesting",
  example: "outline src/app.py",
  counted: ["symbols", "of"],
  schema: z.strictObject({ kind: z.literal("outline"), path: fields.path, limit: filterFields.limit }),
  items: () =>
    itemSchema({
      lsp_kind: z.int().min(1).max(26).describe("SymbolKind of the language server protocol."),
      depth: z.int().min(0),
      parent: z.string().nullable().describe("symbol_id of what contains it."),
      ...headShape(),
    }),
  positionals: [{ name: "path", field: "path", required: true }],
  flags: [],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, {}));
    const { path } = indexedFile(view, pathOf(context, view, request.path));
    const all = view.reader.symbols.inFile(path).filter(({ kind }) => kind !== "file");
    const depths = new Map<number, number>();
    const items = all.map((symbol) => {
      const depth = (depths.get(symbol.parent) ?? -1) + 1;
      depths.set(symbol.number, depth);
      const value = {
        ...symbolFieldsOf(symbol),
        lsp_kind: LSP_KINDS[symbol.kind],
        depth,
        parent: symbol.parent < 0 ? null : view.symbol(symbol.parent).id,
        ...headOf(symbol),
      };
      return item(value, [cite(view, symbol.path)]);
    });
    const limitations = fileLimits(view, path);
    return { answer: answerOf({ operation: "outline", view, items, limit: request.limit, limitations }) };
  },
});
