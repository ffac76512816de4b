// Names as properties and members spell them: identifiers, private names, quoted and computed keys.
// Not here: references.

import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

/** A member's name and where it stands. */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const COMPUTED_NAME_BYTES = 60;

/** The name a property key spells, or null where only running the code could say. */
export function keyOf(pass: Pass, node: NodeId): Key | null {
  const { tree } = pass;
  if (node === NO_NODE || tree.isMissing(node)) return null;
  const start = tree.start(node);
  const end = tree.end(node);
  switch (tree.type(node)) {
    case "string":
      return unquoted(pass, node);
    case "computed_property_name": {
      const inner = tree.firstNamed(node);
      if (inner === NO_NODE) return null;
      if (tree.type(inner) === "string") return unquoted(pass, inner);
      const named = tree.type(inner) === "member_expression" || tree.type(inner) === "identifier";
      return named && end - start <= COMPUTED_NAME_BYTES ? { name: pass.text(node), start, end } : null;
    }
    default:
      return { name: pass.text(node), start, end };
  }
}

/** The text of a string without its quotes, as written. */
export function unquoted(pass: Pass, node: NodeId): Key {
  const start = Math.min(pass.tree.start(node) + 1, pass.tree.end(node));
  const end = Math.max(pass.tree.end(node) - 1, start);
  return { name: pass.tree.source.slice(start, end), start, end };
}

/** Walks the expression inside a computed key. */
export function walkKey(pass: Pass, node: NodeId): void {
  if (node !== NO_NODE && pass.tree.type(node) === "computed_property_name") {
    pass.value(pass.tree.firstNamed(node));
  }
}

/** A member's name node. */
export function nameOf(pass: Pass, node: NodeId): NodeId {
  const name = pass.tree.childByField(node, "name");
  return name === NO_NODE ? pass.tree.childByField(node, "property") : name;
}
