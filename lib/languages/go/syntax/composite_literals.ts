// Composite literals: `T{…}`, `[]T{{…}}`, `map[K]V{k: {…}}`.
// Law kept: a bare name before a colon is a field where the literal's type may be a struct, and a field's name there is
// no reference; in array and map literals it is a read. Literals that leave their type out take it from the one around.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";
import { property, typeExpression } from "./type_expressions.ts";

/** Arrays and maps may hold thousands of alike elements: their first ones say enough. */
const MAX_ELEMENTS = 8;

/** A literal with its type written before it. */
export function compositeLiteral(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const type = tree.childByField(node, "type");
  const role = isNamedType(tree.type(type)) ? "construct" : "type";
  const object = typeExpression(pass, type, at, role);
  const args = elements(pass, tree.childByField(node, "body"), type, at);
  return pass.facts.expr("construct", "", tree.start(node), tree.end(node), at.scope, object, args);
}

function isNamedType(type: string): boolean {
  return type === "type_identifier" || type === "qualified_type" || type === "generic_type";
}

/** The elements of a literal's braces. `type` is the literal's type as far as it is written somewhere, else NO_NODE. */
function elements(pass: Pass, body: NodeId, type: NodeId, at: Place): ExprId[] {
  const { tree } = pass;
  const args: ExprId[] = [];
  if (body === NO_NODE || !pass.enter(body)) return args;
  const mayBeStruct = !isArrayOrMap(tree.type(type));
  for (let node = tree.firstNamed(body); node !== NO_NODE; node = tree.nextNamed(node)) {
    const arg = tree.type(node) === "keyed_element"
      ? keyedElement(pass, node, type, mayBeStruct, at)
      : element(pass, node, elementType(tree, type), at);
    if (mayBeStruct || args.length < MAX_ELEMENTS) args.push(arg);
  }
  pass.leave();
  return args;
}

function keyedElement(pass: Pass, node: NodeId, type: NodeId, mayBeStruct: boolean, at: Place): ExprId {
  const { tree } = pass;
  const key = tree.childByField(node, "key");
  const value = tree.childByField(node, "value");
  const keyName = tree.firstNamed(key);
  const isField = mayBeStruct && tree.type(keyName) === "identifier";
  if (!isField) element(pass, key, tree.childByField(type, "key"), at);
  const expr = element(pass, value, elementType(tree, type), at);
  return isField ? property(pass, node, keyName, expr, at) : expr;
}

function element(pass: Pass, node: NodeId, type: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const inner = tree.type(node) === "literal_element" ? tree.firstNamed(node) : node;
  if (tree.type(inner) !== "literal_value") return pass.walk.expression(pass, inner, at);
  // `[]*T{{…}}` leaves out `&T`.
  elements(pass, inner, tree.type(type) === "pointer_type" ? tree.firstNamed(type) : type, at);
  return NONE;
}

/** The written type of the elements (map: values) of an array or map type. */
function elementType(tree: SyntaxTree, type: NodeId): NodeId {
  if (!isArrayOrMap(tree.type(type))) return NO_NODE;
  return tree.childByField(type, tree.type(type) === "map_type" ? "value" : "element");
}

function isArrayOrMap(type: string): boolean {
  return type === "map_type" || type === "slice_type" || type === "array_type" ||
    type === "implicit_length_array_type";
}
