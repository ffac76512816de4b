// Code that may not run: `if`, `switch` and `try`, each branch under an arm of its own, with the scopes that blocks need
// and the types that conditions prove. Not here: loops, lists of statements.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { operatorOf } from "./operators.ts";
import { collect } from "./patterns.ts";
import type { Pass } from "./pass.ts";

/** Statements that bind a name in their block. */
export const LEXICAL = new Set([
  "lexical_declaration",
  "using_declaration",
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "class_declaration",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_declaration",
  "ambient_declaration",
]);

/** Whether the block's own statements bind names in it; a block that binds nothing needs no scope. */
export function bindsNames(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (LEXICAL.has(tree.type(child))) return true;
  }
  return false;
}

/** Walks a branch under an arm of its own. */
export function arm(pass: Pass, walk: () => void): void {
  const outer = pass.arm;
  pass.arm = pass.facts.newArm();
  walk();
  pass.arm = outer;
}

/** A name that a condition proves to be an instance. */
interface Narrowed {
  readonly name: string;
  readonly start: number;
  readonly type: ExprId;
}

export function ifStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  let current = node;
  for (;;) {
    const narrowed = walkCondition(pass, tree.childByField(current, "condition"));
    const consequence = tree.childByField(current, "consequence");
    if (consequence !== NO_NODE) arm(pass, () => narrowedBranch(pass, consequence, narrowed));
    const clause = tree.childByField(current, "alternative");
    const alternative = clause === NO_NODE ? NO_NODE : tree.firstNamed(clause);
    if (alternative === NO_NODE) return;
    if (tree.type(alternative) !== "if_statement") {
      arm(pass, () => pass.statement(alternative));
      return;
    }
    current = alternative;
  }
}

function narrowedBranch(pass: Pass, branch: NodeId, narrowed: readonly Narrowed[]): void {
  if (narrowed.length === 0) {
    pass.statement(branch);
    return;
  }
  const place = pass.place();
  const scope = pass.openScope("block", branch);
  for (const { name, start, type } of narrowed) pass.bind(scope, name, "narrow", start, NONE, type);
  if (pass.tree.type(branch) === "statement_block") pass.statements(branch);
  else pass.statement(branch);
  pass.returnTo(place);
}

/** Walks a condition; gives what `x instanceof A`, alone or joined by `&&`, proves. */
function walkCondition(pass: Pass, node: NodeId): Narrowed[] {
  const { tree } = pass;
  const narrowed: Narrowed[] = [];
  const operands: NodeId[] = [];
  let rest = unparenthesized(pass, node);
  while (rest !== NO_NODE && binaryOperator(pass, rest) === "&&") {
    operands.push(tree.childByField(rest, "right"));
    rest = unparenthesized(pass, tree.childByField(rest, "left"));
  }
  operands.push(rest);
  for (const operand of operands.reverse()) {
    const inner = unparenthesized(pass, operand);
    const left = inner === NO_NODE ? NO_NODE : tree.childByField(inner, "left");
    if (
      binaryOperator(pass, inner) !== "instanceof" || left === NO_NODE || tree.type(left) !== "identifier"
    ) {
      pass.value(operand);
      continue;
    }
    pass.value(left);
    const type = pass.value(tree.childByField(inner, "right"));
    if (type !== NONE) narrowed.push({ name: pass.text(left), start: tree.start(left), type });
  }
  return narrowed;
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

function binaryOperator(pass: Pass, node: NodeId): string {
  return node !== NO_NODE && pass.tree.type(node) === "binary_expression" ? operatorOf(pass, node) : "";
}

export function switchStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  pass.value(tree.childByField(node, "value"));
  const body = tree.childByField(node, "body");
  if (body === NO_NODE) return;
  const place = pass.place();
  const cases = tree.namedChildren(body);
  if (cases.some((clause) => bindsNames(pass, clause))) pass.openScope("block", body);
  for (const clause of cases) arm(pass, () => pass.statements(clause));
  pass.returnTo(place);
}

export function tryStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const body = tree.childByField(node, "body");
  if (body !== NO_NODE) arm(pass, () => pass.statement(body));
  const handler = tree.childByField(node, "handler");
  if (handler !== NO_NODE) arm(pass, () => catchClause(pass, handler));
  const finalizer = tree.childByField(node, "finalizer");
  if (finalizer !== NO_NODE) pass.statement(tree.childByField(finalizer, "body"));
}

function catchClause(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const place = pass.place();
  const scope = pass.openScope("block", node);
  const parameter = tree.childByField(node, "parameter");
  if (parameter !== NO_NODE) {
    const leaves = collect(pass, parameter);
    const annotation = pass.type(tree.childByField(node, "type"));
    for (const leaf of leaves) {
      pass.bind(scope, leaf.name, "local", leaf.start, NONE, leaf.step === null ? annotation : NONE);
    }
  }
  const body = tree.childByField(node, "body");
  if (body !== NO_NODE) pass.statements(body);
  pass.returnTo(place);
}
