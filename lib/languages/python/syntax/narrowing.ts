// Conditions that narrow a name: `isinstance(x, A)`, alone or joined by `and`. The branch they guard gets a scope that
// carries the narrower type and binds nothing else. Not here: `match` (`patterns.ts`).

import { type ExprId, NONE, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";

/** A name that is known to be of a type. */
export interface Narrowing {
  readonly name: string;
  readonly start: number;
  readonly type: ExprId;
}

/** Reads a condition and returns what holds where it is true. */
export function condition(walk: Walk, node: NodeId, place: Place): Narrowing[] {
  const { tree } = walk;
  const narrowings: Narrowing[] = [];
  for (const operand of conjuncts(walk, node)) {
    const parts = narrowedCall(walk, operand);
    if (parts === null) {
      walk.expression(operand, place);
      continue;
    }
    walk.nameUse(tree.childByField(operand, "function"), place, "call");
    const [subject, type] = parts;
    walk.nameUse(subject, place, "read");
    const expr = testedType(walk, type, place);
    const [name, start] = [tree.text(subject), tree.start(subject)];
    if (expr !== NONE && name !== "") narrowings.push({ name, start, type: expr });
  }
  return narrowings;
}

/** The operands of `a and b and …`, which is left-deep, parentheses apart. */
function conjuncts(walk: Walk, node: NodeId): NodeId[] {
  const { tree } = walk;
  const operands: NodeId[] = [];
  let at = node;
  for (;;) {
    const type = tree.type(at);
    const inner = tree.firstNamed(at);
    if (type === "parenthesized_expression" && inner !== NO_NODE && tree.nextNamed(inner) === NO_NODE) {
      at = inner;
      continue;
    }
    if (type !== "boolean_operator" || tree.type(tree.childByField(at, "operator")) !== "and") break;
    const [left, right] = [tree.childByField(at, "left"), tree.childByField(at, "right")];
    if (left === NO_NODE || right === NO_NODE) break;
    operands.push(right);
    at = left;
  }
  operands.push(at);
  return operands.reverse();
}

/** Subject and type of a plain `isinstance(name, type)`, or null. */
function narrowedCall(walk: Walk, node: NodeId): [NodeId, NodeId] | null {
  const { tree } = walk;
  if (tree.type(node) !== "call") return null;
  const callee = tree.childByField(node, "function");
  const list = tree.childByField(node, "arguments");
  if (callee === NO_NODE || list === NO_NODE || tree.type(callee) !== "identifier") return null;
  if (tree.text(callee) !== "isinstance" || tree.type(list) !== "argument_list") return null;
  const args = tree.namedChildren(list);
  if (args.length !== 2 || tree.type(args[0]) !== "identifier") return null;
  const type = tree.type(args[1]);
  return type === "keyword_argument" || type === "list_splat" ? null : [args[0], args[1]];
}

/** The tested type; a tuple of types is their union. */
function testedType(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  if (tree.type(node) !== "tuple") return walk.expression(node, place);
  const types = tree.namedChildren(node).map((child) => walk.expression(child, place));
  return facts.expr("union", "", tree.start(node), tree.end(node), place.scope, NONE, types);
}

/** The place inside a branch in which these narrowings hold: the place itself where there are none. */
export function narrowed(
  walk: Walk,
  place: Place,
  narrowings: readonly Narrowing[],
  branch: NodeId,
): Place {
  if (narrowings.length === 0) return place;
  const { tree, facts } = walk;
  const scope: ScopeId = facts.scope(
    "block",
    place.scope,
    place.owner,
    tree.start(branch),
    tree.end(branch),
  );
  for (const { name, start, type } of narrowings) {
    facts.binding({ scope, name, kind: "narrow", start, annotation: type });
  }
  return { ...place, scope };
}
