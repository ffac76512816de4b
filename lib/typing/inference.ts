// Type arguments of a call: what its arguments say the signature's type parameters stand for. Law kept: a parameter of which
// no argument speaks stays itself. Not here: which signature a call means.

import { addTo, type ExprId, NONE } from "../model/mod.ts";
import {
  type Fills,
  parameterKey,
  partsOf,
  partsWithin,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { underlying } from "./forms.ts";
import { asBase } from "./generics.ts";
import { memberType } from "./members.ts";
import type { Signature } from "./signature.ts";
import { signaturesOf } from "./signatures.ts";
import { substitute } from "./substitution.ts";
import type { FileView } from "./world.ts";

/** Declared types nested deeper are not compared. */
const MAX_DEPTH = 8;
/** Types that are compared for one call at most. */
const MAX_COMPARED = 1000;
/** Properties of an object type that are compared at most. */
const MAX_PROPERTIES = 32;

/** What type parameters of a signature stand for in a call, and the weakest step that says so. */
export interface Inferred {
  readonly fills: Fills;
  readonly strength: Strength;
}

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
): Inferred {
  const explicit = explicitArguments(evaluator, file, call);
  const { typeParameters } = signature;
  if (explicit.length > 0) {
    const fills = typeParameters.slice(0, explicit.length).map((parameter, index) =>
      [parameterKey(parameter.file, parameter.binding), explicit[index]] as const
    );
    return { fills: new Map(fills), strength: STATIC };
  }
  const inference = new Inference(evaluator);
  const callee = evaluator.object(file, call);
  const receiver = signature.receiver();
  if (mentions(receiver) && evaluator.kind(file, callee) === "member") {
    inference.compare(receiver, evaluator.typeOf(file, evaluator.object(file, callee)), 0);
  }
  const results = resultsHandedOn(evaluator, file, call);
  if (results !== null) {
    results.forEach((given, position) => inference.compare(signature.at(position), given, 0));
    return inference.answer();
  }
  evaluator.args(file, call).forEach((arg, position) => {
    if (arg === NONE) return;
    const kind = evaluator.kind(file, arg);
    if (kind === "function" && !functions) return;
    const isNamed = kind === "property";
    const declared = isNamed ? signature.named(evaluator.name(file, arg)) : signature.at(position);
    if (!mentions(declared)) return;
    const given = evaluator.typeOf(file, isNamed ? evaluator.object(file, arg) : arg);
    if (kind !== "spread") inference.compare(declared, given, 0);
    else if (given.type.k === "container" && given.type.name === "list") {
      inference.compare(declared, { ...given, type: given.type.args[0] ?? UNKNOWN }, 0);
    }
  });
  return inference.answer();
}

/** `f(g())` where g has several results and only a tuple is taken apart: they are the arguments. Else null. */
function resultsHandedOn(evaluator: Evaluator, file: FileView, call: ExprId): readonly Typed[] | null {
  const [only = NONE, second] = evaluator.args(file, call);
  if (!file.rules.destructuresOnlyTuples || second !== undefined || only === NONE) return null;
  if (evaluator.kind(file, only) !== "call") return null;
  const given = evaluator.typeOf(file, only);
  const shape = given.type;
  return shape.k === "container" && shape.name === "tuple"
    ? shape.args.map((type) => ({ ...given, type }))
    : null;
}

/** The type with what was inferred filled in, no stronger than what says so where that matters. */
export function filled(typed: Typed, { fills, strength }: Inferred): Typed {
  if (fills === null || fills.size === 0 || !mentions(typed.type)) return typed;
  return { ...typed, type: substitute(typed.type, fills), strength: Math.max(typed.strength, strength) };
}

/** `f<T>(…)`, `C[T](…)` and `new C<T>()`: the arguments stand on the index expression that names what is called. */
export function explicitArguments(evaluator: Evaluator, file: FileView, call: ExprId): Type[] {
  const callee = evaluator.object(file, call);
  if (callee === NONE || !isInstantiated(evaluator, file, callee)) return [];
  return [...evaluator.args(file, callee)].map((arg) => evaluator.annotation(file, arg));
}

/** Whether an expression gives type arguments to what it names; where that looks like taking an element, it may. */
export function isInstantiated(evaluator: Evaluator, file: FileView, expr: ExprId): boolean {
  return evaluator.kind(file, expr) === "index" && evaluator.name(file, expr) !== "at";
}

