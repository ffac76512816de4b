// A branch as its reviewer wants to see it: what changed, which tests to run, what may break, and what could not be known, in
// one answer. Law kept: each of the three has its share of the room, so that a long list of one never hides the others.

import { z } from "zod";
import {
  type Breaks,
  breaksOf,
  type ConcernedTests,
  rankedChanges,
  type ReviewedChange,
  TESTS_DEPTH,
  testsOfChanges,
  unboundSitesOfChanges,
  type View,
} from "../query/mod.ts";
import {
  count,
  filterFields,
  generation,
  headShape,
  itemSchema,
  type JsonObject,
  LIMIT,
  type Limitation,
  type RankedItem,
  witnessShape,
} from "../wire/mod.ts";
import { affectedTestItems, testItem, testLimits } from "./affected_tests.ts";
import { changedItem, changeShape, renamesOf, SIGNATURE_CHANGED } from "./changes.ts";
import { baseField, baseFlag, compare, type Comparison, comparisonLimits } from "./comparison.ts";
import { operation } from "./context.ts";
import { affectedItem, depthField, depthFlag, summed } from "./impact.ts";
import { limitation } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const review = operation({
  kind: "review",
  summary: "review a branch: what changed, which tests to run, what may break",
  example: "review --base main",
  counted: ["findings", "against"],
  schema: () =>
    z.strictObject({
      kind: z.literal("review"),
      base: baseField().describe(
        "What HEAD is to be merged into; a remote's default branch by default. It is compared with where HEAD left it.",
      ),
      depth: depthField(2),
      ...filterFields(),
    }),
  items: () =>
    z.union([
      itemSchema({ part: z.literal("change"), ...changeShape(), symbols: count().optional() }),
      ...affectedTestItems({ part: z.literal("test") }),
      itemSchema({ part: z.literal("impact"), ...headShape(), generation: generation(), ...witnessShape() }),
    ]),
  positionals: [],
  flags: [baseFlag, depthFlag],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const wanted = { by: "commit", revision: request.base ?? null, fromMergeBase: true } as const;
    const comparison = await compare(context, view, wanted);
    const { before, files, symbols } = comparison;
    const changes = rankedChanges(before.view, view, files, symbols);
    const concerned = testsOfChanges(before.view, view, files, symbols, TESTS_DEPTH);
    const breaks = breaksOf(before.view, view, files, symbols, request.depth);
    const viewOf = (side: "before" | "after") => side === "before" ? before.view : view;
    const parts: RankedItem[][] = [
      changes.map((one) => changeItem(comparison, one)),
      mixed(concerned.tests).map(({ side, found }) =>
        testItem(viewOf(side), found, { generation: side, more: { part: "test" }, detail: "brief" })
      ),
      breaks.affected.map(({ side, found }) =>
        affectedItem(viewOf(side), found, { part: "impact", generation: side }, side, "brief")
      ),
    ];
    const { items, rest } = shared(parts, request.limit);
    // Files that came or went are told as one: their symbols are in `changes`.
    const isFolded = changes.some((one) => (one.symbols ?? 0) > 0);
    const next = nextOf(request, before.commit!, isFolded ? "changes" : null);
    return {
      answer: answerOf({
        operation: "review",
        view,
        items,
        limit: request.limit,
        limitations: [
          ...comparisonLimits(context, comparison),
          ...unknowns(view, comparison, concerned, breaks),
        ],
        next,
        nextIfCut: nextOf(request, before.commit!, WHOLE[rest.indexOf(Math.max(...rest))]),
      }),
      before,
    };
  },
});

/** The operations that tell each part whole. */
const WHOLE = ["changes", "affected_tests", "impact_changes"] as const;

/** One part alone, by the very commit that was compared with. */
function nextOf(request: JsonObject, commit: string, kind: (typeof WHOLE)[number] | null): JsonObject | null {
  if (kind === null) return null;
  const { path_prefix, language, min_confidence } = request;
  const operation = {
    kind,
    base: commit,
    ...path_prefix !== undefined && { path_prefix },
    ...language !== undefined && { language },
    ...min_confidence !== undefined && kind !== "changes" && { min_confidence },
    limit: LIMIT.most,
  };
  return { operation };
}

/** Reached tests and changed ones in turn: whoever changed a test knows of it. Hints follow. */
function mixed(tests: ConcernedTests["tests"]): ConcernedTests["tests"] {
  const of = (...reasons: string[]) => tests.filter(({ found }) => reasons.includes(found.reason));
  const [reached, changed] = [of("reached"), of("changed")];
  const longer = Math.max(reached.length, changed.length);
  const turns = Array.from({ length: longer }, (_, at) => [reached[at], changed[at]]);
  return [...turns.flat().filter((one) => one !== undefined), ...of("same_name", "same_folder")];
}

/** How much of the room each part may take where all of them have more. */
const SHARES = [2, 2, 1];

/** The parts one after the other, each within its share of what is shown; what one leaves free the others take. */
function shared(parts: readonly RankedItem[][], limit: number): { items: RankedItem[]; rest: number[] } {
  const all = SHARES.reduce((sum, share) => sum + share, 0);
  const rooms = parts.map((part, at) => Math.min(part.length, Math.floor(limit * SHARES[at] / all)));
  let free = limit - rooms.reduce((sum, room) => sum + room, 0);
  parts.forEach((part, at) => {
    const more = Math.min(free, part.length - rooms[at]);
    rooms[at] += more;
    free -= more;
  });
  const items = [
    ...parts.flatMap((part, at) => part.slice(0, rooms[at])),
    ...parts.flatMap((part, at) => part.slice(rooms[at])),
  ];
  return { items, rest: parts.map((part, at) => part.length - rooms[at]) };
}

function changeItem({ before, view }: Comparison, { change, symbols }: ReviewedChange): RankedItem {
  const { symbol, side } = change;
  const extra = {
    part: "change",
    ...change.signatureChanged && SIGNATURE_CHANGED,
    ...symbols !== null && { symbols },
    ...symbol.kind === "file" && renamesOf(before)(symbol.path, change.change),
  };
  return changedItem(side === "before" ? before.view : view, symbol, change.change, side, extra);
}

/** What nobody can tell from the two graphs. */
function unknowns(
  view: View,
  { files, symbols }: Comparison,
  { tests, impacts }: ConcernedTests,
  breaks: Breaks,
): Limitation[] {
  const changed = files.filter(({ change }) => change !== "deleted")
    .map(({ path }) => view.reader.files.byPath(path)?.status);
  const having = (status: string) => changed.filter((one) => one === status).length;
  return [
    ...summed([impacts.before, impacts.after, ...breaks.impacts]),
    ...testLimits(tests.map(({ found }) => found)),
    limitation("unbound_sites", unboundSitesOfChanges(view, symbols)),
    limitation("partly_parsed", having("partial")),
    limitation("not_parsed", having("failed")),
  ];
}
