// Comprehensions and lambdas: expressions with a scope of their own. A comprehension binds its targets only; a lambda is
// a function without statements. Parameters of both kinds of function are read here.
// Not here: `def` (`functions.ts`).

import { type DefId, type ExprId, NONE, type Parameter, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { iteration } from "./flow.ts";
import { plainly } from "./names.ts";
import { condition, narrowed } from "./narrowing.ts";
import { LOCAL, newFrame, type Place, type Walk } from "./place.ts";
import { bindTarget } from "./targets.ts";

const COMPREHENSIONS: Readonly<Record<string, string>> = {
  list_comprehension: "list",
  set_comprehension: "set",
  dictionary_comprehension: "dict",
  generator_expression: "generator",
};

/** The first iterable is evaluated outside, all else inside; the body stands before what binds its names. */
export function comprehension(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const start = tree.start(node);
  const end = tree.end(node);
  const scope = facts.scope("comprehension", place.scope, place.owner, start, end);
  let inner: Place = { ...place, scope, arm: 0 };
  const body = tree.childByField(node, "body");
  let first = true;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (child === body) continue;
    if (tree.type(child) === "for_in_clause") {
      forClause(walk, child, first ? place : inner, inner);
      first = false;
    } else if (tree.type(child) === "if_clause") inner = filtered(walk, child, node, inner);
    else walk.loose(child, inner);
  }
  const element = body === NO_NODE ? NONE : comprehensionBody(walk, body, inner);
  return facts.expr("collection", COMPREHENSIONS[tree.type(node)], start, end, place.scope, NONE, [element]);
}

/** What follows a condition of a comprehension, where it is true. */
function filtered(walk: Walk, clause: NodeId, comprehension: NodeId, place: Place): Place {
  const { tree } = walk;
  const test = tree.firstNamed(clause);
  if (test === NO_NODE) return place;
  const { whenTrue } = condition(walk, test, place);
  return narrowed(walk, place, whenTrue, tree.start(clause), tree.end(comprehension));
}

function forClause(walk: Walk, node: NodeId, outer: Place, inner: Place): void {
  const { tree, facts } = walk;
  const left = tree.childByField(node, "left");
  let iterated: ExprId = NONE;
  let values = 0;
  let start = tree.start(node);
  let end = tree.end(node);
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (child === left) continue;
    iterated = walk.expression(child, outer);
    [start, end] = [tree.start(child), tree.end(child)];
    values++;
  }
  if (left === NO_NODE) return;
  // Several iterables without parentheses are a tuple.
  const known = values === 1 && iterated !== NONE;
  const value = known
    ? facts.expr("iterate", iteration(tree, node), start, end, outer.scope, iterated)
    : NONE;
  bindTarget(walk, inner, left, plainly(value, tree.start(left), tree.end(left)), null, "scope");
}

function comprehensionBody(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  if (tree.type(node) !== "pair") return walk.expression(node, place);
  const key = tree.childByField(node, "key");
  const value = tree.childByField(node, "value");
  if (key !== NO_NODE) walk.expression(key, place);
  return value === NO_NODE ? NONE : walk.expression(value, place);
}

/** What a lambda that is bound to a name gives to its definition. */
export interface Lambda {
  readonly scope: ScopeId;
  readonly parameters: Parameter[];
  readonly returned: ExprId[];
  readonly yields: boolean;
}

/** An anonymous function. */
export function lambda(walk: Walk, node: NodeId, place: Place, owner: DefId): ExprId {
  const undeclared: ExprId[] = [];
  const { returned } = lambdaBody(walk, node, place, NONE, owner, false, undeclared);
  const expr = functionExpr(walk, node, place, returned);
  // Who calls it tells what its parameters are given.
  for (const parameter of undeclared) walk.facts.setObject(parameter, expr);
  return expr;
}

export function functionExpr(walk: Walk, node: NodeId, place: Place, returned: readonly ExprId[]): ExprId {
  const { tree, facts } = walk;
  return facts.expr("function", "", tree.start(node), tree.end(node), place.scope, NONE, returned);
}

/** Walks a lambda; `def` is the symbol that it is, or NONE, and `owner` the one that owns its code. */
export function lambdaBody(
  walk: Walk,
  node: NodeId,
  place: Place,
  def: DefId,
  owner: DefId,
  method: boolean,
  undeclared: ExprId[] | null = null,
): Lambda {
  const { tree, facts } = walk;
  const list = tree.childByField(node, "parameters");
  const body = tree.childByField(node, "body");
  const scope = facts.scope("function", place.scope, owner, tree.start(node), tree.end(node));
  const nodes = list === NO_NODE ? [] : tree.namedChildren(list);
  const parameters = readParameters(walk, nodes, { ...place, owner }, scope, method, undeclared);
  const frame = newFrame("function", scope, place.frame, def, { receiver: receiverName(parameters) });
  for (const parameter of parameters) frame.bound.set(parameter.name, LOCAL);
  const inner: Place = { scope, frame, owner, arm: 0, typeOnly: place.typeOnly };
  const value = body === NO_NODE ? NONE : walk.expression(body, inner);
  const returned = value === NONE ? frame.returned : [...frame.returned, value];
  return { scope, parameters, returned, yields: frame.yields };
}

