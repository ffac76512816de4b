// Assignment statements, `type` statements, and lambdas that become functions by being assigned.
// Law kept: a value is read before its targets are bound, once for all of them. Not here: how a target binds
// (`targets.ts`, `names.ts`).

import { type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { typeParameters } from "./annotations.ts";
import { functionExpr, lambdaBody } from "./closures.ts";
import { type Assigned, assignName, declare, home, plainly, TYPE_FACTORIES } from "./names.ts";
import type { Place, Walk } from "./place.ts";
import { sequence } from "./expressions.ts";
import { bindTarget, isSequence, isSplat } from "./targets.ts";
import { declarationText } from "./text.ts";

/** `a = b = value`, `a: T`, `a: T = value`. */
export function assignment(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const links: NodeId[] = [];
  let right = node;
  while (right !== NO_NODE && tree.type(right) === "assignment") {
    links.push(right);
    right = tree.childByField(right, "right");
  }
  const type = tree.childByField(node, "type");
  if (links.length === 1 && type !== NO_NODE && isTypeAlias(tree, type)) {
    if (aliasAssignment(walk, node, type, right, place)) return;
  }
  if (right !== NO_NODE && assignedLambda(walk, links, right, place)) return;

  const annotation = type === NO_NODE ? NONE : walk.annotation(type, place);
  const { value, parts } = right === NO_NODE ? NO_VALUE : assignedValue(walk, right, place);
  for (const link of links) {
    const left = tree.childByField(link, "left");
    if (left === NO_NODE) continue;
    const assigned: Assigned = {
      ...plainly(value, tree.start(link), tree.end(link)),
      annotation: link === node ? annotation : NONE,
      alias: right !== NO_NODE && isDotted(tree, right),
      rewraps: (name) => right !== NO_NODE && callTakes(tree, right, name),
      typeMaking: right !== NO_NODE && makesType(tree, right),
    };
    bindTarget(walk, place, left, assigned, parts);
  }
}

const NO_VALUE = { value: NONE, parts: null };

/** The expr of an assigned value, and those of its parts where it is a sequence written out without a splat. */
function assignedValue(
  walk: Walk,
  node: NodeId,
  place: Place,
): { value: ExprId; parts: readonly ExprId[] | null } {
  const { tree } = walk;
  if (!isSequence(tree, node)) {
    if (tree.type(node) !== "augmented_assignment") {
      return { value: walk.expression(node, place), parts: null };
    }
    augmentedAssignment(walk, node, place);
    return NO_VALUE;
  }
  const splat = tree.namedChildren(node).some((child) => isSplat(tree, child));
  const list = tree.type(node) === "list" || tree.type(node) === "list_pattern";
  const { value, parts } = sequence(walk, node, place, list ? "list" : "tuple");
  return { value, parts: splat ? null : parts };
}

/** `target += value`: a use of the target that also writes it. */
export function augmentedAssignment(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  if (left !== NO_NODE) writeUse(walk, left, place);
  if (right === NO_NODE) return;
  if (tree.type(right) === "assignment") assignment(walk, right, place);
  else walk.expression(right, place);
}

/** A target that is written without being bound anew: `+=` and `del`. */
export function writeUse(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  if (tree.type(node) === "identifier") walk.nameUse(node, place, "write");
  else if (tree.type(node) === "attribute") walk.expression(node, place, "write");
  else if (isSequence(tree, node)) {
    if (!walk.enter(node)) return;
    for (const child of tree.namedChildren(node)) writeUse(walk, child, place);
    walk.leave();
  } else walk.expression(node, place);
}

function isDotted(tree: SyntaxTree, node: NodeId): boolean {
  let at = node;
  while (at !== NO_NODE && tree.type(at) === "attribute") at = tree.childByField(at, "object");
  return at !== NO_NODE && tree.type(at) === "identifier";
}

/** Whether the node is a call with that name among its arguments. */
function callTakes(tree: SyntaxTree, node: NodeId, name: string): boolean {
  if (tree.type(node) !== "call") return false;
  const list = tree.childByField(node, "arguments");
  if (list === NO_NODE) return false;
  for (let child = tree.firstNamed(list); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "identifier" && tree.text(child) === name) return true;
  }
  return false;
}

function makesType(tree: SyntaxTree, node: NodeId): boolean {
  if (tree.type(node) !== "call") return false;
  let callee = tree.childByField(node, "function");
  if (callee !== NO_NODE && tree.type(callee) === "attribute") {
    callee = tree.childByField(callee, "attribute");
  }
  return callee !== NO_NODE && TYPE_FACTORIES.has(tree.text(callee));
}

