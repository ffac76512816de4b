// The type of a call's result: instances of classes, results of functions, what a language says of its own functions.

import { type ExprId, greatest, NONE } from "../model/mod.ts";
import {
  HEURISTIC,
  NOTHING_KNOWN,
  parameterKey,
  partsOf,
  STATIC,
  type Type,
  type Typed,
  unionOf,
  unionTyped,
  UNKNOWN,
} from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { typeParametersOf } from "./generics.ts";
import { metaclassOf } from "./bases.ts";
import { findMember, type FoundMember } from "./find_member.ts";
import { isA } from "./operations.ts";
import { explicitArguments, filled, inferred, isInstantiated } from "./inference.ts";
import { applicable } from "./overloads.ts";
import { resultOfMember } from "./protocols.ts";
import { type CallKind, signaturesOf } from "./signatures.ts";
import type { FileView } from "./world.ts";

const TYPE_EXPRESSIONS = new Set(["array", "map", "pointer", "object", "functype"]);

export function callType(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: CallKind,
): Typed {
  const callee = evaluator.object(file, expr);
  if (callee === NONE) return NOTHING_KNOWN;
  const calleeKind = evaluator.kind(file, callee);
  if (TYPE_EXPRESSIONS.has(calleeKind)) return declaredAs(evaluator, file, callee, expr);
  if (kind === "call") {
    const known = builtin(evaluator, file, callee, expr);
    if (known !== null) return known;
  }
  const made = kind === "construct" ? builtinMade(evaluator, file, callee, expr) : null;
  if (made !== null) return made;
  const typed = evaluator.typeOf(file, callee);
  const { type: all, strength, chain } = typed;
  if (all.k !== "union") return called(evaluator, file, expr, kind, typed);
  return unionTyped(
    all.of.map((type) => called(evaluator, file, expr, kind, { type, strength, chain })),
  );
}

/** What a language says of calling a function of its own, or of a module outside the repository. */
function builtin(evaluator: Evaluator, file: FileView, callee: ExprId, call: ExprId): Typed | null {
  const named = isInstantiated(evaluator, file, callee) ? evaluator.object(file, callee) : callee;
  const kind = named === NONE ? "opaque" : evaluator.kind(file, named);
  if (kind !== "name" && kind !== "member") return null;
  const { targets, local, reason, module_name: module } = evaluator.denote(file, named);
  if (targets.length > 0 || local !== null) return null;
  const name = evaluator.name(file, named);
  const known = reason === "external" && module !== null
    ? file.rules.moduleCall(evaluator, file, module, name, call)
    : null;
  return known ??
    (callee === named && kind === "name" ? file.rules.builtinCall(evaluator, file, name, call) : null);
}

/** The type of what calling a value of that type gives, whatever the arguments are. */
export function resultOfCalling(evaluator: Evaluator, type: Type): Type {
  return unionOf(
    partsOf(type).map((part): Type => {
      if (part.k === "external") return part;
      if (part.k === "class") return { k: "instance", symbol: part.symbol, args: [] };
      if (part.k === "container") return part.name === "class_of" ? part.args[0] ?? UNKNOWN : UNKNOWN;
      if (part.k === "instance") {
        const name = evaluator.world.file(part.symbol).rules.protocol.call;
        const result = resultOfMember(evaluator, part, name);
        if (result !== null) return result;
      }
      return unionOf(signaturesOf(evaluator, part, "call").map((signature) => signature.result().type));
    }),
  );
}

