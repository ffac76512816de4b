// How names are bound: definitions at module and class level, locals in functions, `global` and `nonlocal`.
// Law kept: a value is defined once, at its first assignment; later ones add values and `write` references.
// Not here: other targets (`targets.ts`), attributes of the receiver (`attributes.ts`).

import {
  type DefId,
  type ExprId,
  FLAGS,
  NONE,
  type ScopeId,
  type SymbolKind,
  type Visibility,
} from "../../../model/mod.ts";
import type { DefinitionDraft, NewDefinition } from "../../core/mod.ts";
import type { NodeId } from "../../../../wasm/mod.ts";
import { type Frame, IMPORTED, LOCAL, type Place, type Walk } from "./place.ts";
import { declarationText } from "./text.ts";

/** What an assignment gives to its target. */
export interface Assigned {
  readonly value: ExprId;
  readonly annotation: ExprId;
  /** The range that a definition made by it has. */
  readonly start: number;
  readonly end: number;
  /** The value is a plain dotted name. */
  readonly alias: boolean;
  /** The value is a call that has this name among its arguments (`f = cached(f)`). */
  readonly rewraps: (name: string) => boolean;
  /** The value makes a type variable or a named tuple, which no capital letter turns into a constant. */
  readonly typeMaking: boolean;
}

/** Factories whose results are types, whatever their names look like. */
export const TYPE_FACTORIES: ReadonlySet<string> = new Set([
  "TypeVar",
  "ParamSpec",
  "TypeVarTuple",
  "NewType",
  "NamedTuple",
  "namedtuple",
  "TypedDict",
  "Enum",
  "IntEnum",
  "StrEnum",
]);

/** An assigned value of which nothing more is known than its expression. */
export function plainly(value: ExprId, start: number, end: number): Assigned {
  return {
    value,
    annotation: NONE,
    start,
    end,
    alias: false,
    rewraps: () => false,
    typeMaking: false,
  };
}

export function isDunder(name: string): boolean {
  return name.length > 4 && name.startsWith("__") && name.endsWith("__");
}

export function visibilityOf(name: string): Visibility {
  return name.startsWith("_") && !isDunder(name) ? "private" : "public";
}

/** The frame in which a name assigned in `frame` is bound. */
export function home(walk: Walk, frame: Frame, name: string): Frame {
  const redirect = frame.redirected.get(name);
  if (redirect === undefined) return frame;
  if (redirect === "global") return walk.module;
  let nearest: Frame | null = null;
  for (let outer = frame.parent; outer !== null; outer = outer.parent) {
    if (outer.kind !== "function") continue;
    if (outer.bound.has(name)) return outer;
    nearest ??= outer;
  }
  return nearest ?? frame;
}

/** Adds a definition to a frame, with visibility and export filled in, and binds its name there. */
export function declare(
  walk: Walk,
  frame: Frame,
  definition: Omit<NewDefinition, "scope"> & { parent: DefId },
  place: Place,
  value: ExprId = NONE,
): DefId {
  const id = define(walk, frame, definition);
  const { name, nameStart: start, annotation } = walk.facts.definitions[id];
  const arm = armIn(frame, place);
  walk.facts.binding({
    scope: frame.scope,
    name,
    kind: "definition",
    start,
    target: id,
    annotation: annotation === NONE ? walk.typeBounds.get(value) ?? NONE : annotation,
    value,
    arm,
  });
  return id;
}

/** Adds a definition to a frame without binding its name: only members of the frame's class are found so. */
export function define(
  walk: Walk,
  frame: Frame,
  definition: Omit<NewDefinition, "scope"> & { parent: DefId },
): DefId {
  const { facts } = walk;
  const { name, parent } = definition;
  const visibility = visibilityOf(name);
  const container = parent === NONE ? null : facts.definitions[parent];
  const reachable = container === null
    ? frame.kind === "module"
    : container.kind === "class" && container.exported;
  const exported = visibility === "public" && reachable;
  const id = facts.definition({ visibility, exported, ...definition, scope: frame.scope });
  frame.bound.set(name, id);
  return id;
}

/** A binding made from inside another function may never happen: that function's scope is its arm. */
function armIn(frame: Frame, place: Place): number {
  return frame === place.frame || frame.kind === "class" ? place.arm : place.arm || place.frame.scope;
}

/** Whether a definition is a value that later assignments add to. */
export function isValue(draft: DefinitionDraft): boolean {
  return (draft.kind === "variable" || draft.kind === "constant" || draft.kind === "property") &&
    (draft.flags & FLAGS.property) === 0;
}

