// Functions of every shape: declared and returned types, body. One walk serves declarations, methods,
// arrows and anonymous functions; only the owner differs. Not here: whether a function is a symbol.

import { type DefId, type ExprId, FLAGS, NONE, type Parameter, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import { commentBefore, readJsDoc } from "./jsdoc.ts";
import {
  defaultOf,
  isRest,
  namedOf,
  parameter,
  type ParameterOwner,
  patternOf,
  walkParameters,
} from "./parameters.ts";
import type { Pass } from "./pass.ts";
import { openTypeScope, parameterType, typeParameters } from "./type_expressions.ts";

/** How to walk a function. */
export interface Callee extends ParameterOwner {
  /** Whose members `this.x = …` defines, unless it is an arrow. */
  readonly holder?: DefId;
  readonly holderStatic?: boolean;
  /** Whether it is neither a symbol nor a member of one, so that `this` is what its caller makes it. */
  readonly isAnonymous?: boolean;
  /** The comment whose JSDoc types stand in for annotations. */
  readonly doc?: DocRange | null;
  /** The symbol that the function's own name stands for inside of it. */
  readonly self?: DefId;
}

/** What a walk of a function says about it. */
export interface Walked {
  readonly node: NodeId;
  readonly scope: ScopeId;
  readonly parameters: Parameter[];
  readonly annotation: ExprId;
  readonly returned: ExprId[];
  readonly typeParameters: string[];
  readonly flags: number;
  /** A signature's `functype` expression; NONE for a function with a body. */
  readonly signature: ExprId;
  /** `parameter` expressions that wait for the function's own. */
  readonly undeclared: readonly ExprId[];
  /** Types that casts around the function say it has. */
  readonly casts: readonly ExprId[];
}

const FUNCTIONS = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
]);

/** Whether a node type is a function with a body. */
export function isFunction(type: string): boolean {
  return FUNCTIONS.has(type);
}

/** Walks a function under its owner. */
export function walkFunction(pass: Pass, node: NodeId, callee: Callee): Walked {
  const { tree } = pass;
  const place = pass.place();
  const isArrow = tree.type(node) === "arrow_function";
  pass.enterBody();
  pass.owner = callee.owner;
  pass.arm = pass.facts.newArm();
  const scope = pass.openScope("function", node);
  pass.varScope = scope;
  pass.ambient = false;
  if (!isArrow) {
    pass.holder = callee.holder ?? NONE;
    pass.holderStatic = callee.holderStatic ?? false;
    const keepsReceiver = callee.isAnonymous === true && isGivenReceiver(pass, node);
    if (!keepsReceiver) pass.lostReceiver = callee.isAnonymous === true;
  }
  const returned: ExprId[] = [];
  pass.returned = returned;
  bindSelf(pass, node, callee.self ?? NONE);
  const jsdoc = readJsDoc(pass, callee.doc ?? commentBefore(pass, tree.start(node)));
  const list = tree.childByField(node, "type_parameters");
  const names = list === NO_NODE ? jsdoc?.templates(pass) ?? [] : typeParameters(pass, list);
  const undeclared: ExprId[] = [];
  const parameters = walkParameters(pass, node, callee, jsdoc, undeclared);
  let annotation = pass.type(tree.childByField(node, "return_type"));
  if (annotation === NONE && jsdoc !== null) annotation = jsdoc.returns(pass);
  walkBody(pass, tree.childByField(node, "body"), returned);
  pass.leaveBody();
  pass.returnTo(place);
  const flags = functionFlags(pass, node) | (parameters.some(isRest) ? FLAGS.variadic : 0);
  const rest = { signature: NONE, undeclared, casts: [] };
  return { node, scope, parameters, annotation, returned, typeParameters: names, flags, ...rest };
}

/** Walks a signature without a body: its types belong to the owner. */
export function walkSignature(pass: Pass, node: NodeId, owner: DefId): Walked {
  const { tree } = pass;
  const place = pass.place();
  pass.owner = owner;
  const typeParameters = openTypeScope(pass, node);
  const parameters: Parameter[] = [];
  const types: ExprId[] = [];
  for (const child of namedOf(pass, tree.childByField(node, "parameters"))) {
    const { pattern, rest } = patternOf(pass, child);
    const annotation = pass.type(tree.childByField(child, "type"));
    const fallback = pass.value(defaultOf(pass, child));
    parameters.push(parameter(pass, pattern, rest, annotation, fallback));
    types.push(parameterType(pass, child, annotation));
  }
  const annotation = pass.type(tree.childByField(node, "return_type"));
  // It lies in the scope of its own type parameters.
  const signature = pass.expr("functype", "", node, annotation, types);
  pass.returnTo(place);
  const flags = functionFlags(pass, node) | (parameters.some(isRest) ? FLAGS.variadic : 0);
  const rest = { scope: NONE, returned: [], undeclared: [], casts: [] };
  return { node, parameters, annotation, typeParameters, flags, signature, ...rest };
}

