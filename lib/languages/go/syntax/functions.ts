// Functions, methods, function literals and function-valued names.
// Laws kept: an anonymous function's code belongs to the named definition around it; a returned expression belongs to
// the innermost function, anonymous ones too.
// Not here: which declarations bind a literal to a name (value_declarations.ts).

import { type DefId, type ExprId, FLAGS, NONE, type Parameter, type ScopeId } from "../../../model/mod.ts";
import { type DefinitionDraft, foldSignature } from "../../core/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";
import { bindTyped, readParameters, readResult, typeParameterPlace } from "./signatures.ts";
import { addSymbol, bindSymbol } from "./symbols.ts";
import { isTestFunction } from "./test_convention.ts";
import { typeExpression, typeName } from "./type_expressions.ts";

/** `func name[T any](…) result { … }`. Functions are declared at package level only, whatever an error makes of it. */
export function functionDeclaration(
  pass: Pass,
  node: NodeId,
  name: NodeId = pass.tree.childByField(node, "name"),
): void {
  const { tree, facts, file } = pass;
  const body = tree.childByField(node, "body");
  const id = addSymbol(pass, {
    kind: "function",
    name,
    declaration: node,
    scope: file.scope,
    parent: NONE,
    signature: head(pass, node, body),
    local: false,
  });
  // Go's `init` cannot be named: it binds nothing.
  if (id !== NONE && pass.text(name) !== "init") bindSymbol(pass, id);
  const types = typeParameterPlace(pass, node, file, id);
  const draft = id === NONE ? null : facts.definitions[id];
  if (draft !== null) draft.typeParameters = types.names;
  readFunction(pass, node, types.place, draft);
  if (draft !== null && isTestFunction(pass, node, draft)) draft.flags |= FLAGS.test;
}

/** `func (r *Receiver[T]) name(…) result { … }`. A method's name is bound in no scope: only a receiver reaches it. */
export function methodDeclaration(pass: Pass, node: NodeId): void {
  const { tree, facts, file } = pass;
  const id = addSymbol(pass, {
    kind: "method",
    name: tree.childByField(node, "name"),
    declaration: node,
    scope: file.scope,
    parent: NONE,
    signature: head(pass, node, tree.childByField(node, "body")),
    local: false,
  });
  const receiver = tree.firstNamed(tree.childByField(node, "receiver"));
  const type = tree.childByField(receiver, "type");
  const types = receiverPlace(pass, node, baseType(pass, type), { ...file, owner: id });
  const receiverExpr = receiverType(pass, type, types.place);
  const draft = id === NONE ? null : facts.definitions[id];
  if (draft !== null) {
    draft.typeParameters = types.names;
    draft.receiver = pass.text(typeName(pass, baseType(pass, type)));
    draft.receiverExpr = receiverExpr;
    if (facts.exprKind(receiverExpr) === "pointer") draft.flags |= FLAGS.pointer_receiver;
  }
  readFunction(pass, node, types.place, draft, {
    name: tree.childByField(receiver, "name"),
    annotation: receiverExpr,
  });
}

/** The receiver's type without pointer and parentheses. */
function baseType(pass: Pass, type: NodeId): NodeId {
  const { tree } = pass;
  let base = type;
  while (tree.type(base) === "pointer_type" || tree.type(base) === "parenthesized_type") {
    base = tree.firstNamed(base);
  }
  return base;
}

/** A generic receiver's arguments declare the method's type parameters: they name nothing that exists. */
function receiverPlace(
  pass: Pass,
  node: NodeId,
  base: NodeId,
  at: Place,
): { place: Place; names: string[] } {
  const { tree, facts } = pass;
  if (tree.type(base) !== "generic_type") return { place: at, names: [] };
  const scope = facts.scope("type", at.scope, at.owner, tree.start(base), tree.end(node));
  const names: string[] = [];
  const declared = tree.namedChildren(tree.childByField(base, "type_arguments"));
  for (const element of declared) {
    const name = pass.text(element);
    names.push(name);
    if (name === "_" || name === "") continue;
    facts.binding({ scope, name, kind: "type_parameter", start: tree.start(element) });
  }
  return { place: { ...at, scope }, names };
}