/** Binds the name token to what is assigned. */
export function assignName(walk: Walk, place: Place, node: NodeId, assigned: Assigned): void {
  const name = walk.tree.text(node);
  if (name === "") return;
  const frame = home(walk, place.frame, name);
  const bound = frame.bound.get(name);
  const draft = bound !== undefined && bound >= 0 ? walk.facts.definitions[bound] : null;
  if (draft !== null && (isValue(draft) ? frame.kind !== "function" : assigned.rewraps(name))) {
    if (isValue(draft)) {
      addValue(draft, assigned);
      bindAgain(walk, frame, place, node, bound!, assigned);
    }
    walk.nameUse(node, place, "write");
  } else if (frame.kind === "function") {
    bindLocal(walk, frame.scope, node, name, assigned, armIn(frame, place));
    frame.bound.set(name, LOCAL);
    if (frame !== place.frame) walk.nameUse(node, place, "write");
  } else {
    declareValue(walk, frame, place, node, name, assigned);
  }
}

/** A later assignment of a value binds its name anew; a property that methods assign becomes a name of the class body. */
function bindAgain(
  walk: Walk,
  frame: Frame,
  place: Place,
  node: NodeId,
  id: DefId,
  { value, annotation }: Assigned,
): void {
  const { facts, tree } = walk;
  facts.definitions[id].flags &= ~FLAGS.assigned;
  facts.binding({
    scope: frame.scope,
    name: tree.text(node),
    kind: "definition",
    start: tree.start(node),
    target: id,
    annotation,
    value,
    arm: armIn(frame, place),
  });
}

/** Adds a later assignment to a value's definition. */
export function addValue(draft: DefinitionDraft, assigned: Assigned): void {
  if (assigned.value !== NONE) {
    draft.values.push(assigned.value);
    draft.flags &= ~(FLAGS.alias | FLAGS.declaration);
  }
  if (draft.annotation === NONE) draft.annotation = assigned.annotation;
}

function declareValue(
  walk: Walk,
  frame: Frame,
  place: Place,
  node: NodeId,
  name: string,
  assigned: Assigned,
): void {
  const { tree } = walk;
  let kind: SymbolKind = "property";
  if (frame.kind === "module") kind = isCapital(name) && !assigned.typeMaking ? "constant" : "variable";
  const declaredOnly = walk.dialect === "stub" && assigned.value === NONE;
  const parent = frame.def;
  declare(
    walk,
    frame,
    {
      name,
      kind,
      parent,
      start: assigned.start,
      end: assigned.end,
      nameStart: tree.start(node),
      nameEnd: tree.end(node),
      signature: declarationText(tree.source, assigned.start, assigned.end),
      annotation: assigned.annotation,
      values: assigned.value === NONE ? [] : [assigned.value],
      flags: (assigned.alias ? FLAGS.alias : 0) | (declaredOnly ? FLAGS.declaration : 0),
    },
    place,
    assigned.value,
  );
}

/** ALL_CAPS of at least two characters, underscores before them allowed. */
function isCapital(name: string): boolean {
  let letters = 0;
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit >= 0x41 && unit <= 0x5a) letters++;
    else if (unit === 0x5f || (letters > 0 && unit >= 0x30 && unit <= 0x39)) continue;
    else return false;
  }
  return letters > 0 && name.length > 1;
}

/** Binds a plain local in exactly that scope. */
export function bindLocal(
  walk: Walk,
  scope: ScopeId,
  node: NodeId,
  name: string,
  assigned: Pick<Assigned, "value" | "annotation">,
  arm: number,
): void {
  walk.facts.binding({
    scope,
    name,
    kind: "local",
    start: walk.tree.start(node),
    annotation: assigned.annotation,
    value: assigned.value,
    arm,
  });
}

/** A name that is gone after its block (`except … as e`): a local even at module level. */
export function bindTransient(walk: Walk, place: Place, node: NodeId, annotation: ExprId): void {
  const name = walk.tree.text(node);
  if (name === "") return;
  bindLocal(walk, place.frame.scope, node, name, { value: NONE, annotation }, place.arm);
  if (!place.frame.bound.has(name)) place.frame.bound.set(name, LOCAL);
}

/** Binds an imported name. */
export function bindImport(walk: Walk, place: Place, name: string, start: number, target: number): void {
  const frame = home(walk, place.frame, name);
  walk.facts.binding({
    scope: frame.scope,
    name,
    kind: "import",
    start,
    target,
    arm: armIn(frame, place),
  });
  if (!frame.bound.has(name)) frame.bound.set(name, IMPORTED);
}

/** Notes what a `global` or `nonlocal` statement says. */
export function redirect(walk: Walk, place: Place, node: NodeId, kind: "global" | "nonlocal"): void {
  const { tree, facts } = walk;
  const { frame } = place;
  if (frame.kind === "module") return;
  for (let name = tree.firstNamed(node); name >= 0; name = tree.nextNamed(name)) {
    if (tree.type(name) !== "identifier") continue;
    const text = tree.text(name);
    if (text === "") continue;
    frame.redirected.set(text, kind);
    facts.binding({ scope: frame.scope, name: text, kind, start: tree.start(name), arm: 0 });
  }
}
