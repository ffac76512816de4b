// What a condition proves of names where it holds: `x instanceof A`, `typeof x === "string"`, `Array.isArray(x)`, joined by
// `&&` and denied. The code it guards lies in a scope of its own, where those names have that type. Not here: what holds
// behind a branch that ends early.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { operatorOf } from "./operators.ts";
import type { Pass } from "./pass.ts";
import { primitive } from "./primitives.ts";
import { pathOf } from "./targets.ts";

/** A name, or names joined by dots, of which a condition tells the type. */
interface Proved {
  readonly name: string;
  readonly start: number;
  /** The name as an expression, and the type that it has or has not. */
  readonly subject: ExprId;
  readonly type: ExprId;
  readonly is: boolean;
}

/** Names joined by more dots are not followed. */
const MAX_DOTS = 4;
/** Operands of one condition that are read. */
const MAX_OPERANDS = 16;
const EQUAL = new Set(["===", "=="]);
const UNEQUAL = new Set(["!==", "!="]);

/** Walks code that runs only where a condition holds, or only where it does not. */
export function guarded(
  pass: Pass,
  condition: NodeId,
  holds: boolean,
  code: NodeId,
  walk: () => ExprId,
): ExprId {
  const place = pass.place();
  openGuard(pass, condition, holds, code);
  const expr = walk();
  pass.returnTo(place);
  return expr;
}

/** Goes into the scope of code that runs only where a condition holds, or does not; stays where it proves nothing. */
export function openGuard(pass: Pass, condition: NodeId, holds: boolean, code: NodeId): void {
  const proved = code === NO_NODE ? [] : provedBy(pass, condition, holds);
  if (proved.length === 0) return;
  const scope = pass.openScope("block", code);
  for (const { name, start, subject, type, is } of proved) {
    const end = start + name.length;
    const value = pass.facts.expr("cast", is ? "is" : "isnot", start, end, scope, subject, [type]);
    pass.bind(scope, name, "narrow", start, NONE, NONE, value);
  }
}

/** What a condition proves where it holds, or where it does not: of `a && b` and of `a || b` each part. */
function provedBy(pass: Pass, condition: NodeId, holds: boolean): Proved[] {
  const { tree } = pass;
  const joining = holds ? "&&" : "||";
  const proved: Proved[] = [];
  let rest = unparenthesized(pass, condition);
  for (let count = 0; count < MAX_OPERANDS && rest !== NO_NODE; count++) {
    const isJoined = tree.type(rest) === "binary_expression" && operatorOf(pass, rest) === joining;
    const operand = isJoined ? unparenthesized(pass, tree.childByField(rest, "right")) : rest;
    const found = operand === NO_NODE ? null : ofOperand(pass, operand, holds);
    if (found !== null && !proved.some(({ name }) => name === found.name)) proved.push(found);
    rest = isJoined ? unparenthesized(pass, tree.childByField(rest, "left")) : NO_NODE;
  }
  return proved;
}

/** A test, or one that is denied. */
function ofOperand(pass: Pass, node: NodeId, holds: boolean): Proved | null {
  const { tree } = pass;
  if (tree.type(node) === "unary_expression" && operatorOf(pass, node) === "!") {
    const inner = unparenthesized(pass, tree.childByField(node, "argument"));
    return inner === NO_NODE ? null : ofTest(pass, inner, !holds);
  }
  return ofTest(pass, node, holds);
}

function ofTest(pass: Pass, node: NodeId, holds: boolean): Proved | null {
  const { tree } = pass;
  if (tree.type(node) === "call_expression") return ofArrayTest(pass, node, holds);
  if (tree.type(node) !== "binary_expression") return null;
  const operator = operatorOf(pass, node);
  const left = tree.childByField(node, "left");
  const right = tree.childByField(node, "right");
  if (operator === "instanceof") return proof(pass, left, pathExpr(pass, right), holds);
  if (!EQUAL.has(operator) && !UNEQUAL.has(operator)) return null;
  const is = EQUAL.has(operator) === holds;
  return ofTypeof(pass, left, right, is) ?? ofTypeof(pass, right, left, is);
}

/** `typeof x === "string"`. */
function ofTypeof(pass: Pass, question: NodeId, answer: NodeId, is: boolean): Proved | null {
  const { tree } = pass;
  if (tree.type(question) !== "unary_expression" || operatorOf(pass, question) !== "typeof") return null;
  if (tree.type(answer) !== "string") return null;
  const literal = primitive(tree.source.slice(tree.start(answer) + 1, tree.end(answer) - 1)) ?? "";
  if (literal === "" || literal === "none") return null;
  return proof(pass, tree.childByField(question, "argument"), pass.expr("literal", literal, answer), is);
}

/** `Array.isArray(x)`: a list, of which nothing more is known. */
function ofArrayTest(pass: Pass, call: NodeId, is: boolean): Proved | null {
  const { tree } = pass;
  if (pass.text(tree.childByField(call, "function")) !== "Array.isArray") return null;
  const list = tree.childByField(call, "arguments");
  const argument = list === NO_NODE ? NO_NODE : tree.firstNamed(list);
  return argument === NO_NODE ? null : proof(pass, argument, pass.expr("array", "", call), is);
}

function proof(pass: Pass, node: NodeId, type: ExprId, is: boolean): Proved | null {
  const names = node === NO_NODE || type === NONE ? null : shortPath(pass, node);
  if (names === null) return null;
  return { name: names.join("."), start: pass.tree.start(node), subject: pathExpr(pass, node), type, is };
}

function shortPath(pass: Pass, node: NodeId): string[] | null {
  const names = pathOf(pass, node);
  return names === null || names.length > MAX_DOTS + 1 ? null : names;
}

/** What names joined by dots mean: a second expression of them, which is no reference. */
function pathExpr(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  if (node === NO_NODE || shortPath(pass, node) === null) return NONE;
  if (tree.type(node) === "identifier") return pass.expr("name", pass.text(node), node);
  const object = pathExpr(pass, tree.childByField(node, "object"));
  return pass.member(object, tree.childByField(node, "property"), null);
}

function unparenthesized(pass: Pass, node: NodeId): NodeId {
  let inner = node;
  while (inner !== NO_NODE && pass.tree.type(inner) === "parenthesized_expression") {
    const next = pass.tree.firstNamed(inner);
    // A parenthesis with a type or nothing inside is left as it is.
    if (next === NO_NODE || pass.tree.nextNamed(next) !== NO_NODE) return inner;
    inner = next;
  }
  return inner;
}
