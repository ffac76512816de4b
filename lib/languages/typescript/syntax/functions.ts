// Functions of every shape: parameters, declared and returned types, body. One walk serves declarations, methods,
// arrows and anonymous functions; only the owner differs. Not here: whether a function is a symbol.

import { type DefId, type ExprId, FLAGS, NONE, type Parameter, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import { decorator } from "./heads.ts";
import { type JsDoc, readJsDoc } from "./jsdoc.ts";
import { collect, valueOf } from "./patterns.ts";
import type { Pass } from "./pass.ts";
import { openTypeScope, typeParameters } from "./type_expressions.ts";

/** How to walk a function. */
export interface Callee {
  /** The function's symbol, or who its body belongs to when it is anonymous. */
  readonly owner: DefId;
  /** Whose members `this.x = …` defines, unless it is an arrow. */
  readonly holder?: DefId;
  readonly holderStatic?: boolean;
  /** The comment whose JSDoc types stand in for annotations. */
  readonly doc?: DocRange | null;
  /** The symbol that the function's own name stands for inside of it. */
  readonly self?: DefId;
  /** Told of each parameter that is also a property (`constructor(private x: T)`). */
  readonly onParameterProperty?: (parameter: NodeId, name: NodeId, annotation: ExprId, value: ExprId) => void;
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
  }
  const returned: ExprId[] = [];
  pass.returned = returned;
  bindSelf(pass, node, callee.self ?? NONE);
  const jsdoc = readJsDoc(pass, callee.doc ?? null);
  const list = tree.childByField(node, "type_parameters");
  const names = list === NO_NODE ? [] : typeParameters(pass, list);
  const parameters = walkParameters(pass, node, callee, jsdoc);
  let annotation = pass.type(tree.childByField(node, "return_type"));
  if (annotation === NONE && jsdoc !== null) annotation = jsdoc.returns(pass);
  walkBody(pass, tree.childByField(node, "body"), returned);
  pass.leaveBody();
  pass.returnTo(place);
  const flags = functionFlags(pass, node) | (parameters.some(isRest) ? FLAGS.variadic : 0);
  return { node, scope, parameters, annotation, returned, typeParameters: names, flags };
}

/** Walks a signature without a body: its types belong to the owner. */
export function walkSignature(pass: Pass, node: NodeId, owner: DefId): Walked {
  const { tree } = pass;
  const place = pass.place();
  pass.owner = owner;
  const typeParameters = openTypeScope(pass, node);
  const parameters: Parameter[] = [];
  const list = tree.childByField(node, "parameters");
  for (let child = firstOf(pass, list); child !== NO_NODE; child = tree.nextNamed(child)) {
    const { pattern, rest } = patternOf(pass, child);
    const annotation = pass.type(tree.childByField(child, "type"));
    const fallback = pass.value(defaultOf(pass, child));
    parameters.push(parameter(pass, pattern, rest, annotation, fallback));
  }
  const annotation = pass.type(tree.childByField(node, "return_type"));
  pass.returnTo(place);
  const flags = functionFlags(pass, node) | (parameters.some(isRest) ? FLAGS.variadic : 0);
  return { node, scope: NONE, parameters, annotation, returned: [], typeParameters, flags };
}

/** Walks a function that is no symbol, and gives its expression. */
export function anonymousFunction(pass: Pass, node: NodeId): ExprId {
  return functionExpr(pass, walkFunction(pass, node, { owner: pass.owner }));
}

