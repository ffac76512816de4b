// Precision and recall of imports, bases and references, against the sites that are no calls. Pure.

import { type Answers, isAnswer } from "./calls.ts";
import type { EdgeLine, TruthLine } from "./lines.ts";
import { has, type Truth } from "./truth.ts";

export const OTHER_KINDS = ["imports", "inherits", "references"] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];

export interface OtherScore {
  readonly right: number;
  readonly wrong: number;
  /** Edges at no site of the truth. */
  readonly nosite: number;
  readonly sites: number;
  readonly found: number;
  readonly wrongEdges: readonly { readonly edge: EdgeLine; readonly site: TruthLine }[];
  readonly missed: readonly TruthLine[];
}

const KIND_OF_EDGE: Readonly<Record<string, OtherKind>> = {
  imports: "imports",
  inherits: "inherits",
  implements: "inherits",
  references: "references",
};
const ROLE: Readonly<Record<OtherKind, TruthLine["role"]>> = {
  imports: "import",
  inherits: "inherit",
  references: "ref",
};

/** The score of each kind of edge that is no call. */
export function scoreOthers(
  truth: Truth,
  edges: readonly EdgeLine[],
  answers: Answers,
): Record<OtherKind, OtherScore> {
  const found = new Set<TruthLine>();
  const tallies: Record<OtherKind, Tally> = { imports: tally(), inherits: tally(), references: tally() };
  for (const edge of edges) {
    if (edge.target_path === undefined || !isAnswer(edge, answers)) continue;
    const all = truth.othersAt(edge);
    const kind = kindOf(edge, all);
    if (kind === undefined) continue;
    const sites = ofKind(all, kind);
    const right = sites.filter((site) => fits(truth, edge, site));
    for (const site of right) found.add(site);
    const counts = tallies[kind];
    if (sites.length === 0) counts.nosite++;
    else if (right.length > 0) counts.right++;
    else counts.wrongEdges.push({ edge, site: sites[0] });
  }
  const score = (kind: OtherKind): OtherScore => {
    const sites = truth.others.filter(({ role }) => role === ROLE[kind]);
    const missed = sites.filter((site) => !found.has(site));
    const { right, nosite, wrongEdges } = tallies[kind];
    const counts = { sites: sites.length, found: sites.length - missed.length };
    return { right, wrong: wrongEdges.length, nosite, ...counts, wrongEdges, missed };
  };
  return { imports: score("imports"), inherits: score("inherits"), references: score("references") };
}

interface Tally {
  right: number;
  nosite: number;
  readonly wrongEdges: { edge: EdgeLine; site: TruthLine }[];
}

const tally = (): Tally => ({ right: 0, nosite: 0, wrongEdges: [] });

/** A component in JSX is a call to us and a reference to the compilers. */
function kindOf(edge: EdgeLine, sites: readonly TruthLine[]): OtherKind | undefined {
  if (edge.kind === "calls" && sites.some((site) => has(site, "jsx"))) return "references";
  return KIND_OF_EDGE[edge.kind];
}

/** The sites of the edge's own kind; where there are none, whatever stands there. */
function ofKind(sites: readonly TruthLine[], kind: OtherKind): readonly TruthLine[] {
  const same = sites.filter(({ role }) => kind === "references" ? role !== "import" : role === ROLE[kind]);
  return same.length > 0 ? same : sites;
}

/** A module or package is met by any line of its file, a package by any file of its folder. */
function fits(truth: Truth, edge: EdgeLine, site: TruthLine): boolean {
  if (truth.fits(edge, site)) return true;
  const isModule = site.def_kind === "module" || site.def_kind === "package";
  if (isModule && edge.target_path === site.def_path) return true;
  return site.def_kind === "package" && folderOf(edge.target_path!) === site.def_path;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}
