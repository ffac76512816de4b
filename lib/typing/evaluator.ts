// The one evaluator that all languages share: what an expression denotes and what type it has, asked on demand and
// memoised, with fuel against cycles. A language only gives it the meaning of its annotations, constructors, members
// and calls. Laws kept: a type is no stronger than the weakest step that gave it, and every step leaves its place.

import { EXPR_KINDS, type ExprId, type ExprKind, NONE } from "../model/mod.ts";
import { underlying } from "./forms.ts";
import {
  type Chain,
  NOTHING_KNOWN,
  type Parameter,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  unionTyped,
  UNKNOWN,
} from "./algebra.ts";
import { annotationType } from "./annotations.ts";
import { callType, lambdaResult } from "./calls.ts";
import { expected, given } from "./contexts.ts";
import { DYNAMIC_RECEIVER, oneOfMerged, visible } from "./denotation.ts";
import { Depth } from "./depth.ts";
import { renamedParameter } from "./generics.ts";
import { memberOf } from "./members.ts";
import { type Ask, type Circles, Memo } from "./memo.ts";
import { literal, taken } from "./operations.ts";
import { resultOfSymbol } from "./results.ts";
import { receiver, typeOfTargets, valueOfBinding, valueOfSymbol } from "./values.ts";
import type { Denotation, FileView, World } from "./world.ts";

/** Answers questions about expressions of one world. */
export class Evaluator {
  readonly world: World;
  readonly circles: Circles;
  readonly #types: Memo<Typed>;
  readonly #denotations: Memo<Denotation>;
  readonly #annotations: Memo<Type>;
  readonly #expected: Memo<Typed>;
  readonly #symbolTypes: Memo<Typed>;
  readonly #results: Memo<Typed>;
  /** By file and binding. */
  readonly #bindingValues: (Map<number, Typed> | undefined)[] = [];
  readonly #questions: {
    readonly denotation: Ask<Denotation>;
    readonly type: Ask<Typed>;
    readonly annotation: Ask<Type>;
    readonly expected: Ask<Typed>;
    readonly symbolType: Ask<Typed>;
    readonly result: Ask<Typed>;
  };
  readonly #depth: Depth;

  constructor(world: World) {
    this.world = world;
    const circles = this.circles = world.circles;
    this.#types = new Memo<Typed>(NOTHING_KNOWN, circles);
    this.#denotations = new Memo(DYNAMIC_RECEIVER, circles);
    this.#annotations = new Memo<Type>(UNKNOWN, circles);
    this.#expected = new Memo<Typed>(NOTHING_KNOWN, circles);
    this.#symbolTypes = new Memo<Typed>(NOTHING_KNOWN, circles);
    this.#results = new Memo<Typed>(NOTHING_KNOWN, circles);
    const depth = this.#depth = new Depth(() => world.tick());
    const ofExpr = <T>(ask: (file: FileView, expr: ExprId) => T) =>
      depth.question<T>((file, expr) => ask(world.files[file], expr));
    this.#questions = {
      denotation: ofExpr((file, expr) => this.#denoted(file, expr)),
      type: ofExpr((file, expr) => this.#evaluate(file, expr)),
      annotation: ofExpr((file, expr) => annotationType(this, file, expr)),
      expected: ofExpr((file, expr) => expected(this, file, expr)),
      symbolType: depth.question((_, symbol) => valueOfSymbol(this, symbol)),
      result: depth.question((_, symbol) => resultOfSymbol(this, symbol)),
    };
  }

  /** Whether questions stood so deep in each other that another order of them might have met the limit. */
  get isDeep(): boolean {
    return this.#depth.wasNear;
  }

  /** Lets go what is known of a file's expressions, when its references are done with: few are ever asked about again. */
  forget({ index }: FileView): void {
    for (const memo of [this.#types, this.#denotations, this.#expected]) memo.forget(index);
    this.#bindingValues[index] = undefined;
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
      this.#denotations.fill(file.index, expr, this.#questions.denotation);
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
    const seen = visible(denotation, this.world, file);
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
    if (underlying(this, value.type).k === "container") return this.denote(file, this.args(file, expr)[0]);
    return memberOf(this, file, value, expr);
  }

  /** The type of an expression's value. */
  typeOf(file: FileView, expr: ExprId): Typed {
    if (expr === NONE) return NOTHING_KNOWN;
    return this.#types.known(file.index, expr) ??
      this.#types.fill(file.index, expr, this.#questions.type);
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
      return unionTyped(denotation.modules.map(({ module, strength, chain }) => ({
        type: { k: "module", module },
        strength,
        chain,
      })));
    }
    if (denotation.local !== null) {
      const { file, bindings } = denotation.local;
      return unionTyped(
        bindings.map((binding) => this.valueOf(this.world.files[file], binding)),
      );
    }
    if (denotation.targets.length > 0) return typeOfTargets(this, denotation.targets);
    if (denotation.reason === "external") {
      return { type: { k: "external", module: denotation.module_name }, strength: STATIC, chain: null };
    }
    return NOTHING_KNOWN;
  }

  /** The type of a local, parameter or narrowed name, wherever it is used. */
  valueOf(file: FileView, binding: number): Typed {
    const values = this.#bindingValues[file.index] ??= new Map();
    return this.circles.once(values, binding, () => valueOfBinding(this, file, binding));
  }

  /** The type of a symbol used as a value. */
  symbolType(symbol: number): Typed {
    return this.#symbolTypes.known(0, symbol) ??
      this.#symbolTypes.fill(0, symbol, this.#questions.symbolType, this.world.file(symbol).index);
  }

  /** The type of calling a callable symbol. */
  resultOf(symbol: number): Typed {
    return this.#results.known(0, symbol) ??
      this.#results.fill(0, symbol, this.#questions.result, this.world.file(symbol).index);
  }

  /** The type of calling a function expression. */
  lambdaResult(file: FileView, expr: ExprId): Typed {
    return this.deeper(NOTHING_KNOWN, () => lambdaResult(this, file, expr));
  }

  /** The type that a type expression declares its value to have. */
  annotation(file: FileView, expr: ExprId): Type {
    if (expr === NONE) return UNKNOWN;
    return this.#annotations.known(file.index, expr) ??
      this.#annotations.part(file.index, expr, this.#questions.annotation);
  }

  /** The same for all that a name is declared to stand for: the declaration may come back to the name. */
  declaration(file: FileView, expr: ExprId): Type {
    if (expr === NONE) return UNKNOWN;
    return this.#annotations.known(file.index, expr) ??
      this.#annotations.fill(file.index, expr, this.#questions.annotation);
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

  /** The type that the place of an expression wants, UNKNOWN where it wants none. */
  expected(file: FileView, expr: ExprId): Typed {
    return this.#expected.known(file.index, expr) ??
      this.#expected.fill(file.index, expr, this.#questions.expected);
  }

  /** Asks one level deeper; the limit where that is too deep. */
  deeper<T>(limit: T, ask: () => T): T {
    return this.#depth.deeper(limit, ask);
  }
}