/** An instance of a container of the language's own: as its type arguments say, else as the arguments do. */
function builtinMade(evaluator: Evaluator, file: FileView, callee: ExprId, expr: ExprId): Typed | null {
  const type = evaluator.annotation(file, callee);
  const declared = type.k !== "container"
    ? null
    : { type, strength: STATIC, chain: evaluator.step("constructed", file, expr, null) };
  if (declared !== null && declared.type.args.length > 0) return declared;
  if (evaluator.kind(file, callee) !== "name") return declared;
  const { reason, module_name } = evaluator.denote(file, callee);
  if (reason !== "external" || module_name !== file.rules.languageModule) return declared;
  return file.rules.builtinCall(evaluator, file, evaluator.name(file, callee), expr) ?? declared;
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
  kind: CallKind,
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
      const chain = evaluator.step("constructed", file, expr, callee.chain);
      return created(evaluator, { type: instance, strength, chain });
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
      const result = resultOfMember(evaluator, type, name);
      if (result !== null) return { ...callee, type: result };
      return byArguments(evaluator, file, expr, kind, callee);
    }
    case "external":
      return type.module === file.rules.languageModule && givesBack(evaluator, file, expr)
        ? NOTHING_KNOWN
        : callee;
    case "container":
      return type.name === "class_of" ? { ...callee, type: type.args[0] } : NOTHING_KNOWN;
    default:
      return NOTHING_KNOWN;
  }
}

/** A new instance, or what the members give that its class makes its instances with: that need not be one. */
function created(evaluator: Evaluator, made: Typed & { readonly type: { readonly k: "instance" } }): Typed {
  const { create, call } = evaluator.world.file(made.type.symbol).rules.protocol;
  if (create === null || call === null) return made;
  const metaclass = metaclassOf(evaluator, made.type.symbol)?.type;
  const found = metaclass?.k === "instance" ? findMember(evaluator, metaclass.symbol, call) : null;
  return givenBy(
    evaluator,
    made,
    found ?? findMember(evaluator, made.type.symbol, create),
  );
}

/** What a member that makes instances gives, where that is something else for sure. */
function givenBy(
  evaluator: Evaluator,
  made: Typed & { readonly type: { readonly k: "instance" } },
  found: FoundMember | null,
): Typed {
  if (found === null) return made;
  const { type } = made;
  const results = found.symbols.map((symbol) => evaluator.resultOf(symbol));
  const others = results.flatMap((result) => partsOf(result.type)).filter((part) =>
    part.k === "instance" && !isA(evaluator, part, type) && !isA(evaluator, type, part)
  );
  if (others.length === 0) return made;
  const known = Math.max(made.strength, found.strength);
  const strength = greatest(known, results.map((result) => result.strength));
  // What is only returned somewhere is one of several: a call of the next class's own is not seen.
  const isDeclared = results.every((result) => result.strength <= STATIC);
  return { ...made, type: unionOf(isDeclared ? others : [type, ...others]), strength };
}

/** Whether a function of the language is handed one that makes something of the repository's: it may give that back. */
function givesBack(evaluator: Evaluator, file: FileView, call: ExprId): boolean {
  return evaluator.args(file, call).some((arg) => {
    if (arg === NONE || evaluator.kind(file, arg) !== "function") return false;
    return partsOf(evaluator.lambdaResult(file, arg).type).some(({ k }) =>
      k !== "external" && k !== "unknown"
    );
  });
}

/** The result that the signatures give which the arguments do not contradict. */
function byArguments(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: CallKind,
  callee: Typed,
): Typed {
  const signatures = signaturesOf(evaluator, callee.type, kind);
  return unionTyped(
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
  return parameters.map((parameter) =>
    parameter === null ? UNKNOWN : fills?.get(parameterKey(parameter.file, parameter.binding)) ?? UNKNOWN
  );
}

/** The result of a function expression: declared, else inferred from what it returns. */
export function lambdaResult(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const declared = evaluator.object(file, expr);
  if (declared !== NONE) return declaredType(evaluator, file, declared);
  const returned = [...evaluator.args(file, expr)].filter((arg) => arg !== NONE);
  const typed = unionTyped(returned.map((arg) => evaluator.typeOf(file, arg)));
  return { ...typed, strength: Math.max(typed.strength, HEURISTIC) };
}