/** `name = lambda …`: a function; a method in a class body. False where that is not what stands here. */
function assignedLambda(walk: Walk, links: readonly NodeId[], right: NodeId, place: Place): boolean {
  const { tree, facts } = walk;
  const node = links[0];
  const left = tree.childByField(node, "left");
  if (links.length !== 1 || left === NO_NODE || tree.type(left) !== "identifier") return false;
  let value = right;
  while (tree.type(value) === "parenthesized_expression") {
    const inner = tree.firstNamed(value);
    if (inner === NO_NODE) return false;
    value = inner;
  }
  const name = tree.text(left);
  if (tree.type(value) !== "lambda" || name === "") return false;
  if (home(walk, place.frame, name) !== place.frame || !walk.enter(node)) return false;
  const inClass = place.frame.kind === "class";
  const start = tree.start(node);
  const end = tree.end(node);
  const def = declare(
    walk,
    place.frame,
    {
      name,
      kind: inClass ? "method" : "function",
      parent: place.owner,
      start,
      end,
      nameStart: tree.start(left),
      nameEnd: tree.end(left),
      signature: declarationText(tree.source, start, end),
    },
    place,
  );
  const type = tree.childByField(node, "type");
  if (type !== NO_NODE) walk.annotation(type, place);
  const draft = facts.definitions[def];
  const read = lambdaBody(walk, value, place, def, def, inClass);
  functionExpr(walk, value, place, read.returned);
  draft.body = read.scope;
  draft.parameters = read.parameters;
  draft.values = read.returned;
  if (read.yields) draft.flags |= FLAGS.generator;
  walk.leave();
  return true;
}

function isTypeAlias(tree: SyntaxTree, type: NodeId): boolean {
  let node = tree.firstNamed(type);
  if (node !== NO_NODE && tree.type(node) === "attribute") node = tree.childByField(node, "attribute");
  return node !== NO_NODE && tree.type(node) === "identifier" && tree.text(node) === "TypeAlias";
}

/** `X: TypeAlias = …`. False where it is no declaration of a plain name. */
function aliasAssignment(walk: Walk, node: NodeId, type: NodeId, right: NodeId, place: Place): boolean {
  const { tree } = walk;
  const left = tree.childByField(node, "left");
  if (right === NO_NODE || left === NO_NODE || tree.type(left) !== "identifier" || tree.text(left) === "") {
    return false;
  }
  walk.annotation(type, place);
  declareAlias(walk, node, left, place, () => ({ names: [], type: walk.annotation(right, place) }));
  return true;
}

/** `type X[T] = …`. */
export function typeAliasStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  let name = left;
  let list: NodeId = NO_NODE;
  while (name !== NO_NODE && tree.type(name) !== "identifier") {
    if (tree.type(name) === "generic_type") list = tree.childOfType(name, "type_parameter");
    name = tree.firstNamed(name);
  }
  if (left !== NO_NODE && right !== NO_NODE && !startsWithName(tree, left)) {
    return typeCallAssignment(walk, node, left, right, place);
  }
  if (name === NO_NODE || right === NO_NODE || tree.text(name) === "") return walk.loose(node, place);
  declareAlias(walk, node, name, place, () => {
    const typed = typeParameters(walk, node, list, place);
    return { names: typed.names, type: walk.annotation(right, typed.place) };
  });
}

/** Whether the first token of a node is a name. */
function startsWithName(tree: SyntaxTree, node: NodeId): boolean {
  let at = node;
  while (tree.first(at) !== NO_NODE) at = tree.first(at);
  return tree.type(at) === "identifier";
}

/** `type(x).y = value`, which the grammar takes for a `type` statement. */
function typeCallAssignment(walk: Walk, node: NodeId, left: NodeId, right: NodeId, place: Place): void {
  const { tree, facts } = walk;
  const keyword = tree.first(node);
  const callee = walk.nameUse(keyword, place, "call");
  walk.expression(right, place);
  const target = tree.firstNamed(left);
  const object = tree.type(target) === "attribute" ? tree.childByField(target, "object") : NO_NODE;
  const name = tree.type(target) === "attribute" ? tree.childByField(target, "attribute") : NO_NODE;
  if (object === NO_NODE || name === NO_NODE || tree.type(object) !== "parenthesized_expression") {
    walk.expression(left, place, "write");
    return;
  }
  const args = [walk.expression(object, place)];
  const call = facts.expr("call", "", tree.start(keyword), tree.end(object), place.scope, callee, args);
  walk.memberUse(name, call, place, "write");
}

/** A type alias is a symbol at module and class level; in a function its name is a local. */
function declareAlias(
  walk: Walk,
  node: NodeId,
  nameNode: NodeId,
  place: Place,
  read: () => { names: readonly string[]; type: ExprId },
): void {
  const { tree, facts } = walk;
  const start = tree.start(node);
  const end = tree.end(node);
  const name = tree.text(nameNode);
  const frame = home(walk, place.frame, name);
  if (frame.kind === "function") {
    const { type } = read();
    return assignName(walk, place, nameNode, plainly(type, start, end));
  }
  const def = declare(
    walk,
    frame,
    {
      name,
      kind: "type_alias",
      parent: frame.def,
      start,
      end,
      nameStart: tree.start(nameNode),
      nameEnd: tree.end(nameNode),
      signature: declarationText(tree.source, start, end),
    },
    place,
  );
  const { names, type } = read();
  facts.definitions[def].annotation = type;
  facts.definitions[def].typeParameters = [...names];
}
