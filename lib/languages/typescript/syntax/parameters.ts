// Parameters of functions and signatures: their patterns, declared types and defaults, and what a caller gives where nothing
// is declared. Not here: the function around them.

import { type DefId, type ExprId, NONE, type Parameter } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { decorator } from "./heads.ts";
import { commentBefore, type JsDoc, readJsDoc } from "./jsdoc.ts";
import { collect, valueOf } from "./patterns.ts";
import type { Pass } from "./pass.ts";

/** Whose parameters are walked. */
export interface ParameterOwner {
  /** The function's symbol, or who its body belongs to when it is anonymous. */
  readonly owner: DefId;
  /** Told of each parameter that is also a property (`constructor(private x: T)`). */
  readonly onParameterProperty?: (parameter: NodeId, name: NodeId, annotation: ExprId, value: ExprId) => void;
}

/** Walks the parameters of a function; `undeclared` gets the expressions that wait for the function's own. */
export function walkParameters(
  pass: Pass,
  node: NodeId,
  callee: ParameterOwner,
  jsdoc: JsDoc | null,
  undeclared: ExprId[],
): Parameter[] {
  const { tree } = pass;
  const single = tree.childByField(node, "parameter");
  const nodes = single !== NO_NODE ? [single] : namedOf(pass, tree.childByField(node, "parameters"));
  const parameters: Parameter[] = [];
  let position = 0;
  for (const child of nodes) {
    const made = walkParameter(pass, child, position, callee, jsdoc, undeclared);
    if (made.kind !== "receiver") position++;
    parameters.push(made);
  }
  return parameters;
}

export function namedOf(pass: Pass, list: NodeId): NodeId[] {
  if (list === NO_NODE) return [];
  return pass.tree.namedChildren(list).filter((child) => pass.tree.type(child) !== "comment");
}

function walkParameter(
  pass: Pass,
  node: NodeId,
  position: number,
  callee: ParameterOwner,
  jsdoc: JsDoc | null,
  undeclared: ExprId[],
): Parameter {
  const { tree, facts } = pass;
  walkParameterDecorators(pass, node, callee);
  const { pattern, rest } = patternOf(pass, node);
  let annotation = pass.type(tree.childByField(node, "type"));
  const type = pattern === NO_NODE ? "" : tree.type(pattern);
  if (annotation === NONE) annotation = documented(pass, jsdoc, pattern, position);
  const start = pattern === NO_NODE ? tree.start(node) : tree.start(pattern);
  const end = pattern === NO_NODE ? tree.end(node) : tree.end(pattern);
  /** What a caller gives where nothing is declared, or the default. */
  const given = (fallback: ExprId): ExprId => {
    if (annotation !== NONE || type === "this") return fallback;
    const expr = facts.expr("parameter", rest ? "*" : String(position), start, end, pass.scope);
    undeclared.push(expr);
    return fallback === NONE
      ? expr
      : facts.expr("conditional", "or", start, end, pass.scope, NONE, [expr, fallback]);
  };
  if (type === "identifier" || type === "this") {
    const value = pass.value(defaultOf(pass, node));
    const name = pass.text(pattern);
    pass.bind(pass.scope, name, "parameter", start, NONE, annotation, given(value));
    if (isParameterProperty(pass, node)) callee.onParameterProperty?.(node, pattern, annotation, value);
    return parameter(pass, pattern, rest, annotation, value);
  }
  const leaves = collect(pass, pattern);
  const value = pass.value(defaultOf(pass, node));
  // What the pattern takes apart has no name: it is said to be of the declared type.
  const base = annotation === NONE
    ? given(value)
    : facts.expr("cast", "as", start, end, pass.scope, NONE, [annotation]);
  for (const leaf of leaves) {
    pass.bind(pass.scope, leaf.name, "local", leaf.start, NONE, NONE, valueOf(pass, leaf, base));
  }
  return parameter(pass, NO_NODE, rest, annotation, value);
}

/** What a comment declares a parameter to be: the function's, by its name or place, or the one in front of it. */
function documented(pass: Pass, jsdoc: JsDoc | null, pattern: NodeId, position: number): ExprId {
  if (pattern === NO_NODE || pass.tree.type(pattern) === "this") return NONE;
  const name = pass.tree.type(pattern) === "identifier" ? pass.text(pattern) : "";
  const declared = jsdoc === null ? NONE : jsdoc.parameter(pass, name, position);
  if (declared !== NONE) return declared;
  return readJsDoc(pass, commentBefore(pass, pass.tree.start(pattern)))?.type(pass) ?? NONE;
}

/** A parameter's decorators belong to whom the method's would belong. */
function walkParameterDecorators(pass: Pass, node: NodeId, callee: ParameterOwner): void {
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

export function patternOf(pass: Pass, node: NodeId): { pattern: NodeId; rest: boolean } {
  const { tree } = pass;
  let pattern = node;
  if (tree.type(node) === "assignment_pattern") pattern = tree.childByField(node, "left");
  else if (tree.type(node) === "required_parameter" || tree.type(node) === "optional_parameter") {
    pattern = tree.childByField(node, "pattern");
  }
  const rest = pattern !== NO_NODE && tree.type(pattern) === "rest_pattern";
  return { pattern: rest ? tree.firstNamed(pattern) : pattern, rest };
}

export function defaultOf(pass: Pass, node: NodeId): NodeId {
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

export function parameter(
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

export function isRest(parameter: Parameter): boolean {
  return parameter.kind === "rest";
}
