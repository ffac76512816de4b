// Import cycles, each with the imports that close it. Imports of types alone count as well.

import { z } from "zod";
import { fileSymbol, type ImportCycle, importCycles, type View } from "../query/mod.ts";
import { filterFields, type ItemForm, itemSchema, type RankedItem, relationShape } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, relationOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const cycles = operation({
  kind: "cycles",
  summary: "list files that import each other in a circle",
  example: "cycles --path-prefix src/",
  counted: ["import cycles", ""],
  schema: () => z.strictObject({ kind: z.literal("cycles"), ...filterFields() }),
  items: () =>
    itemSchema({
      files_in_group: z.int().min(1).describe("Files that reach each other by imports."),
      relations: z.array(
        z.strictObject({ ...relationShape(), to: z.string().describe("The imported file.") }),
      )
        .describe("A shortest cycle."),
      group: z.array(z.string()).optional().describe("All files of the group, where they fit."),
    }),
  positionals: [],
  flags: [],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const found = importCycles(view);
    return {
      answer: answerOf({
        operation: "cycles",
        view,
        items: found.map((cycle) => cycleItem(view, cycle)),
        limit: request.limit,
        narrow: { request, paths: found.map(({ files }) => files[0]) },
      }),
    };
  },
});

/** The group's first file with a shortest cycle, and the other files of the group as far as they fit. */
function cycleItem(view: View, { files, imports }: ImportCycle): RankedItem {
  return function* (): Iterable<ItemForm> {
    const cites = imports.map(({ path }) => cite(view, path));
    const head = {
      ...symbolFieldsOf(fileSymbol(view, files[0])),
      files_in_group: files.length,
      relations: imports.map((edge) => ({ ...relationOf(edge), to: view.symbol(edge.target).path })),
    };
    const own = cite(view, files[0]);
    yield {
      value: { ...head, group: [...files] },
      cites: [own, ...cites, ...files.map((path) => cite(view, path))],
    };
    yield { value: head, cites: [own, ...cites] };
  };
}
