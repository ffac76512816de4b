// Precision and recall of the call edges of an export. Pure. Precision counts edges at sites whose answer is known; recall
// counts sites whose target is a function, method, class or constructor of the repository.

import type { EdgeLine, TruthLine } from "./lines.ts";
import { has, type Truth } from "./truth.ts";
import { isRight, judge, type Verdict } from "./verdict.ts";

/** Which edges count as an answer: those that are proved, or those that are bound at all, proved or inferred. */
export const ANSWERS = ["static", "bound"] as const;
export type Answers = (typeof ANSWERS)[number];

export function isAnswer(edge: EdgeLine, answers: Answers): boolean {
  return edge.resolution === "resolved_static" || (answers === "bound" && edge.confidence === "heuristic");
}

export interface Precision {
  readonly right: number;
  readonly wrong: number;
}

export interface Recall {
  readonly sites: number;
  readonly found: number;
}

/** An edge that is wrong, and the site that says so. */
export interface WrongEdge {
  readonly edge: EdgeLine;
  readonly verdict: Verdict;
  readonly site: TruthLine | null;
}

export interface CallScore {
  readonly precision: Precision;
  readonly recall: Recall;
  /** By shape of the receiver. */
  readonly precisionByShape: ReadonlyMap<string, Precision>;
  /** By group of sites; shapes are `recv …`. */
  readonly recallByGroup: ReadonlyMap<string, Recall>;
  /** Every judged edge that is an answer. */
  readonly verdicts: ReadonlyMap<Verdict, number>;
  /** Edges at no site of the truth that lie in a file of which the truth knows other sites. */
  readonly nositeInKnownFiles: number;
  readonly wrong: readonly WrongEdge[];
  readonly missed: readonly TruthLine[];
}

const COUNTED_KINDS = new Set(["function", "method", "class", "constructor"]);
const TEST_PATH =
  /(^|\/)(tests?|__tests__|testdata|spec|testing)\/|(^|\/)(test_[^/]*|conftest)\.py$|_test\.go$|\.(test|spec|test-d)\.[cm]?[jt]sx?$/;

/** Whether a call site counts for recall. */
export function isCounted(site: TruthLine): boolean {
  return site.role === "call" && COUNTED_KINDS.has(site.def_kind ?? "") && !has(site, "conflict") &&
    !has(site, "dts");
}

/** The score of one way to count answers. */
export function scoreCalls(truth: Truth, edges: readonly EdgeLine[], answers: Answers): CallScore {
  const tally = new Tally();
  const seen = new Set<string>();
  for (const edge of edges) {
    if (edge.kind !== "calls" || edge.target_path === undefined || !isAnswer(edge, answers)) continue;
    const { path, line, col, name, target_path, target_line, resolution } = edge;
    const key = [path, line, col ?? "", name, target_path, target_line, resolution].join("|");
    if (seen.has(key)) continue;
    seen.add(key);
    tally.add(truth, edge);
  }
  return tally.score(truth);
}

class Tally {
  readonly #verdicts = new Map<Verdict, number>();
  readonly #byShape = new Map<string, { right: number; wrong: number }>();
  readonly #found = new Set<TruthLine>();
  readonly #wrong: WrongEdge[] = [];
  #right = 0;
  #nositeInKnownFiles = 0;

  add(truth: Truth, edge: EdgeLine): void {
    const { verdict, site } = judge(truth, edge);
    this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + 1);
    if (verdict === "nosite" && truth.speaksOf(edge.path)) this.#nositeInKnownFiles++;
    const right = isRight(verdict);
    if (right === null) return;
    const shape = site?.recv ?? "?";
    const counts = this.#byShape.get(shape) ?? { right: 0, wrong: 0 };
    this.#byShape.set(shape, counts);
    if (!right) {
      counts.wrong++;
      this.#wrong.push({ edge, verdict, site });
      return;
    }
    counts.right++;
    this.#right++;
    for (const one of truth.callsAt(edge)) {
      if (one.role === "call" && truth.fits(edge, one)) this.#found.add(one);
    }
  }

  score(truth: Truth): CallScore {
    const groups = new Map<string, { sites: number; found: number }>();
    const missed: TruthLine[] = [];
    const recall = { sites: 0, found: 0 };
    for (const site of truth.calls) {
      const isFound = this.#found.has(site);
      for (const group of groupsOf(site)) count(groups, group, isFound);
      if (!isCounted(site)) continue;
      recall.sites++;
      if (isFound) recall.found++;
      else missed.push(site);
    }
    return {
      precision: { right: this.#right, wrong: this.#wrong.length },
      recall,
      precisionByShape: this.#byShape,
      recallByGroup: groups,
      verdicts: this.#verdicts,
      nositeInKnownFiles: this.#nositeInKnownFiles,
      wrong: this.#wrong,
      missed,
    };
  }
}

function count(groups: Map<string, { sites: number; found: number }>, group: string, isFound: boolean): void {
  const counts = groups.get(group) ?? { sites: 0, found: 0 };
  groups.set(group, counts);
  counts.sites++;
  if (isFound) counts.found++;
}

/** The groups in which a call site is told apart; those that do not count for recall have one of their own. */
function groupsOf(site: TruthLine): string[] {
  if (site.role !== "call" || has(site, "conflict")) return [];
  if (!isCounted(site)) {
    return [has(site, "dts") ? "(not counted) target in .d.ts" : "(not counted) via field/variable/property"];
  }
  const groups = [
    `recv ${site.recv ?? "?"}`,
    `kind ${site.def_kind}`,
    has(site, "nested") ? "target nested in a function" : "target not nested",
    site.def_path === site.path ? "same file" : "cross file",
    TEST_PATH.test(site.path) ? "site in tests" : "site not in tests",
  ];
  if (has(site, "iface")) groups.push("target is interface/abstract");
  if (site.flags?.some((flag) => flag.startsWith("decorator"))) groups.push("decorator");
  if (has(site, "new") || site.def_kind === "class") groups.push("instantiation");
  return groups;
}
