// What one signature says. Law kept: types are read when they are asked for, and a signature keeps little: a program has many
// that nobody asks, one for each overload of each receiver. Not here: which signatures a value has; function
// types and overloads as they are written (`written_signature.ts`).

import { type Definition, type ExprId, NONE, type Parameter as DefinedParameter } from "../model/mod.ts";
import { type Fills, NOTHING_KNOWN, type Parameter, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { typeParametersOf } from "./generics.ts";
import { substitute } from "./substitution.ts";
import type { FileView } from "./world.ts";

/** One way to call a value. */
export interface Signature {
  /** How many arguments it takes at most, and at least where that is known. */
  readonly most: number;
  readonly least: number;
  /** The declared type of the receiver; UNKNOWN where it declares none. */
  receiver(): Type;
  /** The declared type of the argument at a position; UNKNOWN where there is none. */
  at(position: number): Type;
  /** The declared type of an argument given by name; UNKNOWN where none can be. */
  named(name: string): Type;
  result(): Typed;
  /** Its own type parameters, as file and binding, in their order. */
  readonly typeParameters: readonly Parameter[];
}

/** What takes anything. */
abstract class LooseSignature implements Signature {
  readonly most = Infinity;
  readonly least = 0;
  readonly typeParameters: readonly Parameter[] = [];

  receiver(): Type {
    return UNKNOWN;
  }

  at(_position: number): Type {
    return UNKNOWN;
  }

  named(_name: string): Type {
    return UNKNOWN;
  }

  abstract result(): Typed;
}

/** A function that the language itself knows. */
export class KnownSignature extends LooseSignature {
  readonly #parameters: readonly Type[];
  readonly #result: Type;

  constructor(parameters: readonly Type[], result: Type) {
    super();
    this.#parameters = parameters;
    this.#result = result;
  }

  override at(position: number): Type {
    return this.#parameters[position] ?? UNKNOWN;
  }

  result(): Typed {
    return { ...NOTHING_KNOWN, type: this.#result };
  }
}

/** A function expression. */
export class LambdaSignature extends LooseSignature {
  readonly #evaluator: Evaluator;
  readonly #file: FileView;
  readonly #expr: ExprId;

  constructor(evaluator: Evaluator, file: FileView, expr: ExprId) {
    super();
    this.#evaluator = evaluator;
    this.#file = file;
    this.#expr = expr;
  }

  result(): Typed {
    return this.#evaluator.lambdaResult(this.#file, this.#expr);
  }
}

/** A signature as a receiver sees it: what stands for its type parameters is filled in. */
export class SeenSignature implements Signature {
  readonly #own: Signature;
  readonly #fills: Fills;
  /** Types of arguments that were asked for. */
  #known: Type[] | null = null;

  constructor(own: Signature, fills: Fills) {
    this.#own = own;
    this.#fills = fills;
  }

  get most(): number {
    return this.#own.most;
  }

  get least(): number {
    return this.#own.least;
  }

  get typeParameters(): readonly Parameter[] {
    return this.#own.typeParameters;
  }

  receiver(): Type {
    return substitute(this.#own.receiver(), this.#fills);
  }

  at(position: number): Type {
    return (this.#known ??= [])[position] ??= substitute(this.#own.at(position), this.#fills);
  }

  named(name: string): Type {
    return substitute(this.#own.named(name), this.#fills);
  }

  result(): Typed {
    const typed = this.#own.result();
    return { ...typed, type: substitute(typed.type, this.#fills) };
  }
}

/** A function's definition. */
export class DefinedSignature implements Signature {
  readonly #evaluator: Evaluator;
  readonly #file: FileView;
  readonly #symbol: number;
  readonly #definition: Definition;
  readonly #parameters: readonly DefinedParameter[];
  /** The place of the parameter that takes the rest, or -1. */
  readonly #rest: number;
  readonly least = 0;

  constructor(evaluator: Evaluator, file: FileView, symbol: number, definition: Definition) {
    this.#evaluator = evaluator;
    this.#file = file;
    this.#symbol = symbol;
    this.#definition = definition;
    this.#parameters = definition.parameters.filter(({ kind }) => kind !== "receiver");
    this.#rest = this.#parameters.findIndex(({ kind }) => kind === "rest");
  }

  get most(): number {
    return this.#rest < 0 ? this.#parameters.length : Infinity;
  }

  get typeParameters(): readonly Parameter[] {
    return typeParametersOf(this.#evaluator, this.#symbol).filter((parameter) => parameter !== null);
  }

  receiver(): Type {
    return this.#declared(this.#definition.parameters.find(({ kind }) => kind === "receiver"));
  }

  at(position: number): Type {
    const isRest = this.#rest >= 0 && position >= this.#rest;
    const parameter = this.#parameters[isRest ? this.#rest : position];
    if (parameter === undefined) return UNKNOWN;
    if (parameter.annotation === NONE) {
      return wantedAs(this.#evaluator, this.#file, this.#definition, parameter.name);
    }
    const declared = this.#declared(parameter);
    return isRest ? restAt(declared, position - this.#rest) : declared;
  }

  named(name: string): Type {
    return this.#declared(this.#parameters.find((one) => one.name === name));
  }

  #declared(parameter: DefinedParameter | undefined): Type {
    return parameter === undefined ? UNKNOWN : this.#evaluator.annotation(this.#file, parameter.annotation);
  }

  result(): Typed {
    return this.#evaluator.resultOf(this.#symbol);
  }
}

/** A parameter without a declared type is what the place of its function wants it to be. */
function wantedAs(evaluator: Evaluator, file: FileView, definition: Definition, name: string): Type {
  if (definition.body === NONE || name === "") return UNKNOWN;
  const [binding = NONE] = evaluator.world.bindings(file, definition.body, name);
  const value = binding === NONE ? NONE : file.facts.bindings.value[binding];
  const isWanted = value !== NONE && evaluator.kind(file, value) === "parameter";
  return isWanted ? evaluator.typeOf(file, value).type : UNKNOWN;
}

/** The element that a rest parameter's declared type has at a position. */
export function restAt(declared: Type, position: number): Type {
  if (declared.k !== "container") return UNKNOWN;
  if (declared.name === "list") return declared.args[0] ?? UNKNOWN;
  return declared.name === "tuple" ? declared.args[position] ?? UNKNOWN : UNKNOWN;
}
