// What changed between two generations: files and symbols. A rename is a deletion and an addition.

import { z } from "zod";
import { changedFiles, changedSymbols } from "../query/mod.ts";
import { fields, filterFields } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const changes = operation({
  kind: "changes",
  summary: "list what changed since the generation before",
  example: "changes",
  schema: z.strictObject({
    kind: z.literal("changes"),
    before_fingerprint: fields.fingerprint.optional().describe(
      "A kept generation; the previous one by default.",
    ),
    limit: filterFields.limit.unwrap().default(50),
    path_prefix: filterFields.path_prefix,
    language: filterFields.language,
  }),
  positionals: [],
  flags: [{
    name: "before-fingerprint",
    field: "before_fingerprint",
    value: "text",
    help: "a kept generation; the previous one by default",
  }],
  answer: async (context, request) => {
    const filter = filterOf(request);
    const view = context.view(filter);
    const before = await context.before(request.before_fingerprint ?? null, filter);
    const files = changedFiles(before.view, view);
    const side = (change: string) => change === "deleted" ? "before" as const : "after" as const;
    const sideView = (which: "before" | "after") => which === "before" ? before.view : view;
    const items = [
      ...files.map(({ path, change }) =>
        item({ kind: "file", change, path, generation: side(change) }, [
          cite(sideView(side(change)), path, side(change)),
        ])
      ),
      ...changedSymbols(before.view, view, files).map(({ symbol, change, side: which, signatureChanged }) =>
        item({
          ...symbolFieldsOf(symbol),
          ...headOf(symbol),
          change,
          generation: which,
          ...signatureChanged && { signature_changed: true },
        }, [cite(sideView(which), symbol.path, which)])
      ),
    ];
    return { answer: answerOf({ operation: "changes", view, items, limit: request.limit }), before };
  },
});
