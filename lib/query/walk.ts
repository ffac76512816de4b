// Walks along edges, one step or several: callers and callees, super- and subtypes. Laws kept: a walk is bounded and says
// where it stopped; cycles and diamonds give each symbol once, at its shortest distance; what the filter leaves out is
// counted and not walked.

import { addAll, CONFIDENCES, type EdgeKind, isCallable, isType, least } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow, StoredUnresolvedRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** Symbols that a walk visits at most, the one it starts from included. */
export const MAX_NODES = 500;
/** Edges inside the filter that a walk looks at, at most. */
export const MAX_EDGES = 1_000;

/** An edge as a walk follows it. */
export interface Step {
  readonly edge: StoredEdgeRow;
  /** `class_call` where a constructor's caller calls its class. */
  readonly note: "class_call" | null;
}

export interface Reached {
  readonly symbol: StoredSymbolRow;
  readonly distance: number;
  /** How it was reached from the symbols one step nearer, in order of their sites. */
  readonly steps: readonly Step[];
}

export interface Walk {
  /** Nearest first; of one distance the surest first. */
  readonly reached: readonly Reached[];
  /** Symbols that are known to be reached too, and were not visited. */
  readonly unvisited: number;
  /** Edges that lead out of the filter. */
  readonly boundaryEdges: number;
  /** Which limit ended the walk early, or null. */
  readonly limit: "nodes" | "edges" | "time" | null;
}

type Direction = "callers" | "callees" | "up" | "down";

const CALLS: readonly EdgeKind[] = ["calls", "handles"];
const TYPES: readonly EdgeKind[] = ["inherits", "implements", "overrides"];

/** Symbols that call one, or that it calls, up to a depth. */
export function walkCalls(
  view: View,
  from: StoredSymbolRow,
  direction: "callers" | "callees",
  depth: number,
): Walk {
  return walk(view, from, direction, depth);
}

/** Super- or subtypes, or overridden or overriding members, up to a depth. */
export function walkTypes(view: View, from: StoredSymbolRow, direction: "up" | "down", depth: number): Walk {
  return walk(view, from, direction, depth);
}

function walk(view: View, from: StoredSymbolRow, direction: Direction, depth: number): Walk {
  const trail = new Trail(view, from.number, direction === "callers" || direction === "down");
  let frontier: readonly StoredSymbolRow[] = [from];
  for (let distance = 1; distance <= depth && frontier.length > 0 && trail.limit === null; distance++) {
    for (const symbol of frontier) {
      if (!trail.follow(stepsFrom(view, symbol, direction))) break;
    }
    frontier = trail.finish(distance);
  }
  return trail.walk();
}

/** What a walk has seen so far. */
class Trail {
  readonly #view: View;
  readonly #towardsSource: boolean;
  readonly #reached: Reached[] = [];
  readonly #seen: Set<number>;
  readonly #unvisited = new Set<number>();
  #current = new Map<number, Step[]>();
  #edges = 0;
  #boundaryEdges = 0;
  limit: Walk["limit"] = null;

  constructor(view: View, start: number, towardsSource: boolean) {
    this.#view = view;
    this.#seen = new Set([start]);
    this.#towardsSource = towardsSource;
  }

