// What a ground truth says of one edge of kind `calls`. Pure. Law kept: where the compiler cannot say, nobody is judged.

import type { EdgeLine, TruthLine } from "./lines.ts";
import { has, type Truth } from "./truth.ts";

/** The verdicts, with what each means. */
export const VERDICTS = {
  right: "ends at the definition that the compiler names",
  wrong_target: "the compiler names another definition of the repository",
  wrong_external: "the compiler names something outside the repository",
  wrong_local: "the compiler names a local or a parameter",
  local_right: "ends at the local that the compiler names",
  unjudged: "the compiler cannot say, or its two indexes differ",
  at_import: "ends at the import through which the call goes",
  other_right: "no call site, but a reference, import or base that the edge has right",
  other_wrong: "no call site, but a reference, import or base that the edge has wrong",
  nosite: "the ground truth has no site here",
} as const;
export type Verdict = keyof typeof VERDICTS;

const WRONG: ReadonlySet<Verdict> = new Set(["wrong_target", "wrong_external", "wrong_local"]);

export interface Judged {
  readonly verdict: Verdict;
  /** The site that decided. */
  readonly site: TruthLine | null;
}

/** Whether a verdict counts for precision, and how. */
export function isRight(verdict: Verdict): boolean | null {
  return verdict === "right" ? true : WRONG.has(verdict) ? false : null;
}

/** Judges one edge of kind `calls` that has a target. */
export function judge(truth: Truth, edge: EdgeLine): Judged {
  const sites = truth.callsAt(edge);
  if (sites.length === 0) return judgeElsewhere(truth, edge);
  const fits = (site: TruthLine) => truth.fits(edge, site);
  const called = sites.filter(({ role }) => role === "call");
  const right = called.find(fits);
  if (right !== undefined) return { verdict: "right", site: right };
  const local = sites.find((site) => site.role === "neg" && fits(site));
  if (local !== undefined) return { verdict: "local_right", site: local };
  if (truth.endsAtItsImport(edge, sites)) return { verdict: "at_import", site: sites[0] };
  const unsure = sites.find((site) => site.role === "unk" || has(site, "conflict") || has(site, "dts"));
  if (unsure !== undefined) return { verdict: "unjudged", site: unsure };
  if (called.length > 0) return { verdict: "wrong_target", site: called[0] };
  const isLocal = sites[0].def_kind === "local" || sites[0].def_kind === "param";
  return { verdict: isLocal ? "wrong_local" : "wrong_external", site: sites[0] };
}

function judgeElsewhere(truth: Truth, edge: EdgeLine): Judged {
  const others = truth.othersAt(edge);
  const right = others.find((site) => truth.fits(edge, site));
  if (right !== undefined) return { verdict: "other_right", site: right };
  return others.length > 0 ? { verdict: "other_wrong", site: others[0] } : { verdict: "nosite", site: null };
}
