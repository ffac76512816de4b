// What a change of some symbols may reach: edges walked against their direction, each reached symbol once with a witness
// path. Laws kept: of all paths the one with the surest weakest step is told, and of those a shortest; syntactic edges are
// never followed; a walk is bounded and says where it stopped. Not here: which steps there are; which of the reached symbols
// are tests.

import { addAll, addTo, byUtf8, type Confidence, CONFIDENCES } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import { type ImpactStep, isFree, type Reach, stepsFrom } from "./impact_steps.ts";
import type { View } from "./scope.ts";
import { MAX_EDGES, MAX_NODES, type Walk } from "./walk.ts";

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

/** What impact itself tells: users that are seen. */
const SEEN: Reach = { nodes: MAX_NODES, edges: MAX_EDGES, owners: "none" };

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
  for (const symbol of open) {
    if (seeds.has(symbol.number)) continue;
    seeds.set(symbol.number, symbol);
    if (view.isOver()) break;
    addAll(open, view.reader.edges.children(symbol.number));
  }
  return [...seeds.values()];
}

/** The seeds, and those of them that a step was seen from: of many there are few. */
interface Starts {
  readonly isSeed: ReadonlySet<number>;
  readonly starts: readonly number[];
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
      // Grows while it is walked: a step that costs nothing leads to what is walked at the same distance.
      for (const symbol of frontier) {
        // Seeds may be all that a file holds: nobody waits for the rest of them.
        if (this.#view.isOver()) {
          this.limit = "time";
          break;
        }
        for (const step of stepsFrom(this.#view, this.#reach, symbol, isSeed.has(symbol.number))) {
          if (!this.#take(step, seen)) continue;
          seen.add(step.far);
          (isFree(step, this.#reach) ? frontier : next).push(this.#view.symbol(step.far));
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
    addTo(this.#steps, step.near, step);
    return isNew;
  }

  /** The best path to each symbol that was reached. */
  affected(depth: number): Affected[] {
    const found = new Map<number, Affected>();
    const isSeed = new Set(this.#seeds.map(({ number }) => number));
    const seeds: Starts = { isSeed, starts: [...isSeed].filter((seed) => this.#steps.has(seed)) };
    for (const isCoarse of [false, true]) {
      for (const weakest of FOLLOWED) {
        for (const [number, path] of this.#shortest(weakest, isCoarse, depth, seeds)) {
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
  #shortest(
    weakest: Confidence,
    isCoarse: boolean,
    depth: number,
    { isSeed, starts }: Starts,
  ): Map<number, readonly ImpactStep[]> {
    const allowed = CONFIDENCES.indexOf(weakest);
    const paths = new Map<number, readonly ImpactStep[]>();
    let frontier: (readonly [number, readonly ImpactStep[]])[] = starts.map((one) => [one, []]);
    for (let distance = 0; distance < depth; distance++) {
      const next: (readonly [number, readonly ImpactStep[]])[] = [];
      for (const [near, path] of frontier) {
        for (const step of this.#steps.get(near) ?? []) {
          const isTold = isSeed.has(step.far) || paths.has(step.far);
          if (isTold || CONFIDENCES.indexOf(step.confidence) > allowed) continue;
          if (step.isCoarse && !isCoarse) continue;
          const longer = [...path, step];
          paths.set(step.far, longer);
          (isFree(step, this.#reach) ? frontier : next).push([step.far, longer]);
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

/** The confidences that a step may have, surest first. */
const FOLLOWED: readonly Confidence[] = ["precise", "static", "heuristic"];
