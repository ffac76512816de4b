// Expressions: names, member and call chains, operators, conversions, literals.
// Laws kept: one expression and at most one reference for each occurrence of a name. Left-deep chains (`a.b().c()`,
// `a + b + c`) are walked in a loop, so that generated code of any length fits the stack.

import { type ExprId, type ExprKind, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { compositeLiteral } from "./composite_literals.ts";
import { functionLiteral } from "./functions.ts";
import { isInstantiation, isInstantiationType } from "./instantiations.ts";
import type { Pass, Place } from "./pass.ts";
import { typeArguments, typeExpression } from "./type_expressions.ts";

/** An expression; its own name, if it is one, is used in that role. */
export function expression(pass: Pass, node: NodeId, at: Place, role: Role = "read"): ExprId {
  if (node === NO_NODE) return NONE;
  if (pass.tree.type(node) === "identifier") return pass.name(node, at, role);
  if (!pass.enter(node)) return NONE;
  const expr = compound(pass, node, at, role);
  pass.leave();
  return expr;
}

function compound(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "selector_expression":
    case "call_expression":
    case "index_expression":
    case "slice_expression":
    case "type_assertion_expression":
    case "parenthesized_expression":
      return chain(pass, node, at, role);
    case "binary_expression":
      return binary(pass, node, at);
    case "unary_expression":
      return unary(pass, node, at, role);
    case "composite_literal":
      return compositeLiteral(pass, node, at);
    case "func_literal":
      return functionLiteral(pass, node, at);
    case "variadic_argument":
      return made(pass, "spread", "", node, at, expression(pass, tree.firstNamed(node), at));
    case "type_conversion_expression":
      return conversion(pass, node, at);
    case "type_instantiation_expression": {
      const [generic, ...types] = tree.namedChildren(node);
      const object = typeExpression(pass, generic, at, role);
      return made(pass, "index", "", node, at, object, types.map((type) => typeExpression(pass, type, at)));
    }
    default:
      return leaf(pass, node, at, role);
  }
}

function leaf(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  switch (pass.tree.type(node)) {
    case "interpreted_string_literal":
    case "raw_string_literal":
      return made(pass, "literal", "string", node, at);
    case "int_literal":
    case "float_literal":
    case "imaginary_literal":
    case "rune_literal":
    case "iota":
      return made(pass, "literal", "number", node, at);
    case "true":
    case "false":
      return made(pass, "literal", "boolean", node, at);
    case "nil":
      return made(pass, "literal", "none", node, at);
    case "type_identifier":
    case "qualified_type":
    case "generic_type":
    case "parenthesized_type":
    case "pointer_type":
    case "array_type":
    case "slice_type":
    case "channel_type":
    case "map_type":
    case "function_type":
    case "struct_type":
    case "interface_type":
    case "negated_type":
      return typeExpression(pass, node, at, role === "read" ? "type" : role);
    default:
      return lookThrough(pass, node, at);
  }
}

/** What did not parse as an expression: its parts are walked for the names they hold. */
function lookThrough(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    pass.walk.statement(pass, child, at);
  }
  return made(pass, "opaque", "", node, at);
}

/** `a.b(c)[d].(T)`: down to the first operand, then outwards. */
function chain(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  const links: NodeId[] = [];
  const roles: Role[] = [];
  let current = node;
  let currentRole = role;
  for (let next = operandOf(pass, current); next !== NO_NODE; next = operandOf(pass, current)) {
    links.push(current);
    roles.push(currentRole);
    currentRole = operandRole(pass, current, currentRole, at);
    current = next;
  }
  if (links.length === 0) return lookThrough(pass, node, at);
  let value = expression(pass, current, at, currentRole);
  while (links.length > 0) {
    const operandRole = currentRole;
    currentRole = roles.pop()!;
    value = linked(pass, links.pop()!, value, at, currentRole, operandRole);
  }
  return value;
}

function operandOf(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "selector_expression":
    case "index_expression":
    case "slice_expression":
    case "type_assertion_expression":
      return tree.childByField(node, "operand");
    case "call_expression":
      return tree.childByField(node, "function");
    case "parenthesized_expression":
      return tree.firstNamed(node);
    default:
      return NO_NODE;
  }
}

