// What the place of an expression wants of it: the declared type of a variable, parameter, property or result. It types the
// parameters of functions that declare none themselves. Law kept: only a declaration can want something.

import { EXPR_KINDS, type ExprId, greatest, NONE } from "../model/mod.ts";
import { NOTHING_KNOWN, partsOf, PRECISE, type Type, type Typed, unionOf, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { filled, inferred } from "./inference.ts";
import { memberType } from "./members.ts";
import { applicable } from "./overloads.ts";
import { signaturesOf } from "./signatures.ts";
import type { FileView } from "./world.ts";

/** Where the expressions of a file stand. */
export interface Places {
  /** The expression that each one is a part of, or NONE. */
  readonly parents: Int32Array;
  /** The type expression that declares what a whole value is. */
  readonly declared: ReadonlyMap<ExprId, ExprId>;
}

const places = new WeakMap<FileView, Places>();

const AS_ARGUMENT = new Set(["call", "construct", "object", "collection", "conditional", "function"]);
const AS_OBJECT = new Set(["property", "cast", "await", "spread", "yield"]);

/** Where the expressions of a file stand, found once. */
export function placesOf(file: FileView): Places {
  let known = places.get(file);
  if (known !== undefined) return known;
  const { exprs, bindings, definitions } = file.facts;
  const parents = new Int32Array(exprs.kind.length).fill(NONE);
  for (let expr = 0; expr < parents.length; expr++) {
    const kind = EXPR_KINDS[exprs.kind[expr]];
    if (AS_OBJECT.has(kind) && exprs.object[expr] !== NONE) parents[exprs.object[expr]] = expr;
    if (AS_ARGUMENT.has(kind)) {
      for (const arg of exprs.args.subarray(exprs.argStart[expr], exprs.argStart[expr + 1])) {
        if (arg !== NONE) parents[arg] = expr;
      }
    }
  }
  const declared = new Map<ExprId, ExprId>();
  for (let binding = 0; binding < bindings.kind.length; binding++) {
    const value = bindings.value[binding];
    if (value !== NONE && bindings.annotation[binding] !== NONE) {
      declared.set(value, bindings.annotation[binding]);
    }
  }
  for (const { values, annotation } of definitions) {
    if (annotation !== NONE) { for (const value of values) declared.set(value, annotation); }
  }
  places.set(file, known = { parents, declared });
  return known;
}

/** The type that the place of an expression wants. */
export function expected(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const { parents, declared } = placesOf(file);
  const annotation = declared.get(expr);
  if (annotation !== undefined) return wanted(evaluator, file, expr, annotation);
  const parent = parents[expr];
  if (parent === NONE) return NOTHING_KNOWN;
  switch (evaluator.kind(file, parent)) {
    case "call":
    case "construct":
      return asArgument(evaluator, file, parent, positionOf(evaluator, file, parent, expr));
    case "property": {
      const object = parents[parent];
      if (object === NONE) return NOTHING_KNOWN;
      if (evaluator.kind(file, object) === "call") {
        return asArgument(evaluator, file, object, evaluator.name(file, parent));
      }
      const typed = evaluator.expected(file, object);
      return { ...typed, type: memberType(evaluator, typed.type, evaluator.name(file, parent)) };
    }
    case "collection":
      return changed(evaluator.expected(file, parent), (type) => {
        if (type.k !== "container") return UNKNOWN;
        const position = positionOf(evaluator, file, parent, expr);
        return type.args[type.name === "tuple" ? position : 0] ?? UNKNOWN;
      });
    case "conditional":
    case "await":
    case "yield":
      return evaluator.expected(file, parent);
    case "cast": {
      const [type = NONE] = evaluator.args(file, parent);
      return type === NONE ? evaluator.expected(file, parent) : wanted(evaluator, file, expr, type);
    }
    case "function":
      return asResult(evaluator, file, parent);
    default:
      return NOTHING_KNOWN;
  }
}

/** Arguments further back have no wanted type: they are data, and each would ask about all the others. */
const MAX_POSITION = 64;

/** The position of an operand, or -1. */
function positionOf(evaluator: Evaluator, file: FileView, parent: ExprId, expr: ExprId): number {
  return evaluator.args(file, parent).subarray(0, MAX_POSITION).indexOf(expr);
}

function wanted(evaluator: Evaluator, file: FileView, expr: ExprId, annotation: ExprId): Typed {
  return {
    ...declaredType(evaluator, file, annotation),
    chain: evaluator.step("expected", file, expr, null),
  };
}

function changed(typed: Typed, change: (type: Type) => Type): Typed {
  return { ...typed, type: unionOf(partsOf(typed.type).map(change).filter(({ k }) => k !== "unknown")) };
}

/** What a call wants of an argument, by its position or its name. */
function asArgument(evaluator: Evaluator, file: FileView, call: ExprId, position: number | string): Typed {
  if (position === -1) return NOTHING_KNOWN;
  const callee = evaluator.typeOf(file, evaluator.object(file, call));
  const constructs = callee.type.k === "class" && file.rules.callingClassConstructs;
  const kind = constructs || evaluator.kind(file, call) === "construct" ? "construct" : "call";
  const signatures = signaturesOf(evaluator, callee.type, kind);
  const strength = Math.max(callee.strength, evaluator.declared(file));
  const chain = evaluator.step("argument", file, call, callee.chain);
  const wants = applicable(evaluator, file, signatures, evaluator.args(file, call))
    .map((signature) => {
      const type = typeof position === "number" ? signature.at(position) : signature.named(position);
      const typed = { type, strength, chain };
      return filled(typed, inferred(evaluator, file, call, signature, false));
    })
    .filter(({ type }) => type.k !== "unknown");
  if (wants.length === 0) return NOTHING_KNOWN;
  return {
    type: unionOf(wants.map(({ type }) => type)),
    strength: greatest(PRECISE, wants.map((typed) => typed.strength)),
    chain,
  };
}

function asResult(evaluator: Evaluator, file: FileView, lambda: ExprId): Typed {
  const declared = evaluator.object(file, lambda);
  if (declared !== NONE) return wanted(evaluator, file, lambda, declared);
  const typed = evaluator.expected(file, lambda);
  const results = signaturesOf(evaluator, typed.type, "call").map((signature) => signature.result().type);
  return { ...typed, type: unionOf(results.filter(({ k }) => k !== "unknown")) };
}

/** What a parameter without a declared type is given by those who call its function. */
export function given(evaluator: Evaluator, file: FileView, parameter: ExprId): Typed {
  const lambda = evaluator.object(file, parameter);
  if (lambda === NONE) return NOTHING_KNOWN;
  const typed = evaluator.expected(file, lambda);
  const position = Number(evaluator.name(file, parameter));
  if (Number.isNaN(position)) return NOTHING_KNOWN;
  const types = signaturesOf(evaluator, typed.type, "call").map((signature) => signature.at(position));
  const type = unionOf(types.filter(({ k }) => k !== "unknown"));
  if (type.k === "unknown") return handed(evaluator, file, lambda, position);
  return { type, strength: typed.strength, chain: evaluator.step("parameter", file, parameter, typed.chain) };
}

/** What a function of a module outside the repository hands to a function that it is given. */
function handed(evaluator: Evaluator, file: FileView, lambda: ExprId, position: number): Typed {
  const { parents } = placesOf(file);
  let call = parents[lambda];
  let place: number | string = "";
  if (call !== NONE && evaluator.kind(file, call) === "property") {
    place = evaluator.name(file, call);
    call = parents[call];
  } else if (call !== NONE) place = positionOf(evaluator, file, call, lambda);
  if (call === NONE || evaluator.kind(file, call) !== "call") return NOTHING_KNOWN;
  const callee = evaluator.object(file, call);
  const kind = callee === NONE ? "opaque" : evaluator.kind(file, callee);
  if (kind !== "name" && kind !== "member") return NOTHING_KNOWN;
  const { targets, local, reason, module_name: module } = evaluator.denote(file, callee);
  if (targets.length > 0 || local !== null || reason !== "external" || module === null) return NOTHING_KNOWN;
  return file.rules.moduleHands(
    evaluator,
    file,
    module,
    evaluator.name(file, callee),
    call,
    place,
  )[position] ??
    NOTHING_KNOWN;
}
