// Operators as expressions: which of them choose between their operands, and which only compute.
// Not here: the walk of operands.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

const ALTERNATIVES: Readonly<Record<string, string>> = { "&&": "and", "||": "or", "??": "or" };

/** The operator's text of a unary or binary expression. */
export function operatorOf(pass: Pass, node: NodeId): string {
  const operator = pass.tree.childByField(node, "operator");
  return operator === NO_NODE ? "" : pass.tree.type(operator);
}

/** A binary expression of walked operands. */
export function binary(pass: Pass, node: NodeId, left: ExprId, right: ExprId): ExprId {
  const operator = operatorOf(pass, node);
  const alternatives = ALTERNATIVES[operator];
  if (alternatives === undefined) return pass.expr("operation", operator, node, NONE, [left, right]);
  if (left === NONE || right === NONE) return left === NONE ? right : left;
  return pass.expr("conditional", alternatives, node, NONE, [left, right]);
}

/** A unary expression of a walked operand. */
export function unary(pass: Pass, node: NodeId, argument: ExprId): ExprId {
  return pass.expr("operation", operatorOf(pass, node), node, NONE, [argument]);
}
