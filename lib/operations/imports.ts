// What a file imports, or who imports it.

import { z } from "zod";
import { importsOf, indexedFile } from "../query/mod.ts";
import { fields, filterFields, itemSchema, relatedShape, unverifiedSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { limitation, relatedItem, relationOf, unverifiedItem } from "./items.ts";
import { answerOf, fileLimits, filterOf, pathOf } from "./shared.ts";

export const imports = operation({
  kind: "imports",
  summary: "list what a file imports, or who imports it",
  example: "imports src/app.py --direction importers",
  counted: ({ direction }) => [direction === "importers" ? "importers" : "imports", "of"],
  listsUnboundSites: true,
  schema: () =>
    z.strictObject({
      kind: z.literal("imports"),
      path: fields.path(),
      direction: z.enum(["imports", "importers"]).default("imports").describe(
        "What it imports, or who imports it.",
      ),
      ...filterFields(),
    }),
  items: () => z.union([itemSchema(relatedShape()), unverifiedSchema()]),
  positionals: [{ name: "path", field: "path", required: true }],
  flags: [{
    name: "direction",
    field: "direction",
    value: "text",
    help: "what it imports, or who imports it",
    choices: ["imports", "importers"],
  }],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const { path } = indexedFile(view, pathOf(context, view, request.path));
    const { related, boundaryEdges } = importsOf(view, path, request.direction);
    const outside = request.direction === "importers" || !view.admits(path)
      ? []
      : view.reader.edges.unresolvedInFile(path).filter(({ role }) => role === "import");
    const items = [
      ...related.map(({ symbol, edges }) => relatedItem(view, symbol, {}, edges, relationOf)),
      ...outside.map((miss) => unverifiedItem(view, miss)),
    ];
    return {
      answer: answerOf({
        operation: "imports",
        view,
        items,
        limit: request.limit,
        limitations: [
          ...fileLimits(view, path),
          limitation("boundary_edges", boundaryEdges),
          limitation("unbound_sites", outside.length),
        ],
        narrow: { request: { ...request, path }, paths: related.map(({ symbol }) => symbol.path) },
      }),
    };
  },
});
