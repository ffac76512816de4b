// Parameters, results and type parameters of functions, methods, function types and generic types.
// Law kept: their types are evaluated outside the function's own scope, since a parameter may be named like a type or
// package (`func f(url url.URL)`); type parameters therefore have a scope of their own around it.

import { type DefId, type ExprId, NONE, type Parameter, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";

/**
 * The parameters of a list, one for each name. A declaration's type is one expression that its names share.
 * Names are bound in `bindIn` unless that is NONE.
 */
export function readParameters(pass: Pass, list: NodeId, at: Place, bindIn: ScopeId): Parameter[] {
  const { tree } = pass;
  const parameters: Parameter[] = [];
  for (let node = tree.firstNamed(list); node !== NO_NODE; node = tree.nextNamed(node)) {
    const rest = tree.type(node) === "variadic_parameter_declaration";
    if (!rest && tree.type(node) !== "parameter_declaration") {
      pass.walk.statement(pass, node, at);
      continue;
    }
    let annotation = pass.walk.type(pass, tree.childByField(node, "type"), at);
    if (rest) {
      annotation = pass.facts.expr("array", "", tree.start(node), tree.end(node), at.scope, annotation);
    }
    const kind = rest ? "rest" : "positional";
    const names = fieldNames(pass, node);
    if (names.length === 0) parameters.push({ name: "", annotation, default: NONE, kind });
    for (const nameNode of names) {
      const name = pass.text(nameNode);
      parameters.push({ name, annotation, default: NONE, kind });
      bindTyped(pass, nameNode, "parameter", annotation, bindIn);
    }
  }
  return parameters;
}

/** The result type, a tuple of several, or NONE. Named results are bound as locals in `bindIn` unless that is NONE. */
export function readResult(pass: Pass, result: NodeId, at: Place, bindIn: ScopeId): ExprId {
  const { tree, facts } = pass;
  if (result === NO_NODE) return NONE;
  if (tree.type(result) !== "parameter_list") return pass.walk.type(pass, result, at);
  const types: ExprId[] = [];
  for (let node = tree.firstNamed(result); node !== NO_NODE; node = tree.nextNamed(node)) {
    const annotation = pass.walk.type(pass, tree.childByField(node, "type"), at);
    const names = fieldNames(pass, node);
    if (names.length === 0) types.push(annotation);
    for (const name of names) {
      types.push(annotation);
      bindTyped(pass, name, "local", annotation, bindIn);
    }
  }
  if (types.length <= 1) return types[0] ?? NONE;
  return facts.expr("collection", "tuple", tree.start(result), tree.end(result), at.scope, NONE, types);
}

/**
 * The place where a declaration's types are evaluated: inside a scope of its type parameters where it has some.
 * `owner` is the definition that declares them.
 */
export function typeParameterPlace(
  pass: Pass,
  declaration: NodeId,
  at: Place,
  owner: DefId,
): { place: Place; names: string[] } {
  const { tree, facts } = pass;
  const list = tree.childByField(declaration, "type_parameters");
  const names: string[] = [];
  if (list === NO_NODE) return { place: { ...at, owner }, names };
  const scope = facts.scope("type", at.scope, owner, tree.start(list), tree.end(declaration));
  const place = { ...at, scope, owner };
  for (let node = tree.firstNamed(list); node !== NO_NODE; node = tree.nextNamed(node)) {
    const annotation = pass.walk.type(pass, tree.childByField(node, "type"), place);
    for (const nameNode of fieldNames(pass, node)) {
      const name = pass.text(nameNode);
      names.push(name);
      if (name === "_" || name === "") continue;
      facts.binding({ scope, name, kind: "type_parameter", start: tree.start(nameNode), annotation });
    }
  }
  return { place, names };
}

/** The nodes that a declaration names, commas left out. */
export function fieldNames(pass: Pass, declaration: NodeId): NodeId[] {
  const { tree } = pass;
  const names: NodeId[] = [];
  for (let node = tree.firstNamed(declaration); node !== NO_NODE; node = tree.nextNamed(node)) {
    if (tree.field(node) === "name") names.push(node);
  }
  return names;
}

/** Binds a parameter or named result, the blank one apart. */
export function bindTyped(
  pass: Pass,
  nameNode: NodeId,
  kind: "parameter" | "local",
  annotation: ExprId,
  scope: ScopeId,
): void {
  const name = pass.text(nameNode);
  if (scope === NONE || name === "_" || name === "") return;
  pass.bindValue({ scope, name, kind, start: pass.tree.start(nameNode), annotation });
}
