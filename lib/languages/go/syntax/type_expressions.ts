// Types wherever they are written: names, pointers, arrays, maps, channels, functions, struct and interface literals,
// generic instantiations, unions. Law kept: every name in a type is one reference.
// Not here: declarations of named types, whose fields and methods are symbols (type_declarations.ts).

import { type ExprId, NONE, type Parameter, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { interfaceMethod, type MemberScope, memberScope, structField } from "./members.ts";
import type { Pass, Place } from "./pass.ts";
import { fieldNames, readParameters, readResult } from "./signatures.ts";

/** A type. Its own name has the role, names inside it are `type` uses (`read` where the whole is a value in truth). */
export function typeExpression(pass: Pass, node: NodeId, at: Place, role: Role = "type"): ExprId {
  if (node === NO_NODE || !pass.enter(node)) return NONE;
  const expr = typeOf(pass, node, at, role);
  pass.leave();
  return expr;
}

function typeOf(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  const { tree } = pass;
  const inner = role === "read" ? "read" : "type";
  switch (tree.type(node)) {
    case "type_identifier":
    case "identifier":
      return pass.name(node, at, role);
    case "qualified_type": {
      const object = pass.name(tree.childByField(node, "package"), at, "read");
      return pass.member(tree.childByField(node, "name"), object, at, role);
    }
    case "generic_type":
      return genericType(pass, node, at, role, inner);
    case "parenthesized_type":
      return typeExpression(pass, tree.firstNamed(node), at, role);
    case "pointer_type":
      return wrapped(pass, "pointer", "", node, typeExpression(pass, tree.firstNamed(node), at, inner), at);
    case "array_type":
      pass.walk.expression(pass, tree.childByField(node, "length"), at);
      return elementType(pass, "", "element", node, at);
    case "slice_type":
    case "implicit_length_array_type":
      return elementType(pass, "", "element", node, at);
    case "channel_type":
      return elementType(pass, "chan", "value", node, at);
    case "map_type": {
      const key = typeExpression(pass, tree.childByField(node, "key"), at);
      const value = typeExpression(pass, tree.childByField(node, "value"), at);
      return whole(pass, "map", node, at, NONE, [key, value]);
    }
    case "function_type":
      return functionType(pass, node, at);
    case "struct_type":
      return structType(pass, node, at, memberScope(pass, node, at));
    case "interface_type":
      return interfaceType(pass, node, at, memberScope(pass, node, at));
    case "negated_type": {
      const operand = typeExpression(pass, tree.firstNamed(node), at);
      return pass.facts.expr("operation", "~", tree.start(node), tree.end(node), at.scope, NONE, [operand]);
    }
    case "type_elem":
    case "type_constraint":
      return unionType(pass, node, at, role);
    default:
      return pass.walk.expression(pass, node, at, role);
  }
}

function genericType(pass: Pass, node: NodeId, at: Place, role: Role, inner: Role): ExprId {
  const { tree } = pass;
  const object = typeExpression(pass, tree.childByField(node, "type"), at, role);
  return whole(
    pass,
    "index",
    node,
    at,
    object,
    typeArguments(pass, tree.childByField(node, "type_arguments"), at, inner),
  );
}

/** The types of a bracketed list, each in that role. */
export function typeArguments(pass: Pass, list: NodeId, at: Place, role: Role): ExprId[] {
  return pass.tree.namedChildren(list).map((argument) => typeExpression(pass, argument, at, role));
}

function elementType(pass: Pass, name: string, field: string, node: NodeId, at: Place): ExprId {
  return wrapped(
    pass,
    "array",
    name,
    node,
    typeExpression(pass, pass.tree.childByField(node, field), at),
    at,
  );
}

function unionType(pass: Pass, node: NodeId, at: Place, role: Role): ExprId {
  const members = typeArguments(pass, node, at, role);
  return members.length === 1 ? members[0] : whole(pass, "union", node, at, NONE, members);
}

/** A function type of a node that has parameters and a result. */
function functionType(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree } = pass;
  const inner = { ...at, members: undefined };
  const parameters = readParameters(pass, tree.childByField(node, "parameters"), inner, NONE);
  const result = readResult(pass, tree.childByField(node, "result"), inner, NONE);
  return functionTypeOf(pass, node, at, parameters, result);
}

/** The function type of parameters and a result that were read. */
export function functionTypeOf(
  pass: Pass,
  node: NodeId,
  at: Place,
  parameters: readonly Parameter[],
  result: ExprId,
): ExprId {
  return whole(pass, "functype", node, at, result, parameters.map((parameter) => parameter.annotation));
}