function receiverType(pass: Pass, type: NodeId, at: Place): ExprId {
  const { tree, facts } = pass;
  const around: NodeId[] = [];
  const base = baseType(pass, type);
  for (let node = type; node !== base; node = tree.firstNamed(node)) {
    if (tree.type(node) === "pointer_type") around.push(node);
  }
  let expr: ExprId;
  if (tree.type(base) === "generic_type") {
    const object = typeExpression(pass, tree.childByField(base, "type"), at);
    const declared = tree.namedChildren(tree.childByField(base, "type_arguments"));
    const args = declared.map((element) =>
      facts.expr("name", pass.text(element), tree.start(element), tree.end(element), at.scope)
    );
    expr = facts.expr("index", "", tree.start(base), tree.end(base), at.scope, object, args);
  } else {
    expr = typeExpression(pass, base, at);
  }
  while (around.length > 0) {
    const node = around.pop()!;
    expr = facts.expr("pointer", "", tree.start(node), tree.end(node), at.scope, expr);
  }
  return expr;
}

/** `func(…) result { … }` as a value: a function expression of its result type and what it returns. */
export function functionLiteral(pass: Pass, node: NodeId, at: Place): ExprId {
  const { tree, facts } = pass;
  const name = lostName(pass, node);
  if (name !== NO_NODE) {
    functionDeclaration(pass, node, name);
    return NONE;
  }
  const { result, returns } = readFunction(pass, node, at, null);
  return facts.expr("function", "", tree.start(node), tree.end(node), at.scope, result, returns);
}

/** The name of what was parsed as a literal since a brace is missing above it, in truth a declaration; else NO_NODE. */
function lostName(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  const error = tree.next(tree.first(node));
  if (error === NO_NODE || !tree.isError(error)) return NO_NODE;
  const name = tree.firstNamed(error);
  return tree.type(name) === "identifier" && tree.end(name) === tree.end(error) ? name : NO_NODE;
}

/** A name declared with a function literal: a function symbol, bound in the scope of `at`. NONE for the blank name. */
export function addFunctionValue(
  pass: Pass,
  value: { name: NodeId; literal: NodeId; declaration: NodeId; head: string },
  at: Place,
): DefId {
  const { tree } = pass;
  const body = tree.childByField(value.literal, "body");
  const id = addSymbol(pass, {
    kind: "function",
    name: value.name,
    declaration: value.declaration,
    scope: at.scope,
    parent: at.owner,
    signature: foldSignature(value.head + head(pass, value.literal, body)),
    local: at.scope !== pass.file.scope,
  });
  if (id !== NONE) bindSymbol(pass, id);
  return id;
}

/** Walks the literal of a function symbol, which owns what it holds. */
export function readFunctionValue(pass: Pass, literal: NodeId, at: Place, id: DefId): void {
  readFunction(pass, literal, { ...at, owner: id }, pass.facts.definitions[id]);
}

/** Walks parameters, result and body of anything that has them; fills the symbol's draft where there is one. */
function readFunction(
  pass: Pass,
  node: NodeId,
  types: Place,
  draft: DefinitionDraft | null,
  receiver?: { name: NodeId; annotation: ExprId },
): { result: ExprId; returns: ExprId[] } {
  const { tree, facts } = pass;
  const body = tree.childByField(node, "body");
  const returns: ExprId[] = [];
  let scope: ScopeId = NONE;
  if (body !== NO_NODE) {
    scope = facts.scope("function", types.scope, types.owner, tree.start(node), tree.end(node));
  }
  let parameters: readonly Parameter[] = [];
  if (receiver !== undefined) {
    const { annotation } = receiver;
    parameters = [{ name: pass.text(receiver.name), annotation, default: NONE, kind: "receiver" }];
    bindTyped(pass, receiver.name, "parameter", annotation, scope);
  }
  parameters = parameters.concat(readParameters(pass, tree.childByField(node, "parameters"), types, scope));
  const result = readResult(pass, tree.childByField(node, "result"), types, scope);
  if (draft !== null) {
    draft.parameters = [...parameters];
    draft.annotation = result;
    draft.body = scope;
    draft.values = returns;
    if (parameters.at(-1)?.kind === "rest") draft.flags |= FLAGS.variadic;
    if (body === NO_NODE) draft.flags |= FLAGS.declaration;
  }
  if (body !== NO_NODE) pass.walk.body(pass, body, { scope, owner: types.owner, returns });
  return { result, returns };
}

function head(pass: Pass, node: NodeId, body: NodeId): string {
  const end = body === NO_NODE ? pass.tree.end(node) : pass.tree.start(body);
  return foldSignature(pass.tree.source.slice(pass.tree.start(node), end));
}
