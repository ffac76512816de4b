// The type of a call's result: instances of classes, results of functions, what a language says of its own functions.

import { type ExprId, NONE } from "../model/mod.ts";
import { HEURISTIC, NOTHING_KNOWN, parameterKey, STATIC, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { typeParametersOf } from "./generics.ts";
import { explicitArguments, filled, inferred } from "./inference.ts";
import { findMember } from "./lineage.ts";
import { applicable } from "./overloads.ts";
import { signaturesOf } from "./signatures.ts";
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
  if (kind === "call") {
    const known = ofModule(evaluator, file, callee, expr);
    if (known !== null) return known;
  }
  if (kind === "construct") {
    // A class of the language's own may be one of its containers (`new Map<K, V>()`).
    const made = evaluator.annotation(file, callee);
    if (made.k === "container") {
      return { type: made, strength: STATIC, chain: evaluator.step("constructed", file, expr, null) };
    }
  }
  const typed = evaluator.typeOf(file, callee);
  const parts = typed.type.k === "union" ? typed.type.of : [typed.type];
  return evaluator.unionTyped(parts.map((type) => called(evaluator, file, expr, kind, { ...typed, type })));
}

/** What a language knows of functions of modules outside the repository. */
function ofModule(evaluator: Evaluator, file: FileView, callee: ExprId, call: ExprId): Typed | null {
  const named = evaluator.kind(file, callee) === "index" ? evaluator.object(file, callee) : callee;
  if (named === NONE || evaluator.kind(file, named) !== "member") return null;
  const { reason, module_name } = evaluator.denote(file, named);
  if (reason !== "external" || module_name === null) return null;
  return file.rules.moduleCall(evaluator, file, module_name, evaluator.name(file, named), call);
}

function declaredAs(evaluator: Evaluator, file: FileView, callee: ExprId, expr: ExprId): Typed {
  return {
    ...declaredType(evaluator, file, callee),
    chain: evaluator.step("constructed", file, expr, null),
  };
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
      const strength = Math.max(
        callee.strength,
        evaluator.declared(file),
        evaluator.declared(callableFile),
      );
      const instance: Type = {
        k: "instance",
        symbol: type.symbol,
        args: classArguments(evaluator, file, expr, type.symbol),
      };
      return { type: instance, strength, chain: evaluator.step("constructed", file, expr, callee.chain) };
    }
    case "function": {
      if (kind === "construct") {
        const instance: Type = { k: "instance", symbol: type.symbol, args: [] };
        const strength = Math.max(callee.strength, HEURISTIC);
        return { type: instance, strength, chain: evaluator.step("constructed", file, expr, callee.chain) };
      }
      return byArguments(evaluator, file, expr, kind, callee);
    }
    case "lambda":
    case "callable":
    case "signature":
    case "object":
      return byArguments(evaluator, file, expr, kind, callee);
    case "instance": {
      const name = file.rules.protocol.call;
      const found = name === null ? null : findMember(evaluator, type.symbol, name);
      if (found !== null && found.symbols.length === 1) return evaluator.resultOf(found.symbols[0]);
      return byArguments(evaluator, file, expr, kind, callee);
    }
    case "external":
      return callee;
    case "container":
      return type.name === "class_of" ? { ...callee, type: type.args[0] } : NOTHING_KNOWN;
    default:
      return NOTHING_KNOWN;
  }
}

/** The result that the signatures give which the arguments do not contradict. */
function byArguments(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: "call" | "construct",
  callee: Typed,
): Typed {
  const signatures = signaturesOf(evaluator, callee.type, kind);
  return evaluator.unionTyped(
    applicable(evaluator, file, signatures, evaluator.args(file, expr)).map((signature) => {
      const result = filled(signature.result(), inferred(evaluator, file, expr, signature, true));
      const strength = Math.max(callee.strength, result.strength);
      return { type: result.type, strength, chain: result.chain ?? callee.chain };
    }),
  );
}

/** Type arguments of a new instance: written, else what the constructor's arguments say. */
function classArguments(evaluator: Evaluator, file: FileView, expr: ExprId, symbol: number): readonly Type[] {
  const explicit = explicitArguments(evaluator, file, expr);
  const parameters = typeParametersOf(evaluator, symbol);
  if (explicit.length > 0 || parameters.length === 0) return explicit;
  const signatures = signaturesOf(evaluator, { k: "class", symbol }, "construct");
  const [signature] = applicable(evaluator, file, signatures, evaluator.args(file, expr));
  if (signature === undefined) return [];
  const { fills, strength } = inferred(evaluator, file, expr, signature, true);
  // An instance has one strength: an argument that is only an inference is left out of it.
  if (strength > evaluator.declared(file)) return [];
  const { index } = evaluator.world.file(symbol);
  return parameters.map((binding) => fills?.get(parameterKey(index, binding)) ?? UNKNOWN);
}

/** The result of a function expression: declared, else inferred from what it returns. */
export function lambdaResult(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const declared = evaluator.object(file, expr);
  if (declared !== NONE) return declaredType(evaluator, file, declared);
  const returned = [...evaluator.args(file, expr)].filter((arg) => arg !== NONE);
  const typed = evaluator.unionTyped(returned.map((arg) => evaluator.typeOf(file, arg)));
  return { ...typed, strength: Math.max(typed.strength, HEURISTIC) };
}
