// Binding and assignment patterns: `{ a: b = 1, ...c }`, `[d, , e]`. Walked in two steps, because the names stand before
// the value they take apart: `collect` finds the names and walks the defaults, `valueOf` later says what each name gets.
// Not here: which scope binds the names, or whether they are symbols.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { keyOf, walkKey } from "./names.ts";
import type { Pass } from "./pass.ts";

interface Step {
  readonly up: Step | null;
  readonly kind: "member" | "element" | "rest" | "whole";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The default that stands in for a missing value, or NONE. */
  fallback: ExprId;
  made: ExprId;
}

/** One name that a pattern binds. */
export interface Leaf {
  readonly node: NodeId;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly step: Step | null;
}

type OnTarget = (node: NodeId, step: Step | null) => void;

const EMPTY = new Set(["this", "undefined"]);

/** The names of a pattern in source order. `onLeaf` is told each one before its default is walked. */
export function collect(pass: Pass, node: NodeId, onLeaf?: (leaf: Leaf) => void): Leaf[] {
  const leaves: Leaf[] = [];
  walk(pass, node, null, (target, step) => {
    const type = pass.tree.type(target);
    if (type !== "identifier" && type !== "shorthand_property_identifier_pattern") {
      if (!EMPTY.has(type)) pass.value(target, "write");
      return;
    }
    const leaf = {
      node: target,
      name: pass.text(target),
      start: pass.tree.start(target),
      end: pass.tree.end(target),
      step,
    };
    leaves.push(leaf);
    onLeaf?.(leaf);
  });
  return leaves;
}

/** What a name gets when the pattern takes `base` apart. */
export function valueOf(pass: Pass, leaf: Leaf, base: ExprId): ExprId {
  return leaf.step === null ? base : made(pass, leaf.step, base);
}

function made(pass: Pass, step: Step, base: ExprId): ExprId {
  if (step.made !== NONE) return step.made;
  const { facts, scope } = pass;
  const object = step.up === null ? base : made(pass, step.up, base);
  let value = NONE;
  if (step.kind === "whole") value = object;
  else if (object !== NONE && step.kind !== "rest") {
    value = facts.expr(step.kind, step.name, step.start, step.end, scope, object);
  }
  if (step.fallback !== NONE) {
    value = value === NONE
      ? step.fallback
      : facts.expr("conditional", "or", step.start, step.end, scope, NONE, [value, step.fallback]);
  }
  return step.made = value;
}

function walk(pass: Pass, node: NodeId, up: Step | null, onTarget: OnTarget): void {
  if (node === NO_NODE || !pass.enter(node)) return;
  const { tree } = pass;
  switch (tree.type(node)) {
    case "object":
    case "object_pattern":
      for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
        walkProperty(pass, child, up, onTarget);
      }
      break;
    case "array":
    case "array_pattern":
      walkElements(pass, node, up, onTarget);
      break;
    case "assignment_pattern":
    case "assignment_expression":
      walkDefault(pass, node, up, onTarget);
      break;
    case "parenthesized_expression":
    case "rest_pattern":
    case "spread_element":
      walk(pass, tree.firstNamed(node), up, onTarget);
      break;
    default:
      onTarget(node, up);
  }
  pass.leave();
}

function walkProperty(pass: Pass, node: NodeId, up: Step | null, onTarget: OnTarget): void {
  const { tree } = pass;
  const start = tree.start(node);
  const end = tree.end(node);
  switch (tree.type(node)) {
    case "pair":
    case "pair_pattern": {
      const key = tree.childByField(node, "key");
      const name = keyOf(pass, key);
      walkKey(pass, key);
      const value = tree.childByField(node, "value");
      const computed = name === null || name.name.startsWith("[");
      walk(pass, value, step(up, computed ? "rest" : "member", name ?? { name: "", start, end }), onTarget);
      return;
    }
    case "rest_pattern":
    case "spread_element":
      walk(pass, tree.firstNamed(node), step(up, "rest", { name: "", start, end }), onTarget);
      return;
    case "object_assignment_pattern": {
      const left = tree.childByField(node, "left");
      const key = { name: pass.text(left), start: tree.start(left), end: tree.end(left) };
      walkDefault(pass, node, step(up, "member", key), onTarget);
      return;
    }
    default: {
      const name = pass.text(node);
      onTarget(node, step(up, "member", { name, start, end }));
    }
  }
}

function walkElements(pass: Pass, node: NodeId, up: Step | null, onTarget: OnTarget): void {
  const { tree } = pass;
  let index = 0;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === ",") index++;
    if (!tree.isNamed(child) || type === "comment") continue;
    const rest = type === "rest_pattern" || type === "spread_element";
    const key = { name: rest ? "*" : String(index), start: tree.start(child), end: tree.end(child) };
    walk(pass, child, step(up, "element", key), onTarget);
  }
}

/** `left = right` inside a pattern: the name is told before the default is walked. */
function walkDefault(pass: Pass, node: NodeId, up: Step | null, onTarget: OnTarget): void {
  const { tree } = pass;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  const key = { name: "", start: tree.start(node), end: tree.end(node) };
  const whole = step(up, "whole", key);
  walk(pass, left, whole, onTarget);
  whole.fallback = pass.value(right);
}

function step(
  up: Step | null,
  kind: Step["kind"],
  key: { readonly name: string; readonly start: number; readonly end: number },
): Step {
  return { up, kind, name: key.name, start: key.start, end: key.end, fallback: NONE, made: NONE };
}
