// Left-deep expressions: member and call chains, subscripts, casts, binary operators. Their nesting is unwound, so that a
// chain of any length costs no stack. The role of the outermost name goes down to it through parentheses and casts.
// Not here: what stands at the bottom of a chain, requires.

import { type ExprId, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { isExportsObject } from "./commonjs.ts";
import { guarded } from "./conditions.ts";
import { commentBefore, readJsDoc } from "./jsdoc.ts";
import type { ExpressionVisitor, Pass } from "./pass.ts";
import { importedModule, moduleCall, requiredModule, unnamedModuleCall } from "./requires.ts";
import { binary, operatorOf } from "./operators.ts";
import { ENDS_OPERAND, OPERATORS, type Swallowed, swallowedOf } from "./swallowed.ts";
import { typeArguments } from "./type_expressions.ts";

/** Visitors of left-deep expressions. */
export const CHAINS: ReadonlyMap<string, ExpressionVisitor> = new Map<string, ExpressionVisitor>([
  ["member_expression", chain],
  ["nested_identifier", chain],
  ["call_expression", chain],
  ["subscript_expression", chain],
  ["parenthesized_expression", chain],
  ["non_null_expression", chain],
  ["as_expression", chain],
  ["satisfies_expression", chain],
  ["instantiation_expression", chain],
  ["binary_expression", chain],
]);

function chain(pass: Pass, node: NodeId, role: Role): ExprId {
  const links: NodeId[] = [];
  const roles: Role[] = [];
  let bottom = node;
  let bottomRole = role;
  for (;;) {
    const inner = innerOf(pass, bottom);
    if (inner === NO_NODE) break;
    links.push(bottom);
    roles.push(bottomRole);
    bottomRole = innerRole(pass, bottom, bottomRole);
    bottom = inner;
  }
  const swallowed = swallowedOf(pass, bottom);
  let expr = startOf(pass, bottom, bottomRole, swallowed);
  for (let i = links.length - 1; i >= 0; i--) {
    if (swallowed !== null && ENDS_OPERAND.has(pass.tree.type(links[i]))) expr = swallowed.giveBack(expr);
    expr = link(pass, links[i], expr, roles[i]);
  }
  return swallowed === null ? expr : swallowed.giveBack(expr);
}

function startOf(pass: Pass, bottom: NodeId, role: Role, swallowed: Swallowed | null): ExprId {
  if (swallowed !== null) return call(pass, bottom, pass.value(swallowed.callee, "call"));
  return CHAINS.has(pass.tree.type(bottom)) ? leaf(pass, bottom) : pass.value(bottom, role);
}

/** The operand a chain goes on with, or NO_NODE where it ends. */
function innerOf(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "member_expression":
    case "nested_identifier":
    case "subscript_expression":
      return tree.childByField(node, "object");
    case "call_expression": {
      const callee = tree.childByField(node, "function");
      if (OPERATORS.has(tree.type(callee))) return NO_NODE;
      const isModule = requiredModule(pass, node) !== NO_NODE || importedModule(pass, node) !== NO_NODE;
      return isModule ? NO_NODE : callee;
    }
    case "binary_expression":
      return tree.childByField(node, "left");
    case "parenthesized_expression":
    case "non_null_expression":
    case "as_expression":
    case "satisfies_expression":
    case "instantiation_expression":
      return tree.firstNamed(node);
    default:
      return NO_NODE;
  }
}

function innerRole(pass: Pass, node: NodeId, role: Role): Role {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "parenthesized_expression":
    case "non_null_expression":
    case "as_expression":
    case "satisfies_expression":
    case "instantiation_expression":
      return role;
    case "call_expression": {
      if (role === "decorate") return role;
      const list = tree.childByField(node, "arguments");
      return list !== NO_NODE && tree.type(list) === "template_string" ? "tag" : "call";
    }
    default:
      return "read";
  }
}

