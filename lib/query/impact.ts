// What a change of some symbols may reach: edges walked against their direction, each reached symbol once with a witness
// path. Laws kept: of all paths the one with the surest weakest step is told, and of those a shortest; syntactic edges are
// never followed; an override is a candidate step in both directions, and so is one to what holds a symbol, where that is asked
// for; a walk is bounded and says where it stopped. Not here: which of the reached symbols are tests.

import { byUtf8, type Confidence, CONFIDENCES, type EdgeKind, isCallable } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";
import { constructedClass, MAX_EDGES, MAX_NODES, type Walk } from "./walk.ts";

/** One step of a witness path: from what is affected to what affects it. */
export interface ImpactStep {
  readonly edge: StoredEdgeRow;
  /** The symbol nearer to the change, and the one that it reaches. */
  readonly near: number;
  readonly far: number;
  /**
   * `class_call`: a caller of the class whose constructor changed; `override`: the overriding member may run in its place;
   * `overridden`: callers of the base member may reach it; `module`: an importer of the whole module; `inner`: the function
   * around it hands it out; `owner`: who has what it is a member of may call it unseen.
   */
  readonly note: "class_call" | "override" | "overridden" | "module" | "inner" | "owner" | null;
  /** Whether it stands for a whole module, or for all members of a symbol that others use by name. */
  readonly isCoarse: boolean;
  /** The step's strength, an override's being a candidate's at best. */
  readonly confidence: Confidence;
}

export interface Affected {
  readonly symbol: StoredSymbolRow;
  readonly distance: number;
  readonly weakest: Confidence;
  /** Whether the path has a coarse step. */
  readonly isCoarse: boolean;
  /** From the changed symbol outwards. */
  readonly path: readonly ImpactStep[];
}

export interface Impact extends Pick<Walk, "unvisited" | "boundaryEdges" | "limit"> {
  /** The changed symbols: what was named and what it contains. */
  readonly seeds: readonly StoredSymbolRow[];
  /** Surest first, then those that no coarse step stands between, then nearest, then those that do more than import. */
  readonly affected: readonly Affected[];
  /** Every step that was seen, by the symbol nearer to the change. */
  readonly steps: ReadonlyMap<number, readonly ImpactStep[]>;
}

/** How far a walk goes. */
export interface Reach {
  readonly nodes: number;
  readonly edges: number;
  /** Which members' owners are steps: of no member, of those that nobody is seen to use, or of all. */
  readonly owners: "none" | "of_unused" | "of_all";
}

/** What impact itself tells: users that are seen. */
const SEEN: Reach = { nodes: MAX_NODES, edges: MAX_EDGES, owners: "none" };

const USES: readonly EdgeKind[] = [
  "calls",
  "references",
  "imports",
  "inherits",
  "implements",
  "decorates",
  "handles",
];

/** What a change of the named symbols may reach within a depth. */
export function impactOf(
  view: View,
  named: readonly StoredSymbolRow[],
  depth: number,
  reach: Reach = SEEN,
): Impact {
  const seeds = expanded(view, named);
  const walk = new ImpactWalk(view, seeds, reach);
  walk.explore(depth);
  return {
    seeds,
    affected: walk.affected(depth),
    steps: walk.steps,
    unvisited: walk.unvisited,
    boundaryEdges: walk.boundaryEdges,
    limit: walk.limit,
  };
}

/** A file, package or type stands for what it contains as well; a member never for its siblings. */
function expanded(view: View, named: readonly StoredSymbolRow[]): StoredSymbolRow[] {
  const seeds = new Map<number, StoredSymbolRow>();
  const open = [...named];
  for (let symbol = open.shift(); symbol !== undefined; symbol = open.shift()) {
    if (seeds.has(symbol.number)) continue;
    seeds.set(symbol.number, symbol);
    open.push(...view.reader.edges.children(symbol.number));
  }
  return [...seeds.values()];
}

