// `match` statements: what case patterns read and what they bind. A name that a class pattern tests is narrowed in its
// case, as by isinstance. Not here: assignment targets.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { ending, opened } from "./flow.ts";
import { assignName, plainly } from "./names.ts";
import { condition as readCondition, dottedName, narrowed } from "./narrowing.ts";
import type { Narrowing, Place, Walk } from "./place.ts";

export function matchStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const body = tree.childByField(node, "body");
  let subject: ExprId = NONE;
  let subjects = 0;
  let named = NO_NODE;
  for (
    let child = tree.firstNamed(node);
    child !== NO_NODE && child !== body;
    child = tree.nextNamed(child)
  ) {
    if (tree.isError(child)) continue;
    subject = walk.expression(child, place);
    named = child;
    subjects++;
  }
  if (body === NO_NODE) return;
  // `match a, b:` matches a tuple.
  const name = subjects === 1 ? dottedName(tree, named) : "";
  let matched: Matched = {
    name: subject === NONE ? "" : name,
    start: named === NO_NODE ? 0 : tree.start(named),
    end: named === NO_NODE ? 0 : tree.end(named),
    value: subjects === 1 ? subject : NONE,
    excluded: null,
  };
  const branch = opened(walk, place, "branch", node);
  for (let child = tree.firstNamed(body); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) !== "case_clause") walk.loose(child, branch);
    else matched = caseClause(walk, child, branch, matched);
  }
}

/** What the next case is matched against. */
interface Matched {
  /** The dotted name of the subject, "" where it has none. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly value: ExprId;
  /** What the cases before have left out. */
  readonly excluded: Narrowing | null;
}

/** Reads one case; returns what is left for the next one. */
function caseClause(walk: Walk, node: NodeId, branch: Place, matched: Matched): Matched {
  const { tree, facts } = walk;
  const body = tree.childByField(node, "consequence");
  const place = opened(walk, branch, ending(tree, body) ?? "arm", node);
  const patterns = tree.namedChildren(node).filter((child) => tree.type(child) === "case_pattern");
  const single = patterns.length === 1;
  const { name, start, end, value: subject } = matched;
  let tested: ExprId = NONE;
  patterns.forEach((child, index) => {
    const value = single || subject === NONE ? subject : element(walk, place, subject, String(index));
    const type = pattern(walk, child, place, value);
    if (single) tested = type;
  });
  const known: Narrowing[] = matched.excluded === null ? [] : [matched.excluded];
  const isTested = tested !== NONE && name !== "";
  const test = { name, start, end, subject, type: tested };
  if (isTested) known.push({ ...test, test: "is" });
  let inner = narrowed(walk, place, known, tree.start(node), tree.end(node));
  const guard = tree.childByField(node, "guard");
  const condition = guard === NO_NODE ? NO_NODE : tree.firstNamed(guard);
  if (condition !== NO_NODE) {
    const { whenTrue } = readCondition(walk, condition, inner);
    inner = narrowed(walk, inner, whenTrue, tree.end(guard), tree.end(node));
  }
  if (body !== NO_NODE) walk.block(body, inner);
  if (!isTested || guard !== NO_NODE || !matchesWhole(tree, patterns[0])) return matched;
  const excluded: Narrowing = { ...test, test: "isnot" };
  return {
    ...matched,
    value: facts.expr("cast", "isnot", start, end, branch.scope, subject, [tested]),
    excluded,
  };
}

/** Whether a pattern matches every instance of the classes it names. */
function matchesWhole(tree: SyntaxTree, node: NodeId): boolean {
  const inner = tree.firstNamed(node);
  if (inner === NO_NODE) return false;
  switch (tree.type(inner)) {
    case "class_pattern":
      return tree.namedChildren(inner).length === 1;
    case "as_pattern":
    case "case_pattern":
      return matchesWhole(tree, inner);
    case "union_pattern":
      return tree.namedChildren(inner).every((part) =>
        tree.type(part) === "class_pattern" && tree.namedChildren(part).length === 1
      );
    default:
      return false;
  }
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
