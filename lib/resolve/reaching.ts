// Which bindings of a name a use can mean, by the order in which code runs: arms that exclude each other, arms that leave
// the function or the loop, loops that come round again. For languages whose arms are scopes.
// Laws kept: a binding is left out only where no run can carry it to the use; the work a use costs is bounded.
// Not here: whose arms are plain numbers (`bindings.ts`).

import { countWhile, NONE, SCOPE_KINDS, type ScopeKind } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";

/** Where a name is used. */
export interface Use {
  readonly scope: number;
  readonly byteOffset: number;
}

/** Bindings that are looked at for one use; what lies further away counts as gone. */
const MAX_STEPS = 64;

/** The order in which one file's code runs. */
export class Flow {
  readonly #file: FileView;
  readonly #chains = new Map<number, readonly number[]>();
  #order: ScopeOrder | null = null;

  constructor(file: FileView) {
    this.#file = file;
  }

  /**
   * Of bindings in source order, all of one scope, those that may hold at a use in the same run of code; `isBefore` tells
   * whether one has happened where the use stands. All of them where none seems to reach it.
   */
  reaching(bindings: readonly number[], use: Use, isBefore: (binding: number) => boolean): readonly number[] {
    const out: number[] = [];
    const last = this.#lastBefore(bindings, use.byteOffset, isBefore);
    const dominating = this.#collect(bindings, last, 0, use.scope, false, out);
    for (const loop of this.#loopsAround(use.scope)) {
      const [start, end] = [this.#file.facts.scopes.start[loop], this.#file.facts.scopes.end[loop]];
      if (dominating !== NONE && this.#start(dominating) >= start) break;
      // What a round binds behind the use, the next round finds there.
      const within = this.#lastBefore(bindings, end, () => true);
      this.#collect(bindings, within, use.byteOffset, loop, true, out);
    }
    if (out.length === 0) return bindings.length > MAX_STEPS ? bindings.slice(-MAX_STEPS) : bindings;
    return out.length === 1 ? out : [...new Set(out)].sort((a, b) => a - b);
  }

  /** Of bindings seen from another run of code, those that no arm around the use excludes. */
  visible(bindings: readonly number[], scope: number): readonly number[] {
    const seen: number[] = [];
    const last = Math.max(0, bindings.length - MAX_STEPS);
    for (let i = bindings.length - 1; i >= last; i--) {
      const chain = this.#chain(bindings[i]);
      if (this.#excluded(chain, scope)) continue;
      seen.push(bindings[i]);
      if (chain.every((arm) => this.#isAround(arm, scope))) break;
    }
    return seen.length === 0 ? bindings.slice(-MAX_STEPS) : seen.reverse();
  }

  /**
   * Adds the bindings at `from` and before it, down to a byte offset, that reach code in a scope; returns the one
   * that every run passes, or NONE. `again` where the next round of a loop is what they reach.
   */
  #collect(
    bindings: readonly number[],
    from: number,
    downTo: number,
    scope: number,
    again: boolean,
    out: number[],
  ): number {
    const later: (readonly number[])[] = [];
    for (let i = from, steps = 0; i >= 0 && steps < MAX_STEPS; i--, steps++) {
      const binding = bindings[i];
      if (this.#start(binding) < downTo) return NONE;
      const chain = this.#chain(binding);
      if (this.#excluded(chain, scope) || this.#left(chain, scope, again)) continue;
      const isReplaced = later.some((arms) =>
        arms.every((arm) => this.#isAround(arm, scope) || chain.includes(arm))
      );
      if (isReplaced) continue;
      out.push(binding);
      if (chain.every((arm) => this.#isAround(arm, scope))) return binding;
      if (later.length < MAX_LATER) later.push(chain);
    }
    return NONE;
  }

  #start(binding: number): number {
    return this.#file.facts.bindings.start[binding];
  }

  /** The index of the last binding that has happened at a byte offset, or -1. */
  #lastBefore(
    bindings: readonly number[],
    byteOffset: number,
    isBefore: (binding: number) => boolean,
  ): number {
    const last = countWhile(bindings.length, (at) => this.#start(bindings[at]) < byteOffset) - 1;
    const end = Math.max(0, last - MAX_STEPS);
    for (let at = last; at >= end; at--) if (isBefore(bindings[at])) return at;
    return NONE;
  }

  #kind(scope: number): ScopeKind {
    return SCOPE_KINDS[this.#file.facts.scopes.kind[scope]];
  }

  /** Whether a scope is another one or lies around it. */
  #isAround(scope: number, inner: number): boolean {
    const { first, count } = this.#order ??= scopeOrder(this.#file.facts.scopes.parent);
    return first[scope] <= first[inner] && first[inner] < first[scope] + count[scope];
  }

  /** The arms a binding stands in, from the inside out, up to the body that binds its name. */
  #chain(binding: number): readonly number[] {
    const { arm, scope } = this.#file.facts.bindings;
    if (arm[binding] === 0) return NO_ARMS;
    const known = this.#chains.get(binding);
    if (known !== undefined) return known;
    const { parent } = this.#file.facts.scopes;
    const chain: number[] = [];
    for (let at = arm[binding]; at !== NONE && at !== scope[binding]; at = parent[at]) {
      if (ARMS.has(this.#kind(at))) chain.push(at);
    }
    if (this.#chains.size >= KEPT) this.#chains.clear();
    this.#chains.set(binding, chain);
    return chain;
  }

  /** Whether a binding stands in an arm and the use in another one of the same statement. */
  #excluded(chain: readonly number[], use: number): boolean {
    const { parent } = this.#file.facts.scopes;
    return chain.some((arm) => {
      if (this.#isAround(arm, use)) return false;
      let branch = parent[arm];
      while (branch !== NONE && this.#kind(branch) === "block") branch = parent[branch];
      if (branch === NONE || this.#kind(branch) !== "branch" || !this.#isAround(branch, use)) return false;
      // In the statement, but in none of its arms, is the test of a later arm.
      return true;
    });
  }

  /** Whether the arm of a binding leaves for good before the use could be reached. */
  #left(chain: readonly number[], use: number, again: boolean): boolean {
    const { parent } = this.#file.facts.scopes;
    return chain.some((arm) => {
      const kind = this.#kind(arm);
      if (this.#isAround(arm, use) || (kind !== "exit" && kind !== "skip")) return false;
      if (kind === "exit") return true;
      if (again) return false;
      for (let at = parent[arm]; at !== NONE; at = parent[at]) {
        if (this.#kind(at) === "loop") return this.#isAround(at, use);
      }
      return false;
    });
  }

  /** The loops around a scope, from the inside out, up to its function. */
  #loopsAround(scope: number): number[] {
    const { parent } = this.#file.facts.scopes;
    const loops: number[] = [];
    for (let at = scope; at !== NONE && this.#kind(at) !== "function"; at = parent[at]) {
      if (this.#kind(at) === "loop") loops.push(at);
    }
    return loops;
  }
}

/** Scopes counted so that those inside of one follow it: the place of each, and how many it is with those inside. */
interface ScopeOrder {
  readonly first: Int32Array;
  readonly count: Int32Array;
}

/** Counts scopes; each stands behind the one around it. */
function scopeOrder(parent: Int32Array): ScopeOrder {
  const count = new Int32Array(parent.length).fill(1);
  for (let scope = parent.length - 1; scope > 0; scope--) {
    if (parent[scope] !== NONE) count[parent[scope]] += count[scope];
  }
  const first = new Int32Array(parent.length);
  // Where the next scope directly inside of each one is placed.
  const free = new Int32Array(parent.length);
  let outermost = 0;
  for (let scope = 0; scope < parent.length; scope++) {
    const around = parent[scope];
    first[scope] = around === NONE ? outermost : free[around];
    free[scope] = first[scope] + 1;
    if (around === NONE) outermost += count[scope];
    else free[around] += count[scope];
  }
  return { first, count };
}

/** Answers of one kind that are kept at once. */
const KEPT = 4096;
const NO_ARMS: readonly number[] = [];
const ARMS: ReadonlySet<ScopeKind> = new Set(["arm", "exit", "skip", "loop", "function"]);
/** Arms that may have replaced an earlier binding; more of them are not compared. */
const MAX_LATER = 8;
