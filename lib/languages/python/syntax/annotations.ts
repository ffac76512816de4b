// Type positions: annotations, base-class arguments, aliased types, type parameters. Names in them have the role
// `type`, `X | Y` is a union, strings are read as the types they spell. Optional and the like stay plain indexes.
// Not here: what any of these names mean.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";
import { parseTypeText, type TypeText } from "./string_annotation.ts";
import { stringRange } from "./text.ts";

/** Generic names whose arguments are values, and whose first argument only is a type. */
const VALUES_ONLY = "Literal";
const FIRST_IS_TYPE = "Annotated";

/** The expr of a type, or NONE where it says nothing. */
export function annotation(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  let bare = node;
  while (tree.type(bare) === "type" || tree.type(bare) === "parenthesized_expression") {
    const inner = tree.firstNamed(bare);
    if (inner === NO_NODE) return NONE;
    bare = inner;
  }
  switch (tree.type(bare)) {
    case "identifier":
      return walk.nameUse(bare, place, "type");
    case "none":
      return facts.expr("literal", "none", tree.start(bare), tree.end(bare), place.scope);
    case "ellipsis":
      return NONE;
  }
  if (!walk.enter(bare)) return NONE;
  const expr = compound(walk, bare, place);
  walk.leave();
  return expr;
}

function compound(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const start = tree.start(node);
  const end = tree.end(node);
  switch (tree.type(node)) {
    case "attribute":
      return walk.expression(node, place, "type");
    case "member_type":
      return memberType(walk, node, place);
    case "subscript": {
      const object = tree.childByField(node, "value");
      const args: NodeId[] = [];
      for (let arg = tree.nextNamed(object); arg !== NO_NODE; arg = tree.nextNamed(arg)) args.push(arg);
      return generic(walk, node, object, args, place);
    }
    case "generic_type": {
      const object = tree.firstNamed(node);
      const list = tree.childOfType(node, "type_parameter");
      if (object === NO_NODE || list === NO_NODE) break;
      return generic(walk, node, object, tree.namedChildren(list), place);
    }
    case "binary_operator":
    case "union_type": {
      const members = unionMembers(walk, node);
      if (members === null) break;
      const args = members.map((member) => annotation(walk, member, place));
      return facts.expr("union", "", start, end, place.scope, NONE, args);
    }
    case "string":
      return fromString(walk, node, place);
    case "list":
    case "tuple":
    case "expression_list": {
      const args = tree.namedChildren(node).map((child) => annotation(walk, child, place));
      const name = tree.type(node) === "list" ? "list" : "tuple";
      return facts.expr("collection", name, start, end, place.scope, NONE, args);
    }
    case "list_splat":
    case "splat_type": {
      const inner = tree.firstNamed(node);
      const object = inner === NO_NODE ? NONE : annotation(walk, inner, place);
      return facts.expr("spread", "", start, end, place.scope, object);
    }
  }
  return walk.expression(node, place);
}

/** `type.identifier`, where the grammar keeps types apart from expressions. */
function memberType(walk: Walk, node: NodeId, place: Place): ExprId {
  const [left = NO_NODE, name = NO_NODE] = walk.tree.namedChildren(node);
  if (left === NO_NODE) return NONE;
  const object = annotation(walk, left, place);
  return name === NO_NODE ? object : walk.memberUse(name, object, place, "type");
}

function generic(
  walk: Walk,
  node: NodeId,
  objectNode: NodeId,
  argNodes: readonly NodeId[],
  place: Place,
): ExprId {
  const { tree, facts } = walk;
  const object = annotation(walk, objectNode, place);
  const name = object === NONE ? "" : facts.exprName(object);
  const args = argNodes.map((arg, index) =>
    isTypeArgument(name, index) ? annotation(walk, arg, place) : walk.expression(arg, place)
  );
  return facts.expr("index", "", tree.start(node), tree.end(node), place.scope, object, args);
}

function isTypeArgument(genericName: string, index: number): boolean {
  return genericName !== VALUES_ONLY && (genericName !== FIRST_IS_TYPE || index === 0);
}

