// Types that are computed from others: queries, look-ups, conditions, literals, predicates. Not here: names, functions and
// objects in type position.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

/** The type expressions of a node's children. */
export function every(pass: Pass, node: NodeId): ExprId[] {
  return pass.tree.namedChildren(node).map((child) => pass.type(child));
}

/** A type computed from others (`keyof T`, `T["a"]`): only the names in it are known. */
export function derived(pass: Pass, node: NodeId): ExprId {
  every(pass, node);
  return pass.expr("opaque", "", node);
}

/** `T["a"]`, `T[number]`. */
export function lookup(pass: Pass, node: NodeId): ExprId {
  const [object = NONE, key = NONE] = every(pass, node);
  return object === NONE ? pass.expr("opaque", "", node) : pass.expr("lookup", "", node, object, [key]);
}

export function rest(pass: Pass, node: NodeId): ExprId {
  return pass.expr("spread", "", node, pass.type(pass.tree.firstNamed(node)));
}

export function typeQuery(pass: Pass, node: NodeId): ExprId {
  pass.types++;
  const object = pass.value(pass.tree.firstNamed(node));
  pass.types--;
  return pass.expr("typeof", "", node, object);
}

export function literal(pass: Pass, node: NodeId): ExprId {
  const child = pass.tree.firstNamed(node);
  const type = child === NO_NODE ? "" : pass.tree.type(child);
  if (type === "string") return pass.expr("literal", pass.text(child), node);
  if (type === "number" || type === "unary_expression") return pass.expr("literal", "number", node);
  if (type === "true" || type === "false") return pass.expr("literal", "boolean", node);
  return pass.expr("literal", "none", node);
}

export function templateLiteral(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "template_type") pass.type(child);
  }
  return pass.expr("literal", "template", node);
}

/** `A extends B ? C : D` is C or D; names that B infers are seen in C. */
export function conditional(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const place = pass.place();
  pass.openScope("type", node);
  pass.type(tree.childByField(node, "left"));
  pass.type(tree.childByField(node, "right"));
  const consequence = pass.type(tree.childByField(node, "consequence"));
  const alternative = pass.type(tree.childByField(node, "alternative"));
  pass.returnTo(place);
  return pass.expr("conditional", "type", node, NONE, [consequence, alternative]);
}

export function infer(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const name = tree.firstNamed(node);
  if (name === NO_NODE) return NONE;
  const constraint = pass.type(tree.nextNamed(name));
  pass.bind(pass.scope, pass.text(name), "type_parameter", tree.start(name), NONE, constraint);
  return pass.expr("opaque", "", node);
}

/** `x is T` gives a boolean. */
export function predicate(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const clause = tree.type(node) === "type_predicate" ? node : tree.firstNamed(node);
  if (clause === NO_NODE) return NONE;
  pass.type(tree.childByField(clause, "type"));
  return pass.expr("literal", "boolean", node);
}

/** `asserts x is T` gives nothing. */
export function asserts(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const clause = tree.type(node) === "asserts" ? node : tree.firstNamed(node);
  const inner = clause === NO_NODE ? NO_NODE : tree.firstNamed(clause);
  if (inner !== NO_NODE && tree.type(inner) === "type_predicate") predicate(pass, inner);
  return pass.expr("literal", "none", node);
}

export function maybe(pass: Pass, node: NodeId): ExprId {
  const type = pass.type(pass.tree.firstNamed(node));
  return pass.expr("union", "", node, NONE, [type, pass.expr("literal", "none", node)]);
}
