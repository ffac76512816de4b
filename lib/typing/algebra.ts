// The type algebra: what an expression may denote, small enough to hold in the head. A type never carries its proof; a
// `Typed` does: the weakest step so far and the chain of steps. Not here: how a type is found.

import { type Confidence, CONFIDENCES, type ExprId, greatest } from "../model/mod.ts";

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
  | { readonly k: "function"; readonly symbol: number; readonly seen: Seen | null }
  /** An anonymous function, or an object literal or object type. */
  | { readonly k: "lambda"; readonly file: number; readonly expr: ExprId }
  | { readonly k: "object"; readonly file: number; readonly expr: ExprId; readonly fills: Fills }
  /** A declared function type. */
  | { readonly k: "signature"; readonly file: number; readonly expr: ExprId; readonly fills: Fills }
  /** A function that the language itself knows: its result and, where told, what it hands to its arguments. */
  | { readonly k: "callable"; readonly result: Type; readonly parameters?: readonly Type[] }
  /** A built-in generic: list, map (key, value), tuple, promise, … Its name is the language-neutral word. */
  | { readonly k: "container"; readonly name: Container; readonly args: readonly Type[] }
  /** What stands behind a class in the line of ancestors of another, or of itself; seen from instances or from the class. */
  | { readonly k: "super"; readonly symbol: number; readonly line: number; readonly ofInstance: boolean }
  /** A type parameter, by the binding that declares it; file -1 is a language's own. */
  | { readonly k: "parameter"; readonly file: number; readonly binding: number }
  /** The receiver's own type, which a subclass narrows. */
  | { readonly k: "self"; readonly symbol: number }
  | { readonly k: "union"; readonly of: readonly Type[] };

/** A member as its receiver sees it: the receiver's type and the class that declares the member. */
export interface Seen {
  readonly receiver: Type;
  readonly owner: number;
  /** Whether it is seen on the class itself. */
  readonly ofClass?: boolean;
}

export type Parameter = Type & { readonly k: "parameter" };

/** What type parameters stand for inside of a type that is only read when it is asked for. */
export type Fills = ReadonlyMap<string, Type> | null;

/** The key of a type parameter among fills; SELF is the receiver's own type. */
export function parameterKey(file: number, binding: number): string {
  return `${file}:${binding}`;
}
export const SELF = "self";

export type Container =
  | "list"
  | "channel"
  | "map"
  | "record"
  | "tuple"
  | "promise"
  | "class_of"
  | "context"
  | "cell";

export const UNKNOWN: Type = { k: "unknown" };
export const NULL: Type = { k: "external", module: null };

/** A container of that name. */
export function containerType(name: Container, ...args: readonly Type[]): Type {
  return { k: "container", name, args };
}

export function listOf(element: Type): Type {
  return containerType("list", element);
}

export function promiseOf(value: Type): Type {
  return containerType("promise", value);
}

/** A type with what proves it. */
export interface Typed {
  readonly type: Type;
  readonly strength: Strength;
  readonly chain: Chain | null;
}

export const NOTHING_KNOWN: Typed = { type: UNKNOWN, strength: STATIC, chain: null };

/** More than this many alternatives are no answer. */
export const MAX_ALTERNATIVES = 8;

const keys = new WeakMap<Type, string>();
/** Types with longer keys are told apart as objects: to compare all that is in them would cost without end. */
const MAX_KEY = 400;

/** A key that is equal for equal types; one type may stand in another many times, and is read once. */
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
    case "lambda":
      return `l${type.file}:${type.expr}`;
    case "object":
    case "signature":
      return `${type.k}${type.file}:${type.expr}${type.fills === null ? "" : numberOf(type.fills)}`;
    case "super":
      return `s${type.symbol}:${type.line}${type.ofInstance}`;
    case "parameter":
      return `p${parameterKey(type.file, type.binding)}`;
    case "self":
      return `t${type.symbol}`;
    default: {
      let key = keys.get(type);
      if (key === undefined) {
        key = keyOfParts(type);
        keys.set(type, key = key.length > MAX_KEY ? numberOf(type) : key);
      }
      return key;
    }
  }
}

function keyOfParts(
  type: Type & { k: "instance" | "function" | "callable" | "container" | "union" },
): string {
  switch (type.k) {
    case "instance":
      return `i${type.symbol}<${type.args.map(typeKey).join()}>`;
    case "function":
      return `f${type.symbol}${type.seen === null ? "" : `@${typeKey(type.seen.receiver)}`}`;
    case "callable":
      return `(${(type.parameters ?? []).map(typeKey).join()})${typeKey(type.result)}`;
    case "container":
      return `${type.name}<${type.args.map(typeKey).join()}>`;
    case "union":
      return `(${type.of.map(typeKey).join("|")})`;
  }
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** What is told apart as an object: an alternative too many costs less than to compare what is in it. */
function numberOf(one: object): string {
  let number = numbers.get(one);
  if (number === undefined) numbers.set(one, number = ++numbered);
  return `#${number}`;
}

/**
 * The union of types: flat, without duplicates, null left out beside others. Too many instances of one class are that class
 * with nothing known of its arguments; too many alternatives are UNKNOWN.
 */
export function unionOf(types: readonly Type[]): Type {
  if (types.length > 0 && types[0].k !== "union" && areAll(types, types[0])) return types[0];
  let members = new Map<string, Type>();
  for (const type of types) {
    for (const part of partsOf(type)) members.set(typeKey(part), part);
  }
  if (members.size > 1) members.delete(typeKey(NULL));
  if (members.size > MAX_ALTERNATIVES) {
    const bare = [...members.values()].map(unfilled);
    members = new Map(bare.map((part) => [typeKey(part), part]));
  }
  const parts = [...members.values()];
  if (parts.length === 0) return UNKNOWN;
  if (parts.length === 1) return parts[0];
  return parts.length > MAX_ALTERNATIVES ? UNKNOWN : { k: "union", of: parts };
}

function areAll(types: readonly Type[], one: Type): boolean {
  for (let at = 1; at < types.length; at++) if (types[at] !== one) return false;
  return true;
}

function unfilled(type: Type): Type {
  if (type.k === "instance") return { ...type, args: [] };
  return type.k === "object" || type.k === "signature" ? { ...type, fills: null } : type;
}

/** The alternatives of a type. */
export function partsOf(type: Type): readonly Type[] {
  return type.k === "union" ? type.of : [type];
}

/** The types that a type is put together from. */
export function partsWithin(type: Type): readonly Type[] {
  switch (type.k) {
    case "instance":
    case "container":
      return type.args;
    case "callable":
      return [...type.parameters ?? [], type.result];
    case "union":
      return type.of;
    default:
      return [];
  }
}

/** Several typed alternatives as one: the union of the types, no stronger than the weakest. */
export function unionTyped(alternatives: readonly Typed[]): Typed {
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
