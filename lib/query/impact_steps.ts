// The steps that a walk of impact takes away from a symbol: its uses, and what may run it without being seen to. Laws kept: an
// override is a candidate step in both directions, and so is one to what holds, keeps, wraps or tests a symbol; a step to what
// holds it is only taken where that is asked for. Not here: how far a walk goes, and which path is told.

import { type Confidence, isCallable, isType } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import { usesOfKeepers } from "./handed.ts";
import { USES } from "./relations.ts";
import type { View } from "./scope.ts";
import { constructedClasses } from "./walk.ts";
import { callersThrough, wrappersOf } from "./wrappers.ts";

/** One step of a witness path: from what is affected to what affects it. */
export interface ImpactStep {
  readonly edge: StoredEdgeRow;
  /** The symbol nearer to the change, and the one that it reaches. */
  readonly near: number;
  readonly far: number;
  /**
   * `class_call`: a caller of the class whose constructor changed; `override`: the overriding member may run in its place;
   * `overridden`: callers of the base member may reach it; `module`: an importer of the whole module; `inner`: the function
   * around it hands it out; `owner`: who has what it is a member of may call it unseen; `handed`: who uses what it was put
   * into may run it; `decorated`: what is decorated with it; `member`: the tests of a class run what the class needs.
   */
  readonly note:
    | "class_call"
    | "override"
    | "overridden"
    | "module"
    | "inner"
    | "owner"
    | "handed"
    | "decorated"
    | "member"
    | null;
  /** Whether it stands for a whole module, or for all members of a symbol that others use by name. */
  readonly isCoarse: boolean;
  /** The step's strength, an override's being a candidate's at best. */
  readonly confidence: Confidence;
}

/** How far a walk goes. */
export interface Reach {
  readonly nodes: number;
  readonly edges: number;
  /** Which members' owners are steps: of no member, of those that nobody is seen to use, or of all. */
  readonly owners: "none" | "of_unused" | "of_all";
}

/** The steps away from a symbol; a seed is what changed. */
export function* stepsFrom(
  view: View,
  reach: Reach,
  symbol: StoredSymbolRow,
  isSeed: boolean,
): Iterable<ImpactStep> {
  const near = symbol.number;
  const { edges } = view.reader;
  const isModule = symbol.kind === "file" || symbol.kind === "package";
  const uses = edges.to(near, USES);
  for (const edge of uses) {
    yield* stepOf(near, edge.source, edge, isModule ? "module" : null);
    if (!isModule) yield* decorated(view, near, edge);
  }
  if (isCallable(symbol.kind)) {
    for (const edge of usesOfKeepers(view, symbol)) yield* stepOf(near, edge.source, edge, "handed");
  }
  if (isType(symbol.kind)) yield* testsOf(view, symbol);
  if (isCallable(symbol.kind)) yield* wrapped(view, reach, symbol, isSeed);
  for (const edge of edges.from(near, ["overrides"])) yield* stepOf(near, edge.target, edge, "overridden");
  for (const edge of edges.to(near, ["overrides"])) yield* stepOf(near, edge.source, edge, "override");
  for (const made of constructedClasses(view, symbol)) {
    for (const edge of edges.to(made.number, ["calls", "handles"])) {
      yield* stepOf(near, edge.source, edge, "class_call");
    }
  }
  // A test is run by nobody in the repository: not by who has its class either.
  if (reach.owners !== "none" && !isModule && !symbol.isTest) yield* outwards(view, reach, symbol, uses);
  const module = isSeed && !isModule ? moduleOf(view, symbol) : null;
  if (module === null) return;
  for (const edge of edges.to(module.number, ["imports"])) yield* stepOf(near, edge.source, edge, "module");
}

/** Every step that some walk takes away from a symbol. */
export function stepsOfAnyWalk(view: View, symbol: StoredSymbolRow): ImpactStep[] {
  return (["none", "of_all"] as const).flatMap((owners) => [
    ...stepsFrom(view, { nodes: 0, edges: 0, owners }, symbol, true),
  ]);
}

/** To what is decorated at a site: a name in a decorator is used while its module is loaded, for what stands below it. */
function* decorated(view: View, near: number, edge: StoredEdgeRow): Iterable<ImpactStep> {
  const at = view.reader.symbols.atByte(edge.path, edge.byteOffset);
  const isAbove = at !== null && isCallable(at.kind) && edge.byteOffset < at.nameStart;
  if (isAbove && at.number !== edge.source && at.parent === edge.source) {
    yield* stepOf(near, at.number, edge, "decorated");
  }
}

/** To the wrapper of what is decorated, and to who calls what is wrapped. */
function* wrapped(view: View, reach: Reach, symbol: StoredSymbolRow, isSeed: boolean): Iterable<ImpactStep> {
  // A wrapper that did not change itself leads on to all that it wraps, which says nothing where a walk goes far.
  const wrappers = reach.owners === "none" ? wrappersOf(view, symbol) : [];
  const callers = isSeed ? callersThrough(view, symbol) : [];
  for (const { other, edge } of [...wrappers, ...callers]) {
    yield* stepOf(symbol.number, other, edge, "decorated");
  }
}

/** To the tests of a class: they run what makes it ready. */
function* testsOf(view: View, { number: near }: StoredSymbolRow): Iterable<ImpactStep> {
  for (const edge of view.reader.edges.from(near, ["contains"])) {
    if (view.symbol(edge.target).isTest) yield* stepOf(near, edge.target, edge, "member");
  }
}

/** To the function or the owner that holds a symbol, where it has one. */
function* outwards(
  view: View,
  reach: Reach,
  { number: near, parent }: StoredSymbolRow,
  uses: readonly StoredEdgeRow[],
): Iterable<ImpactStep> {
  const holder = parent < 0 ? null : view.symbol(parent);
  if (holder === null || holder.kind === "file" || holder.kind === "package") return;
  const isUsed = uses.some(({ kind }) => kind !== "imports");
  if (isCallable(holder.kind)) {
    for (const edge of view.reader.edges.to(near, ["contains"])) {
      yield* stepOf(near, parent, edge, "inner");
    }
  } else if (!isUsed || reach.owners === "of_all") {
    for (const edge of view.reader.edges.to(near, ["contains"])) {
      yield* stepOf(near, parent, edge, "owner", isUsed);
    }
  }
}

/** The file or package whose top level holds a symbol; null for a member. */
function moduleOf(view: View, symbol: StoredSymbolRow): StoredSymbolRow | null {
  const parent = symbol.parent < 0 ? null : view.symbol(symbol.parent);
  return parent !== null && (parent.kind === "file" || parent.kind === "package") ? parent : null;
}

/** Whoever calls the base member calls the one that overrides it: that costs no depth, unless a walk goes far anyway. */
export function isFree({ note }: ImpactStep, { owners }: Reach): boolean {
  return note === "overridden" && owners === "none";
}

/** Steps that may be taken at run time, however sure the edge is that says so. */
const CANDIDATES: ReadonlySet<string> = new Set([
  "override",
  "overridden",
  "inner",
  "owner",
  "handed",
  "decorated",
  "member",
]);

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
