// Statements that branch, loop or guard. Law kept: whatever may run instead of something else has an arm of its own, what
// always runs with its scope has none. Not here: `match` (`patterns.ts`), what a condition tells (`narrowing.ts`).

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { armOf, ending, iteration, opened } from "./flow.ts";
import { bindTransient, plainly } from "./names.ts";
import { added, condition, narrowed } from "./narrowing.ts";
import type { Narrowing, Place, Walk } from "./place.ts";
import { bindTarget } from "./targets.ts";

/** The field's block, where there is one. */
function body(walk: Walk, node: NodeId, field: string, place: Place): void {
  const child = walk.tree.childByField(node, field);
  if (child !== NO_NODE) walk.block(child, place);
}

/** What is known where an arm of an `if` runs into what follows; null where it never does. */
type Passed = readonly Narrowing[] | null;

export function ifStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const test = tree.childByField(node, "condition");
  const checking = test === NO_NODE ? 0 : typeChecking(walk, test);
  const branch = opened(walk, place, "branch", node);
  const passed: Passed[] = [];
  let known: readonly Narrowing[] = [];
  const guarded = (clause: NodeId, always: boolean) => {
    const tested = tree.childByField(clause, "condition");
    const consequence = tree.childByField(clause, "consequence");
    const inside = narrowed(walk, branch, known, tree.start(clause), tree.end(clause));
    const { whenTrue, whenFalse } = tested === NO_NODE
      ? { whenTrue: [], whenFalse: [] }
      : condition(walk, tested, inside);
    if (consequence !== NO_NODE) arm(walk, consequence, inside, whenTrue, always);
    passed.push(ending(tree, consequence) === null ? added(known, whenTrue) : null);
    known = added(known, whenFalse);
  };
  guarded(node, checking > 0);
  let hasElse = false;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "elif_clause") guarded(child, false);
    else if (type === "else_clause") {
      const consequence = tree.childByField(child, "body");
      if (consequence !== NO_NODE) arm(walk, consequence, branch, known, checking < 0);
      passed.push(ending(tree, consequence) === null ? known : null);
      hasElse = true;
    }
  }
  if (!hasElse) passed.push(known);
  const open = passed.filter((narrowings) => narrowings !== null);
  if (open.length === 1) walk.known = open[0];
}

/** One branch and what holds in it; one that always runs for type checkers has no arm. */
function arm(
  walk: Walk,
  block: NodeId,
  place: Place,
  known: readonly Narrowing[],
  always: boolean,
): void {
  const { tree } = walk;
  const inside = always ? { ...place, typeOnly: true } : armOf(walk, place, block);
  walk.block(block, narrowed(walk, inside, known, tree.start(block), tree.end(block)));
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

/** `assert test`: what the test tells holds from there on. */
export function assertStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const [test = NO_NODE, ...others] = tree.namedChildren(node);
  const known = test === NO_NODE ? [] : condition(walk, test, place).whenTrue;
  for (const other of others) walk.expression(other, place);
  walk.known = known;
}

export function forStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree, facts } = walk;
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  const iterated = right === NO_NODE ? NONE : walk.expression(right, place);
  if (left !== NO_NODE) {
    const value = iterated === NONE ? NONE : facts.expr(
      "iterate",
      iteration(tree, node),
      tree.start(right),
      tree.end(right),
      place.scope,
      iterated,
    );
    bindTarget(walk, place, left, plainly(value, tree.start(left), tree.end(left)));
  }
  loopBody(walk, node, place, []);
}

export function whileStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const test = tree.childByField(node, "condition");
  const known = test === NO_NODE ? [] : condition(walk, test, place).whenTrue;
  loopBody(walk, node, place, known);
}

function loopBody(walk: Walk, node: NodeId, place: Place, known: readonly Narrowing[]): void {
  const { tree } = walk;
  const block = tree.childByField(node, "body");
  if (block !== NO_NODE) {
    const inside = opened(walk, place, "loop", block);
    walk.block(block, narrowed(walk, inside, known, tree.start(block), tree.end(block)));
  }
  const clause = tree.childByField(node, "alternative");
  if (clause !== NO_NODE) body(walk, clause, "body", place);
}

/**
 * Each handler is an arm, and so is the body where a handler may run into what follows instead; `finally` always runs.
 */
export function tryStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const handlers = tree.namedChildren(node).filter((child) => tree.type(child) === "except_clause");
  const isReplaced = handlers.some((handler) => ending(tree, tree.childOfType(handler, "block")) === null);
  const block = tree.childByField(node, "body");
  if (block !== NO_NODE) walk.block(block, isReplaced ? armOf(walk, place, block) : place);
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    switch (tree.type(child)) {
      case "except_clause":
        exceptClause(walk, child, armOf(walk, place, tree.childOfType(child, "block")));
        break;
      case "else_clause": {
        const other = tree.childByField(child, "body");
        if (other !== NO_NODE) walk.block(other, isReplaced ? armOf(walk, place, other) : place);
        break;
      }
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
  const start = tree.start(manager);
  const end = tree.end(manager);
  const entered = facts.expr("enter", isAsync ? "async" : "", start, end, place.scope, value);
  bindTarget(walk, place, target, plainly(entered, tree.start(target), tree.end(target)));
}
