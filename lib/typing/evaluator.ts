// The one evaluator that all languages share: what an expression denotes and what type it has, asked on demand and
// memoised, with fuel against cycles. A language only gives it the meaning of its annotations, constructors, members
// and calls. Laws kept: a type is no stronger than the weakest step that gave it, and every step leaves its place.

import { EXPR_KINDS, type ExprId, type ExprKind, greatest, NONE } from "../model/mod.ts";
import {
  type Chain,
  HEURISTIC,
  NOTHING_KNOWN,
  type Parameter,
  PRECISE,
  type Seen,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "./algebra.ts";
import { annotationType } from "./annotations.ts";
import { callType, lambdaResult } from "./calls.ts";
import { expected, given } from "./contexts.ts";
import { DYNAMIC_RECEIVER, oneOfMerged, visible } from "./denotation.ts";
import { fillsOf, renamedParameter, withReceiver } from "./generics.ts";
import { memberOf } from "./members.ts";
import { Memo } from "./memo.ts";
import { literal, taken } from "./operations.ts";
import { described } from "./protocols.ts";
import { resultOfSymbol } from "./results.ts";
import { substitute } from "./substitution.ts";
import { receiver, typeOfTargets, valueOfBinding, valueOfSymbol } from "./values.ts";
import type { Denotation, FileView, World } from "./world.ts";

const MAX_DEPTH = 64;
const FORMED = new Set(["type_alias", "interface"]);

/** Answers questions about expressions of one world. */
export class Evaluator {
  readonly world: World;
  readonly #types = new Memo<Typed>(NOTHING_KNOWN);
  readonly #denotations = new Memo<Denotation>(DYNAMIC_RECEIVER);
  readonly #annotations = new Memo<Type>(UNKNOWN);
  readonly #seen = new WeakMap<Type, Map<number, Typed>>();
  readonly #expected = new Memo<Typed>(NOTHING_KNOWN);
  readonly #symbolTypes = new Memo<Typed>(NOTHING_KNOWN);
  readonly #results = new Memo<Typed>(NOTHING_KNOWN);
  #depth = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** Lets go what is known of a file's expressions, when its references are done with: few are ever asked about again. */
  forget({ index }: FileView): void {
    for (const memo of [this.#types, this.#denotations, this.#expected]) memo.forget(index);
  }

  kind(file: FileView, expr: ExprId): ExprKind {
    return EXPR_KINDS[file.facts.exprs.kind[expr]];
  }

  name(file: FileView, expr: ExprId): string {
    return file.facts.strings[file.facts.exprs.name[expr]];
  }

  object(file: FileView, expr: ExprId): ExprId {
    return file.facts.exprs.object[expr];
  }

  args(file: FileView, expr: ExprId): Int32Array {
    const { args, argStart } = file.facts.exprs;
    return args.subarray(argStart[expr], argStart[expr + 1]);
  }

  step(step: string, file: FileView, expr: ExprId, previous: Chain | null): Chain {
    return { step, file: file.index, byteOffset: file.facts.exprs.start[expr], previous };
  }

  /** What a declared type proves in a file. */
  declared(file: FileView): Strength {
    return file.rules.declaredStrength(file.facts.dialect);
  }

  /** What a name or member expression denotes; other expressions denote nothing, only have a type. */
  denote(file: FileView, expr: ExprId): Denotation {
    return this.#denotations.known(file.index, expr) ??
      this.#ask(this.#denotations, file.index, expr, () => this.#denoted(file, expr));
  }

  #denoted(file: FileView, expr: ExprId): Denotation {
    const kind = this.kind(file, expr);
    if (kind === "name") return this.#used(file, expr, this.world.lookup(file, expr));
    if (kind === "member") return this.#used(file, expr, this.#denoteMember(file, expr));
    if (kind === "key") return this.#used(file, expr, this.#denoteKey(file, expr));
    const isSame = (kind === "index" && this.name(file, expr) !== "at") ||
      (kind === "cast" && this.name(file, expr) !== "as");
    return isSame ? this.denote(file, this.object(file, expr)) : DYNAMIC_RECEIVER;
  }

  /** What a use means of what its name may mean: nothing that the file never sees, one of merged declarations. */
  #used(file: FileView, expr: ExprId, denotation: Denotation): Denotation {
    const seen = visible(denotation, (symbol) => this.world.coexistence(file, symbol));
    if (!seen.merged) return seen;
    const kindOf = (symbol: number) => this.world.definition(symbol)?.kind ?? "file";
    return oneOfMerged(seen, this.world.isTypeUse(file, expr), kindOf);
  }

  #denoteMember(file: FileView, expr: ExprId): Denotation {
    const object = this.object(file, expr);
    return object === NONE ? DYNAMIC_RECEIVER : memberOf(this, file, this.typeOf(file, object), expr);
  }

  /** A literal's key is a member of the literal's type; in a map it is what it is anywhere else. */
  #denoteKey(file: FileView, expr: ExprId): Denotation {
    const value = this.typeOf(file, this.object(file, expr));
    if (this.underlying(value.type).k === "container") return this.denote(file, this.args(file, expr)[0]);
    return memberOf(this, file, value, expr);
  }

  /** The type of an expression's value. */
  typeOf(file: FileView, expr: ExprId): Typed {
    if (expr === NONE) return NOTHING_KNOWN;
    return this.#types.known(file.index, expr) ??
      this.#ask(this.#types, file.index, expr, () => this.#evaluate(file, expr));
  }

  #evaluate(file: FileView, expr: ExprId): Typed {
    const kind = this.kind(file, expr);
    switch (kind) {
      case "name":
      case "member":
        return this.denotedType(this.denote(file, expr));
      case "this":
      case "super":
        return receiver(this, file, expr, kind);
      case "call":
      case "construct":
        return callType(this, file, expr, kind);
      case "spread":
        return this.typeOf(file, this.object(file, expr));
      case "parameter":
        return given(this, file, expr);
      case "index":
      case "await":
      case "yield":
      case "iterate":
      case "enter":
      case "element":
      case "conditional":
      case "cast":
      case "operation":
        return taken(this, file, expr, kind);
      case "function":
        return { type: { k: "lambda", file: file.index, expr }, strength: STATIC, chain: null };
      case "object":
        return { type: { k: "object", file: file.index, expr, fills: null }, strength: STATIC, chain: null };
      case "literal":
      case "collection":
        return literal(this, file, expr, kind);
      default:
        return NOTHING_KNOWN;
    }
  }

  /** The type of what a denotation denotes. */
  denotedType(denotation: Denotation): Typed {
    if (denotation.value !== null) return denotation.value;
    if (denotation.modules.length > 0) {
      return this.unionTyped(denotation.modules.map(({ module, strength, chain }) => ({
        type: { k: "module", module },
        strength,
        chain,
      })));
    }
    if (denotation.local !== null) {
      const { file, bindings } = denotation.local;
      return this.unionTyped(
        bindings.map((binding) => valueOfBinding(this, this.world.files[file], binding)),
      );
    }
    if (denotation.targets.length > 0) return typeOfTargets(this, denotation.targets);
    if (denotation.reason === "external") {
      return { type: { k: "external", module: denotation.module_name }, strength: STATIC, chain: null };
    }
    return NOTHING_KNOWN;
  }

  /** The type of a member as its receiver sees it. */
  seenType(symbol: number, seen: Seen | null): Typed {
    const typed = this.symbolType(symbol);
    if (seen === null || typed.type.k === "external" || typed.type.k === "unknown") return typed;
    let memo = this.#seen.get(seen.receiver);
    if (memo === undefined) this.#seen.set(seen.receiver, memo = new Map());
    let answer = memo.get(symbol);
    if (answer === undefined) memo.set(symbol, answer = this.#asSeen(symbol, seen, typed));
    return answer;
  }

  #asSeen(symbol: number, seen: Seen, typed: Typed): Typed {
    const type: Type = typed.type.k === "function"
      ? { ...typed.type, seen }
      : withReceiver(this, typed.type, seen, symbol);
    return { ...typed, type: described(this, symbol, type, seen.ofClass === true) };
  }

  /** The type of a symbol used as a value. */
  symbolType(symbol: number): Typed {
    return this.#symbolTypes.known(0, symbol) ??
      this.#ask(this.#symbolTypes, 0, symbol, () => valueOfSymbol(this, symbol));
  }

  /** The type of calling a callable symbol. */
  resultOf(symbol: number): Typed {
    return this.#results.known(0, symbol) ??
      this.#ask(this.#results, 0, symbol, () => resultOfSymbol(this, symbol));
  }

  /** The type of calling a function expression. */
  lambdaResult(file: FileView, expr: ExprId): Typed {
    return this.deeper(NOTHING_KNOWN, () => lambdaResult(this, file, expr));
  }

  /** The type that a type expression declares its value to have. */
  annotation(file: FileView, expr: ExprId): Type {
    if (expr === NONE) return UNKNOWN;
    return this.#annotations.known(file.index, expr) ??
      this.#ask(this.#annotations, file.index, expr, () => annotationType(this, file, expr));
  }

  /** The bound of a type parameter, UNKNOWN where it has none. */
  constraintOf(parameter: Parameter): Type {
    const view = this.world.files[parameter.file];
    if (view === undefined) return UNKNOWN;
    const annotation = view.facts.bindings.annotation[parameter.binding];
    if (annotation !== NONE) return this.annotation(view, annotation);
    const declared = renamedParameter(this, parameter);
    return declared === null ? UNKNOWN : this.deeper(UNKNOWN, () => this.constraintOf(declared));
  }

  /** What a type may be used as: a type parameter as its bound, other types as they are. */
  bound(type: Type): Type {
    return type.k === "parameter" ? this.deeper(UNKNOWN, () => this.bound(this.constraintOf(type))) : type;
  }

  /** Several typed alternatives as one: the union of the types, no stronger than the weakest. */
  unionTyped(alternatives: readonly Typed[]): Typed {
    if (alternatives.length === 1) return alternatives[0];
    const known = alternatives.filter((typed) => typed.type.k !== "unknown");
    if (known.length === 0) return NOTHING_KNOWN;
    const type = unionOf(known.map((typed) => typed.type));
    const strength = greatest(PRECISE, known.map((typed) => typed.strength));
    // What only some of the alternatives prove is an inference.
    return {
      type,
      strength: known.length < alternatives.length ? HEURISTIC : strength,
      chain: known[0].chain,
    };
  }

  /** What a named type is declared to be, where that has a form of its own; other types as they are. */
  declaredForm(type: Type): Type {
    if (type.k !== "instance") return type;
    const definition = this.world.definition(type.symbol);
    if (definition === null || definition.annotation === NONE || !FORMED.has(definition.kind)) return type;
    const declared = this.annotation(this.world.file(type.symbol), definition.annotation);
    return substitute(declared, fillsOf(this, type.symbol, type.args));
  }

  /** What a named type stands for in the end. */
  underlying(type: Type): Type {
    const form = this.declaredForm(type);
    return form.k === "instance" && type.k === "instance" && form.symbol !== type.symbol
      ? this.deeper<Type>(type, () => this.underlying(form))
      : form;
  }

  /** The type that the place of an expression wants, UNKNOWN where it wants none. */
  expected(file: FileView, expr: ExprId): Typed {
    return this.#expected.known(file.index, expr) ??
      this.#ask(this.#expected, file.index, expr, () => expected(this, file, expr));
  }

  /** Asks what is not known yet. Whoever asks looks first: most questions are known, and then cost no closure. */
  #ask<T>(memo: Memo<T>, group: number, key: number, ask: () => T): T {
    return memo.fill(group, key, (limit) => this.deeper(limit, ask));
  }

  /** Asks one level deeper; the limit where that is too deep. */
  deeper<T>(limit: T, ask: () => T): T {
    if (this.#depth >= MAX_DEPTH) return limit;
    this.world.tick();
    this.#depth++;
    try {
      return ask();
    } finally {
      this.#depth--;
    }
  }
}
