// A signature that is written as a type: a function type, or one of several overloads.

import { BINDING_KINDS, countWhile, type ExprId, type ExprKind, NONE, SCOPE_KINDS } from "../model/mod.ts";
import { type Fills, type Parameter, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { restAt, type Signature } from "./signature.ts";
import { substitute } from "./substitution.ts";
import type { FileView } from "./world.ts";

/** A function type, or one overload, as it is written. */
export class WrittenSignature implements Signature {
  readonly #evaluator: Evaluator;
  readonly #file: FileView;
  readonly #expr: ExprId;
  readonly #fills: Fills;
  /** Types of parameters that were asked for. */
  #known: Type[] | null = null;

  constructor(evaluator: Evaluator, file: FileView, expr: ExprId, fills: Fills) {
    this.#evaluator = evaluator;
    this.#file = file;
    this.#expr = expr;
    this.#fills = fills;
  }

  get most(): number {
    const types = this.#entries();
    return this.#exactly(types) ?? (this.#hasRest(types) ? Infinity : types.length);
  }

  get least(): number {
    const types = this.#entries();
    return this.#exactly(types) ??
      types.filter((entry) =>
        !this.#is(this.#typeOf(entry), "union", "optional") && !this.#is(this.#typeOf(entry), "spread", "")
      ).length;
  }

  get typeParameters(): readonly Parameter[] {
    return ownParameters(this.#file, this.#expr);
  }

  receiver(): Type {
    const [first] = this.#evaluator.args(this.#file, this.#expr);
    return this.#is(first, "spread", "this") ? this.#read(first) : UNKNOWN;
  }

  named(name: string): Type {
    const index = this.#entries().findIndex((entry) => this.#is(entry, "property", name));
    return index < 0 ? UNKNOWN : this.#declared(index);
  }

  at(position: number): Type {
    const entries = this.#entries();
    const last = entries.length - 1;
    return this.#hasRest(entries) && position >= last
      ? restAt(this.#evaluator.bound(this.#declared(last)), position - last)
      : this.#declared(position);
  }

  result(): Typed {
    const evaluator = this.#evaluator;
    const declared = evaluator.object(this.#file, this.#expr);
    const { type, strength } = declaredType(evaluator, this.#file, declared);
    const chain = evaluator.step("result", this.#file, this.#expr, null);
    return { type: substitute(type, this.#fills), strength, chain };
  }

  /** The parameters without the receiver. */
  #entries(): Int32Array {
    const all = this.#evaluator.args(this.#file, this.#expr);
    return this.#is(all[0], "spread", "this") ? all.subarray(1) : all;
  }

  /** The type of a parameter: one that has a name holds it. */
  #typeOf(entry: ExprId): ExprId {
    const isNamed = entry !== NONE && this.#evaluator.kind(this.#file, entry) === "property";
    return isNamed ? this.#evaluator.object(this.#file, entry) : entry;
  }

  #declared(position: number): Type {
    return (this.#known ??= [])[position] ??= this.#readAt(position);
  }

  #readAt(position: number): Type {
    const entries = this.#entries();
    return position < entries.length ? this.#read(this.#typeOf(entries[position])) : UNKNOWN;
  }

  #read(type: ExprId): Type {
    return type === NONE ? UNKNOWN : substitute(this.#evaluator.annotation(this.#file, type), this.#fills);
  }

  #hasRest(entries: Int32Array): boolean {
    return entries.length > 0 && this.#is(this.#typeOf(entries[entries.length - 1]), "spread", "");
  }

  /** A rest that is a tuple says exactly how many arguments it takes; else null. */
  #exactly(entries: Int32Array): number | null {
    if (!this.#hasRest(entries)) return null;
    const last = entries.length - 1;
    const rest = this.#evaluator.bound(this.#evaluator.annotation(this.#file, this.#typeOf(entries[last])));
    return rest.k === "container" && rest.name === "tuple" ? last + rest.args.length : null;
  }

  #is(expr: ExprId | undefined, kind: ExprKind, name: string): boolean {
    return expr !== undefined && expr !== NONE && this.#evaluator.kind(this.#file, expr) === kind &&
      this.#evaluator.name(this.#file, expr) === name;
  }
}

const TYPE_PARAMETER = BINDING_KINDS.indexOf("type_parameter");
const TYPE_SCOPE = SCOPE_KINDS.indexOf("type");

/** Type parameters of a function type: those of the scope that it opens. */
function ownParameters(file: FileView, expr: ExprId): Parameter[] {
  const { scopes, exprs, bindings } = file.facts;
  const scope = exprs.scope[expr];
  if (scopes.kind[scope] !== TYPE_SCOPE || scopes.start[scope] !== exprs.start[expr]) return [];
  const own: Parameter[] = [];
  const first = countWhile(bindings.scope.length, (at) => bindings.scope[at] < scope);
  for (let binding = first; binding < bindings.scope.length && bindings.scope[binding] === scope; binding++) {
    if (bindings.kind[binding] === TYPE_PARAMETER) own.push({ k: "parameter", file: file.index, binding });
  }
  return own;
}
