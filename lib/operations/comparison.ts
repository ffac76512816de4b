// What two generations are compared by: how a request names the earlier one, and what every comparison has to say of itself.

import { z } from "zod";
import {
  type ChangedSymbol,
  changedSymbols,
  compareFiles,
  type FileComparison,
  type View,
} from "../query/mod.ts";
import { fields, type Limitation, once } from "../wire/mod.ts";
import type { Before, BeforeWanted, Context, Flag } from "./context.ts";
import { limitation } from "./items.ts";

export const baseField = once(() =>
  fields.revision().optional().describe(
    "A commit to compare the worktree with, as Git names it: main, HEAD~3, a tag.",
  )
);
export const baseFlag: Flag = {
  name: "base",
  field: "base",
  value: "text",
  help: "compare with a commit: a branch, tag or id",
};

/** Fields that name the earlier generation. */
export const beforeFields = once(() => ({
  before_fingerprint: fields.fingerprint().optional().describe(
    "A kept generation; the previous one by default.",
  ),
  base: baseField(),
}));
export const beforeFlags: readonly Flag[] = [
  {
    name: "before-fingerprint",
    field: "before_fingerprint",
    value: "text",
    help: "a kept generation; the previous one by default",
  },
  baseFlag,
];

interface BeforeValues {
  readonly before_fingerprint?: string;
  readonly base?: string;
}

/** A request that names the earlier generation in one way at most. */
export function ofOneBefore<S extends z.ZodObject>(request: S): S {
  const message = "at most one of before_fingerprint and base";
  return request.superRefine((value, context) => {
    const { before_fingerprint, base } = value as BeforeValues;
    if (before_fingerprint === undefined || base === undefined) return;
    context.addIssue({ code: "custom", path: [], message });
  }).meta({ description: message, not: { required: ["before_fingerprint", "base"] } });
}

/** What the fields name. */
export function wantedBefore({ before_fingerprint, base }: BeforeValues): BeforeWanted {
  if (base !== undefined) return { by: "commit", revision: base, fromMergeBase: false };
  if (before_fingerprint !== undefined) return { by: "fingerprint", fingerprint: before_fingerprint };
  return { by: "previous" };
}

/** Two generations with what differs. */
export interface Comparison extends FileComparison {
  readonly before: Before;
  readonly view: View;
  readonly symbols: readonly ChangedSymbol[];
}

/** Compares the asked generation with an earlier one; `paths`: only in these files. */
export async function compare(
  context: Context,
  view: View,
  wanted: BeforeWanted,
  paths: readonly string[] | null = null,
): Promise<Comparison> {
  const before = await context.before(wanted, view.filter);
  const compared = compareFiles(before.view, view, before.base?.sameFiles ?? null);
  const files = compared.files.filter(({ path }) => paths === null || paths.includes(path));
  return { ...compared, files, before, view, symbols: changedSymbols(before.view, view, files) };
}

/** What a comparison cannot know or has to name. */
export function comparisonLimits(context: Context, comparison: Comparison): Limitation[] {
  const { before, omitted, missing, converted } = comparison;
  const isOtherCommit = before.base === null && before.commit !== context.observed.commit;
  return [
    limitation("omitted_changed", omitted),
    limitation("earlier_content_missing", missing),
    limitation("may_be_converted", converted),
    limitation("no_merge_base", before.base?.isUnrelated === true ? 1 : 0),
    limitation("commit_changed", isOtherCommit ? 1 : 0),
  ];
}
