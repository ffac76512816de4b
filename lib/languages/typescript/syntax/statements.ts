// Statements: the list walk that pairs declarations with their comments, blocks, loops, and which visitor each statement
// has. Not here: branches, what declarations and expressions mean.

import { NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { assign, assignment } from "./assignments.ts";
import { arm, bindsNames, ifStatement, LEXICAL, switchStatement, tryStatement } from "./branches.ts";
import { classDeclaration } from "./classes.ts";
import {
  ambientDeclaration,
  enumDeclaration,
  functionDeclaration,
  interfaceDeclaration,
  namespaceDeclaration,
  typeAlias,
} from "./declarations.ts";
import { definingCall } from "./defining_calls.ts";
import { DocTracker } from "./docs.ts";
import { commentTypes } from "./jsdoc_typedefs.ts";
import { exportStatement, importAlias, importStatement } from "./modules.ts";
import { operatorOf } from "./operators.ts";
import { isSignature, walkSet } from "./overload_sets.ts";
import { collect, valueOf } from "./patterns.ts";
import type { Pass, StatementVisitor } from "./pass.ts";
import { readTarget } from "./targets.ts";
import { variableDeclaration } from "./variables.ts";

/** Visitors of declarations, which may have a documentation comment. */
const DECLARATIONS: ReadonlyMap<string, StatementVisitor> = new Map<string, StatementVisitor>([
  ["export_statement", exportStatement],
  ["import_statement", importStatement],
  ["import_alias", importAlias],
  ["lexical_declaration", variableDeclaration],
  ["variable_declaration", variableDeclaration],
  ["using_declaration", variableDeclaration],
  ["function_declaration", functionDeclaration],
  ["generator_function_declaration", functionDeclaration],
  ["function_signature", functionDeclaration],
  ["class_declaration", classDeclaration],
  ["abstract_class_declaration", classDeclaration],
  ["interface_declaration", interfaceDeclaration],
  ["type_alias_declaration", typeAlias],
  ["enum_declaration", enumDeclaration],
  ["module", namespaceDeclaration],
  ["internal_module", namespaceDeclaration],
  ["ambient_declaration", ambientDeclaration],
  ["expression_statement", expressionStatement],
]);

/** Visitors of statements. */
export const STATEMENTS: ReadonlyMap<string, StatementVisitor> = new Map<string, StatementVisitor>([
  ...DECLARATIONS,
  ["statement_block", block],
  ["if_statement", ifStatement],
  ["switch_statement", switchStatement],
  ["for_statement", forStatement],
  ["for_in_statement", forInStatement],
  ["while_statement", loop],
  ["do_statement", loop],
  ["with_statement", loop],
  ["try_statement", tryStatement],
  ["return_statement", returnStatement],
  ["throw_statement", (pass, node) => {
    pass.value(pass.tree.firstNamed(node));
  }],
  ["labeled_statement", (pass, node) => pass.statement(pass.tree.childByField(node, "body"))],
  ["else_clause", (pass, node) => pass.statement(pass.tree.firstNamed(node))],
  ["break_statement", () => {}],
  ["continue_statement", () => {}],
  ["debugger_statement", () => {}],
  ["empty_statement", () => {}],
  ["hash_bang_line", () => {}],
]);

/** Walks the statements that are children of a node. */
export function statementList(pass: Pass, parent: NodeId): void {
  const { tree } = pass;
  const docs = new DocTracker(tree, parent);
  for (let child = tree.first(parent); child !== NO_NODE; child = tree.next(child)) {
    if (docs.isComment(child)) {
      commentTypes(pass, child);
      continue;
    }
    const doc = docs.before(child);
    if (!tree.isNamed(child)) continue;
    if (isSignature(pass, child)) {
      child = walkSet(pass, child, doc, docs);
      continue;
    }
    pass.pendingDoc = DECLARATIONS.has(tree.type(child)) ? doc : null;
    pass.statement(child);
  }
  pass.pendingDoc = null;
}

function expressionStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const inner = tree.firstNamed(node);
  if (inner === NO_NODE) return;
  const type = tree.type(inner);
  if (type === "internal_module") {
    pass.statement(inner);
    return;
  }
  const doc = pass.pendingDoc;
  pass.pendingDoc = null;
  if (type === "assignment_expression") {
    assignment(pass, inner, { start: tree.start(node), end: tree.end(node), doc });
  } else if (type !== "call_expression" || !definingCall(pass, inner)) pass.value(inner);
}

function block(pass: Pass, node: NodeId): void {
  const place = pass.place();
  if (bindsNames(pass, node)) pass.openScope("block", node);
  pass.statements(node);
  pass.returnTo(place);
}

function forStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const place = pass.place();
  const initializer = tree.childByField(node, "initializer");
  if (initializer !== NO_NODE && LEXICAL.has(tree.type(initializer))) pass.openScope("block", node);
  loop(pass, node);
  pass.returnTo(place);
}

/** The parts of a loop in source order; its body may not run. */
function loop(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const body = tree.childByField(node, "body");
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (child === body) arm(pass, () => pass.statement(body));
    else pass.statement(child);
  }
}

function forInStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const place = pass.place();
  const left = tree.childByField(node, "left");
  const kind = tree.childByField(node, "kind");
  const isKeys = operatorOf(pass, node) === "in";
  const right = tree.childByField(node, "right");
  const iterated = pass.value(right);
  const value = iterated === NONE ? NONE : pass.expr("iterate", isKeys ? "key" : "value", right, iterated);
  if (kind === NO_NODE) {
    const target = readTarget(pass, left);
    if (target.kind === "name") {
      pass.name(target.node, "write");
      assign(pass, pass.text(target.node), tree.start(target.node), value);
    } else if (target.kind === "pattern") {
      for (const leaf of target.leaves) assign(pass, leaf.name, leaf.start, valueOf(pass, leaf, value));
    }
  } else if (left !== NO_NODE) {
    const scope = tree.type(kind) === "var" ? pass.varScope : pass.openScope("block", node);
    for (const leaf of collect(pass, left)) {
      pass.bind(scope, leaf.name, "local", leaf.start, NONE, NONE, valueOf(pass, leaf, value));
    }
  }
  const body = tree.childByField(node, "body");
  if (body !== NO_NODE) arm(pass, () => pass.statement(body));
  pass.returnTo(place);
}

function returnStatement(pass: Pass, node: NodeId): void {
  pass.addReturned(pass.value(pass.tree.firstNamed(node)));
}
