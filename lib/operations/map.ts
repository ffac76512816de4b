// The repository at a glance: folders, the most central symbols, or those with their source.

import { z } from "zod";
import { centralSymbols, folderMap, type View } from "../query/mod.ts";
import { filterFields, type RankedItem } from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf, symbolWithSource } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const map = operation({
  kind: "map",
  summary: "show the repository at a glance",
  example: "map --depth 3 --level skeleton",
  schema: z.strictObject({
    kind: z.literal("map"),
    depth: z.int().min(1).max(5).default(2).describe("How many levels of folders."),
    level: z.enum(["directory", "skeleton", "source"]).default("directory"),
    ...filterFields,
    limit: filterFields.limit.unwrap().default(50),
  }),
  positionals: [],
  flags: [
    { name: "depth", field: "depth", value: "integer", help: "how many levels of folders, 1 to 5" },
    {
      name: "level",
      field: "level",
      value: "text",
      help: "folders, signatures of central symbols, or their source",
      choices: ["directory", "skeleton", "source"],
    },
  ],
  answer: async (context, request) => {
    const view = context.view(filterOf(request));
    const items = request.level === "directory"
      ? folders(view, request.depth)
      : central(context, view, request.level === "source");
    const next = request.level === "directory" ? { operation: { kind: "map", level: "skeleton" } } : null;
    return { answer: answerOf({ operation: "map", view, items, limit: request.limit, next }) };
  },
});

function folders(view: View, depth: number): RankedItem[] {
  return folderMap(view, depth).map(({ folder, files, testFiles, languages, symbols, central }) =>
    item({
      path: folder === "" ? "." : folder,
      kind: "directory",
      files,
      test_files: testFiles,
      languages,
      symbols,
      central: central.map((symbol) => ({
        kind: symbol.kind,
        qualified_name: symbol.qualifiedName,
        path: symbol.path,
        line: symbol.line,
      })),
    }, central.map((symbol) => cite(view, symbol.path)))
  );
}

function central(context: Context, view: View, withSource: boolean): RankedItem[] {
  return centralSymbols(view).map((symbol) =>
    withSource
      ? symbolWithSource(context, view, symbol, { rank: symbol.rank })
      : item({ ...symbolFieldsOf(symbol), ...headOf(symbol), rank: symbol.rank }, [cite(view, symbol.path)])
  );
}
