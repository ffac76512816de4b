// `__all__`: the names a module declares public, as far as they are written out. The list of another module that is taken
// over, and what is not written out, leave their marks. Not here: whether the names exist.

import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";
import { stringText } from "./text.ts";

const LIST_NAME = "__all__";
/** Stands for names that are not written out. */
const OTHERS = "*";

/** Notes what an assignment at module level says of `__all__`. */
export function assignedNames(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  if (place.frame !== walk.module) return;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  if (left === NO_NODE || right === NO_NODE || !isList(tree, left)) return;
  addNames(walk, right);
}

/** Notes what a call at module level adds: `__all__.extend(…)`, `.append(…)`, `.remove(…)`. */
export function calledNames(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  if (place.frame !== walk.module || tree.type(node) !== "call") return;
  const callee = tree.childByField(node, "function");
  const list = tree.childByField(node, "arguments");
  if (callee === NO_NODE || list === NO_NODE || tree.type(callee) !== "attribute") return;
  const object = tree.childByField(callee, "object");
  const method = tree.childByField(callee, "attribute");
  if (object === NO_NODE || method === NO_NODE || !isList(tree, object)) return;
  const argument = tree.firstNamed(list);
  if (argument === NO_NODE) return;
  switch (tree.text(method)) {
    case "extend":
      return addNames(walk, argument);
    case "append":
    case "insert":
      return addItem(walk, lastArgument(tree, list));
    case "remove": {
      const name = stringText(tree, argument);
      if (name !== null) walk.facts.explicitNames = names(walk).filter((known) => known !== name);
    }
  }
}

function lastArgument(tree: SyntaxTree, list: NodeId): NodeId {
  const args = tree.namedChildren(list);
  return args[args.length - 1];
}

function isList(tree: SyntaxTree, node: NodeId): boolean {
  return tree.type(node) === "identifier" && tree.text(node) === LIST_NAME;
}

function names(walk: Walk): string[] {
  return walk.facts.explicitNames ??= [];
}

/** Adds what lists, tuples, sums of them and lists of other modules say. */
function addNames(walk: Walk, node: NodeId): void {
  const { tree } = walk;
  const sums: NodeId[] = [];
  let at = node;
  while (tree.type(at) === "binary_operator") {
    const [left, right] = [tree.childByField(at, "left"), tree.childByField(at, "right")];
    if (left === NO_NODE || right === NO_NODE) break;
    sums.push(right);
    at = left;
  }
  sums.push(at);
  for (const part of sums.reverse()) addPart(walk, part);
}

function addPart(walk: Walk, part: NodeId): void {
  const { tree } = walk;
  switch (tree.type(part)) {
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
      names(walk);
      for (let item = tree.firstNamed(part); item !== NO_NODE; item = tree.nextNamed(item)) {
        const splat = tree.type(item) === "list_splat" ? tree.firstNamed(item) : NO_NODE;
        if (splat !== NO_NODE) addPart(walk, splat);
        else if (tree.type(item) !== "comment") addItem(walk, item);
      }
      return;
    case "parenthesized_expression": {
      const inner = tree.firstNamed(part);
      if (inner !== NO_NODE && tree.type(inner) !== "parenthesized_expression") addNames(walk, inner);
      return;
    }
    case "identifier":
      // Its own list, added to itself, says nothing new.
      if (!isList(tree, part)) names(walk).push(OTHERS);
      return;
    case "attribute": {
      const attribute = tree.childByField(part, "attribute");
      const object = tree.childByField(part, "object");
      const isOther = attribute !== NO_NODE && tree.text(attribute) === LIST_NAME && isDotted(tree, object);
      names(walk).push(isOther ? `${dottedText(tree, object)}.${OTHERS}` : OTHERS);
      return;
    }
    default:
      names(walk).push(OTHERS);
  }
}

function addItem(walk: Walk, item: NodeId): void {
  names(walk).push(stringText(walk.tree, item) ?? OTHERS);
}

function isDotted(tree: SyntaxTree, node: NodeId): boolean {
  let at = node;
  while (at !== NO_NODE && tree.type(at) === "attribute") at = tree.childByField(at, "object");
  return at !== NO_NODE && tree.type(at) === "identifier";
}

function dottedText(tree: SyntaxTree, node: NodeId): string {
  return tree.text(node).replace(/\s+/g, "");
}
