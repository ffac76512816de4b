// Overload stubs that stand before their implementation: put aside until that is met, so that the set is one symbol there.
// Not here: what a stub declares.

import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { decoratorName, isOverload } from "./decorators.ts";
import type { Frame, PendingOverload, Walk } from "./place.ts";

/** One `def` as it stands in the text. */
export interface Statement {
  readonly node: NodeId;
  readonly outer: NodeId;
  readonly nameNode: NodeId;
  readonly decorators: readonly NodeId[];
  readonly names: readonly string[];
  readonly inClass: boolean;
}

/** A stub that was put aside, as it stands in the text. */
export function pendingStatement(tree: SyntaxTree, pending: PendingOverload, inClass: boolean): Statement {
  const { node, outer, decorators } = pending;
  const names = decorators.map((decorator) => decoratorName(tree, decorator));
  return { node, outer, nameNode: tree.childByField(node, "name"), decorators, names, inClass };
}

/** Puts an overload stub aside until its implementation, where that follows. */
export function isPending(walk: Walk, frame: Frame, name: string, statement: Statement): boolean {
  const { node, outer, decorators } = statement;
  const pending = frame.pendingOverloads.get(name);
  if (pending !== undefined) {
    pending.push({ node, outer, decorators });
    return true;
  }
  if (frame.overloadSets.has(name) || !implementationFollows(walk, outer, name)) return false;
  frame.pendingOverloads.set(name, [{ node, outer, decorators }]);
  return true;
}

/** Whether the next statements are further stubs of that name and then its implementation. */
function implementationFollows(walk: Walk, outer: NodeId, name: string): boolean {
  const { tree } = walk;
  for (let next = tree.nextNamed(outer); next !== NO_NODE; next = tree.nextNamed(next)) {
    const decorated = tree.type(next) === "decorated_definition";
    const node = decorated ? tree.childByField(next, "definition") : next;
    if (node === NO_NODE || tree.type(node) !== "function_definition") return false;
    const nameNode = tree.childByField(node, "name");
    if (nameNode === NO_NODE || tree.text(nameNode) !== name) return false;
    const decorators = decorated ? tree.namedChildren(next).filter((child) => child !== node) : [];
    if (!isOverload(decorators.map((decorator) => decoratorName(tree, decorator)))) return true;
  }
  return false;
}
