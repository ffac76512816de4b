// `__all__`: the names a module declares public. What is written out is kept, whatever else is added.
// Not here: whether the names exist.

import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";
import { stringText } from "./text.ts";

const LIST_NAME = "__all__";

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
  const name = stringText(tree, argument);
  switch (tree.text(method)) {
    case "extend":
      return addNames(walk, argument);
    case "append":
      if (name !== null) names(walk).push(name);
      return;
    case "remove":
      if (name !== null) walk.facts.explicitNames = names(walk).filter((known) => known !== name);
  }
}

function isList(tree: SyntaxTree, node: NodeId): boolean {
  return tree.type(node) === "identifier" && tree.text(node) === LIST_NAME;
}

function names(walk: Walk): string[] {
  return walk.facts.explicitNames ??= [];
}

/** Adds the literal strings of lists, tuples and sums of them. */
function addNames(walk: Walk, node: NodeId): void {
  const { tree } = walk;
  const into = names(walk);
  const sums: NodeId[] = [];
  let at = node;
  while (tree.type(at) === "binary_operator") {
    const [left, right] = [tree.childByField(at, "left"), tree.childByField(at, "right")];
    if (left === NO_NODE || right === NO_NODE) break;
    sums.push(right);
    at = left;
  }
  sums.push(at);
  for (const part of sums.reverse()) {
    const type = tree.type(part);
    if (type !== "list" && type !== "tuple" && type !== "expression_list") continue;
    for (let item = tree.firstNamed(part); item !== NO_NODE; item = tree.nextNamed(item)) {
      const name = stringText(tree, item);
      if (name !== null) into.push(name);
    }
  }
}
