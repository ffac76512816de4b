// Which tests a change concerns: those that a path reaches, then hints. Law kept: no such list is ever said to be complete.

import { z } from "zod";
import { type AffectedTest, impactOf, testsOf, type View } from "../query/mod.ts";
import {
  filterFields,
  generation,
  headShape,
  itemSchema,
  type JsonObject,
  type Limitation,
  type RankedItem,
  witnessShape,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { affectedItem, depthField, depthFlag, impactLimits } from "./impact.ts";
import { cite, headOf, item, limitation, symbolFieldsOf } from "./items.ts";
import { ofSomeSeeds, requestedSeeds, seedFields, seedFlags, seedPositionals } from "./seeds.ts";
import { answerOf, filterOf } from "./shared.ts";

export const affectedTests = operation({
  kind: "affected_tests",
  summary: "list the tests that a change of symbols or files concerns",
  example: "affected_tests Config.from_object",
  schema: ofSomeSeeds(z.strictObject({
    kind: z.literal("affected_tests"),
    ...seedFields,
    depth: depthField(5),
    ...filterFields,
  })),
  items: affectedTest,
  positionals: seedPositionals,
  flags: [...seedFlags, depthFlag],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const seeds = await requestedSeeds(context, view, request, expected);
    const impact = impactOf(view, seeds, request.depth);
    const tests = testsOf(view, impact);
    return {
      answer: answerOf({
        operation: "affected_tests",
        view,
        items: tests.map((test) => testItem(view, test)),
        limit: request.limit,
        limitations: [...impactLimits(impact), ...testLimits(tests)],
        narrow: { request, paths: tests.map(({ test }) => test.path) },
      }),
    };
  },
});

/** Schema of a test; a hint and a test that was changed itself have no path. */
export function affectedTest() {
  const head = { ...headShape(), generation: generation().optional() };
  return z.union([
    itemSchema({
      ...head,
      reason: z.literal("reached"),
      reached: z.string().optional().describe("symbol_id of what the path ends at, inside the test."),
      ...witnessShape(),
    }),
    itemSchema({
      ...head,
      reason: z.enum(["changed", "same_name", "same_folder"]).describe(
        "same_name and same_folder are hints.",
      ),
    }),
  ]);
}

/** Hints among the tests, and that a static graph cannot know all that run. */
export function testLimits(tests: readonly AffectedTest[]): Limitation[] {
  const hints = tests.filter(({ reason }) => reason === "same_name" || reason === "same_folder").length;
  return [limitation("hints", hints), limitation("further_tests_may_be_needed", 1)];
}

export function testItem(
  view: View,
  { test, reason, reached }: AffectedTest,
  generation?: "before" | "after",
): RankedItem {
  const extra: JsonObject = { reason, ...generation !== undefined && { generation } };
  if (reached === null) {
    const value = { ...symbolFieldsOf(test), ...headOf(test), ...extra };
    return item(value, [cite(view, test.path, generation)]);
  }
  const inside = reached.symbol.number === test.number ? {} : { reached: reached.symbol.id };
  return affectedItem(view, { ...reached, symbol: test }, { ...extra, ...inside }, generation);
}
