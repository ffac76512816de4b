// Code that may not run: `if`, `switch` and `try`, each branch under an arm of its own, with the scopes that blocks need
// and the types that conditions prove. Not here: loops, lists of statements.

import { NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { guarded, openGuard } from "./conditions.ts";
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

export function ifStatement(pass: Pass, node: NodeId): void {
  const place = pass.place();
  walkBranches(pass, node);
  pass.returnTo(place);
}

/** The branches of an `if` with its `else if`s, each behind the conditions before it. */
function walkBranches(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  let current = node;
  for (;;) {
    const condition = tree.childByField(current, "condition");
    const consequence = tree.childByField(current, "consequence");
    pass.value(condition);
    if (consequence !== NO_NODE) arm(pass, () => guardedBranch(pass, condition, true, consequence));
    const clause = tree.childByField(current, "alternative");
    const alternative = clause === NO_NODE ? NO_NODE : tree.firstNamed(clause);
    if (alternative === NO_NODE) return;
    if (tree.type(alternative) !== "if_statement") {
      arm(pass, () => guardedBranch(pass, condition, false, alternative));
      return;
    }
    openGuard(pass, condition, false, alternative);
    current = alternative;
  }
}

function guardedBranch(pass: Pass, condition: NodeId, holds: boolean, branch: NodeId): void {
  guarded(pass, condition, holds, branch, () => {
    pass.statement(branch);
    return NONE;
  });
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
