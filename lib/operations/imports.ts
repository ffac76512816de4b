// What a file imports, or who imports it.

import { z } from "zod";
import { importsOf, indexedFile } from "../query/mod.ts";
import { fields, filterFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, item, limitation, missOf, relationOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const imports = operation({
  kind: "imports",
  summary: "list what a file imports, or who imports it",
  example: "imports src/app.py --direction importers",
  schema: z.strictObject({
    kind: z.literal("imports"),
    path: fields.path,
    direction: z.enum(["imports", "importers"]).default("imports"),
    ...filterFields,
  }),
  positionals: [{ name: "path", field: "path", required: true }],
  flags: [{
    name: "direction",
    field: "direction",
    value: "text",
    help: "what it imports, or who imports it",
    choices: ["imports", "importers"],
  }],
  answer: async (context, request) => {
    const view = context.view(filterOf(request));
    indexedFile(view, request.path);
    const { related, boundaryEdges } = importsOf(view, request.path, request.direction);
    const outside = request.direction === "importers"
      ? []
      : view.reader.edges.unresolvedInFile(request.path).filter(({ role }) => role === "import");
    const items = [
      ...related.map(({ symbol, edge }) =>
        item({ ...symbolFieldsOf(symbol), relation: relationOf(edge) }, [
          cite(view, symbol.path),
          cite(view, edge.path),
        ])
      ),
      ...outside.map((miss) => item({ path: miss.path, unverified: missOf(miss) }, [cite(view, miss.path)])),
    ];
    const limitations = [limitation("boundary_edges", boundaryEdges)];
    return { answer: answerOf({ operation: "imports", view, items, limit: request.limit, limitations }) };
  },
});
