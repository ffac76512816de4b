// Chains of members, calls and subscripts, walked in a loop from their base outwards. In `a.b.c()` `a` and `b` are read
// and `c` is called. Also what some calls mean by themselves: `super()`, `cast(T, x)`, importing a module by name.
// Not here: other expressions.

import { type ExprId, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { dynamicImport } from "./dynamic_imports.ts";
import type { Place, Walk } from "./place.ts";

/** Generic names whose arguments are types wherever they stand. */
const TYPE_FORMS: ReadonlySet<string> = new Set(
  ("Union Optional List Dict Tuple Set FrozenSet Type Callable Iterable Iterator Sequence Mapping MutableMapping Awaitable " +
    "Coroutine Generator AsyncIterator AsyncIterable list dict tuple set frozenset type").split(" "),
);
const TYPE_VARIABLES: ReadonlySet<string> = new Set(["TypeVar", "ParamSpec", "TypeVarTuple"]);

/** Names under which the module `typing` is usually imported. */
const TYPING_NAMES: ReadonlySet<string> = new Set(["typing", "typing_extensions", "t", "te"]);

/** The expr of an attribute, call or subscript; `role` is that of its last name. */
export function chain(walk: Walk, node: NodeId, place: Place, role: Role): ExprId {
  const { tree } = walk;
  const links: NodeId[] = [];
  let base = node;
  for (let inner = receiver(tree, base); inner !== NO_NODE; inner = receiver(tree, base)) {
    links.push(base);
    base = inner;
  }
  if (links.length === 0) {
    walk.loose(node, place);
    return NONE;
  }
  let at = links.length - 1;
  let value: ExprId;
  if (tree.type(links[at]) === "call" && tree.type(base) === "identifier" && tree.text(base) === "super") {
    walk.nameUse(base, place, "call");
    value = superCall(walk, links[at], place);
    at--;
  } else {
    value = walk.expression(base, place, innerRole(tree, links, at, role));
  }
  for (; at >= 0; at--) value = link(walk, links, at, value, place, role);
  return value;
}

function receiver(tree: SyntaxTree, node: NodeId): NodeId {
  switch (tree.type(node)) {
    case "attribute":
      return tree.childByField(node, "object");
    case "call":
      return tree.childByField(node, "function");
    case "subscript":
      return tree.childByField(node, "value");
    default:
      return NO_NODE;
  }
}

/** The role of what the link at `at` is applied to. */
function innerRole(tree: SyntaxTree, links: readonly NodeId[], at: number, role: Role): Role {
  const type = tree.type(links[at]);
  if (type === "call") return at === 0 && role === "decorate" ? "decorate" : "call";
  return type === "subscript" && at === 0 && role === "inherit" ? "inherit" : "read";
}

function link(
  walk: Walk,
  links: readonly NodeId[],
  at: number,
  value: ExprId,
  place: Place,
  role: Role,
): ExprId {
  const { tree } = walk;
  const node = links[at];
  switch (tree.type(node)) {
    case "attribute": {
      const name = tree.childByField(node, "attribute");
      const own = at === 0 ? role : innerRole(tree, links, at - 1, role);
      return name === NO_NODE ? NONE : walk.memberUse(name, value, place, own);
    }
    case "call":
      return call(walk, node, value, place);
    default:
      return subscript(walk, node, value, place, at === 0 && role === "inherit");
  }
}

function superCall(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const args = callArguments(walk, node, place);
  return facts.expr("super", "", tree.start(node), tree.end(node), place.scope, NONE, args);
}

function call(walk: Walk, node: NodeId, callee: ExprId, place: Place): ExprId {
  const { tree, facts } = walk;
  const start = tree.start(node);
  const end = tree.end(node);
  if (isCast(walk, node, callee)) {
    const [type, value] = argumentNodes(tree, node);
    const target = walk.annotation(type, place);
    return facts.expr("cast", "as", start, end, place.scope, walk.expression(value, place), [target]);
  }
  if (isTypeVariable(walk, callee)) return typeVariable(walk, node, callee, place);
  const args = callArguments(walk, node, place);
  dynamicImport(walk, node, callee, argumentNodes(tree, node), place);
  return facts.expr("call", "", start, end, place.scope, callee, args);
}

function isTypeVariable({ facts }: Walk, callee: ExprId): boolean {
  if (callee === NONE) return false;
  const kind = facts.exprKind(callee);
  return (kind === "name" || kind === "member") && TYPE_VARIABLES.has(facts.exprName(callee));
}

/** `TypeVar("T", A, B, bound=C)`: its constraints and its bound are types, kept for the name it is assigned to. */
function typeVariable(walk: Walk, node: NodeId, callee: ExprId, place: Place): ExprId {
  const { tree, facts } = walk;
  const start = tree.start(node);
  const end = tree.end(node);
  const bounds: ExprId[] = [];
  argumentNodes(tree, node).forEach((arg, index) => {
    if (tree.type(arg) !== "keyword_argument") {
      if (index === 0) operand(walk, arg, place);
      else bounds.push(walk.annotation(arg, place));
      return;
    }
    const [name, value] = [tree.childByField(arg, "name"), tree.childByField(arg, "value")];
    if (name === NO_NODE || value === NO_NODE) return;
    if (tree.text(name) === "bound") bounds.push(walk.annotation(value, place));
    else walk.expression(value, place);
  });
  const call = facts.expr("call", "", start, end, place.scope, callee);
  if (bounds.length > 0) {
    walk.typeBounds.set(call, facts.expr("union", "", start, end, place.scope, NONE, bounds));
  }
  return call;
}

function argumentNodes(tree: SyntaxTree, node: NodeId): NodeId[] {
  const list = tree.childByField(node, "arguments");
  return list !== NO_NODE && tree.type(list) === "argument_list" ? tree.namedChildren(list) : [];
}

/** Arguments in order; literals are of no interest, a named one is a `property`. */
function callArguments(walk: Walk, node: NodeId, place: Place): ExprId[] {
  const { tree, facts } = walk;
  const list = tree.childByField(node, "arguments");
  if (list === NO_NODE) return [];
  if (tree.type(list) === "generator_expression") return [walk.expression(list, place)];
  const args: ExprId[] = [];
  for (let child = tree.firstNamed(list); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) !== "keyword_argument") {
      args.push(operand(walk, child, place));
      continue;
    }
    const name = tree.childByField(child, "name");
    const value = tree.childByField(child, "value");
    const expr = value === NO_NODE ? NONE : operand(walk, value, place);
    const key = name === NO_NODE ? "" : tree.text(name);
    args.push(facts.expr("property", key, tree.start(child), tree.end(child), place.scope, expr));
  }
  return args;
}

