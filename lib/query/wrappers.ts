// Decorators that put a function of their own in the place of what they decorate: who calls the decorated one calls the
// wrapper, and the wrapper calls it. Law kept: the shape says it, a function inside the decorator, one deeper where the
// decorator is made by a call. Not here: decorators that only keep or mark what they are given.

import { isCallable } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** A function that stands in for another, and the edge that says so. */
export interface Wrapping {
  readonly other: number;
  readonly edge: StoredEdgeRow;
}

/** The wrappers that stand in for a function. */
export function wrappersOf(view: View, decorated: StoredSymbolRow): Wrapping[] {
  return view.reader.edges.from(decorated.number, ["decorates"]).flatMap((edge) =>
    wrappersIn(view, edge).map((wrapper) => ({ other: wrapper.number, edge }))
  );
}

/** Who calls what a function wraps. */
export function callersThrough(view: View, wrapper: StoredSymbolRow): Wrapping[] {
  const { edges } = view.reader;
  const decorator = holderOf(view, wrapper);
  const maker = decorator === null ? null : holderOf(view, decorator);
  const decorations = [
    ...decorator === null
      ? []
      : edges.to(decorator.number, ["decorates"]).filter((edge) => !isMade(view, edge)),
    ...maker === null ? [] : edges.to(maker.number, ["decorates"]).filter((edge) => isMade(view, edge)),
  ];
  return decorations.flatMap(({ source }) =>
    edges.to(source, ["calls"]).map((edge) => ({ other: edge.source, edge }))
  );
}

/** The function right around a function. */
function holderOf(view: View, { parent }: StoredSymbolRow): StoredSymbolRow | null {
  const holder = parent < 0 ? null : view.symbol(parent);
  return holder === null || !isCallable(holder.kind) ? null : holder;
}

/** The functions that a decorator may put in place at a site. */
function wrappersIn(view: View, edge: StoredEdgeRow): StoredSymbolRow[] {
  const inside = inner(view, edge.target);
  return isMade(view, edge) ? inside.flatMap(({ number }) => inner(view, number)) : inside;
}

const callsOf = new WeakMap<View, Map<number, ReadonlySet<string>>>();

/** Whether a decorator is made by a call at its site. What holds many decorated functions is asked for each of them. */
function isMade(view: View, { source, target, path, byteOffset }: StoredEdgeRow): boolean {
  const { parent } = view.symbol(source);
  if (parent < 0) return false;
  const known = callsOf.get(view) ?? new Map();
  callsOf.set(view, known);
  const key = (to: number, at: number, file: string) => `${to}:${at}:${file}`;
  let calls = known.get(parent);
  if (calls === undefined) {
    const edges = view.reader.edges.from(parent, ["calls"]);
    calls = new Set(edges.map((call) => key(call.target, call.byteOffset, call.path)));
    known.set(parent, calls);
  }
  return calls.has(key(target, byteOffset, path));
}

function inner(view: View, callable: number): StoredSymbolRow[] {
  if (!isCallable(view.symbol(callable).kind)) return [];
  return view.reader.edges.children(callable).filter(({ kind }) => isCallable(kind));
}
