// What the changes between two generations may break, and the tests they concern. Laws kept: what was is looked up in the
// earlier graph, what is in the later one, and the two are never joined; every item says which.

import { z } from "zod";
import { changedSides, impactOf } from "../query/mod.ts";
import { fields, filterFields, generation, headShape, itemSchema, witnessShape } from "../wire/mod.ts";
import {
  beforeFields,
  beforeFlags,
  compare,
  comparisonLimits,
  ofOneBefore,
  wantedBefore,
} from "./comparison.ts";
import { operation } from "./context.ts";
import { affectedItem, depthField, depthFlag, summed } from "./impact.ts";
import { answerOf, filterOf, pathOf } from "./shared.ts";

export const impactChanges = operation({
  kind: "impact_changes",
  summary: "list what the changes since an earlier generation or a commit may break",
  example: "impact_changes --paths src/config.py",
  counted: ({ paths }) => ["symbols that may break by changes", paths === undefined ? "since" : "in"],
  schema: () =>
    ofOneBefore(z.strictObject({
      kind: z.literal("impact_changes"),
      ...beforeFields(),
      paths: z.array(fields.path()).min(1).max(100).optional().describe("Only changes in these files."),
      depth: depthField(2),
      ...filterFields(),
    })),
  items: () => itemSchema({ ...headShape(), generation: generation(), ...witnessShape() }),
  positionals: [],
  flags: [
    ...beforeFlags,
    {
      name: "paths",
      field: "paths",
      value: "list",
      help: "only changes in these files, separated by commas",
    },
    depthFlag,
  ],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const paths = request.paths?.map((path) => pathOf(context, view, path)) ?? null;
    const comparison = await compare(context, view, wantedBefore(request), paths);
    const { before, files, symbols } = comparison;
    const sides = changedSides(before.view, view, files, symbols);
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
          ...comparisonLimits(context, comparison),
        ],
        narrow: { request, paths: affected.map(({ one }) => one.symbol.path) },
      }),
      before,
    };
  },
});
