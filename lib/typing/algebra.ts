// The type algebra: what an expression may denote, small enough to hold in the head. A type never carries its proof; a
// `Typed` does: the weakest step so far and the chain of steps. Not here: how a type is found.

import { type Confidence, CONFIDENCES, type ExprId } from "../model/mod.ts";

/** A confidence as an index into CONFIDENCES: greater is weaker. */
export type Strength = number;
export const PRECISE: Strength = 0;
export const STATIC: Strength = 1;
export const HEURISTIC: Strength = 2;
export const SYNTACTIC: Strength = 3;

export function confidenceOf(strength: Strength): Confidence {
  return CONFIDENCES[strength];
}

/** One step of a proof and the one before it. The first step is the oldest. */
export interface Chain {
  readonly step: string;
  /** File index and byte offset of the place that proves the step. */
  readonly file: number;
  readonly byteOffset: number;
  readonly previous: Chain | null;
}

export type Type =
  | { readonly k: "unknown" }
  /** Null, None, nil, void, numbers and the like: a value whose members are the language's own. */
  | { readonly k: "external"; readonly module: string | null }
  | { readonly k: "module"; readonly module: number }
  /** The class, enum or namespace itself. */
  | { readonly k: "class"; readonly symbol: number }
  | { readonly k: "instance"; readonly symbol: number; readonly args: readonly Type[] }
  | { readonly k: "function"; readonly symbol: number; readonly self: Type | null }
  /** An anonymous function, or an object literal or object type. */
  | { readonly k: "lambda"; readonly file: number; readonly expr: ExprId }
  | { readonly k: "object"; readonly file: number; readonly expr: ExprId }
  /** A value typed as a function whose result is known. */
  | { readonly k: "callable"; readonly result: Type }
  /** A built-in generic: list, map (key, value), tuple, promise, … Its name is the language-neutral word. */
  | { readonly k: "container"; readonly name: Container; readonly args: readonly Type[] }
  /** The parent classes of a class, seen from its instances or from itself. */
  | { readonly k: "super"; readonly symbol: number; readonly ofInstance: boolean }
  /** A type parameter of a definition. */
  | { readonly k: "parameter"; readonly symbol: number; readonly name: string }
  | { readonly k: "union"; readonly of: readonly Type[] };

export type Container = "list" | "channel" | "map" | "tuple" | "promise" | "class_of" | "context";

export const UNKNOWN: Type = { k: "unknown" };
export const NULL: Type = { k: "external", module: null };

/** A type with what proves it. */
export interface Typed {
  readonly type: Type;
  readonly strength: Strength;
  readonly chain: Chain | null;
}

export const NOTHING_KNOWN: Typed = { type: UNKNOWN, strength: STATIC, chain: null };

/** More than this many alternatives are no answer. */
export const MAX_ALTERNATIVES = 8;

/** A key that is equal for equal types. */
export function typeKey(type: Type): string {
  switch (type.k) {
    case "unknown":
      return "?";
    case "external":
      return `x${type.module}`;
    case "module":
      return `m${type.module}`;
    case "class":
      return `c${type.symbol}`;
    case "instance":
      return `i${type.symbol}<${type.args.map(typeKey).join()}>`;
    case "function":
      return `f${type.symbol}`;
    case "lambda":
    case "object":
      return `${type.k}${type.file}:${type.expr}`;
    case "callable":
      return `()${typeKey(type.result)}`;
    case "container":
      return `${type.name}<${type.args.map(typeKey).join()}>`;
    case "super":
      return `s${type.symbol}${type.ofInstance}`;
    case "parameter":
      return `p${type.symbol}${type.name}`;
    case "union":
      return `(${type.of.map(typeKey).join("|")})`;
  }
}

/** The union of types: flat, without duplicates, null left out beside others; UNKNOWN where there are too many. */
export function unionOf(types: readonly Type[]): Type {
  const members = new Map<string, Type>();
  for (const type of types) {
    for (const part of type.k === "union" ? type.of : [type]) members.set(typeKey(part), part);
  }
  if (members.size > 1) members.delete(typeKey(NULL));
  const parts = [...members.values()];
  if (parts.length === 0) return UNKNOWN;
  if (parts.length === 1) return parts[0];
  return parts.length > MAX_ALTERNATIVES ? UNKNOWN : { k: "union", of: parts };
}

/** The alternatives of a type. */
export function partsOf(type: Type): readonly Type[] {
  return type.k === "union" ? type.of : [type];
}

/** Replaces type parameters; `of` answers null for one that it does not know. */
export function substitute(type: Type, of: (symbol: number, name: string) => Type | null): Type {
  switch (type.k) {
    case "parameter":
      return of(type.symbol, type.name) ?? type;
    case "instance":
      return type.args.length === 0 ? type : { ...type, args: type.args.map((arg) => substitute(arg, of)) };
    case "container":
      return { ...type, args: type.args.map((arg) => substitute(arg, of)) };
    case "callable":
      return { ...type, result: substitute(type.result, of) };
    case "union":
      return unionOf(type.of.map((part) => substitute(part, of)));
    default:
      return type;
  }
}
