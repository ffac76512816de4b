// The left-hand sides of assignments: what each one is, with its receiver walked. Not here: what happens to it.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { isExportsObject } from "./commonjs.ts";
import type { DocRange } from "./docs.ts";
import { collect, type Leaf } from "./patterns.ts";
import type { Pass } from "./pass.ts";

/** `a.b.x = …`, where `a.b` are plain names; `prototype` is left out of them. */
export interface PathTarget {
  readonly kind: "path";
  readonly object: ExprId;
  readonly property: NodeId;
  readonly names: readonly string[];
  readonly ofPrototype: boolean;
  /** Whether the property is `__proto__`. */
  readonly isProto?: boolean;
}

/** What an assignment writes to, its receiver walked. */
export type Target =
  | { readonly kind: "exports" }
  | { readonly kind: "module"; readonly node: NodeId }
  | { readonly kind: "export"; readonly node: NodeId; readonly property: NodeId }
  | { readonly kind: "this"; readonly node: NodeId; readonly object: ExprId; readonly property: NodeId }
  | PathTarget
  | { readonly kind: "prototype"; readonly path: PathTarget }
  | { readonly kind: "name"; readonly node: NodeId }
  | { readonly kind: "member"; readonly object: ExprId; readonly property: NodeId }
  | { readonly kind: "pattern"; readonly leaves: readonly Leaf[] }
  | { readonly kind: "other" };

/** The statement or expression that an assignment is, with its documentation. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly doc: DocRange | null;
}

/** The targets of `a = b = value`, outermost first, and the value. */
export function unchained(pass: Pass, node: NodeId): { nodes: NodeId[]; value: NodeId } {
  const { tree } = pass;
  const nodes: NodeId[] = [];
  let value = node;
  while (value !== NO_NODE && tree.type(value) === "assignment_expression") {
    nodes.push(tree.childByField(value, "left"));
    value = tree.childByField(value, "right");
  }
  return { nodes, value };
}

/** Reads a target and walks its receiver. */
export function readTarget(pass: Pass, node: NodeId): Target {
  const { tree } = pass;
  if (node === NO_NODE) return { kind: "other" };
  switch (tree.type(node)) {
    case "identifier":
      return isExportsObject(pass, node) ? { kind: "exports" } : { kind: "name", node };
    case "member_expression":
      return readMember(pass, node);
    case "subscript_expression": {
      const index = tree.childByField(node, "index");
      if (tree.type(index) === "string" && isExportsObject(pass, tree.childByField(node, "object"))) {
        return { kind: "export", node, property: index };
      }
      pass.value(node, "write");
      return { kind: "other" };
    }
    case "object_pattern":
    case "array_pattern":
    case "object":
    case "array":
      return {
        kind: "pattern",
        leaves: collect(pass, node, (leaf) => {
          pass.name(leaf.node, "write");
        }),
      };
    default:
      pass.value(node, "write");
      return { kind: "other" };
  }
}

function readMember(pass: Pass, node: NodeId): Target {
  const { tree } = pass;
  if (isExportsObject(pass, node)) return { kind: "module", node };
  const objectNode = tree.childByField(node, "object");
  const property = tree.childByField(node, "property");
  if (property === NO_NODE || tree.isMissing(property)) {
    pass.value(objectNode);
    return { kind: "other" };
  }
  if (isExportsObject(pass, objectNode)) return { kind: "export", node, property };
  const object = pass.value(objectNode);
  if (tree.type(objectNode) === "this") return { kind: "this", node, object, property };
  const names = pathOf(pass, objectNode);
  if (names === null || object === NONE) {
    return {
      kind: "member",
      object: object === NONE ? pass.expr("opaque", "", objectNode) : object,
      property,
    };
  }
  const isPrototypeMember = names.length > 1 && names.at(-1) === "prototype";
  const path: PathTarget = {
    kind: "path",
    object,
    property,
    names: isPrototypeMember ? names.slice(0, -1) : names,
    ofPrototype: isPrototypeMember,
    isProto: pass.text(property) === "__proto__",
  };
  return pass.text(property) === "prototype" ? { kind: "prototype", path } : path;
}

/** The names of `a.b.c`; null for anything else. */
export function pathOf(pass: Pass, node: NodeId): string[] | null {
  const { tree } = pass;
  const names: string[] = [];
  let at = node;
  while (tree.type(at) === "member_expression") {
    const property = tree.childByField(at, "property");
    if (property === NO_NODE) return null;
    names.push(pass.text(property));
    at = tree.childByField(at, "object");
    if (at === NO_NODE) return null;
  }
  if (tree.type(at) !== "identifier") return null;
  names.push(pass.text(at));
  return names.reverse();
}
