// What changed between two generations: files and symbols. A rename is a deletion and an addition.

import { z } from "zod";
import {
  type Change,
  changedFiles,
  changedSymbols,
  fileSymbol,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import {
  fields,
  filterFields,
  flag,
  generation,
  headShape,
  itemSchema,
  type RankedItem,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, item, limitation, symbolFieldsOf } from "./items.ts";
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
  items: () =>
    itemSchema({
      ...headShape(),
      change: z.enum(CHANGES),
      generation: generation(),
      signature_changed: flag(),
    }),
  positionals: [],
  flags: [{
    name: "before-fingerprint",
    field: "before_fingerprint",
    value: "text",
    help: "a kept generation; the previous one by default",
  }],
  answer: async (context, request) => {
    const filter = filterOf(context, request);
    const view = context.view(filter);
    const before = await context.before(request.before_fingerprint ?? null, filter);
    const files = changedFiles(before.view, view);
    const symbols = changedSymbols(before.view, view, files);
    const viewOf = (side: Side) => side === "before" ? before.view : view;
    const items = [
      ...files.map(({ path, change }) => {
        const side = change === "deleted" ? "before" : "after";
        return changedItem(viewOf(side), fileSymbol(viewOf(side), path), change, side);
      }),
      ...symbols.map(({ symbol, change, side, signatureChanged }) =>
        changedItem(viewOf(side), symbol, change, side, signatureChanged)
      ),
    ];
    const isOtherCommit = before.commit !== context.observed.commit;
    return {
      answer: answerOf({
        operation: "changes",
        view,
        items,
        limit: request.limit,
        limitations: [limitation("commit_changed", isOtherCommit ? 1 : 0)],
        narrow: {
          request,
          paths: [...files.map(({ path }) => path), ...symbols.map(({ symbol }) => symbol.path)],
        },
      }),
      before,
    };
  },
});

const CHANGES = ["added", "modified", "deleted"] as const satisfies Change[];

type Side = "before" | "after";

function changedItem(
  view: View,
  symbol: StoredSymbol,
  change: Change,
  side: Side,
  signatureChanged = false,
): RankedItem {
  const value = {
    ...symbolFieldsOf(symbol),
    ...headOf(symbol),
    change,
    generation: side,
    ...signatureChanged && { signature_changed: true },
  };
  return item(value, [cite(view, symbol.path, side)]);
}