  /** Takes the steps from one symbol; false where a limit ended the walk. What is left of them is counted still. */
  follow(steps: Iterable<Step>): boolean {
    if (this.#view.isOver()) this.limit = "time";
    if (this.limit !== null) return false;
    for (const step of steps) {
      const other = this.#towardsSource ? step.edge.source : step.edge.target;
      if (!this.#view.sees(step.edge, this.#view.symbol(other))) this.#boundaryEdges++;
      else this.#take(other, step);
    }
    return this.limit === null;
  }

  #take(other: number, step: Step): void {
    const group = this.#current.get(other);
    if (group === undefined && this.#seen.has(other)) return;
    if (this.#edges === MAX_EDGES) this.limit ??= "edges";
    if (group === undefined && this.#seen.size === MAX_NODES) this.limit ??= "nodes";
    if (this.limit !== null) {
      if (group === undefined) this.#unvisited.add(other);
      return;
    }
    this.#edges++;
    if (group !== undefined) {
      group.push(step);
      return;
    }
    this.#seen.add(other);
    this.#current.set(other, [step]);
  }

  /** Ends one distance; gives the symbols that were reached at it. */
  finish(distance: number): readonly StoredSymbolRow[] {
    const found = [...this.#current].map(([number, steps]) => ({
      symbol: this.#view.symbol(number),
      distance,
      steps,
    }));
    this.#current = new Map();
    addAll(this.#reached, found.sort((a, b) => doubt(a) - doubt(b)));
    return found.map(({ symbol }) => symbol);
  }

  walk(): Walk {
    return {
      reached: this.#reached,
      unvisited: this.#unvisited.size,
      boundaryEdges: this.#boundaryEdges,
      limit: this.limit,
    };
  }
}

/** How far down the ladder the surest of the steps stands. */
function doubt({ steps }: Reached): number {
  return least(CONFIDENCES.length, steps.map(({ edge }) => CONFIDENCES.indexOf(edge.confidence)));
}

function* stepsFrom(view: View, symbol: StoredSymbolRow, direction: Direction): Iterable<Step> {
  const { edges } = view.reader;
  const kinds = direction === "callers" || direction === "callees" ? CALLS : TYPES;
  const away = direction === "callees" || direction === "up";
  const own = away ? edges.from(symbol.number, kinds) : edges.to(symbol.number, kinds);
  for (const edge of own) yield { edge, note: null };
  const made = direction === "callers" ? constructedClasses(view, symbol) : [];
  for (const one of made) for (const edge of edges.to(one.number, CALLS)) yield { edge, note: "class_call" };
}

const CONSTRUCTOR_NAMES = new Set(["__init__", "__new__", "__post_init__", "constructor"]);

/** The class that calling constructs through this member, or null. */
export function constructedClass(view: View, symbol: StoredSymbolRow): StoredSymbolRow | null {
  if (symbol.parent < 0 || !isCallable(symbol.kind) || !CONSTRUCTOR_NAMES.has(symbol.name)) return null;
  const owner = view.symbol(symbol.parent);
  return isType(owner.kind) ? owner : null;
}

/** All classes that calling constructs through this member: its own, and those below that inherit it. */
export function constructedClasses(view: View, symbol: StoredSymbolRow): StoredSymbolRow[] {
  const owner = constructedClass(view, symbol);
  if (owner === null) return [];
  const { edges } = view.reader;
  const found = new Set([owner.number]);
  for (const one of found) {
    for (const { source } of edges.to(one, ["inherits"])) {
      const isOwn = edges.children(source).some(({ name }) => name === symbol.name);
      if (!isOwn && isType(view.symbol(source).kind)) found.add(source);
    }
  }
  return [...found].map((one) => view.symbol(one));
}

const CALL_ROLES: ReadonlySet<string> = new Set(["call", "construct", "jsx", "tag", "decorate"]);

/** Sites that name the symbol and were not bound: nobody knows whether they mean it. `calls` leaves other uses out. */
export function unboundSites(
  view: View,
  symbol: StoredSymbolRow,
  uses: "calls" | "all",
): StoredUnresolvedRow[] {
  return namesOf(view, symbol).flatMap((name) => unboundByName(view, name)).filter((miss) =>
    (uses === "all" || CALL_ROLES.has(miss.role)) && view.sameFamily(miss.path, symbol.path)
  );
}

/** The names that a use of the symbol may be written with. */
function namesOf(view: View, symbol: StoredSymbolRow): string[] {
  const owner = constructedClass(view, symbol);
  return owner === null ? [symbol.name] : [symbol.name, owner.name];
}

/** Unbound sites of many symbols: those of a name are read once, however many symbols have it. */
export class UnboundSites {
  readonly #view: View;
  readonly #byName = new Map<string, ReadonlyMap<string | null, readonly StoredUnresolvedRow[]>>();

  constructor(view: View) {
    this.#view = view;
  }

  /** How many sites may mean the symbol: as many as `unboundSites` finds of all uses. */
  countOf(symbol: StoredSymbolRow): number {
    const family = this.#view.family(symbol.path);
    return namesOf(this.#view, symbol)
      .reduce((sum, name) => sum + (this.#named(name).get(family)?.length ?? 0), 0);
  }

  /** Each list of sites that may mean one of the symbols, or that has one of the names, once. */
  lists(
    symbols: readonly StoredSymbolRow[],
    names: readonly string[],
  ): Set<readonly StoredUnresolvedRow[]> {
    const lists = new Set<readonly StoredUnresolvedRow[]>();
    const add = (name: string, family: string | null) => {
      const found = this.#named(name).get(family);
      if (found !== undefined) lists.add(found);
    };
    for (const symbol of symbols) {
      for (const name of namesOf(this.#view, symbol)) add(name, this.#view.family(symbol.path));
    }
    for (const name of names) for (const family of this.#named(name).keys()) add(name, family);
    return lists;
  }

  #named(name: string): ReadonlyMap<string | null, readonly StoredUnresolvedRow[]> {
    let found = this.#byName.get(name);
    if (found === undefined) {
      found = Map.groupBy(unboundByName(this.#view, name), ({ path }) => this.#view.family(path));
      this.#byName.set(name, found);
    }
    return found;
  }
}

/** Sites of a name that were not bound although what they mean may be here. */
export function unboundByName(view: View, name: string): StoredUnresolvedRow[] {
  return view.reader.edges.unresolvedByName(name).filter((miss) =>
    miss.reason !== "external" && miss.reason !== "local" && view.admits(miss.path)
  );
}
