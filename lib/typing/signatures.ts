// Signatures: what can be called with which arguments, of functions, overload sets, function types, callable interfaces and
// constructors. Not here: what one signature says (`signature.ts`), which arguments fill which type parameters.

import { NONE } from "../model/mod.ts";
import { partsOf, type Seen, type Type } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { underlying } from "./forms.ts";
import { findMember } from "./find_member.ts";
import { receiverFills } from "./generics.ts";
import { perEvaluator } from "./memo.ts";
import {
  DefinedSignature,
  KnownSignature,
  LambdaSignature,
  SeenSignature,
  type Signature,
} from "./signature.ts";
import { WrittenSignature } from "./written_signature.ts";

export type CallKind = "call" | "construct";

const memos = perEvaluator((): Record<CallKind, WeakMap<Type, readonly Signature[]>> => ({
  call: new WeakMap(),
  construct: new WeakMap(),
}));

/** Stands for the answer while it is sought. */
const OPEN: readonly Signature[] = [];

/** The signatures of a value's type. */
export function signaturesOf(evaluator: Evaluator, type: Type, kind: CallKind): readonly Signature[] {
  const memo = memos(evaluator)[kind];
  let known = memo.get(type);
  if (known === OPEN) evaluator.circles.meetOther();
  if (known === undefined) {
    const { circles } = evaluator;
    const before = circles.count;
    memo.set(type, OPEN);
    known = partsOf(type).flatMap((part) => ofPart(evaluator, part, kind));
    // What came of a circle is sought again by whoever asks next.
    if (circles.count === before) memo.set(type, known);
    else memo.delete(type);
  }
  return known;
}

function ofPart(evaluator: Evaluator, type: Type, kind: CallKind): readonly Signature[] {
  switch (type.k) {
    case "function":
      return ofSymbol(evaluator, type.symbol, type.seen);
    case "signature":
      return [new WrittenSignature(evaluator, evaluator.world.files[type.file], type.expr, type.fills)];
    case "callable":
      return [new KnownSignature(type.parameters ?? [], type.result)];
    case "lambda":
      return [new LambdaSignature(evaluator, evaluator.world.files[type.file], type.expr)];
    case "object":
      return ofObject(evaluator, type, kind);
    case "class":
      return kind === "construct" ? ofConstructor(evaluator, type.symbol) : [];
    case "instance": {
      const shape = underlying(evaluator, type);
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
    ? definition.signatures.map((expr) => new WrittenSignature(evaluator, file, expr, null))
    : [new DefinedSignature(evaluator, file, symbol, definition)];
  if (seen === null) return own;
  const fills = receiverFills(evaluator, seen, symbol);
  return fills === null || fills.size === 0
    ? own
    : own.map((signature) => new SeenSignature(signature, fills));
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
    signatures.push(new WrittenSignature(evaluator, file, value, type.fills));
  }
  return signatures;
}

function ofConstructor(evaluator: Evaluator, symbol: number): readonly Signature[] {
  const name = evaluator.world.file(symbol).rules.protocol.construct;
  const found = name === null ? null : findMember(evaluator, symbol, name);
  return found === null ? [] : found.symbols.flatMap((one) => ofSymbol(evaluator, one, null));
}
