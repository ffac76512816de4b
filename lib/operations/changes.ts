// What changed between two generations: files and symbols. A rename is a deletion and an addition; where Git says that it was
// one, the two files name each other.

import { z } from "zod";
import { type Change, fileSymbol, type StoredSymbol, type View } from "../query/mod.ts";
import {
  filterFields,
  flag,
  generation,
  headShape,
  itemSchema,
  type JsonObject,
  type RankedItem,
} from "../wire/mod.ts";
import {
  beforeFields,
  beforeFlags,
  compare,
  comparisonLimits,
  ofOneBefore,
  wantedBefore,
} from "./comparison.ts";
import { type Before, operation } from "./context.ts";
import { cite, headOf, item, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

export const changes = operation({
  kind: "changes",
  summary: "list what changed since the generation before, or since a commit",
  example: "changes --base HEAD~3",
  counted: ["changes", "since"],
  schema: () =>
    ofOneBefore(z.strictObject({
      kind: z.literal("changes"),
      ...beforeFields(),
      limit: filterFields().limit.unwrap().default(50),
      path_prefix: filterFields().path_prefix,
      language: filterFields().language,
    })),
  items: () => itemSchema(changeShape()),
  positionals: [],
  flags: beforeFlags,
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const comparison = await compare(context, view, wantedBefore(request));
    const { before, files, symbols } = comparison;
    const renamed = renamesOf(before);
    const viewOf = (side: Side) => side === "before" ? before.view : view;
    const items = [
      ...files.map(({ path, change }) => {
        const side = change === "deleted" ? "before" : "after";
        return changedItem(viewOf(side), fileSymbol(viewOf(side), path), change, side, renamed(path, change));
      }),
      ...symbols.map(({ symbol, change, side, signatureChanged }) =>
        changedItem(viewOf(side), symbol, change, side, signatureChanged ? SIGNATURE_CHANGED : {})
      ),
    ];
    return {
      answer: answerOf({
        operation: "changes",
        view,
        items,
        limit: request.limit,
        limitations: comparisonLimits(context, comparison),
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
export const SIGNATURE_CHANGED: JsonObject = { signature_changed: true };

type Side = "before" | "after";

/** Schema of what a changed file or symbol says beside what every item does. */
export const changeShape = () => ({
  ...headShape(),
  change: z.enum(CHANGES),
  generation: generation(),
  signature_changed: flag(),
  renamed_from: z.string().optional().describe("The earlier path of a file that Git takes for renamed."),
  renamed_to: z.string().optional().describe("The later path of a file that Git takes for renamed."),
});

/** What Git says of a file's renaming. */
export function renamesOf({ base }: Before): (path: string, change: Change) => JsonObject {
  const from = base?.renames() ?? new Map<string, string>();
  const to = new Map([...from].map(([now, then]) => [then, now]));
  return (path, change) => {
    const [field, other] = change === "added"
      ? ["renamed_from", from.get(path)]
      : ["renamed_to", change === "deleted" ? to.get(path) : undefined];
    return other === undefined ? {} : { [field as string]: other };
  };
}

export function changedItem(
  view: View,
  symbol: StoredSymbol,
  change: Change,
  side: Side,
  extra: JsonObject = {},
): RankedItem {
  const value = { ...symbolFieldsOf(symbol), ...headOf(symbol), change, generation: side, ...extra };
  return item(value, [cite(view, symbol.path, side)]);
}