const mentioning = new WeakMap<Type, boolean>();

/** Whether a type may have type parameters in it; one type may stand in another many times, and is read once. */
export function mentions(type: Type): boolean {
  switch (type.k) {
    case "parameter":
    case "signature":
    case "object":
      return true;
    case "instance":
    case "container":
    case "callable":
    case "union": {
      let known = mentioning.get(type);
      if (known === undefined) mentioning.set(type, known = partsWithin(type).some(mentions));
      return known;
    }
    default:
      return false;
  }
}

/** Compares declared types with those of arguments and notes what the parameters stand for. */
class Inference {
  readonly #evaluator: Evaluator;
  readonly #found = new Map<string, Type[]>();
  #strength: Strength = STATIC;
  #left = MAX_COMPARED;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  answer(): Inferred {
    const fills = new Map([...this.#found].map(([key, types]) => [key, unionOf(types)]));
    return { fills, strength: this.#strength };
  }

  compare(declared: Type, given: Typed, depth: number): void {
    if (given.type.k === "unknown" || depth > MAX_DEPTH || --this.#left < 0) return;
    const deeper = (to: Type, from: Type) => this.compare(to, { ...given, type: from }, depth + 1);
    switch (declared.k) {
      case "parameter": {
        addTo(this.#found, parameterKey(declared.file, declared.binding), given.type);
        this.#strength = Math.max(this.#strength, given.strength);
        const bound = this.#evaluator.constraintOf(declared);
        if (bound.k === "container" && mentions(bound)) deeper(bound, given.type);
        return;
      }
      case "instance":
        for (const part of partsOf(given.type)) {
          if (part.k !== "instance") continue;
          const { args } = asBase(this.#evaluator, part, declared.symbol);
          declared.args.forEach((to, index) => deeper(to, args[index] ?? UNKNOWN));
        }
        return;
      case "container":
        for (const named of partsOf(given.type)) {
          if (declared.name === "class_of" && named.k === "class") {
            deeper(declared.args[0] ?? UNKNOWN, { k: "instance", symbol: named.symbol, args: [] });
          }
          const part = underlying(this.#evaluator, named);
          if (part.k !== "container") continue;
          if (declared.name === "list" && part.name === "tuple") {
            deeper(declared.args[0] ?? UNKNOWN, unionOf(part.args));
          } else if (declared.name === part.name) {
            declared.args.forEach((to, index) => deeper(to, part.args[index] ?? UNKNOWN));
          }
        }
        return;
      case "union":
        return this.#union(declared.of, given, depth);
      case "signature":
      case "callable":
        return this.#functions(declared, given, depth);
      case "object":
        if (given.type.k === "object") this.#objects(declared, given.type, deeper);
        else this.#functions(declared, given, depth);
        return;
      default:
        return;
    }
  }

  /** `T | Promise<T>`: a part that has the argument's form speaks before the bare parameter. */
  #union(parts: readonly Type[], given: Typed, depth: number): void {
    const before = this.#found.size;
    for (const part of parts) if (part.k !== "parameter") this.compare(part, given, depth + 1);
    if (this.#found.size > before) return;
    for (const part of parts) if (part.k === "parameter") this.compare(part, given, depth + 1);
  }

  #functions(declared: Type, given: Typed, depth: number): void {
    const [to] = [
      ...signaturesOf(this.#evaluator, declared, "call"),
      ...signaturesOf(this.#evaluator, declared, "construct"),
    ];
    const result = given.type.k === "class"
      ? { ...given, type: { k: "instance" as const, symbol: given.type.symbol, args: [] } }
      : signaturesOf(this.#evaluator, given.type, "call").at(-1)?.result();
    if (to === undefined || result === undefined) return;
    const strength = Math.max(result.strength, given.strength);
    this.compare(to.result().type, { ...result, strength }, depth + 1);
  }

  #objects(
    declared: Type & { k: "object" },
    given: Type,
    deeper: (to: Type, from: Type) => void,
  ): void {
    const evaluator = this.#evaluator;
    const file = evaluator.world.files[declared.file];
    for (const property of evaluator.args(file, declared.expr).subarray(0, MAX_PROPERTIES)) {
      if (property === NONE || evaluator.kind(file, property) !== "property") continue;
      const name = evaluator.name(file, property);
      if (name !== "") deeper(memberType(evaluator, declared, name), memberType(evaluator, given, name));
    }
  }
}
