// Operators that compute. Law kept: left-deep spines are walked in a loop.
// Not here: operators with one operand (`expressions.ts`), those that choose (`narrowing.ts`).

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";

/** The exprs of all named children. */
export function operands(walk: Walk, node: NodeId, place: Place): ExprId[] {
  const { tree } = walk;
  const exprs: ExprId[] = [];
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    exprs.push(walk.expression(child, place));
  }
  return exprs;
}

/** The operator token's text. */
export function operator(walk: Walk, node: NodeId): string {
  const { tree } = walk;
  const token = tree.childByField(node, "operator");
  return token === NO_NODE ? "" : tree.type(token);
}

/** The left-deep spine of a node: itself, its left operand of the same type, and so on; innermost first. */
export function spine(walk: Walk, node: NodeId): NodeId[] {
  const { tree } = walk;
  const type = tree.type(node);
  const nodes: NodeId[] = [];
  let at = node;
  while (at !== NO_NODE && tree.type(at) === type) {
    nodes.push(at);
    at = tree.childByField(at, "left");
  }
  return nodes.reverse();
}

function operand(walk: Walk, node: NodeId, place: Place, field: "left" | "right"): ExprId {
  const child = walk.tree.childByField(node, field);
  return child === NO_NODE ? NONE : walk.expression(child, place);
}

/** A left-deep row of operators, without recursion. */
export function binary(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const nodes = spine(walk, node);
  let left = operand(walk, nodes[0], place, "left");
  for (const at of nodes) {
    const args = [left, operand(walk, at, place, "right")];
    left = facts.expr(
      "operation",
      operator(walk, at),
      tree.start(at),
      tree.end(at),
      place.scope,
      NONE,
      args,
    );
  }
  return left;
}

export function comparison(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const token = tree.childByField(node, "operators");
  const args = operands(walk, node, place);
  const name = token === NO_NODE ? "" : tree.type(token);
  return facts.expr("operation", name, tree.start(node), tree.end(node), place.scope, NONE, args);
}
