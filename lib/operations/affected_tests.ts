// Which tests a change concerns: those that a path reaches, then hints. Law kept: no such list is ever said to be complete.

import { z } from "zod";
import {
  type AffectedTest,
  byFile,
  HINTS,
  TESTS_DEPTH,
  testsOf,
  testsOfChanges,
  type View,
} from "../query/mod.ts";
import {
  count,
  filterFields,
  generation,
  headShape,
  itemSchema,
  type JsonObject,
  type Limitation,
  type RankedItem,
  witnessShape,
} from "../wire/mod.ts";
import { baseField, baseFlag, compare, comparisonLimits, wantedBefore } from "./comparison.ts";
import { type Context, operation, type Outcome } from "./context.ts";
import { affectedItem, depthField, depthFlag, type Detail, impactLimits, summed } from "./impact.ts";
import { cite, headOf, item, limitation, symbolFieldsOf } from "./items.ts";
import { ofSomeSeeds, requestedSeeds, sameSeeds, seedFields, seedFlags, seedPositionals } from "./seeds.ts";
import { answerOf, type AnswerParts, filterOf } from "./shared.ts";

const GRAINS = ["test", "file"] as const;
const byFlag = {
  name: "by",
  field: "by",
  value: "text",
  choices: GRAINS,
  help: "each test, or each file of tests once",
} as const;

export const affectedTests = operation({
  kind: "affected_tests",
  summary: "list the tests that a change of symbols or files concerns, or all changes since a commit",
  example: "affected_tests Config.from_object",
  counted: ["tests", "for"],
  schema: () =>
    ofSomeSeeds(z.strictObject({
      kind: z.literal("affected_tests"),
      ...seedFields(),
      base: baseField(),
      depth: depthField(TESTS_DEPTH, TESTS_DEPTH),
      by: z.enum(GRAINS).default("test").describe(
        "file: each file of tests once, with how many of its tests are concerned.",
      ),
      ...filterFields(),
    })),
  items: affectedTest,
  positionals: seedPositionals,
  flags: [...seedFlags, baseFlag, depthFlag, byFlag],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    if (request.base !== undefined) {
      return await testsSince(context, view, { ...request, base: request.base });
    }
    const seeds = await requestedSeeds(context, view, request, expected);
    const { tests, impact } = testsOf(view, seeds, request.depth);
    return {
      answer: answerOf({
        operation: "affected_tests",
        view,
        items: itemsOf(tests.map((found) => ({ found })), () => view, request),
        limit: request.limit,
        limitations: [...impactLimits(impact), ...testLimits(tests)],
        ...nextOf(sameSeeds(view, request, seeds), request.by, tests),
      }),
    };
  },
});

interface SinceRequest extends JsonObject {
  readonly base: string;
  readonly depth: number;
  readonly by: (typeof GRAINS)[number];
  readonly limit: number;
}

/** The tests that what changed since a commit concerns. */
async function testsSince(context: Context, view: View, request: SinceRequest): Promise<Outcome> {
  const comparison = await compare(context, view, wantedBefore(request));
  const { before, files, symbols } = comparison;
  const { tests, impacts } = testsOfChanges(before.view, view, files, symbols, request.depth);
  const found = tests.map((one) => one.found);
  return {
    answer: answerOf({
      operation: "affected_tests",
      view,
      items: itemsOf(tests, ({ side }) => side === "before" ? before.view : view, request),
      limit: request.limit,
      limitations: [
        ...summed([impacts.before, impacts.after]),
        ...comparisonLimits(context, comparison),
        ...testLimits(found),
      ],
      ...nextOf(request, request.by, found),
    }),
    before,
  };
}

/** Where not all is told: the files, where they are fewer than the tests, else what lies in one place. */
function nextOf(
  request: JsonObject,
  by: SinceRequest["by"],
  tests: readonly AffectedTest[],
): Pick<AnswerParts, "narrow" | "nextIfCut"> {
  const paths = tests.map(({ test }) => test.path);
  return by === "test" && new Set(paths).size < paths.length
    ? { nextIfCut: { operation: { ...request, by: "file" } } }
    : { narrow: { request, paths } };
}

interface Told {
  readonly found: AffectedTest;
  readonly side?: "before" | "after";
}

function itemsOf<T extends Told>(
  tests: readonly T[],
  viewOf: (one: T) => View,
  { by, limit }: Pick<SinceRequest, "by" | "limit">,
): RankedItem[] {
  const told = by === "file" ? byFile(tests, viewOf) : tests.map((one) => ({ ...one, tests: 0 }));
  return told.map((one, rank) =>
    testItem(viewOf(one), one.found, {
      ...one.side !== undefined && { generation: one.side },
      more: one.tests > 0 ? { test_count: one.tests } : {},
      detail: detailAt(rank, Math.min(told.length, limit)),
    })
  );
}

/** Schema of a test; a hint and a test that was changed itself have no path. */
export function affectedTest() {
  return z.union(affectedTestItems({}));
}

export function affectedTestItems<S extends z.ZodRawShape>(shape: S) {
  const head = {
    ...headShape(),
    ...shape,
    generation: generation().optional(),
    test_count: count().optional().describe(
      "How many tests of the file are concerned, where files are asked for.",
    ),
  };
  return [
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
  ] as const;
}

/** Hints among the tests, and that a static graph cannot know all that run. */
export function testLimits(tests: readonly AffectedTest[]): Limitation[] {
  const hints = tests.filter(({ reason }) => HINTS.has(reason)).length;
  return [limitation("hints", hints), limitation("further_tests_may_be_needed", 1)];
}

/** Where many tests are told, which they are matters more than each step to each of them. */
function detailAt(rank: number, told: number): Detail {
  return told <= FEW || rank < 3 ? "full" : "ends";
}
const FEW = 8;

interface TestForm {
  readonly generation?: "before" | "after";
  readonly more?: JsonObject;
  readonly detail?: Detail;
}

export function testItem(
  view: View,
  { test, reason, reached }: AffectedTest,
  { generation, more = {}, detail = "full" }: TestForm,
): RankedItem {
  const extra: JsonObject = { ...more, reason, ...generation !== undefined && { generation } };
  if (reached === null) {
    const value = { ...symbolFieldsOf(test), ...headOf(test), ...extra };
    return item(value, [cite(view, test.path, generation)]);
  }
  const inside = reached.symbol.number === test.number ? {} : { reached: reached.symbol.id };
  return affectedItem(view, { ...reached, symbol: test }, { ...extra, ...inside }, generation, detail);
}