/** A chain type with nothing to go on with: a module call, or what an error left of an expression. */
function leaf(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  if (tree.type(node) === "call_expression") {
    const required = requiredModule(pass, node);
    const module = required === NO_NODE ? importedModule(pass, node) : required;
    if (module !== NO_NODE) return moduleCall(pass, node, module);
  }
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) pass.value(child);
  return NONE;
}

function link(pass: Pass, node: NodeId, inner: ExprId, role: Role): ExprId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "member_expression":
    case "nested_identifier": {
      const property = tree.childByField(node, "property");
      // `module.exports` means what `exports` means.
      if (isExportsObject(pass, node)) return pass.name(property, role);
      const object = inner === NONE ? pass.expr("opaque", "", tree.childByField(node, "object")) : inner;
      return property === NO_NODE || tree.isMissing(property) ? NONE : pass.member(object, property, role);
    }
    case "call_expression":
      unnamedModuleCall(pass, node);
      return call(pass, node, inner);
    case "subscript_expression": {
      const index = pass.value(tree.childByField(node, "index"));
      return inner === NONE ? NONE : pass.expr("index", "at", node, inner, [index]);
    }
    case "binary_expression":
      return binary(pass, node, inner, rightOperand(pass, node));
    case "instantiation_expression": {
      const args = typeArguments(pass, node);
      return inner === NONE ? NONE : pass.expr("index", "types", node, inner, args);
    }
    default:
      return wrapped(pass, node, inner);
  }
}

/** What stands behind an operator; behind `&&` and `||` it runs only where the left side holds, or does not. */
function rightOperand(pass: Pass, node: NodeId): ExprId {
  const right = pass.tree.childByField(node, "right");
  const operator = operatorOf(pass, node);
  if (operator !== "&&" && operator !== "||") return pass.value(right);
  return guarded(
    pass,
    pass.tree.childByField(node, "left"),
    operator === "&&",
    right,
    () => pass.value(right),
  );
}

function call(pass: Pass, node: NodeId, callee: ExprId): ExprId {
  const { tree } = pass;
  const types = typeArguments(pass, node);
  const args: ExprId[] = [];
  const list = tree.childByField(node, "arguments");
  if (list !== NO_NODE && tree.type(list) === "template_string") pass.value(list);
  else if (list !== NO_NODE) {
    for (let child = tree.firstNamed(list); child !== NO_NODE; child = tree.nextNamed(child)) {
      if (tree.type(child) !== "comment") args.push(pass.value(child));
    }
  }
  const generic = types.length > 0 && callee !== NONE
    ? pass.expr("index", "types", node, callee, types)
    : callee;
  return pass.expr("call", "", node, generic, args);
}

/** Parentheses, sequences and casts around a value. */
function wrapped(pass: Pass, node: NodeId, inner: ExprId): ExprId {
  const { tree } = pass;
  const type = tree.type(node);
  if (type === "non_null_expression") {
    return inner === NONE ? NONE : pass.expr("cast", "nonnull", node, inner);
  }
  const rest = tree.nextNamed(tree.firstNamed(node));
  if (rest === NO_NODE) {
    return type === "parenthesized_expression" ? documentedCast(pass, node, inner) : inner;
  }
  const cast = pass.type(rest);
  if (type === "parenthesized_expression") return inner;
  return pass.expr("cast", type === "as_expression" ? "as" : "satisfies", node, inner, [cast]);
}

/** A parenthesis behind a comment with `@type` is a cast of plain JavaScript. */
function documentedCast(pass: Pass, node: NodeId, inner: ExprId): ExprId {
  const jsdoc = inner === NONE ? null : readJsDoc(pass, commentBefore(pass, pass.tree.start(node)));
  if (jsdoc === null) return inner;
  const type = jsdoc.type(pass);
  if (type !== NONE) return pass.expr("cast", "as", node, inner, [type]);
  const satisfied = jsdoc.satisfied(pass);
  return satisfied === NONE ? inner : pass.expr("cast", "satisfies", node, inner, [satisfied]);
}