/** The expression of a walked function. */
export function functionExpr(pass: Pass, walked: Walked): ExprId {
  const expr = pass.expr("function", "", walked.node, walked.annotation, walked.returned);
  pass.lastFunction = { expr, returned: walked.returned };
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
    if (type === "async") flags |= FLAGS.async;
    else if (type === "*") flags |= FLAGS.generator;
    else if (type === "formal_parameters" || type === "statement_block") break;
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

function firstOf(pass: Pass, list: NodeId): NodeId {
  return list === NO_NODE ? NO_NODE : pass.tree.firstNamed(list);
}

function walkParameters(pass: Pass, node: NodeId, callee: Callee, jsdoc: JsDoc | null): Parameter[] {
  const { tree } = pass;
  const single = tree.childByField(node, "parameter");
  const parameters: Parameter[] = [];
  if (single !== NO_NODE) {
    parameters.push(walkParameter(pass, single, callee, jsdoc));
    return parameters;
  }
  const list = tree.childByField(node, "parameters");
  for (let child = firstOf(pass, list); child !== NO_NODE; child = tree.nextNamed(child)) {
    parameters.push(walkParameter(pass, child, callee, jsdoc));
  }
  return parameters;
}

function walkParameter(pass: Pass, node: NodeId, callee: Callee, jsdoc: JsDoc | null): Parameter {
  const { tree, facts } = pass;
  walkParameterDecorators(pass, node, callee);
  const { pattern, rest } = patternOf(pass, node);
  let annotation = pass.type(tree.childByField(node, "type"));
  const type = pattern === NO_NODE ? "" : tree.type(pattern);
  if (type === "identifier" || type === "this") {
    if (annotation === NONE && jsdoc !== null) annotation = jsdoc.parameter(pass, pass.text(pattern));
    const value = pass.value(defaultOf(pass, node));
    const name = pass.text(pattern);
    pass.bind(pass.scope, name, "parameter", tree.start(pattern), NONE, annotation, value);
    if (isParameterProperty(pass, node)) callee.onParameterProperty?.(node, pattern, annotation, value);
    return parameter(pass, pattern, rest, annotation, value);
  }
  const leaves = collect(pass, pattern);
  const value = pass.value(defaultOf(pass, node));
  // What the pattern takes apart has no name: it is said to be of the declared type.
  let base = annotation === NONE ? NONE : facts.expr(
    "cast",
    "as",
    tree.start(pattern),
    tree.end(pattern),
    pass.scope,
    NONE,
    [annotation],
  );
  if (base === NONE) base = value;
  for (const leaf of leaves) {
    pass.bind(pass.scope, leaf.name, "local", leaf.start, NONE, NONE, valueOf(pass, leaf, base));
  }
  return parameter(pass, NO_NODE, rest, annotation, value);
}

/** A parameter's decorators belong to whom the method's would belong. */
function walkParameterDecorators(pass: Pass, node: NodeId, callee: Callee): void {
  const { tree } = pass;
  if (tree.type(node) !== "required_parameter" && tree.type(node) !== "optional_parameter") return;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    if (tree.type(child) !== "decorator") continue;
    const owner = pass.owner;
    if (callee.owner !== NONE) pass.owner = pass.draft(callee.owner).parent;
    decorator(pass, child, { decorators: [], decoratorNames: [] });
    pass.owner = owner;
  }
}

function patternOf(pass: Pass, node: NodeId): { pattern: NodeId; rest: boolean } {
  const { tree } = pass;
  let pattern = node;
  if (tree.type(node) === "assignment_pattern") pattern = tree.childByField(node, "left");
  else if (tree.type(node) === "required_parameter" || tree.type(node) === "optional_parameter") {
    pattern = tree.childByField(node, "pattern");
  }
  const rest = pattern !== NO_NODE && tree.type(pattern) === "rest_pattern";
  return { pattern: rest ? tree.firstNamed(pattern) : pattern, rest };
}

function defaultOf(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  return tree.childByField(node, tree.type(node) === "assignment_pattern" ? "right" : "value");
}

const MODIFIERS = new Set(["accessibility_modifier", "override_modifier", "readonly"]);

function isParameterProperty(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    if (MODIFIERS.has(tree.type(child))) return true;
  }
  return false;
}

function parameter(
  pass: Pass,
  pattern: NodeId,
  rest: boolean,
  annotation: ExprId,
  fallback: ExprId,
): Parameter {
  const type = pattern === NO_NODE ? "" : pass.tree.type(pattern);
  const name = type === "identifier" || type === "this" ? pass.text(pattern) : "";
  const kind = type === "this" ? "receiver" : rest ? "rest" : "positional";
  return { name, annotation, default: fallback, kind };
}

function isRest(parameter: Parameter): boolean {
  return parameter.kind === "rest";
}
