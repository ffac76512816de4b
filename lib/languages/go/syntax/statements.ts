// Statements and the block scopes they open.
// Laws kept: Go's block rules (if, for, switch and select have a scope for what they declare before their blocks, each
// clause is a block of its own). An assignment binds no name: every Go variable has its type from its declaration.
// Not here: labels, which name nothing.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { expression } from "./expressions.ts";
import { functionDeclaration, methodDeclaration } from "./functions.ts";
import { importDeclaration } from "./imports.ts";
import type { Pass, Place } from "./pass.ts";
import { typeDeclaration } from "./type_declarations.ts";
import { typeExpression } from "./type_expressions.ts";
import { bindLocal, shortVariables, valueAt, valueDeclaration } from "./value_declarations.ts";

const MAX_RETURNS = 16;
/** Else-ifs are walked in a loop and could nest their scopes without end, which every look-up would climb. */
const MAX_CHAINED_SCOPES = 400;

/** The statements of a block, in the scope of `at`. */
export function body(pass: Pass, block: NodeId, at: Place): void {
  if (block === NO_NODE) return;
  const { tree } = pass;
  for (let node = tree.firstNamed(block); node !== NO_NODE; node = tree.nextNamed(node)) {
    if (tree.type(node) === "statement_list") body(pass, node, at);
    else statement(pass, node, at);
  }
}

/** A statement or declaration; anything else is an expression or looked through for what it holds. */
export function statement(pass: Pass, node: NodeId, at: Place): void {
  if (node === NO_NODE || !pass.enter(node)) return;
  if (!declaration(pass, node, at) && !control(pass, node, at)) simple(pass, node, at);
  pass.leave();
}

/** Handles declarations; says whether the node is one. */
function declaration(pass: Pass, node: NodeId, at: Place): boolean {
  switch (pass.tree.type(node)) {
    case "var_declaration":
    case "const_declaration":
      valueDeclaration(pass, node, at);
      return true;
    case "type_declaration":
      typeDeclaration(pass, node, at);
      return true;
    case "function_declaration":
      functionDeclaration(pass, node);
      return true;
    case "method_declaration":
      methodDeclaration(pass, node);
      return true;
    case "import_declaration":
      importDeclaration(pass, node);
      return true;
    case "package_clause":
      return true;
    default:
      return false;
  }
}

/** Handles statements with blocks; says whether the node is one. */
function control(pass: Pass, node: NodeId, at: Place): boolean {
  switch (pass.tree.type(node)) {
    case "block":
      body(pass, node, pass.block(node, at));
      return true;
    case "if_statement":
      ifStatement(pass, node, at);
      return true;
    case "for_statement":
      forStatement(pass, node, at);
      return true;
    case "expression_switch_statement":
      switchStatement(pass, node, at);
      return true;
    case "type_switch_statement":
      typeSwitch(pass, node, at);
      return true;
    case "select_statement":
      selectStatement(pass, node, at);
      return true;
    case "labeled_statement":
      statement(pass, pass.tree.nextNamed(pass.tree.firstNamed(node)), at);
      return true;
    default:
      return false;
  }
}

function simple(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "short_var_declaration":
      return shortVariables(pass, node, at);
    case "assignment_statement":
      assign(pass, tree.childByField(node, "left"), at);
      return eachExpression(pass, tree.childByField(node, "right"), at);
    case "inc_statement":
    case "dec_statement":
      expression(pass, tree.firstNamed(node), at, "write");
      return;
    case "return_statement":
      return returnStatement(pass, node, at);
    case "expression_statement":
    case "send_statement":
    case "go_statement":
    case "defer_statement":
    case "expression_list":
      return eachExpression(pass, node, at);
    case "break_statement":
    case "continue_statement":
    case "goto_statement":
    case "fallthrough_statement":
    case "empty_statement":
      return;
    default:
      expression(pass, node, at);
  }
}

function eachExpression(pass: Pass, list: NodeId, at: Place): void {
  const { tree } = pass;
  for (let node = tree.firstNamed(list); node !== NO_NODE; node = tree.nextNamed(node)) {
    expression(pass, node, at);
  }
}

/** Targets of `=`: a name or a member is written, anything else only read. */
function assign(pass: Pass, left: NodeId, at: Place): void {
  const { tree } = pass;
  for (let node = tree.firstNamed(left); node !== NO_NODE; node = tree.nextNamed(node)) {
    expression(pass, node, at, "write");
  }
}

function returnStatement(pass: Pass, node: NodeId, at: Place): void {
  const { tree, facts } = pass;
  const list = tree.firstNamed(node);
  if (list === NO_NODE) return;
  const values = tree.namedChildren(list).map((value) => expression(pass, value, at));
  if (at.returns.length >= MAX_RETURNS) return;
  at.returns.push(
    values.length === 1
      ? values[0]
      : facts.expr("collection", "tuple", tree.start(list), tree.end(list), at.scope, NONE, values),
  );
}

