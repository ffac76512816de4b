// What the changes between two generations may break, and the tests they concern. Laws kept: what was is looked up in the
// earlier graph, what is in the later one, and the two are never joined; every item says which.

import { z } from "zod";
import {
  changedFiles,
  type ChangedSymbol,
  changedSymbols,
  fileSymbol,
  type Impact,
  impactOf,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import { fields, filterFields, generation, headShape, itemSchema, witnessShape } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { affectedItem, depthField, depthFlag, impactLimits } from "./impact.ts";
import { limitation } from "./items.ts";
import { answerOf, filterOf, pathOf } from "./shared.ts";

type Side = "before" | "after";

export const impactChanges = operation({
  kind: "impact_changes",
  summary: "list what the changes since an earlier generation may break",
  example: "impact_changes --paths src/config.py",
  schema: z.strictObject({
    kind: z.literal("impact_changes"),
    before_fingerprint: fields.fingerprint.optional().describe(
      "A kept generation; the previous one by default.",
    ),
    paths: z.array(fields.path).min(1).max(100).optional().describe("Only changes in these files."),
    depth: depthField(2),
    ...filterFields,
  }),
  items: () => itemSchema({ ...headShape(), generation: generation(), ...witnessShape() }),
  positionals: [],
  flags: [
    {
      name: "before-fingerprint",
      field: "before_fingerprint",
      value: "text",
      help: "a kept generation; the previous one by default",
    },
    {
      name: "paths",
      field: "paths",
      value: "list",
      help: "only changes in these files, separated by commas",
    },
    depthFlag,
  ],
  answer: async (context, request) => {
    const filter = filterOf(context, request);
    const view = context.view(filter);
    const before = await context.before(request.before_fingerprint ?? null, filter);
    const paths = request.paths?.map((path) => pathOf(context, view, path)) ?? null;
    const sides = changedSides(before.view, view, paths);
    const found = (["before", "after"] as const).map((side) => {
      const own = side === "before" ? before.view : view;
      return { side, view: own, impact: impactOf(own, sides[side], request.depth) };
    });
    const affected = found.flatMap(({ side, view, impact }) =>
      impact.affected.map((one) => ({ side, view, one }))
    );
    return {
      answer: answerOf({
        operation: "impact_changes",
        view,
        items: affected.map(({ side, view, one }) => affectedItem(view, one, { generation: side }, side)),
        total: found.reduce((sum, { impact }) => sum + impact.affected.length + impact.unvisited, 0),
        limit: request.limit,
        limitations: [
          ...summed(found.map(({ impact }) => impact)),
          limitation("commit_changed", before.commit !== context.observed.commit ? 1 : 0),
        ],
        narrow: { request, paths: affected.map(({ one }) => one.symbol.path) },
      }),
      before,
    };
  },
});

/** What changed, as it was and as it is; files that hold no symbol that changed stand for themselves. */
export function changedSides(
  before: View,
  after: View,
  paths: readonly string[] | null,
): Record<Side, StoredSymbol[]> {
  const files = changedFiles(before, after).filter(({ path }) => paths === null || paths.includes(path));
  const symbols = changedSymbols(before, after, files);
  const sides: Record<Side, StoredSymbol[]> = { before: [], after: [] };
  const put = (side: Side, symbol: StoredSymbol | null) => {
    if (symbol !== null) sides[side].push(symbol);
  };
  for (const change of symbols) {
    put("before", change.change === "added" ? null : asItWas(before, change));
    put("after", change.change === "deleted" ? null : change.symbol);
  }
  const told = new Set(symbols.map(({ symbol }) => symbol.path));
  for (const { path, change } of files) {
    if (told.has(path) && change === "modified") continue;
    if (change !== "added") put("before", fileSymbol(before, path));
    if (change !== "deleted") put("after", fileSymbol(after, path));
  }
  return sides;
}

function asItWas(before: View, { symbol, side }: ChangedSymbol): StoredSymbol | null {
  return side === "before" ? symbol : before.reader.symbols.byId(symbol.id);
}

/** Limits of two walks as one. */
function summed(impacts: readonly Impact[]) {
  const limits = new Map<string, ReturnType<typeof impactLimits>[number]>();
  for (const limit of impacts.flatMap(impactLimits)) {
    const known = limits.get(limit.code);
    limits.set(limit.code, known === undefined ? limit : { ...limit, count: known.count + limit.count });
  }
  return [...limits.values()];
}
