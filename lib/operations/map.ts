// The repository at a glance: folders, the most central symbols, or those with their source.

import { z } from "zod";
import { centralSymbols, directTests, folderMap, type StoredSymbol, type View } from "../query/mod.ts";
import {
  count,
  filterFields,
  headShape,
  itemSchema,
  plainSchema,
  quoted,
  type RankedItem,
} from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf, symbolWithSource } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const map = operation({
  kind: "map",
  summary: "show the repository at a glance",
  example: "map --depth 3 --level skeleton",
  counted: ({ level }) => [level === undefined || level === "directory" ? "folders" : "symbols", ""],
  schema: () =>
    z.strictObject({
      kind: z.literal("map"),
      depth: z.int().min(1).max(5).default(2).describe("How many levels of folders."),
      level: z.enum(["directory", "skeleton", "source"]).default("directory").describe(
        "Folders, signatures of the most central symbols, or their source.",
      ),
      ...filterFields(),
      limit: filterFields().limit.unwrap().default(50),
    }),
  items: () => z.union([folderItem(), centralItem()]),
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
    const view = context.view(filterOf(context, request));
    const { limit } = request;
    if (request.level === "directory") {
      const next = { operation: { ...request, level: "skeleton" } };
      const items = folders(view, request.depth);
      return { answer: answerOf({ operation: "map", view, items, limit, next }) };
    }
    const symbols = centralSymbols(view);
    const items = symbols.map((symbol) => central(context, view, symbol, request.level === "source"));
    const narrow = { request, paths: symbols.map(({ path }) => path) };
    return { answer: answerOf({ operation: "map", view, items, limit, narrow }) };
  },
});

const folderItem = () =>
  plainSchema({
    path: z.string().describe("The folder; . is the root."),
    kind: z.literal("directory"),
    files: count(),
    test_files: count(),
    languages: z.record(z.string(), count()).describe("Files by language."),
    symbols: count(),
    central: z.array(z.strictObject({
      kind: z.string(),
      qualified_name: z.string(),
      path: z.string(),
      line: z.int().min(1),
    })).describe("The most used symbols in it."),
  });

const centralItem = () =>
  itemSchema({
    ...headShape(),
    rank: count().describe("How central it is among all symbols."),
    tests: z.array(z.string()).optional().describe("Files with tests that use it."),
    more_tests: z.int().min(1).optional(),
    source: quoted().optional(),
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

const TESTS_SHOWN = 2;

/** A symbol with the first tests that use it. */
function central(context: Context, view: View, symbol: StoredSymbol, withSource: boolean): RankedItem {
  return () => {
    const tests = directTests(view, symbol);
    const shown = tests.slice(0, TESTS_SHOWN);
    const extra = {
      rank: symbol.rank,
      ...tests.length > 0 && { tests: shown },
      ...tests.length > shown.length && { more_tests: tests.length - shown.length },
    };
    const made = withSource
      ? symbolWithSource(context, view, symbol, extra, shown)
      : item({ ...symbolFieldsOf(symbol), ...headOf(symbol), ...extra }, [
        cite(view, symbol.path),
        ...shown.map((path) => cite(view, path)),
      ]);
    return made();
  };
}
