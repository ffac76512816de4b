// Claims about relationships: that a site binds one symbol to another, how surely, by which rule and over which steps. Laws
// kept: a relationship holds only where the graph has the very same one; an end that an item does not tell is the one that all
// relationships of the answer share, or nothing is said of it.

import { CONFIDENCES, EDGE_KINDS, type EdgeKind, resolutionOf } from "../../model/mod.ts";
import type { StoredEdge, StoredSymbol } from "../../query/mod.ts";
import { isSaid, type JsonObject } from "../../wire/mod.ts";
import { siteOf, textOf } from "./fields.ts";
import type { Ground, Site } from "./ground.ts";

/** What is known of one end: which symbol it is, or what holds it, or in which file or by which name it goes. */
export interface End {
  readonly id?: string;
  /** Id of a symbol that is meant, or a member of it. */
  readonly within?: string;
  readonly qualifiedName?: string;
  readonly path?: string;
}

/** A step of a witness path, which a walk takes over the relationship. */
export interface SaidStep {
  readonly from: string;
  readonly to: string;
  /** As a walk notes it; null where a step is taken as it is. */
  readonly note: string | null;
  readonly confidence: string;
}

export interface SaidRelation {
  readonly kind: EdgeKind;
  readonly site: Site;
  readonly resolution: string;
  readonly confidence: string;
  readonly ruleId: string;
  /** Null where the answer had no room for them. */
  readonly via: readonly string[] | null;
  readonly source: End | null;
  readonly target: End | null;
  /** The item's own symbol, where nothing says which end it is. */
  readonly either: string | null;
  readonly step: SaidStep | null;
}

export type Ends = Pick<SaidRelation, "source" | "target" | "either">;

/** The relationship that a value tells; null where it tells none. */
export function relationOf(value: JsonObject, ends: Ends): SaidRelation | null {
  const kind = EDGE_KINDS.find((one) => one === value.kind);
  const site = siteOf(value.site);
  const [resolution, confidence] = [textOf(value.resolution), textOf(value.confidence)];
  const ruleId = textOf(value.rule_id);
  if (kind === undefined || site === null || resolution === null) return null;
  if (confidence === null || ruleId === null) return null;
  const { via = null } = value;
  if (via !== null && !(Array.isArray(via) && via.every((step) => textOf(step) !== null))) return null;
  return { kind, site, resolution, confidence, ruleId, via: via as string[] | null, ...ends, step: null };
}

/** The step of a witness path that a value tells; null where it tells none. */
export function witnessStepOf(value: JsonObject): SaidRelation | null {
  const relation = relationOf(value, { source: null, target: null, either: null });
  const [from, to] = [textOf(value.from), textOf(value.to)];
  if (relation === null || from === null || to === null) return null;
  const { granularity, note = null } = value;
  const noted = granularity === undefined
    ? note
    : granularity === "module" && note === null
    ? "module"
    : undefined;
  if (noted !== null && typeof noted !== "string") return null;
  const confidence = value.step_confidence === undefined
    ? relation.confidence
    : textOf(value.step_confidence);
  return confidence === null ? null : { ...relation, step: { from, to, note: noted, confidence } };
}

/** Whether the words of a relationship fit together. */
export function isConsistent({ resolution, confidence }: SaidRelation): boolean {
  const known = CONFIDENCES.find((one) => one === confidence);
  return known !== undefined && resolution === resolutionOf(known);
}

/** Finds the symbol of an id in a generation. */
export type Locate = (id: string) => StoredSymbol | null;

/** The edges of a generation that join what the relationship joins, wherever their sites are. */
export function candidates(ground: Ground, locate: Locate, said: SaidRelation, path: string): StoredEdge[] {
  if (said.step !== null) return edgesOfStep(ground, locate, said, said.step);
  const source = said.source?.id === undefined ? undefined : locate(said.source.id);
  if (source === null) return [];
  const { view } = ground;
  const edges = source === undefined
    ? ground.edgesIn(path, said.kind)
    : view.reader.edges.from(source.number, [said.kind]);
  const target = said.target?.id === undefined ? undefined : locate(said.target.id);
  const either = said.either === null ? undefined : locate(said.either);
  const isIn = (symbol: StoredSymbol, end: End | null) => {
    const holder = end?.within === undefined ? undefined : locate(end.within)?.number;
    return (end?.within === undefined || symbol.number === holder || symbol.parent === holder) &&
      isEnd(symbol, end);
  };
  return edges.filter((edge) =>
    (target === undefined || edge.target === target?.number) &&
    (either === undefined || edge.source === either?.number || edge.target === either?.number) &&
    isIn(view.symbol(edge.source), said.source) && isIn(view.symbol(edge.target), said.target)
  );
}

function isEnd({ qualifiedName, path }: StoredSymbol, end: End | null): boolean {
  return (end?.qualifiedName === undefined || isSaid(end.qualifiedName, qualifiedName)) &&
    (end?.path === undefined || isSaid(end.path, path));
}

/** Over what a walk takes such a step. */
function edgesOfStep(
  ground: Ground,
  locate: Locate,
  { kind }: SaidRelation,
  { from, to, note, confidence }: SaidStep,
): StoredEdge[] {
  const [far, near] = [locate(from), locate(to)];
  if (far === null || near === null) return [];
  return ground.stepsFrom(near)
    .filter((step) => step.far === far.number && step.note === note && step.confidence === confidence)
    .map(({ edge }) => edge).filter((edge) => edge.kind === kind);
}

export function isAt(edge: StoredEdge, { path, line, column }: Site): boolean {
  return edge.line === line && edge.column === column && isSaid(path, edge.path);
}

/** Whether an edge is bound as surely and by the same rule. */
export function isAsSure(edge: StoredEdge, { confidence, ruleId }: SaidRelation): boolean {
  return edge.confidence === confidence && edge.ruleId === ruleId;
}

/** Whether an edge is the relationship in every word. */
export function isExactly(edge: StoredEdge, said: SaidRelation): boolean {
  return isAt(edge, said.site) && isAsSure(edge, said) && isSameVia(said.via, edge.via);
}

/** Whether an edge is bound in the same way, wherever its site stands, and its steps as `moved` says. */
export function isAlike(edge: StoredEdge, said: SaidRelation, moved: Moved | null): boolean {
  return isAsSure(edge, said) && isViaMoved(said.via, edge.via, moved);
}

/** Whether the steps are the same; `said` is null where an answer had no room for them. */
function isSameVia(said: readonly string[] | null, via: readonly string[]): boolean {
  return said === null || isSaid(said, [...via]);
}

/** Where a file of the answer lies now. */
export type Moved = (path: string) => string;

/**
 * Whether the steps are the same but for where they stand: in which lines of the files that they stood in, or anywhere, where
 * nothing is known of files (`moved` is null).
 */
function isViaMoved(
  said: readonly string[] | null,
  via: readonly string[],
  moved: Moved | null,
): boolean {
  return said === null ||
    isSaid(
      said.map((step) => placedIn(step, moved)),
      via.map((step) => placedIn(step, moved && ((path) => path))),
    );
}

/** What a step is and in which file, without its line. */
function placedIn(step: string, moved: Moved | null): string {
  const parts = /^(\S+) (.+):\d+:\d+$/.exec(step);
  if (parts === null) return step;
  const [, word, path] = parts;
  return moved === null ? word : `${word} ${moved(path)}`;
}