/** An argument or index: NONE for a literal. */
function operand(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "integer":
    case "float":
    case "true":
    case "false":
    case "none":
    case "ellipsis":
      return NONE;
    case "string":
    case "concatenated_string":
      // Only interpolations lie deeper than start, content and end.
      if (tree.past(node) - node > 4) walk.expression(node, place);
      return NONE;
    case "slice":
      walk.loose(node, place);
      return NONE;
    default:
      return walk.expression(node, place);
  }
}

function subscript(walk: Walk, node: NodeId, object: ExprId, place: Place, typed: boolean): ExprId {
  const { tree, facts } = walk;
  const value = tree.childByField(node, "value");
  const start = tree.start(node);
  const end = tree.end(node);
  const isType = typed || (object !== NONE && TYPE_FORMS.has(facts.exprName(object)));
  const args: ExprId[] = [];
  let sliced = false;
  for (let child = tree.nextNamed(value); child !== NO_NODE; child = tree.nextNamed(child)) {
    sliced ||= tree.type(child) === "slice";
    args.push(isType ? walk.annotation(child, place) : indexValue(walk, child, place));
  }
  // A slice is what it is cut from.
  return sliced
    ? facts.expr("operation", "slice", start, end, place.scope, NONE, [object])
    : facts.expr("index", "", start, end, place.scope, object, args);
}

/** A number tells which element of a tuple is meant. */
function indexValue(walk: Walk, node: NodeId, place: Place): ExprId {
  return walk.tree.type(node) === "integer" ? walk.expression(node, place) : operand(walk, node, place);
}

/** `cast(T, x)` of the module `typing`, with both arguments plain. */
function isCast(walk: Walk, node: NodeId, callee: ExprId): boolean {
  const { facts, tree } = walk;
  if (callee === NONE || facts.exprName(callee) !== "cast") return false;
  if (facts.exprKind(callee) === "member") {
    const object = facts.exprObject(callee);
    if (object === NONE || !TYPING_NAMES.has(facts.exprName(object))) return false;
  }
  const args = argumentNodes(tree, node);
  return args.length === 2 && args.every((arg) => {
    const type = tree.type(arg);
    return type !== "keyword_argument" && type !== "list_splat" && type !== "dictionary_splat";
  });
}
