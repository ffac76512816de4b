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
  const decorators = holders(view, wrapper).slice(0, 2);
  return decorators.flatMap((decorator) => edges.to(decorator.number, ["decorates"]))
    .filter((edge) => wrappersIn(view, edge).some(({ number }) => number === wrapper.number))
    .flatMap((decoration) =>
      edges.to(decoration.source, ["calls"]).map((edge) => ({ other: edge.source, edge }))
    );
}

/** The functions around a function, innermost first. */
function holders(view: View, { parent }: StoredSymbolRow): StoredSymbolRow[] {
  const holder = parent < 0 ? null : view.symbol(parent);
  return holder === null || !isCallable(holder.kind) ? [] : [holder, ...holders(view, holder)];
}

/** The functions that a decorator may put in place at a site. */
function wrappersIn(view: View, { source, target, path, byteOffset }: StoredEdgeRow): StoredSymbolRow[] {
  const { parent } = view.symbol(source);
  const isMade = parent >= 0 &&
    view.reader.edges.from(parent, ["calls"]).some((call) =>
      call.target === target && call.byteOffset === byteOffset && call.path === path
    );
  const inside = inner(view, target);
  return isMade ? inside.flatMap(({ number }) => inner(view, number)) : inside;
}

function inner(view: View, callable: number): StoredSymbolRow[] {
  if (!isCallable(view.symbol(callable).kind)) return [];
  return view.reader.edges.children(callable).filter(({ kind }) => isCallable(kind));
}