class ImpactWalk {
  readonly #view: View;
  readonly #seeds: readonly StoredSymbolRow[];
  readonly #reach: Reach;
  /** Steps away from each symbol that was visited. */
  readonly #steps = new Map<number, ImpactStep[]>();
  readonly #unvisited = new Set<number>();
  #edges = 0;
  boundaryEdges = 0;
  limit: Walk["limit"] = null;

  constructor(view: View, seeds: readonly StoredSymbolRow[], reach: Reach) {
    this.#view = view;
    this.#seeds = seeds;
    this.#reach = reach;
  }

  get steps(): ReadonlyMap<number, readonly ImpactStep[]> {
    return this.#steps;
  }

  get unvisited(): number {
    return this.#unvisited.size;
  }

  /** Reads the edges around the seeds, nearest first, until the depth or a limit. */
  explore(depth: number): void {
    const seen = new Set(this.#seeds.map(({ number }) => number));
    let frontier = [...this.#seeds];
    const isSeed = new Set(seen);
    for (let distance = 0; distance < depth && frontier.length > 0 && this.limit === null; distance++) {
      const next: StoredSymbolRow[] = [];
      for (const symbol of frontier) {
        if (this.#view.isOver()) this.limit = "time";
        for (const step of this.#stepsFrom(symbol, isSeed.has(symbol.number))) {
          if (!this.#take(step, seen)) continue;
          seen.add(step.far);
          next.push(this.#view.symbol(step.far));
        }
      }
      frontier = next;
    }
  }

  /** Notes a step; true where it reaches a symbol for the first time. */
  #take(step: ImpactStep, seen: ReadonlySet<number>): boolean {
    if (!this.#view.sees(step.edge, this.#view.symbol(step.far))) {
      this.boundaryEdges++;
      return false;
    }
    const isNew = !seen.has(step.far);
    if (this.#edges === this.#reach.edges) this.limit ??= "edges";
    if (isNew && seen.size - this.#seeds.length >= this.#reach.nodes) this.limit ??= "nodes";
    if (this.limit !== null) {
      if (isNew) this.#unvisited.add(step.far);
      return false;
    }
    this.#edges++;
    const steps = this.#steps.get(step.near);
    if (steps === undefined) this.#steps.set(step.near, [step]);
    else steps.push(step);
    return isNew;
  }

  *#stepsFrom(symbol: StoredSymbolRow, isSeed: boolean): Iterable<ImpactStep> {
    const near = symbol.number;
    const { edges } = this.#view.reader;
    const isModule = symbol.kind === "file" || symbol.kind === "package";
    const uses = edges.to(near, USES);
    for (const edge of uses) yield* stepOf(near, edge.source, edge, isModule ? "module" : null);
    for (const edge of edges.from(near, ["overrides"])) yield* stepOf(near, edge.target, edge, "overridden");
    for (const edge of edges.to(near, ["overrides"])) yield* stepOf(near, edge.source, edge, "override");
    const owner = constructedClass(this.#view, symbol);
    if (owner !== null) {
      for (const edge of edges.to(owner.number, ["calls", "handles"])) {
        yield* stepOf(near, edge.source, edge, "class_call");
      }
    }
    // A test is run by nobody in the repository: not by who has its class either.
    if (this.#reach.owners !== "none" && !isModule && !symbol.isTest) yield* this.#outwards(symbol, uses);
    const module = isSeed && !isModule ? this.#moduleOf(symbol) : null;
    if (module === null) return;
    for (const edge of edges.to(module.number, ["imports"])) yield* stepOf(near, edge.source, edge, "module");
  }

  /** To the function or the owner that holds a symbol, where it has one. */
  *#outwards(
    { number: near, parent }: StoredSymbolRow,
    uses: readonly StoredEdgeRow[],
  ): Iterable<ImpactStep> {
    const holder = parent < 0 ? null : this.#view.symbol(parent);
    if (holder === null || holder.kind === "file" || holder.kind === "package") return;
    const isUsed = uses.some(({ kind }) => kind !== "imports");
    if (isCallable(holder.kind)) {
      for (const edge of this.#view.reader.edges.to(near, ["contains"])) {
        yield* stepOf(near, parent, edge, "inner");
      }
    } else if (!isUsed || this.#reach.owners === "of_all") {
      for (const edge of this.#view.reader.edges.to(near, ["contains"])) {
        yield* stepOf(near, parent, edge, "owner", isUsed);
      }
    }
  }

  /** The file or package whose top level holds a symbol; null for a member. */
  #moduleOf(symbol: StoredSymbolRow): StoredSymbolRow | null {
    const parent = symbol.parent < 0 ? null : this.#view.symbol(symbol.parent);
    return parent !== null && (parent.kind === "file" || parent.kind === "package") ? parent : null;
  }

  /** The best path to each symbol that was reached. */
  affected(depth: number): Affected[] {
    const found = new Map<number, Affected>();
    for (const isCoarse of [false, true]) {
      for (const weakest of FOLLOWED) {
        for (const [number, path] of this.#shortest(weakest, isCoarse, depth)) {
          if (found.has(number)) continue;
          const symbol = this.#view.symbol(number);
          found.set(number, { symbol, distance: path.length, weakest, isCoarse, path });
        }
      }
    }
    return [...found.values()].sort((a, b) =>
      CONFIDENCES.indexOf(a.weakest) - CONFIDENCES.indexOf(b.weakest) ||
      Number(a.isCoarse) - Number(b.isCoarse) || a.distance - b.distance ||
      Number(onlyMentions(a)) - Number(onlyMentions(b)) || byUtf8(({ symbol }: Affected) => symbol.id)(a, b)
    );
  }

  /** Shortest paths over steps at least that sure, breadth first. */
  #shortest(weakest: Confidence, isCoarse: boolean, depth: number): Map<number, readonly ImpactStep[]> {
    const allowed = CONFIDENCES.indexOf(weakest);
    const seeds = new Set(this.#seeds.map(({ number }) => number));
    const paths = new Map<number, readonly ImpactStep[]>();
    let frontier: readonly (readonly [number, readonly ImpactStep[]])[] = [...seeds].map((one) => [one, []]);
    for (let distance = 0; distance < depth; distance++) {
      const next: (readonly [number, readonly ImpactStep[]])[] = [];
      for (const [near, path] of frontier) {
        for (const step of this.#steps.get(near) ?? []) {
          const isTold = seeds.has(step.far) || paths.has(step.far);
          if (isTold || CONFIDENCES.indexOf(step.confidence) > allowed) continue;
          if (step.isCoarse && !isCoarse) continue;
          const longer = [...path, step];
          paths.set(step.far, longer);
          next.push([step.far, longer]);
        }
      }
      frontier = next;
    }
    return paths;
  }
}

/** Whether what is affected only brings a name in, and runs nothing of it by that. */
function onlyMentions({ path }: Affected): boolean {
  return path.at(-1)?.edge.kind === "imports";
}

/** Steps that may be taken at run time, however sure the edge is that says so. */
const CANDIDATES: ReadonlySet<string> = new Set(["override", "overridden", "inner", "owner"]);

/** The confidences that a step may have, surest first. */
const FOLLOWED: readonly Confidence[] = ["precise", "static", "heuristic"];

function* stepOf(
  near: number,
  far: number,
  edge: StoredEdgeRow,
  note: ImpactStep["note"],
  isCoarse = note === "module",
): Iterable<ImpactStep> {
  const isCandidate = note !== null && CANDIDATES.has(note);
  const confidence = isCandidate && edge.confidence !== "syntactic" ? "heuristic" : edge.confidence;
  if (confidence !== "syntactic" && far !== near) yield { edge, near, far, note, isCoarse, confidence };
}
