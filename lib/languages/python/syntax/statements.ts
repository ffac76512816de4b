// Statements: which topic reads which. Law kept: what does not parse is walked for what the grammar recovered in it.
// Not here: expressions, branches, and what statements bind.

import { NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { assignment, augmentedAssignment, typeAliasStatement, writeUse } from "./assignments.ts";
import {
  assertStatement,
  forStatement,
  ifStatement,
  tryStatement,
  whileStatement,
  withStatement,
} from "./branches.ts";
import { classDefinition } from "./classes.ts";
import { assignedNames, calledNames } from "./explicit_names.ts";
import { functionDefinition } from "./functions.ts";
import { importFromStatement, importStatement } from "./imports.ts";
import { redirect } from "./names.ts";
import { narrowed } from "./narrowing.ts";
import { matchStatement } from "./patterns.ts";
import type { Place, Walk } from "./place.ts";

/** The statements of a body, or of a node that holds statements among other things. */
export function block(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  if ((tree.isError(node) && !walk.firstVisit(node)) || !walk.enter(node)) return;
  let at = place;
  let narrowings = 0;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    walk.known = [];
    statement(walk, child, at);
    if (walk.known.length === 0 || narrowings >= MAX_NARROWINGS) continue;
    at = narrowed(walk, at, walk.known, tree.end(child), tree.end(node));
    narrowings++;
  }
  walk.known = [];
  walk.leave();
}

/** Each narrows all that follows it in its block; more of them would nest scopes without end. */
const MAX_NARROWINGS = 32;

/** Reads one statement; an expression counts as one. */
function statement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  if (tree.type(node) === "block" || tree.isError(node)) return block(walk, node, place);
  if (!read(walk, node, place)) {
    walk.expression(node, place);
    return;
  }
  walk.errors(node, 0, place);
}

function read(walk: Walk, node: NodeId, place: Place): boolean {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "expression_statement":
      expressionStatement(walk, node, place);
      return true;
    case "assignment":
    case "augmented_assignment":
      assigning(walk, node, place);
      return true;
    case "return_statement":
      returnStatement(walk, node, place);
      return true;
    case "function_definition":
      functionDefinition(walk, node, node, [], place);
      return true;
    case "class_definition":
      classDefinition(walk, node, node, [], place);
      return true;
    case "decorated_definition":
      decorated(walk, node, place);
      return true;
    case "import_statement":
      importStatement(walk, node, place);
      return true;
    case "import_from_statement":
    case "future_import_statement":
      importFromStatement(walk, node, place);
      return true;
    case "type_alias_statement":
      typeAliasStatement(walk, node, place);
      return true;
    case "global_statement":
      redirect(walk, place, node, "global");
      return true;
    case "nonlocal_statement":
      redirect(walk, place, node, "nonlocal");
      return true;
    case "delete_statement":
      for (const child of tree.namedChildren(node)) writeUse(walk, child, place);
      return true;
    case "pass_statement":
    case "break_statement":
    case "continue_statement":
      return true;
    default:
      return compound(walk, node, place);
  }
}

function compound(walk: Walk, node: NodeId, place: Place): boolean {
  switch (walk.tree.type(node)) {
    case "if_statement":
      ifStatement(walk, node, place);
      return true;
    case "for_statement":
      forStatement(walk, node, place);
      return true;
    case "while_statement":
      whileStatement(walk, node, place);
      return true;
    case "try_statement":
      tryStatement(walk, node, place);
      return true;
    case "with_statement":
      withStatement(walk, node, place);
      return true;
    case "match_statement":
      matchStatement(walk, node, place);
      return true;
    case "assert_statement":
      assertStatement(walk, node, place);
      return true;
    case "raise_statement":
    case "print_statement":
    case "exec_statement":
    case "chevron":
      block(walk, node, place);
      return true;
    default:
      return false;
  }
}

function expressionStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "assignment" || type === "augmented_assignment") assigning(walk, child, place);
    else {
      walk.expression(child, place);
      calledNames(walk, child, place);
    }
  }
}

function assigning(walk: Walk, node: NodeId, place: Place): void {
  if (walk.tree.type(node) === "assignment") assignment(walk, node, place);
  else augmentedAssignment(walk, node, place);
  assignedNames(walk, node, place);
}

function returnStatement(walk: Walk, node: NodeId, place: Place): void {
  const value = walk.tree.firstNamed(node);
  if (value === NO_NODE) return;
  const expr = walk.expression(value, place);
  if (expr !== NONE) place.frame.returned.push(expr);
}

function decorated(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  const definition = tree.childByField(node, "definition");
  if (definition === NO_NODE) return walk.loose(node, place);
  const decorators: NodeId[] = [];
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "decorator") decorators.push(child);
  }
  if (tree.type(definition) === "class_definition") {
    classDefinition(walk, definition, node, decorators, place);
  } else functionDefinition(walk, definition, node, decorators, place);
}
