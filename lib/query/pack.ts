// What to read with a symbol: where it lives, what it calls, who calls it. Law kept: no symbol twice; the surest and most
// central come first. Not here: how much of each fits.

import { CONFIDENCES, type EdgeKind, least } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import { isInTest } from "./map.ts";
import type { View } from "./scope.ts";

export const STRATEGIES = ["balanced", "callers", "callees"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Packed {
  readonly symbol: StoredSymbolRow;
  readonly role: "focus" | "container" | "caller" | "callee" | "test" | "base";
  /** What relates it to the symbol that was asked for, in order of sites. */
  readonly edges: readonly StoredEdgeRow[];
}

export interface Pack {
  readonly packed: readonly Packed[];
  readonly boundaryEdges: number;
}

const USING: readonly EdgeKind[] = ["calls", "references", "decorates", "handles"];
const BASES: readonly EdgeKind[] = ["inherits", "implements", "overrides"];

/** The symbol and what belongs to it, best first. */
export function packOf(view: View, focus: StoredSymbolRow, strategy: Strategy): Pack {
  const groups = new Groups(view, focus);
  const members = [focus, ...view.reader.edges.children(focus.number)];
  const own = new Set(members.map(({ number }) => number));
  for (const { number } of members) {
    for (const edge of view.reader.edges.from(number, USING)) {
      if (!own.has(edge.target)) groups.add("callee", edge.target, edge);
    }
    for (const edge of view.reader.edges.to(number, USING)) {
      if (own.has(edge.source)) continue;
      groups.add(isInTest(view, view.symbol(edge.source)) ? "test" : "caller", edge.source, edge);
    }
  }
  for (const edge of view.reader.edges.from(focus.number, BASES)) groups.add("base", edge.target, edge);
  return { packed: groups.ordered(strategy), boundaryEdges: groups.boundaryEdges };
}

class Groups {
  readonly #view: View;
  readonly #focus: StoredSymbolRow;
  readonly #groups = new Map<Packed["role"], Map<number, StoredEdgeRow[]>>();
  boundaryEdges = 0;

  constructor(view: View, focus: StoredSymbolRow) {
    this.#view = view;
    this.#focus = focus;
  }

  add(role: Packed["role"], number: number, edge: StoredEdgeRow): void {
    if (!this.#view.sees(edge, this.#view.symbol(number))) {
      this.boundaryEdges++;
      return;
    }
    const group = this.#groups.get(role) ?? new Map<number, StoredEdgeRow[]>();
    this.#groups.set(role, group);
    const edges = group.get(number);
    if (edges === undefined) group.set(number, [edge]);
    else edges.push(edge);
  }

  ordered(strategy: Strategy): Packed[] {
    const focus = this.#focus;
    const container = focus.parent < 0 ? null : this.#view.symbol(focus.parent);
    const isHome = container !== null && container.kind !== "file" && container.kind !== "package";
    const ranked = (role: Packed["role"]) => this.#ranked(role);
    const rest = strategy === "callers"
      ? [...ranked("caller"), ...ranked("test")]
      : strategy === "callees"
      ? [...ranked("base"), ...ranked("callee")]
      : [...alternating(ranked("callee"), ranked("caller")), ...ranked("base"), ...ranked("test")];
    const all: Packed[] = [{ symbol: focus, role: "focus", edges: [] }];
    if (isHome) all.push({ symbol: container, role: "container", edges: [] });
    const told = new Set<number>();
    return [...all, ...rest].filter(({ symbol: { number, path } }) =>
      this.#view.admits(path) && !told.has(number) && told.add(number)
    );
  }

  #ranked(role: Packed["role"]): Packed[] {
    const doubt = ({ edges }: Packed) =>
      least(CONFIDENCES.length, edges.map(({ confidence }) => CONFIDENCES.indexOf(confidence)));
    return [...this.#groups.get(role) ?? []]
      .map(([number, edges]) => ({ symbol: this.#view.symbol(number), role, edges }))
      .sort((a, b) =>
        doubt(a) - doubt(b) || b.symbol.rank - a.symbol.rank || a.symbol.number - b.symbol.number
      );
  }
}

function alternating(one: readonly Packed[], other: readonly Packed[]): Packed[] {
  const all: Packed[] = [];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    if (at < one.length) all.push(one[at]);
    if (at < other.length) all.push(other[at]);
  }
  return all;
}