export function receiverName(parameters: readonly Parameter[]): string {
  return parameters.length > 0 && parameters[0].kind === "receiver" ? parameters[0].name : "";
}

/**
 * Reads and binds parameters in `scope`; annotations and defaults are evaluated in `outer`. Those of an anonymous function
 * are said to be what its callers give, and added to `undeclared`.
 */
export function readParameters(
  walk: Walk,
  nodes: readonly NodeId[],
  outer: Place,
  scope: ScopeId,
  method: boolean,
  undeclared: ExprId[] | null = null,
): Parameter[] {
  const { tree, facts } = walk;
  const parameters: Parameter[] = [];
  let keywordOnly = false;
  for (const node of nodes) {
    const type = tree.type(node);
    if (type === "keyword_separator") keywordOnly = true;
    if (type === "keyword_separator" || type === "positional_separator") continue;
    const part = parameterParts(tree, node);
    if (part === null) {
      walk.loose(node, outer);
      continue;
    }
    const declared = part.type === NO_NODE ? NONE : walk.annotation(part.type, outer);
    const annotation = gathered(walk, part, declared, outer);
    const value = part.value === NO_NODE ? NONE : walk.expression(part.value, outer);
    if (tree.type(part.name) !== "identifier") {
      bindTarget(walk, { ...outer, scope, arm: 0 }, part.name, plainly(value, 0, 0), null, "scope");
      continue;
    }
    const name = tree.text(part.name);
    if (name === "") continue;
    let kind: Parameter["kind"] = part.kind;
    if (kind === "positional" && keywordOnly) kind = "keyword";
    if (kind === "positional" && method && parameters.length === 0) kind = "receiver";
    if (kind === "rest") keywordOnly = true;
    parameters.push({ name, annotation, default: value, kind });
    const start = tree.start(part.name);
    // A receiver holds what its scope's class says: setters and overloads share one definition, but not one scope.
    const end = tree.end(part.name);
    let held = kind === "receiver" ? facts.expr("this", "", start, end, scope) : value;
    if (undeclared !== null && kind === "positional") {
      const given = facts.expr("parameter", String(parameters.length - 1), start, end, scope);
      undeclared.push(given);
      held = value === NONE
        ? given
        : facts.expr("conditional", "or", start, end, scope, NONE, [given, value]);
    }
    facts.binding({ scope, name, kind: "parameter", start, annotation, value: held });
  }
  return parameters;
}

/** What a parameter that gathers arguments is declared to be: a list, or a map, of what it says. */
function gathered(walk: Walk, { kind, name }: ParameterParts, declared: ExprId, place: Place): ExprId {
  if (kind === "positional") return declared;
  const { tree, facts } = walk;
  const start = tree.start(name);
  const end = tree.end(name);
  return kind === "rest"
    ? facts.expr("array", "", start, end, place.scope, declared)
    : facts.expr("map", "", start, end, place.scope, NONE, [NONE, declared]);
}

interface ParameterParts {
  readonly name: NodeId;
  readonly type: NodeId;
  readonly value: NodeId;
  readonly kind: "positional" | "rest" | "keyword_rest";
}

function parameterParts(tree: SyntaxTree, node: NodeId): ParameterParts | null {
  switch (tree.type(node)) {
    case "identifier":
    case "tuple_pattern":
      return { name: node, type: NO_NODE, value: NO_NODE, kind: "positional" };
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const name = tree.firstNamed(node);
      const kind = tree.type(node) === "list_splat_pattern" ? "rest" : "keyword_rest";
      return name === NO_NODE ? null : { name, type: NO_NODE, value: NO_NODE, kind };
    }
    case "typed_parameter": {
      const inner = tree.firstNamed(node);
      const parts = inner === NO_NODE ? null : parameterParts(tree, inner);
      return parts === null ? null : { ...parts, type: tree.childByField(node, "type") };
    }
    case "default_parameter":
    case "typed_default_parameter": {
      const name = tree.childByField(node, "name");
      const [type, value] = [tree.childByField(node, "type"), tree.childByField(node, "value")];
      return name === NO_NODE ? null : { name, type, value, kind: "positional" };
    }
    default:
      return null;
  }
}
