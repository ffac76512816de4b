// A task-shaped question to definitions, relationships and source.

import { z } from "zod";
import { explore as ask } from "../query/mod.ts";
import { filterFields, type RankedItem } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, relationOf, symbolFieldsOf, symbolWithSource } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const explore = operation({
  kind: "explore",
  summary: "answer a question about the code with definitions, relationships and source",
  example: 'explore "how are blueprints registered"',
  schema: z.strictObject({
    kind: z.literal("explore"),
    query: z.string().min(1).max(8_192).describe("What you want to know or do."),
    path_prefix: filterFields.path_prefix,
    language: filterFields.language,
    min_confidence: filterFields.min_confidence,
  }),
  positionals: [{ name: "question", field: "query", required: true }],
  flags: [],
  answer: async (context, request) => {
    const view = context.view(filterOf(request));
    const { seeds, candidates, edges, total, boundaryEdges } = ask(view, request.query);
    const byNumber = new Map([...seeds, ...candidates].map((symbol) => [symbol.number, symbol]));
    // What relates them comes before bodies: it is short, and says where to look.
    const items: RankedItem[] = [
      ...seeds.slice(0, 1).map((symbol) => symbolWithSource(context, view, symbol, { part: "seed" })),
      ...candidates.map((symbol) => {
        const links = edges.filter(({ source, target }) =>
          source === symbol.number || target === symbol.number
        );
        const value = {
          ...symbolFieldsOf(symbol),
          ...headOf(symbol),
          part: "related",
          relations: links.slice(0, 2).map((edge) => ({
            from: byNumber.get(edge.source)!.qualifiedName,
            to: byNumber.get(edge.target)!.qualifiedName,
            ...relationOf(edge),
          })),
        };
        return item(value, [
          cite(view, symbol.path),
          ...links.slice(0, 2).map(({ path }) => cite(view, path)),
        ]);
      }),
    ];
    items.splice(
      1,
      0,
      ...seeds.slice(1).map((symbol) => symbolWithSource(context, view, symbol, { part: "seed" })),
    );
    const next = seeds.length === 0
      ? { hint: "No symbol shares a word with the question: try map, or other words." }
      : { operation: { kind: "callers", symbol: `${seeds[0].path}#${seeds[0].qualifiedName}` } };
    const limitations = [
      limitation("boundary_edges", boundaryEdges),
      limitation("more_matches", Math.max(0, total - seeds.length)),
    ];
    return {
      answer: answerOf({ operation: "explore", view, items, limit: items.length, limitations, next }),
    };
  },
});
