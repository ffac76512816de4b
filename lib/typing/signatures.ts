// Signatures: what can be called with which arguments, of functions, overload sets, function types, callable interfaces and
// constructors. Types of parameters are read when they are asked for. Not here: which arguments fill which type parameters.

import {
  BINDING_KINDS,
  type Definition,
  type ExprId,
  type ExprKind,
  NONE,
  SCOPE_KINDS,
} from "../model/mod.ts";
import {
  type Fills,
  NOTHING_KNOWN,
  type Parameter,
  partsOf,
  type Seen,
  substitute,
  type Type,
  type Typed,
  UNKNOWN,
} from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { receiverFills, typeParametersOf } from "./generics.ts";
import { findMember } from "./find_member.ts";
import { perEvaluator } from "./memo.ts";
import type { FileView } from "./world.ts";

/** One way to call a value. */
export interface Signature {
  /** How many arguments it takes at most, and at least where that is known. */
  readonly most: number;
  readonly least: number;
  /** The declared type of the receiver; UNKNOWN where it declares none. */
  readonly receiver: () => Type;
  /** The declared type of the argument at a position; UNKNOWN where there is none. */
  at(position: number): Type;
  /** The declared type of an argument given by name, where arguments can be. */
  named?(name: string): Type;
  readonly result: () => Typed;
  /** Its own type parameters, as file and binding, in their order. */
  readonly typeParameters: readonly Parameter[];
}

/** What takes anything, and of whose result nothing is known. */
const ANYTHING: Signature = {
  most: Infinity,
  least: 0,
  receiver: () => UNKNOWN,
  at: () => UNKNOWN,
  result: () => NOTHING_KNOWN,
  typeParameters: [],
};

export type CallKind = "call" | "construct";

const memos = perEvaluator((): Record<CallKind, WeakMap<Type, readonly Signature[]>> => ({
  call: new WeakMap(),
  construct: new WeakMap(),
}));

/** The signatures of a value's type. */
export function signaturesOf(evaluator: Evaluator, type: Type, kind: CallKind): readonly Signature[] {
  const memo = memos(evaluator)[kind];
  let known = memo.get(type);
  if (known === undefined) {
    memo.set(type, []);
    known = partsOf(type).flatMap((part) => ofPart(evaluator, part, kind));
    memo.set(type, known);
  }
  return known;
}

function ofPart(evaluator: Evaluator, type: Type, kind: CallKind): readonly Signature[] {
  switch (type.k) {
    case "function":
      return ofSymbol(evaluator, type.symbol, type.seen);
    case "signature":
      return [ofExpr(evaluator, evaluator.world.files[type.file], type.expr, type.fills)];
    case "callable":
      return [{
        ...ANYTHING,
        at: (position) => type.parameters?.[position] ?? UNKNOWN,
        result: () => ({ ...NOTHING_KNOWN, type: type.result }),
      }];
    case "lambda": {
      const file = evaluator.world.files[type.file];
      return [{ ...ANYTHING, result: () => evaluator.lambdaResult(file, type.expr) }];
    }
    case "object":
      return ofObject(evaluator, type, kind);
    case "class":
      return kind === "construct" ? ofConstructor(evaluator, type.symbol) : [];
    case "instance": {
      const shape = evaluator.underlying(type);
      return shape === type ? [] : signaturesOf(evaluator, shape, kind);
    }
    case "parameter": {
      const bound = evaluator.bound(type);
      return bound.k === "parameter" ? [] : signaturesOf(evaluator, bound, kind);
    }
    default:
      return [];
  }
}

/** The signatures of a callable symbol; an overload set has several. */
function ofSymbol(evaluator: Evaluator, symbol: number, seen: Seen | null): readonly Signature[] {
  const definition = evaluator.world.definition(symbol)!;
  const file = evaluator.world.file(symbol);
  const own = definition.signatures.length > 0
    ? definition.signatures.map((expr) => ofExpr(evaluator, file, expr, null))
    : [ofDefinition(evaluator, file, symbol, definition)];
  if (seen === null) return own;
  const fills = receiverFills(evaluator, seen, symbol);
  return own.map((signature) => mapped(signature, (type) => substitute(type, fills)));
}

function mapped(signature: Signature, change: (type: Type) => Type): Signature {
  const memo: Type[] = [];
  return {
    get most() {
      return signature.most;
    },
    get least() {
      return signature.least;
    },
    typeParameters: signature.typeParameters,
    receiver: () => change(signature.receiver()),
    at: (position) => memo[position] ??= change(signature.at(position)),
    named: (name) => change(signature.named?.(name) ?? UNKNOWN),
    result: () => {
      const typed = signature.result();
      return { ...typed, type: change(typed.type) };
    },
  };
}

