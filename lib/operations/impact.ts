// What a change of some symbols or files may reach, each with a witness path.

import { z } from "zod";
import { type Affected, type Impact, impactOf, type ImpactStep, type View } from "../query/mod.ts";
import {
  filterFields,
  headShape,
  type ItemForm,
  itemSchema,
  type JsonObject,
  type Limitation,
  type RankedItem,
  witnessShape,
} from "../wire/mod.ts";
import { operation } from "./context.ts";
import { cite, headOf, limitation, relationOf, symbolFieldsOf } from "./items.ts";
import { ofSomeSeeds, requestedSeeds, sameSeeds, seedFields, seedFlags, seedPositionals } from "./seeds.ts";
import { answerOf, filterOf } from "./shared.ts";
import { walkLimits } from "./walks.ts";

export const depthField = (steps: number, most = 5) =>
  z.int().min(1).max(most).default(steps).describe("How many steps to follow.");
export const depthFlag = {
  name: "depth",
  field: "depth",
  value: "integer",
  help: "how many steps to follow, at least 1",
} as const;

export const impact = operation({
  kind: "impact",
  summary: "list what a change of symbols or files may break",
  example: "impact Config.from_object --depth 3",
  counted: ["symbols that may break", "with"],
  schema: () =>
    ofSomeSeeds(z.strictObject({
      kind: z.literal("impact"),
      ...seedFields(),
      depth: depthField(2),
      ...filterFields(),
    })),
  items: () => itemSchema({ ...headShape(), ...witnessShape() }),
  positionals: seedPositionals,
  flags: [...seedFlags, depthFlag],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const seeds = await requestedSeeds(context, view, request, expected);
    const found = impactOf(view, seeds, request.depth);
    return {
      answer: answerOf({
        operation: "impact",
        view,
        items: found.affected.map((affected) => affectedItem(view, affected)),
        total: found.affected.length + found.unvisited,
        limit: request.limit,
        limitations: impactLimits(found),
        narrow: {
          request: sameSeeds(view, request, seeds),
          paths: found.affected.map(({ symbol }) => symbol.path),
        },
      }),
    };
  },
});

/** What every answer about reach has to say of its walk. */
export function impactLimits(impact: Impact): Limitation[] {
  return [
    ...walkLimits({ ...impact, reached: [] }),
    limitation("module_granularity", impact.affected.filter(({ isCoarse }) => isCoarse).length),
  ];
}

/** Limits of two walks as one. */
export function summed(impacts: readonly Impact[]) {
  const limits = new Map<string, ReturnType<typeof impactLimits>[number]>();
  for (const limit of impacts.flatMap(impactLimits)) {
    const known = limits.get(limit.code);
    limits.set(limit.code, known === undefined ? limit : { ...limit, count: known.count + limit.count });
  }
  return [...limits.values()];
}

/** How much of a path is told at first: every step with what bound it, every step, or the steps at its two ends. */
export type Detail = "full" | "brief" | "ends";

/** An affected symbol with its path, in as much detail as is wanted and fits. */
export function affectedItem(
  view: View,
  affected: Affected,
  extra: JsonObject = {},
  generation?: "before" | "after",
  detail: Detail = "full",
): RankedItem {
  return function* (): Iterable<ItemForm> {
    const { symbol } = affected;
    const rest = {
      ...symbolFieldsOf(symbol),
      ...headOf(symbol),
      ...extra,
      distance: affected.distance,
      weakest: affected.weakest,
      ...affected.isCoarse && { granularity: granularityOf(affected.path) },
    };
    const form = (path: readonly ImpactStep[], isWhole: boolean, more: JsonObject = {}): ItemForm => ({
      value: { ...rest, witness: witnessOf(view, path, isWhole), ...more },
      cites: [symbol.path, ...path.map(({ edge }) => edge.path)].map((one) => cite(view, one, generation)),
    });
    const { path } = affected;
    const leftOut = path.length - 2;
    if (detail === "full") yield form(path, true);
    if (detail !== "ends" || leftOut < 1) yield form(path, false);
    if (leftOut >= 1) yield form([path[0], path.at(-1)!], false, { steps_left_out: leftOut });
  };
}

function granularityOf(path: readonly ImpactStep[]): "module" | "owner" {
  return path.some(({ note }) => note === "module") ? "module" : "owner";
}

/** The witness path, from the changed symbol outwards. */
export function witnessOf(view: View, path: readonly ImpactStep[], isWhole: boolean): JsonObject[] {
  return path.map(({ edge, near, far, note, confidence }) => {
    const { via, ...relation } = relationOf(edge);
    return {
      ...relation,
      ...isWhole && { via },
      from: view.symbol(far).id,
      to: view.symbol(near).id,
      ...note === "module" ? { granularity: "module" } : note !== null && { note },
      ...confidence !== edge.confidence && { step_confidence: confidence },
    };
  });
}