/** Walks a function that is no symbol, and gives its expression. */
export function anonymousFunction(pass: Pass, node: NodeId, doc: DocRange | null = null): ExprId {
  return functionExpr(pass, walkFunction(pass, node, { owner: pass.owner, doc, isAnonymous: true }));
}

/** Functions that call the one they are given with a receiver given beside it. */
const WITH_RECEIVER = new Set(
  ["forEach", "map", "filter", "some", "every", "find", "findIndex", "findLast", "flatMap"],
);

/** Whether a function is given the receiver of the code around: `function () {}.bind(this)`, `each(function () {}, this)`. */
function isGivenReceiver(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  let inner = node;
  let around = tree.parent(node);
  while (tree.type(around) === "parenthesized_expression") [inner, around] = [around, tree.parent(around)];
  const isMember = tree.type(around) === "member_expression";
  const call = tree.parent(around);
  if (tree.type(call) !== "call_expression") return false;
  const property = isMember ? tree.childByField(around, "property") : NO_NODE;
  if (isMember) {
    const list = property !== NO_NODE && pass.text(property) === "bind"
      ? tree.childByField(call, "arguments")
      : NO_NODE;
    const first = list === NO_NODE ? NO_NODE : tree.firstNamed(list);
    return first !== NO_NODE && tree.type(first) === "this";
  }
  const callee = tree.childByField(call, "function");
  const name = tree.type(callee) === "member_expression" ? tree.childByField(callee, "property") : NO_NODE;
  if (name === NO_NODE || !WITH_RECEIVER.has(pass.text(name))) return false;
  const next = tree.nextNamed(inner);
  return next !== NO_NODE && tree.type(next) === "this" && tree.nextNamed(next) === NO_NODE;
}

/** The expression of a walked function. */
export function functionExpr(pass: Pass, walked: Walked): ExprId {
  const expr = pass.expr("function", "", walked.node, walked.annotation, walked.returned);
  pass.lastFunction = { expr, returned: walked.returned };
  for (const parameter of walked.undeclared) pass.facts.setObject(parameter, expr);
  for (const type of walked.casts) pass.expr("cast", "satisfies", walked.node, expr, [type]);
  return expr;
}

/** Copies what the walk says into the function's symbol. */
export function completeCallable(pass: Pass, definition: DefId, walked: Walked): void {
  const draft = pass.draft(definition);
  draft.body = walked.scope;
  draft.parameters = walked.parameters;
  draft.annotation = walked.annotation;
  draft.values = walked.returned;
  draft.typeParameters = walked.typeParameters;
  draft.flags |= walked.flags;
}

/** Where the head of a function ends and its body begins. */
export function headEnd(pass: Pass, node: NodeId): number {
  const body = pass.tree.childByField(node, "body");
  return body === NO_NODE ? pass.tree.end(node) : pass.tree.start(body);
}

function functionFlags(pass: Pass, node: NodeId): number {
  const { tree } = pass;
  let flags = 0;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "=>") flags |= FLAGS.lexical_receiver;
    else if (type === "async") flags |= FLAGS.async;
    else if (type === "*") flags |= FLAGS.generator;
    else if (type === "statement_block") break;
  }
  return flags;
}

/** A function expression's own name is known inside of it only. */
function bindSelf(pass: Pass, node: NodeId, self: DefId): void {
  const type = pass.tree.type(node);
  if (self === NONE || (type !== "function_expression" && type !== "generator_function")) return;
  const name = pass.tree.childByField(node, "name");
  if (name === NO_NODE) return;
  pass.bind(pass.scope, pass.text(name), "definition", pass.tree.start(name), self);
}

function walkBody(pass: Pass, body: NodeId, returned: ExprId[]): void {
  if (body === NO_NODE) return;
  if (pass.tree.type(body) === "statement_block") {
    pass.statements(body);
    return;
  }
  const value = pass.value(body);
  if (value !== NONE) returned.push(value);
}