/** The members of `A | B | C`, which is left-deep; null where the operator is another one. */
function unionMembers(walk: Walk, node: NodeId): NodeId[] | null {
  const { tree } = walk;
  const members: NodeId[] = [];
  let at = node;
  for (;;) {
    const type = tree.type(at);
    if (type === "type") {
      const inner = tree.firstNamed(at);
      if (inner === NO_NODE) break;
      at = inner;
      continue;
    }
    const isUnion = type === "union_type" ||
      (type === "binary_operator" && tree.type(tree.childByField(at, "operator")) === "|");
    if (!isUnion) break;
    const [left, right] = tree.namedChildren(at);
    if (right !== undefined) members.push(right);
    if (left === undefined) return members.reverse();
    at = left;
  }
  if (at === node) return null;
  members.push(at);
  return members.reverse();
}

/** A type written as a string: the exprs have the exact places of the names inside it. */
function fromString(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const range = stringRange(tree, node);
  const parsed = range === null
    ? null
    : parseTypeText(tree.source.slice(range.start, range.end), range.start, range.end);
  if (parsed === null) return facts.expr("opaque", "", tree.start(node), tree.end(node), place.scope);
  return fromText(walk, parsed, place, true);
}

/** Exprs and references of a parsed type text; what stands where values stand is not read. */
function fromText(walk: Walk, text: TypeText, place: Place, isType: boolean): ExprId {
  const { facts } = walk;
  const { start, end } = text;
  switch (text.kind) {
    case "name": {
      const expr = facts.expr("name", text.name, start, end, place.scope);
      facts.reference(expr, isType ? "type" : "read", place.owner);
      return expr;
    }
    case "member": {
      const object = fromText(walk, text.parts[0], place, false);
      const expr = facts.expr("member", text.name, start, end, place.scope, object);
      facts.reference(expr, isType ? "type" : "read", place.owner);
      return expr;
    }
    case "index": {
      const object = fromText(walk, text.parts[0], place, true);
      const name = facts.exprName(object);
      const args = text.parts.slice(1).map((arg, index) =>
        fromText(walk, arg, place, isTypeArgument(name, index))
      );
      return facts.expr("index", "", start, end, place.scope, object, args);
    }
    case "union":
    case "collection": {
      const args = text.parts.map((part) => fromText(walk, part, place, isType));
      const name = text.kind === "union" ? "" : "list";
      return facts.expr(text.kind, name, start, end, place.scope, NONE, args);
    }
    case "none":
      return facts.expr("literal", "none", start, end, place.scope);
    case "value":
      return NONE;
  }
}

/** What a list of type parameters declares: its names, and the place from which they are seen. */
export interface TypeParameters {
  readonly names: readonly string[];
  readonly place: Place;
}

/** Opens a scope for `[T, *Ts, **P]` where a declaration has one; `place` is returned as it is otherwise. */
export function typeParameters(walk: Walk, declaration: NodeId, list: NodeId, place: Place): TypeParameters {
  if (list === NO_NODE) return { names: [], place };
  const { tree, facts } = walk;
  const start = tree.start(list);
  const end = tree.end(declaration);
  const inner: Place = {
    ...place,
    scope: facts.scope("type", place.scope, place.owner, start, end),
  };
  const names: string[] = [];
  for (let node = tree.firstNamed(list); node !== NO_NODE; node = tree.nextNamed(node)) {
    let [token, bound]: [NodeId, NodeId] = [node, NO_NODE];
    while (token !== NO_NODE && tree.type(token) !== "identifier") {
      if (tree.type(token) === "constrained_type") [, bound = NO_NODE] = tree.namedChildren(token);
      token = tree.firstNamed(token);
    }
    const name = token === NO_NODE ? "" : tree.text(token);
    if (name === "") continue;
    const annotated = bound === NO_NODE ? NONE : annotation(walk, bound, inner);
    facts.binding({
      scope: inner.scope,
      name,
      kind: "type_parameter",
      start: tree.start(token),
      annotation: annotated,
    });
    names.push(name);
  }
  return { names, place: inner };
}
