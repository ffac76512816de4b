// The order in which code runs, told by scopes: whatever may run instead of something else, or not at all, is an arm.
// Law kept: names bind in the frame, whatever arm they stand in. Not here: what conditions tell (`narrowing.ts`).

import type { ScopeKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";

/** The place inside an arm, a loop or a branching statement that spans a node. */
export function opened(walk: Walk, place: Place, kind: ScopeKind, node: NodeId): Place {
  const { tree, facts } = walk;
  const scope = facts.scope(kind, place.scope, place.owner, tree.start(node), tree.end(node));
  return kind === "branch" ? { ...place, scope } : { ...place, scope, arm: scope };
}

/** The place inside a body that may not run, by how it ends. */
export function armOf(walk: Walk, place: Place, body: NodeId): Place {
  return opened(walk, place, ending(walk.tree, body) ?? "arm", body);
}

/** How a `for` goes over its values: "async" or "value". */
export function iteration(tree: SyntaxTree, node: NodeId): "async" | "value" {
  return tree.childOfType(node, "async") === NO_NODE ? "value" : "async";
}

/** How a body ends where it never runs into what follows; null where it does. */
export type Ending = "exit" | "skip";

/** Functions that never return. */
const NEVER_RETURN: ReadonlySet<string> = new Set(["exit", "quit", "sys.exit", "os._exit", "os.abort"]);
/** Nested statements that are followed to know how a body ends. */
const MAX_NESTED = 8;

/** How a body ends, by its last statement. */
export function ending(tree: SyntaxTree, body: NodeId, depth = 0): Ending | null {
  if (body === NO_NODE || depth > MAX_NESTED) return null;
  let last = NO_NODE;
  for (let node = tree.firstNamed(body); node !== NO_NODE; node = tree.nextNamed(node)) {
    if (tree.type(node) !== "comment") last = node;
  }
  if (last === NO_NODE) return null;
  switch (tree.type(last)) {
    case "return_statement":
    case "raise_statement":
      return "exit";
    case "break_statement":
    case "continue_statement":
      return "skip";
    case "expression_statement":
      return neverReturns(tree, tree.firstNamed(last)) ? "exit" : null;
    case "with_statement":
      return ending(tree, tree.childByField(last, "body"), depth + 1);
    case "if_statement":
      return weakest(ifBodies(tree, last).map((inner) => ending(tree, inner, depth + 1)));
    default:
      return null;
  }
}

/** The bodies of an if statement; one that is not there stands for a missing `else`. */
function ifBodies(tree: SyntaxTree, node: NodeId): NodeId[] {
  const bodies = [tree.childByField(node, "consequence")];
  let hasElse = false;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "elif_clause") bodies.push(tree.childByField(child, "consequence"));
    else if (type === "else_clause") {
      bodies.push(tree.childByField(child, "body"));
      hasElse = true;
    }
  }
  return hasElse ? bodies : [...bodies, NO_NODE];
}

function weakest(endings: readonly (Ending | null)[]): Ending | null {
  if (endings.includes(null)) return null;
  return endings.includes("skip") ? "skip" : "exit";
}

function neverReturns(tree: SyntaxTree, node: NodeId): boolean {
  if (node === NO_NODE || tree.type(node) !== "call") return false;
  const callee = tree.childByField(node, "function");
  return callee !== NO_NODE && NEVER_RETURN.has(tree.text(callee));
}
