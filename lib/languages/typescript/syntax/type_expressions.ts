// Types in type position: each node type to a type expression, every name in it a `type` reference.
// Not here: types computed from others, declarations of types (interfaces, aliases), JSDoc types.

import { type ExprId, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import {
  asserts,
  conditional,
  derived,
  every,
  infer,
  literal,
  lookup,
  maybe,
  predicate,
  rest,
  templateLiteral,
  typeQuery,
} from "./computed_types.ts";
import { keyOf, walkKey } from "./names.ts";
import { primitive } from "./primitives.ts";
import type { ExpressionVisitor, Pass } from "./pass.ts";

/** Visitors of types. */
export const TYPES: ReadonlyMap<string, ExpressionVisitor> = new Map<string, ExpressionVisitor>([
  ["type_annotation", inner],
  ["omitting_type_annotation", inner],
  ["adding_type_annotation", inner],
  ["opting_type_annotation", inner],
  ["constraint", inner],
  ["default_type", inner],
  ["parenthesized_type", inner],
  ["readonly_type", inner],
  ["optional_type", inner],
  ["rest_type", rest],
  ["template_type", inner],
  ["required_parameter", tupleMember],
  ["optional_parameter", tupleMember],
  ["type_identifier", named],
  ["identifier", named],
  ["predefined_type", predefined],
  ["this_type", (pass, node) => pass.expr("this", "", node)],
  ["this", (pass, node) => pass.expr("this", "", node)],
  ["nested_type_identifier", qualified],
  ["member_expression", imported],
  ["call_expression", imported],
  ["generic_type", generic],
  ["union_type", (pass, node) => combined(pass, node, "union_type", "union")],
  ["intersection_type", (pass, node) => combined(pass, node, "intersection_type", "intersection")],
  ["array_type", (pass, node) => pass.expr("array", "", node, pass.type(pass.tree.firstNamed(node)))],
  ["tuple_type", (pass, node) => pass.expr("collection", "tuple", node, NONE, every(pass, node).slice(0, 8))],
  ["function_type", (pass, node) => callable(pass, node, "")],
  ["constructor_type", (pass, node) => callable(pass, node, "new")],
  ["object_type", objectType],
  ["type_query", typeQuery],
  ["index_type_query", derived],
  ["lookup_type", lookup],
  ["literal_type", literal],
  ["template_literal_type", templateLiteral],
  ["conditional_type", conditional],
  ["infer_type", infer],
  ["mapped_type_clause", mapped],
  ["type_predicate_annotation", predicate],
  ["type_predicate", predicate],
  ["asserts_annotation", asserts],
  ["asserts", asserts],
  ["flow_maybe_type", maybe],
  ["existential_type", (pass, node) => pass.expr("opaque", "", node)],
  ["index_signature", indexSignature],
  ["call_signature", (pass, node) => callable(pass, node, "")],
  ["construct_signature", (pass, node) => callable(pass, node, "new")],
  ["property_signature", (pass, node) => property(pass, node)],
  ["method_signature", (pass, node) => property(pass, node)],
]);

function inner(pass: Pass, node: NodeId, role: Role): ExprId {
  return pass.type(pass.tree.firstNamed(node), role);
}

function tupleMember(pass: Pass, node: NodeId): ExprId {
  return pass.type(pass.tree.childByField(node, "type"));
}

function named(pass: Pass, node: NodeId, role: Role): ExprId {
  return pass.name(node, role);
}

/** `string`, `void` and the like name nothing that could be found. */
function predefined(pass: Pass, node: NodeId): ExprId {
  const literal = primitive(pass.text(node)) ?? "";
  return literal === "" ? pass.expr("opaque", "", node) : pass.expr("literal", literal, node);
}

function qualified(pass: Pass, node: NodeId, role: Role): ExprId {
  const { tree } = pass;
  pass.types++;
  const object = pass.value(tree.childByField(node, "module"));
  pass.types--;
  return pass.member(object, tree.childByField(node, "name"), role);
}

/** `import("m").T`, which the grammar gives as an expression. */
function imported(pass: Pass, node: NodeId, role: Role): ExprId {
  pass.types++;
  const expr = pass.value(node, role);
  pass.types--;
  return expr;
}

function generic(pass: Pass, node: NodeId, role: Role): ExprId {
  const { tree } = pass;
  const object = pass.type(tree.childByField(node, "name"), role);
  return pass.expr("index", "", node, object, typeArguments(pass, node));
}

/** The type arguments of a node, none where it has no list. */
export function typeArguments(pass: Pass, node: NodeId): ExprId[] {
  const list = pass.tree.childByField(node, "type_arguments");
  return list === NO_NODE ? [] : every(pass, list);
}

/** A union or intersection, whose left-deep nesting is one flat list. */
function combined(pass: Pass, node: NodeId, type: string, kind: "union" | "intersection"): ExprId {
  const { tree } = pass;
  const members: NodeId[] = [];
  let rest = node;
  while (rest !== NO_NODE && tree.type(rest) === type) {
    const operands = tree.namedChildren(rest);
    for (let i = operands.length - 1; i > 0; i--) members.push(operands[i]);
    rest = operands.length > 0 ? operands[0] : NO_NODE;
  }
  if (rest !== NO_NODE) members.push(rest);
  const args = members.reverse().map((member) => pass.type(member));
  return pass.expr(kind, "", node, NONE, args);
}

/** A function type or signature; its type parameters live in a scope of its own. */
function callable(pass: Pass, node: NodeId, name: string): ExprId {
  const { tree } = pass;
  const place = pass.place();
  openTypeScope(pass, node);
  const args = parameterTypes(pass, tree.childByField(node, "parameters"));
  let result = tree.childByField(node, "return_type");
  if (result === NO_NODE) result = tree.childByField(node, "type");
  const object = pass.type(result);
  const expr = pass.expr("functype", name, node, object, args);
  pass.returnTo(place);
  return expr;
}

function parameterTypes(pass: Pass, list: NodeId): ExprId[] {
  if (list === NO_NODE) return [];
  const { tree } = pass;
  return tree.namedChildren(list).filter((child) => tree.type(child) !== "comment").map((child) =>
    parameterType(pass, child, pass.type(tree.childByField(child, "type")))
  );
}

/** What a function type says of a parameter: its type, and whether it is `this`, the rest, or may be left out. */
export function parameterType(pass: Pass, node: NodeId, type: ExprId): ExprId {
  const { tree } = pass;
  const pattern = tree.childByField(node, "pattern");
  const word = pattern === NO_NODE ? "" : tree.type(pattern);
  if (word === "this") return pass.expr("spread", "this", node, type);
  if (word === "rest_pattern") return pass.expr("spread", "", node, type);
  const isOptional = tree.type(node) === "optional_parameter" || tree.childByField(node, "value") !== NO_NODE;
  return isOptional ? pass.expr("union", "optional", node, NONE, [type]) : type;
}

/** Opens a type scope with the node's type parameters, if it has any. Gives their names. */
export function openTypeScope(pass: Pass, node: NodeId): string[] {
  const list = pass.tree.childByField(node, "type_parameters");
  if (list === NO_NODE) return [];
  pass.openScope("type", node);
  return typeParameters(pass, list);
}

/** Binds a list of type parameters in the scope we are in. Gives their names. */
export function typeParameters(pass: Pass, list: NodeId): string[] {
  const { tree } = pass;
  const names: string[] = [];
  for (let child = tree.firstNamed(list); child !== NO_NODE; child = tree.nextNamed(child)) {
    const name = tree.childByField(child, "name");
    if (name === NO_NODE) continue;
    const constraint = pass.type(tree.childByField(child, "constraint"));
    const fallback = pass.type(tree.childByField(child, "value"));
    names.push(pass.text(name));
    pass.bind(pass.scope, pass.text(name), "type_parameter", tree.start(name), NONE, constraint, fallback);
  }
  return names;
}

/** `{ a: T; m(): U }`; where it is nothing but an index signature it is a map. */
function objectType(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const properties: ExprId[] = [];
  const maps: ExprId[] = [];
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const expr = pass.type(child);
    if (expr === NONE) continue;
    const kind = pass.facts.exprKind(expr);
    if (kind === "map" || kind === "opaque" || kind === "intersection") maps.push(expr);
    else if (kind === "property") properties.push(expr);
    else properties.push(pass.expr("property", "", child, expr));
  }
  if (properties.length === 0 && maps.length === 1) return maps[0];
  return pass.expr("object", "type", node, NONE, properties);
}

