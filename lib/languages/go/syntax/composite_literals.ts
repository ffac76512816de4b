// Composite literals: `T{…}`, `[]T{{…}}`, `map[K]V{k: {…}}`.
// Law kept: a bare name before a colon names a field where the literal's type may be a struct, and what it names by
// itself where the type turns out to be a map; in literals of a written array or map type it is read. Literals that
// leave their type out take it from the one around.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";
import { property, typeExpression } from "./type_expressions.ts";

/** Arrays and maps may hold thousands of alike elements: their first ones say enough. */
const MAX_ELEMENTS = 8;

/** What is known of a literal's type. */
interface Shape {
  /** The type as far as it is written somewhere, else NO_NODE. */
  readonly type: NodeId;
  /** An expression whose value has the type. */
  readonly value: () => ExprId;
}

/** A literal with its type written before it. */
export function compositeLiteral(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const type = tree.childByField(node, "type");
  const role = isNamedType(tree.type(type)) ? "construct" : "type";
  const object = typeExpression(pass, type, at, role);
  const shape = shapeOf(
    type,
    () => pass.facts.expr("construct", "", tree.start(type), tree.end(type), at.scope, object),
  );
  const args = elements(pass, tree.childByField(node, "body"), shape, { ...at, members: undefined });
  return pass.facts.expr("construct", "", tree.start(node), tree.end(node), at.scope, object, args);
}

/** A shape whose expression is made once, when it is first asked for. */
function shapeOf(type: NodeId, make: () => ExprId): Shape {
  let made: ExprId = NONE;
  return { type, value: () => made === NONE ? made = make() : made };
}

/** The shape of a literal's keys or values that leave their own type out; `*T` is left out as `&T`. */
function elementShape(pass: Pass, outer: Shape, part: "key" | "value", node: NodeId, at: Place): Shape {
  const { tree } = pass;
  const written = part === "key" ? tree.childByField(outer.type, "key") : elementType(tree, outer.type);
  return shapeOf(
    tree.type(written) === "pointer_type" ? tree.firstNamed(written) : written,
    () => pass.facts.expr("iterate", part, tree.start(node), tree.start(node), at.scope, outer.value()),
  );
}

function isNamedType(type: string): boolean {
  return type === "type_identifier" || type === "qualified_type" || type === "generic_type";
}

/** The elements of a literal's braces. */
function elements(pass: Pass, body: NodeId, shape: Shape, at: Place): ExprId[] {
  const { tree } = pass;
  const args: ExprId[] = [];
  if (body === NO_NODE || !pass.enter(body)) return args;
  const mayBeStruct = !isArrayOrMap(tree.type(shape.type));
  const inner = elementShape(pass, shape, "value", body, at);
  for (let node = tree.firstNamed(body); node !== NO_NODE; node = tree.nextNamed(node)) {
    const arg = tree.type(node) === "keyed_element"
      ? keyedElement(pass, node, shape, inner, at)
      : element(pass, node, inner, at);
    if (mayBeStruct || args.length < MAX_ELEMENTS) args.push(arg);
  }
  pass.leave();
  return args;
}

function keyedElement(pass: Pass, node: NodeId, shape: Shape, inner: Shape, at: Place): ExprId {
  const { tree } = pass;
  const key = tree.childByField(node, "key");
  const keyName = tree.firstNamed(key);
  const isField = !isArrayOrMap(tree.type(shape.type)) && tree.type(keyName) === "identifier";
  if (isField) fieldKey(pass, keyName, shape, at);
  else element(pass, key, elementShape(pass, shape, "key", key, at), at);
  const expr = element(pass, tree.childByField(node, "value"), inner, at);
  return isField ? property(pass, node, keyName, expr, at) : expr;
}

function fieldKey(pass: Pass, node: NodeId, shape: Shape, at: Place): void {
  const { tree, facts } = pass;
  const name = pass.text(node);
  if (name === "_" || name === "") return;
  const start = tree.start(node);
  const end = tree.end(node);
  const itself = facts.expr("name", name, start, end, at.scope);
  const expr = facts.expr("key", name, start, end, at.scope, shape.value(), [itself]);
  facts.reference(expr, "write", at.owner);
}

function element(pass: Pass, node: NodeId, shape: Shape, at: Place): ExprId {
  const { tree } = pass;
  const inner = tree.type(node) === "literal_element" ? tree.firstNamed(node) : node;
  if (tree.type(inner) !== "literal_value") return pass.walk.expression(pass, inner, at);
  elements(pass, inner, shape, at);
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
