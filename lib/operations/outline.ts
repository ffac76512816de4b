// A file's symbols as an editor's outline shows them: nested, in order of place.

import { z } from "zod";
import { LSP_KINDS } from "../model/mod.ts";
import { indexedFile, type StoredSymbol } from "../query/mod.ts";
import { fields, filterFields, headShape, itemSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { lspRange, lspRanges } from "./lsp_ranges.ts";
import { cite, headOf, item, symbolFieldsOf } from "./items.ts";
import { answerOf, fileLimits, filterOf, pathOf } from "./shared.ts";

export const outline = operation({
  kind: "outline",
  summary: "list a file's symbols in order, with their nesting",
  example: "outline src/app.py",
  counted: ["symbols", "of"],
  schema: () =>
    z.strictObject({
      kind: z.literal("outline"),
      path: fields.path(),
      lsp: z.boolean().default(false).describe("Tell ranges in units of the language server protocol too."),
      limit: filterFields().limit,
    }),
  items: () =>
    itemSchema({
      lsp_kind: z.int().min(1).max(26).describe("SymbolKind of the language server protocol."),
      depth: z.int().min(0),
      parent: z.string().nullable().describe("symbol_id of what contains it."),
      range: lspRange().optional().describe(
        "All of it; lines and UTF-16 characters from 0, where `lsp` is asked for.",
      ),
      selection_range: lspRange().optional().describe("Its name."),
      ...headShape(),
    }),
  positionals: [{ name: "path", field: "path", required: true }],
  flags: [{
    name: "lsp",
    field: "lsp",
    value: "switch",
    help: "with ranges of the language server protocol",
  }],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, {}));
    const { path } = indexedFile(view, pathOf(context, view, request.path));
    const all = view.reader.symbols.inFile(path).filter(({ kind }) => kind !== "file");
    const rangeOf = request.lsp ? lspRanges(view.sourceOf(path)) : null;
    const depths = depthsOf(all);
    const items = all.map((symbol) => {
      const value = {
        ...symbolFieldsOf(symbol),
        lsp_kind: LSP_KINDS[symbol.kind],
        depth: depths.get(symbol.number),
        parent: symbol.parent < 0 ? null : view.symbol(symbol.parent).id,
        ...rangeOf !== null && {
          range: rangeOf(symbol.startByte, symbol.endByte),
          selection_range: rangeOf(symbol.nameStart, symbol.nameEnd),
        },
        ...headOf(symbol),
      };
      return item(value, [cite(view, symbol.path)]);
    });
    const limitations = fileLimits(view, path);
    return { answer: answerOf({ operation: "outline", view, items, limit: request.limit, limitations }) };
  },
});

/** How deep each symbol of a file is nested in others of it. */
export function depthsOf(inFile: readonly StoredSymbol[]): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  for (const { kind, number, parent } of inFile) {
    if (kind !== "file") depths.set(number, (depths.get(parent) ?? -1) + 1);
  }
  return depths;
}