function property(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const keyNode = tree.childByField(node, "name");
  const key = keyOf(pass, keyNode);
  walkKey(pass, keyNode);
  const type = tree.type(node) === "method_signature"
    ? callable(pass, node, "")
    : pass.type(tree.childByField(node, "type"));
  return key === null ? NONE : pass.expr("property", key.name, node, type);
}

function indexSignature(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const place = pass.place();
  const clause = tree.childOfType(node, "mapped_type_clause");
  if (clause !== NO_NODE) {
    pass.openScope("type", node);
    pass.type(clause);
  }
  const key = pass.type(tree.childByField(node, "index_type"));
  const value = pass.type(tree.childByField(node, "type"));
  const copied = clause === NO_NODE ? NO_NODE : copiedBy(pass, clause, tree.childByField(node, "type"));
  pass.returnTo(place);
  if (copied !== NO_NODE) return pass.expr("intersection", "", node, NONE, [pass.facts.exprObject(value)]);
  return pass.expr("map", "record", node, NONE, [key, value]);
}

/** The type that `{ [K in keyof T]: T[K] }` has the members of, or NO_NODE. */
function copiedBy(pass: Pass, clause: NodeId, annotation: NodeId): NodeId {
  const { tree } = pass;
  const keys = tree.childByField(clause, "type");
  const value = annotation === NO_NODE ? NO_NODE : tree.firstNamed(annotation);
  if (keys === NO_NODE || value === NO_NODE) return NO_NODE;
  if (tree.type(keys) !== "index_type_query" || tree.type(value) !== "lookup_type") return NO_NODE;
  const source = tree.firstNamed(keys);
  const [from, key] = tree.namedChildren(value);
  const name = tree.childByField(clause, "name");
  const isCopy = pass.text(source) === pass.text(from) && pass.text(key) === pass.text(name);
  return isCopy ? from : NO_NODE;
}

function mapped(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const name = tree.childByField(node, "name");
  const type = pass.type(tree.childByField(node, "type"));
  if (name !== NO_NODE) {
    pass.bind(pass.scope, pass.text(name), "type_parameter", tree.start(name), NONE, type);
  }
  pass.type(tree.childByField(node, "alias"));
  return NONE;
}
