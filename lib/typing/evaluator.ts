// The one evaluator that all languages share: what an expression denotes and what type it has, asked on demand and
// memoised, with fuel against cycles. A language only gives it the meaning of its annotations, constructors, members
// and calls. Laws kept: a type is no stronger than the weakest step that gave it, and every step leaves its place.

import { EXPR_KINDS, type ExprId, type ExprKind, isType, NONE } from "../model/mod.ts";
import {
  type Chain,
  HEURISTIC,
  NOTHING_KNOWN,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "./algebra.ts";
import { annotationType } from "./annotations.ts";
import { callType } from "./calls.ts";
import { memberOf } from "./members.ts";
import { awaited, cast, element, entered, indexed, iterated, operation } from "./operations.ts";
import { receiver, resultOfSymbol, valueOfBinding, valueOfSymbol } from "./values.ts";
import type { Denotation, FileView, Target, World } from "./world.ts";

const MAX_DEPTH = 64;
const TYPE_ONLY = new Set(["interface", "type_alias"]);

/** Answers questions about expressions of one world. */
export class Evaluator {
  readonly world: World;
  #types: Map<ExprId, Typed>[] = [];
  #denotations: Map<ExprId, Denotation>[] = [];
  #annotations: Map<ExprId, Type>[] = [];
  #symbolTypes = new Map<number, Typed>();
  #results = new Map<number, Typed>();
  #depth = 0;

  constructor(world: World) {
    this.world = world;
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
    const memo = this.#denotations[file.index] ??= new Map();
    const known = memo.get(expr);
    if (known !== undefined) return known;
    memo.set(expr, UNDENOTED);
    const answer = this.#deeper(UNDENOTED, () => {
      const kind = this.kind(file, expr);
      if (kind === "name") return this.#used(file, expr, this.world.lookup(file, expr));
      if (kind === "member") return this.#used(file, expr, this.#denoteMember(file, expr));
      if (kind === "index") return this.denote(file, this.object(file, expr));
      if (kind === "cast" && this.name(file, expr) !== "as") {
        return this.denote(file, this.object(file, expr));
      }
      return UNDENOTED;
    });
    memo.set(expr, answer);
    return answer;
  }

  /** Of merged declarations the one that this use means: the first type, or the value before a namespace. */
  #used(file: FileView, expr: ExprId, denotation: Denotation): Denotation {
    if (!denotation.merged) return denotation;
    const kinds = (target: Target) => this.world.definition(target.symbol)?.kind ?? "file";
    const types = denotation.targets.filter((target) => isType(kinds(target)));
    const values = denotation.targets.filter((target) => !TYPE_ONLY.has(kinds(target)));
    const value = values.findLast((target) => kinds(target) !== "namespace") ?? values[0];
    const chosen = this.world.isTypeUse(file, expr) ? types[0] ?? value : value ?? types[0];
    return { ...denotation, targets: chosen === undefined ? denotation.targets : [chosen] };
  }

  #denoteMember(file: FileView, expr: ExprId): Denotation {
    const object = this.object(file, expr);
    if (object === NONE) return UNDENOTED;
    return memberOf(this, file, this.typeOf(file, object), expr);
  }

  /** The type of an expression's value. */
  typeOf(file: FileView, expr: ExprId): Typed {
    if (expr === NONE) return NOTHING_KNOWN;
    const memo = this.#types[file.index] ??= new Map();
    const known = memo.get(expr);
    if (known !== undefined) return known;
    memo.set(expr, NOTHING_KNOWN);
    const answer = this.#deeper(NOTHING_KNOWN, () => this.#evaluate(file, expr));
    memo.set(expr, answer);
    return answer;
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
      case "index":
        return indexed(this, file, expr);
      case "await":
        return awaited(this, file, expr);
      case "spread":
      case "yield":
        return this.typeOf(file, this.object(file, expr));
      case "iterate":
        return iterated(this, file, expr);
      case "enter":
        return entered(this, file, expr);
      case "element":
        return element(this, file, expr);
      case "conditional":
        return this.#union(file, this.args(file, expr));
      case "cast":
        return cast(this, file, expr);
      case "operation":
        return operation(this, file, expr);
      case "function":
        return { type: { k: "lambda", file: file.index, expr }, strength: STATIC, chain: null };
      case "object":
        return { type: { k: "object", file: file.index, expr }, strength: STATIC, chain: null };
      case "literal":
      case "collection": {
        const elements = () => [...this.args(file, expr)].map((arg) => this.typeOf(file, arg).type);
        const type = file.rules.literalType(kind, this.name(file, expr), elements);
        return { type, strength: STATIC, chain: null };
      }
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
    if (denotation.targets.length > 0) {
      return this.unionTyped(denotation.targets.map((target) => {
        const typed = this.symbolType(target.symbol);
        return {
          type: typed.type,
          strength: Math.max(typed.strength, target.strength),
          chain: typed.chain ?? target.chain,
        };
      }));
    }
    if (denotation.reason === "external") {
      return { type: { k: "external", module: denotation.module_name }, strength: STATIC, chain: null };
    }
    return NOTHING_KNOWN;
  }

  /** The type of a symbol used as a value. */
  symbolType(symbol: number): Typed {
    const known = this.#symbolTypes.get(symbol);
    if (known !== undefined) return known;
    this.#symbolTypes.set(symbol, NOTHING_KNOWN);
    const answer = this.#deeper(NOTHING_KNOWN, () => valueOfSymbol(this, symbol));
    this.#symbolTypes.set(symbol, answer);
    return answer;
  }

  /** The type of calling a callable symbol. */
  resultOf(symbol: number): Typed {
    const known = this.#results.get(symbol);
    if (known !== undefined) return known;
    this.#results.set(symbol, NOTHING_KNOWN);
    const answer = this.#deeper(NOTHING_KNOWN, () => resultOfSymbol(this, symbol));
    this.#results.set(symbol, answer);
    return answer;
  }

  /** The type that a type expression declares its value to have. */
  annotation(file: FileView, expr: ExprId): Type {
    if (expr === NONE) return UNKNOWN;
    const memo = this.#annotations[file.index] ??= new Map();
    const known = memo.get(expr);
    if (known !== undefined) return known;
    memo.set(expr, UNKNOWN);
    const answer = this.#deeper(UNKNOWN, () => annotationType(this, file, expr));
    memo.set(expr, answer);
    return answer;
  }

  /** The bound of a type parameter of a definition, UNKNOWN where it has none. */
  constraintOf(symbol: number, name: string): Type {
    const file = this.world.file(symbol);
    const { parent } = file.facts.scopes;
    for (let scope = this.world.definition(symbol)?.body ?? NONE; scope > 0; scope = parent[scope]) {
      const [binding] = this.world.bindings(file, scope, name);
      if (binding !== undefined) return this.annotation(file, file.facts.bindings.annotation[binding]);
    }
    return UNKNOWN;
  }

  /** The type of an object's property: in an object type the property is declared, in a literal it is a value. */
  objectMemberType(file: FileView, value: ExprId): Typed {
    const typed = this.world.isTypeUse(file, value) ? NOTHING_KNOWN : this.typeOf(file, value);
    if (typed.type.k !== "unknown" && typed.type.k !== "class") return typed;
    const type = this.annotation(file, value);
    return type.k === "unknown" ? typed : { type, strength: this.declared(file), chain: null };
  }

  /** Several typed alternatives as one: the union of the types, no stronger than the weakest. */
  unionTyped(alternatives: readonly Typed[]): Typed {
    if (alternatives.length === 1) return alternatives[0];
    const known = alternatives.filter((typed) => typed.type.k !== "unknown");
    if (known.length === 0) return NOTHING_KNOWN;
    const type = unionOf(known.map((typed) => typed.type));
    const strength = Math.max(...known.map((typed) => typed.strength));
    // What only some of the alternatives prove is an inference.
    return {
      type,
      strength: known.length < alternatives.length ? HEURISTIC : strength,
      chain: known[0].chain,
    };
  }

  #union(file: FileView, exprs: Int32Array): Typed {
    return this.unionTyped([...exprs].filter((expr) => expr !== NONE).map((expr) => this.typeOf(file, expr)));
  }

  /** What a named type stands for where it has a declared shape; other types as they are. */
  underlying(type: Type): Type {
    if (type.k !== "instance") return type;
    const definition = this.world.definition(type.symbol);
    if (definition === null || definition.kind !== "type_alias" || definition.annotation === NONE) {
      return type;
    }
    const shape = this.annotation(this.world.file(type.symbol), definition.annotation);
    return shape.k === "instance" && shape.symbol !== type.symbol
      ? this.#deeper<Type>(type, () => this.underlying(shape))
      : shape;
  }

  #deeper<T>(limit: T, ask: () => T): T {
    if (this.#depth >= MAX_DEPTH) return limit;
    this.#depth++;
    try {
      return ask();
    } finally {
      this.#depth--;
    }
  }
}

const UNDENOTED: Denotation = {
  targets: [],
  aliases: [],
  modules: [],
  local: null,
  value: null,
  merged: false,
  reason: "dynamic_receiver",
  module_name: null,
};
