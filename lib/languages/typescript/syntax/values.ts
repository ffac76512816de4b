// What kind of value stands on the right-hand side: a function (also behind a wrapper such as `memo`), a class, an object,
// another name. Decided before the value is walked, because a function owns its body. Not here: the walk of other values.

import { type DefId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { type Callee, isFunction, type Walked, walkFunction } from "./functions.ts";
import type { Pass } from "./pass.ts";
import { typeArguments } from "./type_expressions.ts";

/** Calls that give back the function they are handed, under its own meaning. */
const WRAPPERS = new Set(["useCallback", "memo", "forwardRef", "debounce", "throttle", "observer"]);

const TRANSPARENT = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
]);

export type Shape = "nothing" | "function" | "class" | "object" | "alias" | "other";

/** The shape of a value. */
export function shapeOf(pass: Pass, value: NodeId): Shape {
  if (value === NO_NODE) return "nothing";
  const node = bare(pass, value);
  const type = pass.tree.type(node);
  if (functionIn(pass, value) !== NO_NODE) return "function";
  if (type === "class") return "class";
  if (type === "object" || objectIn(pass, node) !== NO_NODE) return "object";
  return isPlainPath(pass, node) ? "alias" : "other";
}

/** The value inside parentheses and casts. */
export function bare(pass: Pass, value: NodeId): NodeId {
  const { tree } = pass;
  let node = value;
  while (TRANSPARENT.has(tree.type(node))) {
    const inner = tree.firstNamed(node);
    if (inner === NO_NODE) break;
    node = inner;
  }
  return node;
}

/** Parentheses, casts and wrapper calls looked through on the way to a function. */
const MAX_LAYERS = 32;

/** The function with a body that a value is, behind parentheses, casts and wrapper calls; or NO_NODE. */
export function functionIn(pass: Pass, value: NodeId): NodeId {
  const { tree } = pass;
  let node = value;
  for (let layer = 0; layer < MAX_LAYERS && node !== NO_NODE; layer++) {
    const type = tree.type(node);
    if (isFunction(type)) return node;
    if (type === "call_expression") node = wrappedArgument(pass, node);
    else if (TRANSPARENT.has(type)) node = tree.firstNamed(node);
    else return NO_NODE;
  }
  return NO_NODE;
}

/** The object literal that a value is, also inside `Object.freeze(…)`; or NO_NODE. */
export function objectIn(pass: Pass, value: NodeId): NodeId {
  const { tree } = pass;
  const node = bare(pass, value);
  if (tree.type(node) === "object") return node;
  if (tree.type(node) !== "call_expression") return NO_NODE;
  const callee = tree.childByField(node, "function");
  if (tree.end(callee) - tree.start(callee) !== 13 || pass.text(callee) !== "Object.freeze") return NO_NODE;
  const argument = firstArgument(pass, node);
  return argument !== NO_NODE && tree.type(argument) === "object" ? argument : NO_NODE;
}

/** First argument of a call that has an argument list. */
export function firstArgument(pass: Pass, call: NodeId): NodeId {
  const list = pass.tree.childByField(call, "arguments");
  return list === NO_NODE || pass.tree.type(list) !== "arguments" ? NO_NODE : pass.tree.firstNamed(list);
}

/** Names joined by dots and nothing else: `a`, `a.b`. */
export function isPlainPath(pass: Pass, value: NodeId): boolean {
  const { tree } = pass;
  let node = value;
  while (tree.type(node) === "member_expression") node = tree.childByField(node, "object");
  return node !== NO_NODE && tree.type(node) === "identifier";
}

/** Walks a value whose function is known to belong to a symbol; wrapper calls around it belong to whom we are in. */
export function walkFunctionValue(pass: Pass, value: NodeId, callee: Callee): Walked {
  const { tree } = pass;
  const type = tree.type(value);
  if (isFunction(type)) return walkFunction(pass, value, callee);
  if (TRANSPARENT.has(type)) {
    const inner = tree.firstNamed(value);
    const walked = walkFunctionValue(pass, inner, callee);
    const casts = [...walked.casts];
    for (let child = tree.nextNamed(inner); child !== NO_NODE; child = tree.nextNamed(child)) {
      const type = pass.type(child);
      if (type !== NONE) casts.push(type);
    }
    return { ...walked, casts };
  }
  pass.value(tree.childByField(value, "function"), "call");
  typeArguments(pass, value);
  const wrapped = wrappedArgument(pass, value);
  let walked: Walked | null = null;
  let child = firstArgument(pass, value);
  for (; child !== NO_NODE; child = tree.nextNamed(child)) {
    if (child === wrapped) walked = walkFunctionValue(pass, child, callee);
    else pass.value(child);
  }
  return walked!;
}

/** The argument through which a wrapper call gives back a function, or NO_NODE. */
function wrappedArgument(pass: Pass, call: NodeId): NodeId {
  const { tree } = pass;
  const callee = tree.childByField(call, "function");
  const named = tree.type(callee) === "member_expression" ? tree.childByField(callee, "property") : callee;
  if (named === NO_NODE || !WRAPPERS.has(tree.text(named))) return NO_NODE;
  const argument = firstArgument(pass, call);
  if (argument === NO_NODE) return NO_NODE;
  const type = tree.type(bare(pass, argument));
  return isFunction(type) || type === "call_expression" ? argument : NO_NODE;
}

const JAVASCRIPT = "js";

/** A JavaScript function with a capital is a constructor: what `this.x = …` defines in it are its own members. */
export function constructorHolder(pass: Pass, definition: DefId): DefId {
  if (definition === NONE || pass.dialect !== JAVASCRIPT) return NONE;
  return /^[_$]*[A-Z]/.test(pass.draft(definition).name) ? definition : NONE;
}