/** A chain of else-ifs in a loop: each `if` is inside the scope of the one before. */
function ifStatement(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  let current = node;
  let place = at;
  for (let chained = 0;; chained++) {
    place = initialised(pass, current, place, chained < MAX_CHAINED_SCOPES);
    expression(pass, tree.childByField(current, "condition"), place);
    const consequence = tree.childByField(current, "consequence");
    body(pass, consequence, pass.block(consequence, place));
    const alternative = tree.childByField(current, "alternative");
    if (alternative === NO_NODE) return;
    if (tree.type(alternative) !== "if_statement") return statement(pass, alternative, place);
    current = alternative;
  }
}

/** The scope of a statement's initialiser, walked, or `at` where it has none. */
function initialised(pass: Pass, node: NodeId, at: Place, opensScope = true): Place {
  const initializer = pass.tree.childByField(node, "initializer");
  if (initializer === NO_NODE) return at;
  const place = opensScope ? pass.block(node, at) : at;
  statement(pass, initializer, place);
  return place;
}

function forStatement(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const block = tree.childByField(node, "body");
  const clause = tree.firstNamed(node);
  let place = at;
  if (clause !== block && clause !== NO_NODE) {
    if (tree.type(clause) === "range_clause") place = rangeClause(pass, node, clause, at);
    else if (tree.type(clause) === "for_clause") {
      place = pass.block(node, at);
      statement(pass, tree.childByField(clause, "initializer"), place);
      expression(pass, tree.childByField(clause, "condition"), place);
      statement(pass, tree.childByField(clause, "update"), place);
    } else expression(pass, clause, at);
  }
  if (block !== NO_NODE) body(pass, block, pass.block(block, place));
}

/** `for k, v := range x`: x is evaluated outside the scope that the clause opens. */
function rangeClause(pass: Pass, node: NodeId, clause: NodeId, at: Place): Place {
  const { tree, facts } = pass;
  const right = tree.childByField(clause, "right");
  const iterated = expression(pass, right, at);
  const left = tree.childByField(clause, "left");
  if (tree.childOfType(clause, ":=") === NO_NODE) {
    assign(pass, left, at);
    return at;
  }
  const place = pass.block(node, at);
  tree.namedChildren(left).forEach((name, index) => {
    if (pass.text(name) === "_") return;
    const part = index === 0 ? "key" : "value";
    const value = facts.expr("iterate", part, tree.start(clause), tree.end(clause), at.scope, iterated);
    bindLocal(pass, name, NONE, value, place);
  });
  return place;
}

function switchStatement(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const place = initialised(pass, node, at);
  expression(pass, tree.childByField(node, "value"), place);
  for (let clause = tree.firstNamed(node); clause !== NO_NODE; clause = tree.nextNamed(clause)) {
    const type = tree.type(clause);
    if (type === "expression_case") eachExpression(pass, tree.childByField(clause, "value"), place);
    if (type === "expression_case" || type === "default_case") {
      body(pass, tree.childOfType(clause, "statement_list"), pass.block(clause, place));
    } else if (tree.isError(clause)) statement(pass, clause, place);
  }
}

/** `switch v := x.(type)`: v is bound in each clause, with the clause's type where that is one. */
function typeSwitch(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const place = initialised(pass, node, at);
  const value = expression(pass, tree.childByField(node, "value"), place);
  const alias = tree.firstNamed(tree.childByField(node, "alias"));
  for (let clause = tree.firstNamed(node); clause !== NO_NODE; clause = tree.nextNamed(clause)) {
    const type = tree.type(clause);
    if (type !== "type_case" && type !== "default_case") {
      if (tree.isError(clause)) statement(pass, clause, place);
      continue;
    }
    const inner = pass.block(clause, place);
    const types = type === "type_case" ? caseTypes(pass, clause, place) : [];
    if (alias !== NO_NODE) {
      const only = types.length === 1 ? types[0] : NONE;
      bindLocal(pass, alias, only, only === NONE ? value : NONE, inner);
    }
    body(pass, tree.childOfType(clause, "statement_list"), inner);
  }
}

/** The types of a case; NONE for `nil`, which is none. */
function caseTypes(pass: Pass, clause: NodeId, at: Place): ExprId[] {
  const { tree } = pass;
  const types: ExprId[] = [];
  for (let node = tree.firstNamed(clause); node !== NO_NODE; node = tree.nextNamed(node)) {
    if (tree.field(node) !== "type") continue;
    types.push(pass.text(node) === "nil" ? NONE : typeExpression(pass, node, at));
  }
  return types;
}

function selectStatement(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  for (let clause = tree.firstNamed(node); clause !== NO_NODE; clause = tree.nextNamed(clause)) {
    if (tree.isError(clause)) {
      statement(pass, clause, at);
      continue;
    }
    const inner = pass.block(clause, at);
    const communication = tree.childByField(clause, "communication");
    if (tree.type(communication) === "receive_statement") receive(pass, communication, inner);
    else statement(pass, communication, inner);
    body(pass, tree.childOfType(clause, "statement_list"), inner);
  }
}

/** `case v, ok := <-ch`. */
function receive(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const right = tree.childByField(node, "right");
  const received = { expr: expression(pass, right, at), node: right, at };
  const left = tree.childByField(node, "left");
  if (tree.childOfType(node, ":=") === NO_NODE) return assign(pass, left, at);
  const names = tree.namedChildren(left);
  names.forEach((name, index) => {
    bindLocal(pass, name, NONE, valueAt(pass, received, index, names.length), at);
  });
}
