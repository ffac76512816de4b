// Decorators, and what the known ones make of a function. Law kept: a decorator belongs to the owner around the
// decorated symbol; by name alone only Python's own decorators and their namesakes in libraries are understood.

import { type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";

const PROPERTIES: ReadonlySet<string> = new Set([
  "property",
  "cached_property",
  "abstractproperty",
  "classproperty",
  "hybrid_property",
  "lazy_property",
  "memoized_property",
  "DynamicClassAttribute",
]);

/** The text of a decorator without the at sign and its arguments. */
export function decoratorName(tree: SyntaxTree, decorator: NodeId): string {
  let node = tree.firstNamed(decorator);
  if (node !== NO_NODE && tree.type(node) === "call") node = tree.childByField(node, "function");
  return node === NO_NODE ? "" : tree.text(node);
}

function lastComponent(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Reads decorators; what they refer to belongs to the place around the decorated symbol. */
export function readDecorators(walk: Walk, decorators: readonly NodeId[], place: Place): ExprId[] {
  const exprs: ExprId[] = [];
  for (const decorator of decorators) {
    const node = walk.tree.firstNamed(decorator);
    const expr = node === NO_NODE ? NONE : walk.expression(node, place, "decorate");
    if (expr !== NONE) exprs.push(expr);
  }
  return exprs;
}

/** Whether one of the decorators turns a method into a property. */
export function makesProperty(names: readonly string[]): boolean {
  return names.some((name) => PROPERTIES.has(lastComponent(name)));
}

export function isOverload(names: readonly string[]): boolean {
  return names.some((name) => lastComponent(name) === "overload");
}

/** "setter", "getter" or "deleter" where a decorator adds to the property of that name, else "". */
export function accessorOf(names: readonly string[], property: string): string {
  for (const name of names) {
    for (const accessor of ["setter", "getter", "deleter"]) {
      if (name === `${property}.${accessor}`) return accessor;
    }
  }
  return "";
}

/** Flags that decorators give to a function. */
export function decoratorFlags(names: readonly string[]): number {
  let flags = 0;
  for (const name of names) {
    switch (lastComponent(name)) {
      case "staticmethod":
        flags |= FLAGS.static;
        break;
      case "classmethod":
        flags |= FLAGS.classmethod;
        break;
      case "classproperty":
      case "abstractclassmethod":
        flags |= FLAGS.classmethod;
        if (name.endsWith("abstractclassmethod")) flags |= FLAGS.abstract;
        break;
      case "abstractmethod":
      case "abstractproperty":
        flags |= FLAGS.abstract;
        break;
    }
  }
  return flags;
}
