// What can be found of a claim of an earlier answer: a verdict, why, where it stands now, and what differs. Law kept: only what
// was seen to be so holds; what nobody can see is unchecked, with its reason.

import { z } from "zod";
import type { StoredSymbol } from "../../query/mod.ts";
import { asTold, type JsonValue } from "../../wire/mod.ts";

/** In the order in which they are told. */
export const VERDICTS = ["gone", "changed", "moved", "unchecked", "holds"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is not `holds`: a closed list. */
export const REASONS = {
  no_file: "the file is not in the index",
  no_symbol: "there is no such symbol",
  no_edge: "there is no such relationship",
  no_site: "no reference of that name stands there",
  content: "the file has another content",
  text: "the text of it is another",
  declared: "it is declared in another way",
  lines: "it stands in other lines of its file",
  other_file: "it stands in another file",
  via: "a step that binds it stands elsewhere",
  bound_otherwise: "the site is bound to something else, or less or more surely",
  bound: "the reference is bound now",
  unbound: "the reference is not bound any more",
  recorded_otherwise: "the reference is not bound for another reason",
  used: "something uses it now",
  figure: "the figure or list is another",
  never_so: "it was not so in the generation or the file that the answer cites",
  contradicts_itself: "the answer contradicts itself",
  text_not_kept: "its file changed, and the earlier text is not kept",
  generation_not_kept: "the generation that it speaks of is not kept",
  not_indexed: "the file is in the worktree and left out of the index",
  no_digest: "the answer has no digest of the file",
  needs_question: "it depends on what was asked, which an answer does not hold",
  subject_unclear: "the answer does not say what it is about, and its relationships lead to several symbols",
  malformed: "it is no claim that an answer makes",
  unknown_field: "this version does not know what it says",
  time: "the time of a question was over",
} as const;
export type Reason = keyof typeof REASONS;

/** Something that was said and is otherwise. */
export interface Difference {
  readonly field: string;
  readonly said: JsonValue | undefined;
  readonly now: JsonValue | undefined;
}

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
  /** Of a site: UTF-8 bytes from 0. */
  readonly column?: number;
}

export interface Finding {
  readonly verdict: Verdict;
  readonly reason?: Reason;
  readonly now?: Place;
  readonly differs?: readonly Difference[];
  /** Ids of what a relationship binds, where it is there. */
  readonly source?: string;
  readonly target?: string;
}

export const HOLDS: Finding = { verdict: "holds" };

export function found(verdict: Verdict, reason: Reason, more: Partial<Finding> = {}): Finding {
  return { verdict, reason, ...more };
}

/** The finding of a claim that never was so: what was found now stands beside it. */
export function neverSo(finding: Finding): Finding {
  const verdict = finding.verdict === "gone" ? "gone" : "changed";
  return { ...finding, verdict, reason: "never_so" };
}

export function placeOf({ path, startLine, endLine }: StoredSymbol): Place {
  return { path, line: startLine, endLine };
}

/** A text that came is repeated up to this length. */
const ECHO_UNITS = 200;

/** A text of the earlier answer, no longer than anybody wants to read. */
export function echo(text: string): string {
  return text.length > ECHO_UNITS ? `${text.slice(0, ECHO_UNITS)}…` : text;
}

/** One value of either side, as an item tells it. */
export function echoed(value: JsonValue | undefined): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return echo(asTold(value));
  if (typeof value !== "object") return value;
  return echo(JSON.stringify(asTold(value)));
}

/** Schema of what differs. */
export function differenceSchema() {
  const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  return z.strictObject({
    field: z.string(),
    said: value.describe("Null where nothing was said of it."),
    now: value.describe("Null where there is nothing of it."),
  });
}
