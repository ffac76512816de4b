// `match` statements: what case patterns read and what they bind. A name that a class pattern tests is narrowed in its
// case, as by isinstance. Not here: assignment targets.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { assignName, plainly } from "./names.ts";
import { narrowed, type Narrowing } from "./narrowing.ts";
import type { Place, Walk } from "./place.ts";

export function matchStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const body = tree.childByField(node, "body");
  let subject: ExprId = NONE;
  let subjects = 0;
  let subjectName: NodeId = NO_NODE;
  for (
    let child = tree.firstNamed(node);
    child !== NO_NODE && child !== body;
    child = tree.nextNamed(child)
  ) {
    if (tree.isError(child)) continue;
    subject = walk.expression(child, place);
    subjectName = subjects === 0 && tree.type(child) === "identifier" ? child : NO_NODE;
    subjects++;
  }
  if (body === NO_NODE) return;
  // `match a, b:` matches a tuple.
  if (subjects !== 1) subject = NONE;
  for (let child = tree.firstNamed(body); child !== NO_NODE; child = tree.nextNamed(child)) {
    const arm = { ...place, arm: walk.facts.newArm() };
    if (tree.type(child) === "case_clause") caseClause(walk, child, arm, subject, subjectName);
    else walk.loose(child, arm);
  }
}

function caseClause(walk: Walk, node: NodeId, place: Place, subject: ExprId, subjectName: NodeId): void {
  const { tree } = walk;
  const patterns = tree.namedChildren(node).filter((child) => tree.type(child) === "case_pattern");
  const single = patterns.length === 1;
  let tested: ExprId = NONE;
  patterns.forEach((child, index) => {
    const value = single || subject === NONE ? subject : element(walk, place, subject, String(index));
    const type = pattern(walk, child, place, value);
    if (single) tested = type;
  });
  const narrowings: Narrowing[] = [];
  if (tested !== NONE && subjectName !== NO_NODE) {
    narrowings.push({ name: tree.text(subjectName), start: tree.start(node), type: tested });
  }
  const body = tree.childByField(node, "consequence");
  const inner = narrowed(walk, place, narrowings, node);
  const guard = tree.childByField(node, "guard");
  if (guard !== NO_NODE) walk.loose(guard, inner);
  if (body !== NO_NODE) walk.block(body, inner);
}

function element(walk: Walk, place: Place, subject: ExprId, name: string): ExprId {
  const { facts } = walk;
  return facts.expr("element", name, facts.exprStart(subject), facts.exprEnd(subject), place.scope, subject);
}

/** Reads a pattern that is matched against `value`; returns the type that a match proves, or NONE. */
function pattern(walk: Walk, node: NodeId, place: Place, value: ExprId): ExprId {
  const { tree } = walk;
  let bare = node;
  while (tree.type(bare) === "case_pattern") {
    const inner = tree.firstNamed(bare);
    if (inner === NO_NODE) return NONE;
    bare = inner;
  }
  if (!walk.enter(bare)) return NONE;
  const type = barePattern(walk, bare, place, value);
  walk.leave();
  return type;
}

function barePattern(walk: Walk, node: NodeId, place: Place, value: ExprId): ExprId {
  const { tree, facts } = walk;
  switch (tree.type(node)) {
    case "dotted_name": {
      const only = tree.firstNamed(node);
      if (only === NO_NODE) return NONE;
      if (tree.nextNamed(only) === NO_NODE) capture(walk, only, place, value, NONE);
      else dotted(walk, node, place);
      return NONE;
    }
    case "class_pattern":
      return classPattern(walk, node, place);
    case "as_pattern": {
      const [inner = NO_NODE, name = NO_NODE] = tree.namedChildren(node);
      const type = inner === NO_NODE ? NONE : pattern(walk, inner, place, value);
      if (name !== NO_NODE) capture(walk, name, place, value, type);
      return type;
    }
    case "union_pattern": {
      const types = tree.namedChildren(node).map((child) => pattern(walk, child, place, value));
      if (types.length === 0 || types.includes(NONE)) return NONE;
      return facts.expr("union", "", tree.start(node), tree.end(node), place.scope, NONE, types);
    }
    case "list_pattern":
    case "tuple_pattern":
      sequencePattern(walk, node, place, value);
      return NONE;
    case "splat_pattern":
      capture(walk, tree.firstNamed(node), place, value, NONE);
      return NONE;
    case "keyword_pattern": {
      const [, inner = NO_NODE] = tree.namedChildren(node);
      if (inner !== NO_NODE) pattern(walk, inner, place, NONE);
      return NONE;
    }
    case "dict_pattern":
      for (const child of tree.namedChildren(node)) pattern(walk, child, place, NONE);
      return NONE;
    default:
      walk.loose(node, place);
      return NONE;
  }
}

/** A captured name; `_` captures nothing. */
function capture(walk: Walk, node: NodeId, place: Place, value: ExprId, annotation: ExprId): void {
  const { tree } = walk;
  if (node === NO_NODE || tree.type(node) !== "identifier" || tree.text(node) === "_") return;
  assignName(walk, place, node, { ...plainly(value, tree.start(node), tree.end(node)), annotation });
}

/** `a.b.C`, read from its first name on. */
function dotted(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  let expr: ExprId = NONE;
  for (let part = tree.firstNamed(node); part !== NO_NODE; part = tree.nextNamed(part)) {
    expr = expr === NONE ? walk.nameUse(part, place, "read") : walk.memberUse(part, expr, place, "read");
  }
  return expr;
}

function classPattern(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  const [name = NO_NODE, ...inner] = tree.namedChildren(node);
  const type = name === NO_NODE ? NONE : dotted(walk, name, place);
  for (const child of inner) pattern(walk, child, place, NONE);
  return type;
}

function sequencePattern(walk: Walk, node: NodeId, place: Place, value: ExprId): void {
  const { tree } = walk;
  const children = tree.namedChildren(node);
  const star = children.findIndex((child) => {
    const inner = tree.firstNamed(child);
    return inner !== NO_NODE && tree.type(inner) === "splat_pattern";
  });
  children.forEach((child, index) => {
    const behind = star >= 0 && index > star;
    const name = index === star ? "*" : behind ? String(index - children.length) : String(index);
    pattern(walk, child, place, value === NONE ? NONE : element(walk, place, value, name));
  });
}