/**
 * A struct type as an object: a property for each field. An embedded field is a property of its type's name, and a
 * spread of that type. The fields are symbols where `members` says of what; it then hears of embedded types too.
 */
export function structType(pass: Pass, node: NodeId, at: Place, members: MemberScope | null): ExprId {
  const { tree, facts } = pass;
  const list = tree.childOfType(node, "field_declaration_list");
  const properties: ExprId[] = [];
  for (let line = tree.firstNamed(list); line !== NO_NODE; line = tree.nextNamed(line)) {
    if (tree.type(line) !== "field_declaration") {
      pass.walk.statement(pass, line, at);
      continue;
    }
    const type = tree.childByField(line, "type");
    const names = fieldNames(pass, line);
    const isEmbedded = names.length === 0;
    const nameNodes = isEmbedded ? [typeName(pass, type)] : names;
    const ids = nameNodes.map((name) =>
      members === null ? NONE : structField(pass, line, name, isEmbedded, members)
    );
    let annotation: ExprId;
    if (isEmbedded) {
      const embedded = typeExpression(pass, type, at, members === null ? "type" : members.embedRole);
      const pointer = tree.childOfType(line, "*") !== NO_NODE;
      annotation = pointer ? wrapped(pass, "pointer", "", line, embedded, at) : embedded;
      members?.onEmbedded(embedded);
      properties.push(property(pass, line, nameNodes[0], annotation, at));
      properties.push(wrapped(pass, "spread", "", type, embedded, at));
    } else {
      const [first = NONE] = ids;
      const inner = first === NONE || members === null ? undefined : { id: first, local: members.local };
      annotation = typeExpression(pass, type, { ...at, members: inner });
      for (const name of names) properties.push(property(pass, line, name, annotation, at));
    }
    for (const id of ids) if (id !== NONE) facts.definitions[id].annotation = annotation;
  }
  return whole(pass, "object", node, at, NONE, properties);
}

/** An interface type as an object: a property for each method, a spread for what it embeds. */
export function interfaceType(pass: Pass, node: NodeId, at: Place, members: MemberScope | null): ExprId {
  const { tree } = pass;
  const parts: ExprId[] = [];
  for (let line = tree.firstNamed(node); line !== NO_NODE; line = tree.nextNamed(line)) {
    if (tree.type(line) === "method_elem") {
      const { place, parameters, result } = interfaceMethod(pass, line, at, members);
      const type = functionTypeOf(pass, line, place, parameters, result);
      parts.push(property(pass, line, tree.childByField(line, "name"), type, at));
      continue;
    }
    const embedded = members === null ? NO_NODE : embeddedInterface(pass, line);
    const expr = embedded === NO_NODE
      ? typeExpression(pass, line, at)
      : typeExpression(pass, embedded, at, members!.embedRole);
    if (embedded !== NO_NODE) members!.onEmbedded(expr);
    parts.push(wrapped(pass, "spread", "", line, expr, at));
  }
  return whole(pass, "object", node, at, NONE, parts);
}

/** The named type that an interface's line embeds; NO_NODE for a union or an approximation, which only constrain. */
function embeddedInterface(pass: Pass, line: NodeId): NodeId {
  const { tree } = pass;
  const only = tree.firstNamed(line);
  if (tree.type(line) !== "type_elem" || tree.nextNamed(only) !== NO_NODE) return NO_NODE;
  const name = tree.type(typeName(pass, only));
  return name === "type_identifier" ? only : NO_NODE;
}

/** A property of an object, written as `node`. */
export function property(pass: Pass, node: NodeId, name: NodeId, value: ExprId, at: Place): ExprId {
  const { tree } = pass;
  return pass.facts.expr("property", pass.text(name), tree.start(node), tree.end(node), at.scope, value);
}

/** The node of the name of a named type: without its package and its type arguments. */
export function typeName(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "generic_type":
      return typeName(pass, tree.childByField(node, "type"));
    case "qualified_type":
      return tree.childByField(node, "name");
    default:
      return node;
  }
}

function wrapped(
  pass: Pass,
  kind: "pointer" | "array" | "spread",
  name: string,
  node: NodeId,
  object: ExprId,
  at: Place,
): ExprId {
  return pass.facts.expr(kind, name, pass.tree.start(node), pass.tree.end(node), at.scope, object);
}

function whole(
  pass: Pass,
  kind: "index" | "map" | "union" | "functype" | "object",
  node: NodeId,
  at: Place,
  object: ExprId,
  args: readonly ExprId[],
): ExprId {
  const name = kind === "object" ? "type" : "";
  return pass.facts.expr(kind, name, pass.tree.start(node), pass.tree.end(node), at.scope, object, args);
}
