// `await f<T>(x)`: for a call with type arguments the grammar takes the operator before it into the callee, as if it said
// `(await f)<T>(x)`. No operator without parentheses can be called, so the operators are given back: the callee is the
// last operand, and they apply to the whole operand that the call belongs to. Not here: chains themselves.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { binary, unary } from "./operators.ts";
import type { Pass } from "./pass.ts";

/** Node types that a callee cannot be without parentheses. */
export const OPERATORS = new Set(["await_expression", "unary_expression", "binary_expression"]);

/** Links of a chain that bind weaker than the operators. */
export const ENDS_OPERAND = new Set([
  "parenthesized_expression",
  "binary_expression",
  "as_expression",
  "satisfies_expression",
]);

/** What a callee swallowed. */
export interface Swallowed {
  readonly callee: NodeId;
  /** The operators applied to the operand, once. */
  giveBack(operand: ExprId): ExprId;
}

/** The operators that the callee of a call swallowed, their left operands walked; null for any other node. */
export function swallowedOf(pass: Pass, node: NodeId): Swallowed | null {
  const { tree } = pass;
  if (tree.type(node) !== "call_expression") return null;
  let callee = tree.childByField(node, "function");
  let operators: { readonly node: NodeId; readonly left: ExprId }[] = [];
  while (callee !== NO_NODE && OPERATORS.has(tree.type(callee))) {
    const isBinary = tree.type(callee) === "binary_expression";
    const left = isBinary ? pass.value(tree.childByField(callee, "left")) : NONE;
    operators.push({ node: callee, left });
    callee = lastOperand(pass, callee);
  }
  if (operators.length === 0) return null;
  return {
    callee,
    giveBack(operand) {
      const applied = operators.reduceRight((expr, { node, left }) => apply(pass, node, left, expr), operand);
      operators = [];
      return applied;
    },
  };
}

function lastOperand(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "binary_expression":
      return tree.childByField(node, "right");
    case "unary_expression":
      return tree.childByField(node, "argument");
    default:
      return tree.firstNamed(node);
  }
}

function apply(pass: Pass, node: NodeId, left: ExprId, operand: ExprId): ExprId {
  switch (pass.tree.type(node)) {
    case "binary_expression":
      return binary(pass, node, left, operand);
    case "unary_expression":
      return unary(pass, node, operand);
    default:
      return operand === NONE ? NONE : pass.expr("await", "", node, operand);
  }
}