function operandRole(pass: Pass, node: NodeId, role: Role, at: Place): Role {
  switch (pass.tree.type(node)) {
    case "call_expression":
      return "call";
    case "parenthesized_expression":
      return role;
    case "index_expression":
      // The callee of `f[T](x)` is f; that of `table[i](x)` is an element.
      if (role === "type") return "type";
      return role === "call" && isInstantiation(pass, node, at) ? "call" : "read";
    default:
      return "read";
  }
}

/** One link of a chain around its operand. `operandRole` is the role in which the operand was used. */
function linked(
  pass: Pass,
  node: NodeId,
  operand: ExprId,
  at: Place,
  role: Role,
  operandRole: Role,
): ExprId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "selector_expression": {
      const field = tree.childByField(node, "field");
      return field === NO_NODE ? operand : pass.member(field, operand, at, role);
    }
    case "call_expression":
      return call(pass, node, operand, at);
    case "index_expression": {
      const index = tree.childByField(node, "index");
      const indexRole = operandRole === "read" ? "read" : "type";
      return made(pass, "index", "", node, at, operand, [expression(pass, index, at, indexRole)]);
    }
    case "slice_expression": {
      const operands = [operand];
      for (const field of ["start", "end", "capacity"]) {
        const bound = tree.childByField(node, field);
        if (bound !== NO_NODE) operands.push(expression(pass, bound, at));
      }
      return made(pass, "operation", "slice", node, at, NONE, operands);
    }
    case "type_assertion_expression": {
      const type = typeExpression(pass, tree.childByField(node, "type"), at);
      return made(pass, "cast", "assert", node, at, operand, [type]);
    }
    default:
      return operand;
  }
}

function call(pass: Pass, node: NodeId, callee: ExprId, at: Place): ExprId {
  const { tree } = pass;
  const types = tree.childByField(node, "type_arguments");
  if (types !== NO_NODE) {
    const args = typeArguments(pass, types, at, "type");
    const start = tree.start(tree.childByField(node, "function"));
    callee = pass.facts.expr("index", "", start, tree.end(types), at.scope, callee, args);
  }
  const args = tree.namedChildren(tree.childByField(node, "arguments"))
    .map((argument) => expression(pass, argument, at));
  return made(pass, "call", "", node, at, callee, args);
}

/** `[]byte(x)`; the grammar takes `f[T](x)` and `table[i](x)` for conversions to a generic type, too. */
function conversion(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const type = tree.childByField(node, "type");
  let role: Role = "type";
  if (tree.type(type) === "generic_type") role = isInstantiationType(pass, type, at) ? "call" : "read";
  const callee = typeExpression(pass, type, at, role);
  const operand = expression(pass, tree.childByField(node, "operand"), at);
  return made(pass, "call", "", node, at, callee, [operand]);
}

function binary(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const spine: NodeId[] = [];
  let current = node;
  while (current !== NO_NODE && tree.type(current) === "binary_expression") {
    spine.push(current);
    current = tree.childByField(current, "left");
  }
  let value = expression(pass, current, at);
  while (spine.length > 0) {
    const operation = spine.pop()!;
    const operator = pass.text(tree.childByField(operation, "operator"));
    const right = expression(pass, tree.childByField(operation, "right"), at);
    value = made(pass, "operation", operator, operation, at, NONE, [value, right]);
  }
  return value;
}

function unary(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  const { tree } = pass;
  const operator = pass.text(tree.childByField(node, "operator"));
  const operand = tree.childByField(node, "operand");
  if (role === "type" && operator === "*") {
    return made(pass, "pointer", "", node, at, expression(pass, operand, at, "type"));
  }
  return made(pass, "operation", operator, node, at, NONE, [expression(pass, operand, at)]);
}

function made(
  pass: Pass,
  kind: ExprKind,
  name: string,
  node: NodeId,
  at: Place,
  object: ExprId = NONE,
  args: readonly ExprId[] = [],
): ExprId {
  return pass.facts.expr(kind, name, pass.tree.start(node), pass.tree.end(node), at.scope, object, args);
}
