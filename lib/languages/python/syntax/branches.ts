// Statements that branch, loop or guard. Law kept: whatever may run instead of something else has an arm of its own, what
// always runs with its scope has none. Not here: `match` (`patterns.ts`), what a condition narrows (`narrowing.ts`).

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { bindTransient, plainly } from "./names.ts";
import { condition, narrowed } from "./narrowing.ts";
import type { Place, Walk } from "./place.ts";
import { bindTarget } from "./targets.ts";

/** The field's block, where there is one. */
function body(walk: Walk, node: NodeId, field: string, place: Place): void {
  const child = walk.tree.childByField(node, field);
  if (child !== NO_NODE) walk.block(child, place);
}

export function ifStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const test = tree.childByField(node, "condition");
  const checking = test === NO_NODE ? 0 : typeChecking(walk, test);
  guarded(walk, node, checking > 0 ? { ...place, typeOnly: true } : armOf(walk, place), place);
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "elif_clause") guarded(walk, child, armOf(walk, place), place);
    else if (type === "else_clause") {
      body(walk, child, "body", checking < 0 ? { ...place, typeOnly: true } : armOf(walk, place));
    }
  }
}

/** A condition, evaluated in `outer`, and the branch it guards. */
function guarded(walk: Walk, node: NodeId, branch: Place, outer: Place): void {
  const test = walk.tree.childByField(node, "condition");
  const narrowings = test === NO_NODE ? [] : condition(walk, test, outer);
  const consequence = walk.tree.childByField(node, "consequence");
  if (consequence !== NO_NODE) walk.block(consequence, narrowed(walk, branch, narrowings, consequence));
}

function armOf(walk: Walk, place: Place): Place {
  return { ...place, arm: walk.facts.newArm() };
}

/** 1 for `TYPE_CHECKING`, -1 for `not TYPE_CHECKING`, 0 for any other condition. */
function typeChecking(walk: Walk, node: NodeId): number {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "identifier":
      return tree.text(node) === "TYPE_CHECKING" ? 1 : 0;
    case "attribute": {
      const name = tree.childByField(node, "attribute");
      return name !== NO_NODE && tree.text(name) === "TYPE_CHECKING" ? 1 : 0;
    }
    case "not_operator": {
      const argument = tree.childByField(node, "argument");
      const negated = argument !== NO_NODE && tree.type(argument) !== "not_operator";
      return negated ? -typeChecking(walk, argument) : 0;
    }
    default:
      return 0;
  }
}

export function forStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree, facts } = walk;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  const iterated = right === NO_NODE ? NONE : walk.expression(right, place);
  if (left !== NO_NODE) {
    const value = iterated === NONE
      ? NONE
      : facts.expr("iterate", "value", tree.start(right), tree.end(right), place.scope, iterated);
    bindTarget(walk, place, left, plainly(value, tree.start(left), tree.end(left)));
  }
  body(walk, node, "body", place);
  loopElse(walk, node, place);
}

export function whileStatement(walk: Walk, node: NodeId, place: Place): void {
  const test = walk.tree.childByField(node, "condition");
  if (test !== NO_NODE) walk.expression(test, place);
  body(walk, node, "body", place);
  loopElse(walk, node, place);
}

function loopElse(walk: Walk, node: NodeId, place: Place): void {
  const clause = walk.tree.childByField(node, "alternative");
  if (clause !== NO_NODE) body(walk, clause, "body", place);
}

/** Each handler is an arm, and so is the body where a handler can take its place; `finally` always runs. */
export function tryStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const handled = tree.childOfType(node, "except_clause") !== NO_NODE;
  body(walk, node, "body", handled ? armOf(walk, place) : place);
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    switch (tree.type(child)) {
      case "except_clause":
        exceptClause(walk, child, armOf(walk, place));
        break;
      case "else_clause":
        body(walk, child, "body", armOf(walk, place));
        break;
      case "finally_clause":
        for (const part of tree.namedChildren(child)) walk.block(part, place);
        break;
    }
  }
}

function exceptClause(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const alias = tree.childByField(node, "alias");
  const group = tree.childOfType(node, "*") !== NO_NODE;
  let caught: ExprId = NONE;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "block") walk.block(child, place);
    else if (child === alias) bindCaught(walk, child, place, caught);
    else if (tree.type(child) === "as_pattern") {
      const type = tree.firstNamed(child);
      const target = tree.childByField(child, "alias");
      caught = type === NO_NODE ? NONE : caughtType(walk, type, place);
      if (target !== NO_NODE) bindCaught(walk, target, place, group ? NONE : caught);
    } else caught = walk.expression(child, place);
  }
}

function caughtType(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  if (tree.type(node) !== "tuple") return walk.expression(node, place);
  const types = tree.namedChildren(node).map((child) => walk.expression(child, place));
  return facts.expr("union", "", tree.start(node), tree.end(node), place.scope, NONE, types);
}

function bindCaught(walk: Walk, target: NodeId, place: Place, type: ExprId): void {
  const inner = walk.tree.type(target) === "identifier" ? target : walk.tree.firstNamed(target);
  if (inner !== NO_NODE && walk.tree.type(inner) === "identifier") bindTransient(walk, place, inner, type);
}

export function withStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const isAsync = tree.childOfType(node, "async") !== NO_NODE;
  const clause = tree.childOfType(node, "with_clause");
  if (clause !== NO_NODE) {
    for (let item = tree.firstNamed(clause); item !== NO_NODE; item = tree.nextNamed(item)) {
      const value = tree.type(item) === "with_item" ? tree.childByField(item, "value") : item;
      if (value !== NO_NODE) withItem(walk, value, place, isAsync);
    }
  }
  body(walk, node, "body", place);
}

/** `manager as target`; several in parentheses may come as one parenthesised value or a tuple. */
function withItem(walk: Walk, node: NodeId, place: Place, isAsync: boolean): void {
  const { tree, facts } = walk;
  const type = tree.type(node);
  if (type === "parenthesized_expression" || type === "tuple") {
    const items = tree.namedChildren(node);
    if (items.some((item) => tree.type(item) === "as_pattern") && walk.enter(node)) {
      for (const item of items) withItem(walk, item, place, isAsync);
      walk.leave();
      return;
    }
  }
  if (type !== "as_pattern") {
    walk.expression(node, place);
    return;
  }
  const manager = tree.firstNamed(node);
  const target = tree.childByField(node, "alias");
  if (manager === NO_NODE || target === NO_NODE) return walk.loose(node, place);
  const value = walk.expression(manager, place);
  const [start, end] = [tree.start(manager), tree.end(manager)];
  const entered = facts.expr("enter", isAsync ? "async" : "", start, end, place.scope, value);
  bindTarget(walk, place, target, plainly(entered, tree.start(target), tree.end(target)));
}