function ofDefinition(
  evaluator: Evaluator,
  file: FileView,
  symbol: number,
  definition: Definition,
): Signature {
  const parameters = definition.parameters.filter(({ kind }) => kind !== "receiver");
  const rest = parameters.findIndex(({ kind }) => kind === "rest");
  const at = (position: number): Type => {
    const isRest = rest >= 0 && position >= rest;
    const parameter = parameters[isRest ? rest : position];
    if (parameter === undefined) return UNKNOWN;
    if (parameter.annotation === NONE) return wantedAs(evaluator, file, definition, parameter.name);
    const declared = evaluator.annotation(file, parameter.annotation);
    return isRest ? restAt(declared, position - rest) : declared;
  };
  return {
    most: rest < 0 ? parameters.length : Infinity,
    least: 0,
    receiver: () => {
      const receiver = definition.parameters.find(({ kind }) => kind === "receiver");
      return receiver === undefined ? UNKNOWN : evaluator.annotation(file, receiver.annotation);
    },
    at,
    named: (name) => {
      const parameter = parameters.find((one) => one.name === name);
      return parameter === undefined ? UNKNOWN : evaluator.annotation(file, parameter.annotation);
    },
    result: () => evaluator.resultOf(symbol),
    typeParameters: typeParametersOf(evaluator, symbol).filter((parameter) => parameter !== null),
  };
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
function restAt(declared: Type, position: number): Type {
  if (declared.k !== "container") return UNKNOWN;
  if (declared.name === "list") return declared.args[0] ?? UNKNOWN;
  return declared.name === "tuple" ? declared.args[position] ?? UNKNOWN : UNKNOWN;
}

function ofExpr(evaluator: Evaluator, file: FileView, expr: ExprId, fills: Fills): Signature {
  const all = evaluator.args(file, expr);
  const is = (type: ExprId | undefined, kind: ExprKind, name: string): boolean =>
    type !== undefined && type !== NONE && evaluator.kind(file, type) === kind &&
    evaluator.name(file, type) === name;
  const entries = is(all[0], "spread", "this") ? all.subarray(1) : all;
  // A parameter that has a name holds its type.
  const types = entries.map((type) =>
    type !== NONE && evaluator.kind(file, type) === "property" ? evaluator.object(file, type) : type
  );
  const last = types.length - 1;
  const hasRest = is(types[last], "spread", "");
  const read = (type: ExprId): Type =>
    type === NONE ? UNKNOWN : substitute(evaluator.annotation(file, type), fills);
  const memo: Type[] = [];
  const at = (position: number): Type =>
    memo[position] ??= position < types.length ? read(types[position]) : UNKNOWN;
  // A rest that is a tuple says exactly how many arguments it takes.
  const exactly = (): number | null => {
    const rest = hasRest ? evaluator.bound(evaluator.annotation(file, types[last])) : UNKNOWN;
    return rest.k === "container" && rest.name === "tuple" ? last + rest.args.length : null;
  };
  const required = types.filter((type) => !is(type, "union", "optional") && !is(type, "spread", "")).length;
  return {
    get most() {
      return exactly() ?? (hasRest ? Infinity : types.length);
    },
    get least() {
      return exactly() ?? required;
    },
    receiver: () => entries === all ? UNKNOWN : read(all[0]),
    named: (name) => {
      const index = entries.findIndex((entry) => is(entry, "property", name));
      return index < 0 ? UNKNOWN : at(index);
    },
    at: (position) =>
      hasRest && position >= last ? restAt(evaluator.bound(at(last)), position - last) : at(position),
    result: () => {
      const { type, strength } = declaredType(evaluator, file, evaluator.object(file, expr));
      return { type: substitute(type, fills), strength, chain: evaluator.step("result", file, expr, null) };
    },
    typeParameters: ownParameters(file, expr),
  };
}

const TYPE_PARAMETER = BINDING_KINDS.indexOf("type_parameter");
const TYPE_SCOPE = SCOPE_KINDS.indexOf("type");

/** Type parameters of a function type: those of the scope that it opens. */
function ownParameters(file: FileView, expr: ExprId): Parameter[] {
  const { scopes, exprs, bindings } = file.facts;
  const scope = exprs.scope[expr];
  if (scopes.kind[scope] !== TYPE_SCOPE || scopes.start[scope] !== exprs.start[expr]) return [];
  const own: Parameter[] = [];
  const first = lowerBound(bindings.scope, scope);
  for (let binding = first; binding < bindings.scope.length && bindings.scope[binding] === scope; binding++) {
    if (bindings.kind[binding] === TYPE_PARAMETER) own.push({ k: "parameter", file: file.index, binding });
  }
  return own;
}

function lowerBound(scopes: Uint32Array, scope: number): number {
  let low = 0;
  for (let high = scopes.length; low < high;) {
    const middle = (low + high) >> 1;
    if (scopes[middle] < scope) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ofObject(
  evaluator: Evaluator,
  type: Type & { k: "object" },
  kind: CallKind,
): readonly Signature[] {
  const file = evaluator.world.files[type.file];
  const signatures: Signature[] = [];
  for (const property of evaluator.args(file, type.expr)) {
    if (property === NONE || evaluator.kind(file, property) !== "property") continue;
    const value = evaluator.object(file, property);
    if (evaluator.name(file, property) !== "" || value === NONE) continue;
    if (evaluator.kind(file, value) !== "functype") continue;
    if ((evaluator.name(file, value) === "new") !== (kind === "construct")) continue;
    signatures.push(ofExpr(evaluator, file, value, type.fills));
  }
  return signatures;
}

function ofConstructor(evaluator: Evaluator, symbol: number): readonly Signature[] {
  const name = evaluator.world.file(symbol).rules.protocol.construct;
  const found = name === null ? null : findMember(evaluator, symbol, name);
  return found === null ? [] : found.symbols.flatMap((one) => ofSymbol(evaluator, one, null));
}
