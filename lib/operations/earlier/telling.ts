// How verdicts are told: the items of an answer of verify, and what it says of the earlier answer as a whole.

import { z } from "zod";
import type { View } from "../../query/mod.ts";
import { isIntact, type ItemForm, type JsonObject, plainSchema, type RankedItem } from "../../wire/mod.ts";
import type { Context } from "../context.ts";
import { cite } from "../items.ts";
import { type Claim, WHATS } from "./claims.ts";
import { listOf } from "./fields.ts";
import {
  differenceSchema,
  echo,
  echoed,
  type Finding,
  type Place,
  type Reason,
  REASONS,
  type Verdict,
  VERDICTS,
} from "./verdicts.ts";

/** A claim with what was found of it. */
export interface Checked {
  readonly claim: Claim;
  readonly finding: Finding;
}

/** What is said of the answer itself. */
export function headOf({ observed, sha256 }: Context, document: JsonObject): JsonObject {
  return {
    operation: echoed(document.operation),
    checked_at: echoed(document.checked_at),
    answer_digest: isIntact(document, sha256) ? "holds" : "differs",
    fingerprint: document.fingerprint === observed.fingerprint ? "same" : "other",
    items: listOf(document.items).length,
  };
}

/** A verdict on a claim; where there is no room, without what differs. */
export function itemOf(view: View, { claim, finding }: Checked): RankedItem {
  return function* (): Iterable<ItemForm> {
    const { verdict, reason, now, differs = [], source, target } = finding;
    const value: JsonObject = {
      verdict,
      what: claim.what,
      ...claim.item !== null && { item: claim.item },
      ...claim.field !== "" && { field: echo(claim.field) },
      ...claim.generation !== undefined && { generation: claim.generation },
      ...claim.kind !== undefined && { kind: echo(claim.kind) },
      ...claim.name !== undefined && { qualified_name: echo(claim.name) },
      ...claim.path !== "" && { path: echo(claim.path) },
      ...claim.line !== null && linesOf({ ...claim, line: claim.line }),
      ...reason !== undefined && { reason },
      ...now !== undefined && { now: { path: now.path, ...linesOf(now) } },
      ...source !== undefined && { from: source },
      ...target !== undefined && { to: target },
    };
    const paths = [claim.path, ...now === undefined ? [] : [now.path]];
    const cites = paths.filter((path) => isIncluded(view, path)).map((path) => cite(view, path));
    const told = differs.map(({ field, said, now }) => ({ field, said: echoed(said), now: echoed(now) }));
    if (told.length > 0) yield { value: { ...value, differs: told }, cites };
    yield { value, cites };
  };
}

function linesOf({ line, endLine = line, column }: Omit<Place, "path">): JsonObject {
  return { start_line: line, end_line: endLine, ...column !== undefined && { column } };
}

function isIncluded({ reader }: View, path: string): boolean {
  const file = reader.files.byPath(path);
  return file !== null && file.status !== "omitted";
}

export function claimSchema() {
  const line = z.int().min(1);
  const column = z.int().min(0).optional().describe("Of a site, in UTF-8 bytes from 0.");
  const reasons = Object.keys(REASONS) as [Reason, ...Reason[]];
  return plainSchema({
    verdict: z.enum(VERDICTS),
    what: z.enum(WHATS).describe(
      "What is claimed: a relation binds a site, a site is a reference that is not bound.",
    ),
    item: z.int().min(0).optional().describe("Position of the item in the earlier answer, from 0."),
    field: z.string().optional().describe("Where in the item, or in the answer."),
    generation: z.literal("before").optional(),
    kind: z.string().optional(),
    qualified_name: z.string().optional(),
    path: z.string().optional().describe("As the earlier answer has it, and the lines."),
    start_line: line.optional(),
    end_line: line.optional(),
    column,
    reason: z.enum(reasons).optional().describe(
      reasons.map((reason) => `${reason}: ${REASONS[reason]}`).join("; "),
    ),
    now: z.strictObject({ path: z.string(), start_line: line, end_line: line, column }).optional().describe(
      "Where it stands now.",
    ),
    from: z.string().optional().describe("symbol_id of the source of the relationship that is there."),
    to: z.string().optional().describe("symbol_id of its target."),
    differs: z.array(differenceSchema()).optional().describe("What was said and is otherwise."),
  });
}

export function earlierSchema() {
  const count = z.int().min(0);
  const counts: Record<Verdict, z.ZodType> = {
    gone: count,
    changed: count,
    moved: count,
    unchecked: count,
    holds: count,
  };
  const text = z.string().nullable();
  return z.strictObject({
    operation: text,
    checked_at: text.describe("When it was answered, as it says."),
    answer_digest: z.enum(["holds", "differs"]).describe("Whether it is as it was written."),
    fingerprint: z.enum(["same", "other"]).describe("Whether it is of the generation that serves now."),
    items: count,
    claims: count,
    verdicts: z.strictObject(counts),
  });
}
