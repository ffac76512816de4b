// Type arguments of a call: what its arguments say the signature's type parameters stand for. Law kept: a parameter of which
// no argument speaks stays itself. Not here: which signature a call means.

import { type ExprId, NONE } from "../model/mod.ts";
import { type Fills, parameterKey, partsOf, type Type, unionOf, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { asBase } from "./generics.ts";
import { memberType } from "./members.ts";
import { type Signature, signaturesOf } from "./signatures.ts";
import type { FileView } from "./world.ts";

/** Declared types nested deeper are not compared. */
const MAX_DEPTH = 8;
/** Properties of an object type that are compared at most. */
const MAX_PROPERTIES = 32;

/**
 * What a call fills into the type parameters of a signature: its explicit type arguments, else what its arguments say.
 * `functions` tells whether results of function arguments count: not while their parameters are being typed.
 */
export function inferred(
  evaluator: Evaluator,
  file: FileView,
  call: ExprId,
  signature: Signature,
  functions: boolean,
): Fills {
  const explicit = explicitArguments(evaluator, file, call);
  const { typeParameters } = signature;
  if (explicit.length > 0) {
    return new Map(
      typeParameters.slice(0, explicit.length).map((parameter, index) => [
        parameterKey(parameter.file, parameter.binding),
        explicit[index],
      ]),
    );
  }
  const found = new Map<string, Type[]>();
  evaluator.args(file, call).forEach((arg, position) => {
    if (arg === NONE) return;
    const kind = evaluator.kind(file, arg);
    if (kind === "spread" || (kind === "function" && !functions)) return;
    const declared = signature.at(position);
    if (mentions(declared)) unify(evaluator, declared, evaluator.typeOf(file, arg).type, found, 0);
  });
  return new Map([...found].map(([key, types]) => [key, unionOf(types)]));
}

/** `f<T>(…)`, `C[T](…)` and `new C<T>()`: the arguments stand on the index expression that names what is called. */
export function explicitArguments(evaluator: Evaluator, file: FileView, call: ExprId): Type[] {
  const callee = evaluator.object(file, call);
  if (callee === NONE || evaluator.kind(file, callee) !== "index") return [];
  return [...evaluator.args(file, callee)].map((arg) => evaluator.annotation(file, arg));
}

/** Whether a type may have type parameters in it. */
function mentions(type: Type): boolean {
  switch (type.k) {
    case "parameter":
    case "signature":
    case "object":
      return true;
    case "instance":
    case "container":
      return type.args.some(mentions);
    case "callable":
      return (type.parameters ?? []).some(mentions) || mentions(type.result);
    case "union":
      return type.of.some(mentions);
    default:
      return false;
  }
}

/** Compares a declared type with an argument's and notes what its parameters stand for. */
function unify(
  evaluator: Evaluator,
  declared: Type,
  given: Type,
  found: Map<string, Type[]>,
  depth: number,
): void {
  if (given.k === "unknown" || depth > MAX_DEPTH) return;
  const deeper = (to: Type, from: Type) => unify(evaluator, to, from, found, depth + 1);
  switch (declared.k) {
    case "parameter": {
      const key = parameterKey(declared.file, declared.binding);
      found.set(key, [...found.get(key) ?? [], given]);
      return;
    }
    case "instance":
      for (const part of partsOf(given)) {
        if (part.k === "instance") {
          const { args } = asBase(evaluator, part, declared.symbol);
          declared.args.forEach((to, index) => deeper(to, args[index] ?? UNKNOWN));
        }
      }
      return;
    case "container":
      for (const part of partsOf(given)) {
        if (part.k !== "container") continue;
        if (declared.name === "list" && part.name === "tuple") deeper(declared.args[0], unionOf(part.args));
        else if (declared.name === part.name) {
          declared.args.forEach((to, index) => deeper(to, part.args[index] ?? UNKNOWN));
        }
      }
      return;
    case "union":
      return unifyUnion(evaluator, declared.of, given, found, depth);
    case "signature":
    case "callable":
      return unifyFunctions(evaluator, declared, given, found, depth);
    case "object":
      if (given.k === "object") unifyObjects(evaluator, declared, given, deeper);
      return;
    default:
      return;
  }
}

/** `T | Promise<T>`: a part that has the argument's form speaks before the bare parameter. */
function unifyUnion(
  evaluator: Evaluator,
  parts: readonly Type[],
  given: Type,
  found: Map<string, Type[]>,
  depth: number,
): void {
  const before = found.size;
  for (const part of parts) {
    if (part.k !== "parameter") unify(evaluator, part, given, found, depth + 1);
  }
  if (found.size > before) return;
  for (const part of parts) if (part.k === "parameter") unify(evaluator, part, given, found, depth + 1);
}

function unifyFunctions(
  evaluator: Evaluator,
  declared: Type,
  given: Type,
  found: Map<string, Type[]>,
  depth: number,
): void {
  const kind = given.k === "class" ? "construct" : "call";
  const [to] = [
    ...signaturesOf(evaluator, declared, "call"),
    ...signaturesOf(evaluator, declared, "construct"),
  ];
  const result = given.k === "class"
    ? { k: "instance" as const, symbol: given.symbol, args: [] }
    : signaturesOf(evaluator, given, kind).at(-1)?.result().type;
  if (to !== undefined && result !== undefined) unify(evaluator, to.result().type, result, found, depth + 1);
}

function unifyObjects(
  evaluator: Evaluator,
  declared: Type & { k: "object" },
  given: Type,
  deeper: (to: Type, from: Type) => void,
): void {
  const file = evaluator.world.files[declared.file];
  for (const property of evaluator.args(file, declared.expr).subarray(0, MAX_PROPERTIES)) {
    if (property === NONE || evaluator.kind(file, property) !== "property") continue;
    const name = evaluator.name(file, property);
    if (name !== "") deeper(memberType(evaluator, declared, name), memberType(evaluator, given, name));
  }
}
