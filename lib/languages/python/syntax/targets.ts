// Assignment targets: names, attributes, subscripts, and unpacking of any depth. Values of unpacked targets are
// `element` expressions of the assigned value, or the assigned parts themselves where they are written out.
// Not here: what binding a name means (`names.ts`).

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { assignAttribute } from "./attributes.ts";
import { type Assigned, assignName, bindLocal } from "./names.ts";
import { dottedName, forgotten } from "./narrowing.ts";
import type { Place, Walk } from "./place.ts";

/** Where a target's names go: into the place's frame, or into its evaluation scope (comprehensions). */
export type Into = "frame" | "scope";

/** Binds a target; `parts` are the exprs of a written-out sequence value, null where it is not one. */
export function bindTarget(
  walk: Walk,
  place: Place,
  node: NodeId,
  assigned: Assigned,
  parts: readonly ExprId[] | null = null,
  into: Into = "frame",
): void {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "identifier":
      forgotten(walk, tree.text(node), tree.start(node), assigned.end);
      if (into === "frame") assignName(walk, place, node, assigned);
      else if (tree.text(node) !== "") {
        bindLocal(walk, place.scope, node, tree.text(node), assigned, place.arm);
      }
      return;
    case "attribute":
      forgotten(walk, dottedName(tree, node), tree.start(node), assigned.end);
      return assignAttribute(walk, place, node, assigned);
    case "subscript":
      walk.expression(node, place);
      return;
    case "as_pattern_target":
    case "parenthesized_expression":
    case "list_splat":
    case "list_splat_pattern": {
      const inner = tree.firstNamed(node);
      if (inner === NO_NODE) return;
      if (!walk.enter(node)) return;
      bindTarget(walk, place, inner, assigned, parts, into);
      walk.leave();
      return;
    }
    default:
      if (!isSequence(tree, node)) return walk.loose(node, place);
      if (!walk.enter(node)) return;
      unpack(walk, place, node, assigned, parts, into);
      walk.leave();
  }
}

function unpack(
  walk: Walk,
  place: Place,
  node: NodeId,
  assigned: Assigned,
  parts: readonly ExprId[] | null,
  into: Into,
): void {
  const targets = walk.tree.namedChildren(node);
  const star = targets.findIndex((target) => isSplat(walk.tree, target));
  const paired = parts !== null && star < 0 && parts.length === targets.length;
  const read = paired ? namesWithin(walk, parts, assigned.value) : new Set();
  targets.forEach((target, index) => {
    const value = !paired
      ? elementOf(walk, place, assigned.value, index, star, targets.length)
      : read.has(walk.tree.text(target))
      ? untilAllAreRead(walk, place, parts[index], assigned.value)
      : parts[index];
    bindTarget(walk, place, target, { ...assigned, value, annotation: NONE, alias: false }, null, into);
  });
}

/** The names that the parts of a written-out value read. */
function namesWithin(walk: Walk, parts: readonly ExprId[], whole: ExprId): ReadonlySet<string> {
  const names = new Set<string>();
  const first = parts.find((part) => part !== NONE) ?? whole;
  for (let expr = first; expr < whole; expr++) {
    if (walk.facts.exprKind(expr) === "name") names.add(walk.facts.exprName(expr));
  }
  return names;
}

/** A part as it is while the others are still read: `a, b = b, a` reads the old `a`. */
function untilAllAreRead(walk: Walk, place: Place, part: ExprId, whole: ExprId): ExprId {
  const { facts } = walk;
  if (part === NONE || facts.exprKind(part) === "literal") return part;
  return facts.expr("cast", "", facts.exprStart(part), facts.exprEnd(whole), place.scope, part);
}

/** The element that the target at `index` takes; behind a star, counted from the end. */
function elementOf(
  walk: Walk,
  place: Place,
  value: ExprId,
  index: number,
  star: number,
  count: number,
): ExprId {
  if (value === NONE) return NONE;
  const { facts } = walk;
  const name = index === star ? "*" : star >= 0 && index > star ? String(index - count) : String(index);
  return facts.expr("element", name, facts.exprStart(value), facts.exprEnd(value), place.scope, value);
}

/** Whether a node writes out several values or targets. */
export function isSequence(tree: SyntaxTree, node: NodeId): boolean {
  switch (tree.type(node)) {
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "expression_list":
    case "tuple":
    case "list":
      return true;
    default:
      return false;
  }
}

export function isSplat(tree: SyntaxTree, node: NodeId): boolean {
  const type = tree.type(node);
  return type === "list_splat" || type === "list_splat_pattern";
}
