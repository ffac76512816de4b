// The type of a call's result: instances of classes, results of functions, what a language says of its own functions.

import { type ExprId, NONE } from "../model/mod.ts";
import { HEURISTIC, NOTHING_KNOWN, STATIC, type Type, type Typed } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { withReceiver } from "./generics.ts";
import { findMember } from "./lineage.ts";
import type { FileView } from "./world.ts";

const TYPE_EXPRESSIONS = new Set(["array", "map", "pointer", "object", "functype"]);

export function callType(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: "call" | "construct",
): Typed {
  const callee = evaluator.object(file, expr);
  if (callee === NONE) return NOTHING_KNOWN;
  const calleeKind = evaluator.kind(file, callee);
  if (TYPE_EXPRESSIONS.has(calleeKind)) return declaredAs(evaluator, file, callee, expr);
  if (calleeKind === "name" && kind === "call") {
    const denotation = evaluator.denote(file, callee);
    if (denotation.targets.length === 0 && denotation.local === null) {
      const known = file.rules.builtinCall(evaluator, file, evaluator.name(file, callee), expr);
      if (known !== null) return known;
    }
  }
  const typed = evaluator.typeOf(file, callee);
  const parts = typed.type.k === "union" ? typed.type.of : [typed.type];
  return evaluator.unionTyped(parts.map((type) => called(evaluator, file, expr, kind, { ...typed, type })));
}

function declaredAs(evaluator: Evaluator, file: FileView, callee: ExprId, expr: ExprId): Typed {
  const type = evaluator.annotation(file, callee);
  return { type, strength: evaluator.declared(file), chain: evaluator.step("constructed", file, expr, null) };
}

function called(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: "call" | "construct",
  callee: Typed,
): Typed {
  const type = callee.type;
  switch (type.k) {
    case "class": {
      const callableFile = evaluator.world.file(type.symbol);
      if (kind === "call" && !file.rules.callingClassConstructs && !file.rules.callingTypeConverts) {
        return NOTHING_KNOWN;
      }
      const strength = Math.max(callee.strength, evaluator.declared(file), evaluator.declared(callableFile));
      const instance: Type = {
        k: "instance",
        symbol: type.symbol,
        args: typeArguments(evaluator, file, expr),
      };
      return { type: instance, strength, chain: evaluator.step("constructed", file, expr, callee.chain) };
    }
    case "function": {
      if (kind === "construct") {
        const instance: Type = { k: "instance", symbol: type.symbol, args: [] };
        const strength = Math.max(callee.strength, HEURISTIC);
        return { type: instance, strength, chain: evaluator.step("constructed", file, expr, callee.chain) };
      }
      const result = evaluator.resultOf(type.symbol);
      const strength = Math.max(callee.strength, result.strength);
      return { type: withReceiver(evaluator, result.type, type.self), strength, chain: result.chain };
    }
    case "lambda":
      return lambdaResult(evaluator, evaluator.world.files[type.file], type.expr);
    case "callable":
      return { type: type.result, strength: callee.strength, chain: callee.chain };
    case "instance": {
      const name = file.rules.protocol.call;
      const found = name === null ? null : findMember(evaluator, type.symbol, name);
      if (found !== null && found.symbols.length === 1) return evaluator.resultOf(found.symbols[0]);
      const shape = evaluator.underlying(type);
      return shape.k === "callable" ? { ...callee, type: shape.result } : NOTHING_KNOWN;
    }
    case "external":
      return callee;
    case "container":
      return type.name === "class_of" ? { ...callee, type: type.args[0] } : NOTHING_KNOWN;
    default:
      return NOTHING_KNOWN;
  }
}

/** `C[T](…)` and `new C<T>()`: the arguments stand on the index expression that names the class. */
function typeArguments(evaluator: Evaluator, file: FileView, expr: ExprId): Type[] {
  const callee = evaluator.object(file, expr);
  if (evaluator.kind(file, callee) !== "index") return [];
  return [...evaluator.args(file, callee)].map((arg) => evaluator.annotation(file, arg));
}

function lambdaResult(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const declared = evaluator.object(file, expr);
  if (declared !== NONE) return { type: evaluator.annotation(file, declared), strength: STATIC, chain: null };
  const returned = [...evaluator.args(file, expr)].filter((arg) => arg !== NONE);
  const typed = evaluator.unionTyped(returned.map((arg) => evaluator.typeOf(file, arg)));
  return { ...typed, strength: Math.max(typed.strength, HEURISTIC) };
}
