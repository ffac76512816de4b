// Types of what is taken out of values: indexing, iterating, awaiting, entering, destructuring, casts and operators.
// Not here: members and calls.

import { type ExprId, NONE } from "../model/mod.ts";
import { NOTHING_KNOWN, partsOf, STATIC, type Type, type Typed, unionOf, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { lineage } from "./lineage.ts";
import { signaturesOf } from "./signatures.ts";
import type { FileView } from "./world.ts";

/** The type of an expression whose operand's alternatives are each changed in one way. */
function changed(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  step: string,
  change: (type: Type) => Type,
): Typed {
  const operand = evaluator.typeOf(file, evaluator.object(file, expr));
  const type = unionOf(partsOf(operand.type).map(change));
  return { type, strength: operand.strength, chain: evaluator.step(step, file, expr, operand.chain) };
}

function isContainer(type: Type, name: string): type is Type & { k: "container" } {
  return type.k === "container" && type.name === name && type.args.length > 0;
}

export function awaited(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  return changed(
    evaluator,
    file,
    expr,
    "await",
    (type) => isContainer(type, "promise") ? type.args[0] : type,
  );
}

export function indexed(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  if (evaluator.name(file, expr) === "types") return evaluator.typeOf(file, evaluator.object(file, expr));
  const args = evaluator.args(file, expr);
  const isLiteral = args.length === 1 && args[0] !== NONE && evaluator.kind(file, args[0]) === "literal";
  const key = isLiteral ? evaluator.name(file, args[0]) : "";
  return changed(evaluator, file, expr, "index", (type) => {
    const shape = evaluator.underlying(type);
    if (shape.k === "class" || shape.k === "function" || shape.k === "external") return shape;
    if (shape.k !== "container") return UNKNOWN;
    if (shape.name === "list") return shape.args[0] ?? UNKNOWN;
    if (shape.name === "map" || shape.name === "record") return shape.args[1] ?? UNKNOWN;
    return shape.name === "tuple" && key === "number" ? unionOf(shape.args) : UNKNOWN;
  });
}

export function iterated(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const which = evaluator.name(file, expr);
  return changed(evaluator, file, expr, "iterated", (type) => {
    const shape = evaluator.underlying(type);
    if (shape.k === "external") return shape;
    return file.rules.iterated(shape, which) ?? yielded(evaluator, shape, which === "key" ? 0 : 1);
  });
}

/** What a function that is iterated hands to the loop: an argument of the function that it takes. */
function yielded(evaluator: Evaluator, type: Type, position: number): Type {
  const [iterator] = signaturesOf(evaluator, type, "call");
  if (iterator === undefined) return UNKNOWN;
  const [loop] = signaturesOf(evaluator, iterator.at(0), "call");
  return loop?.at(position) ?? UNKNOWN;
}

export function entered(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  return changed(evaluator, file, expr, "entered", (type) => {
    if (isContainer(type, "context")) return type.args[0];
    if (type.k === "external") return type;
    if (type.k !== "instance" || file.rules.protocol.enter === null) return UNKNOWN;
    const enter = evaluator.world.members(type.symbol).get(file.rules.protocol.enter)?.[0];
    const result = enter === undefined ? UNKNOWN : evaluator.resultOf(enter).type;
    return result.k === "unknown" ? type : result;
  });
}

export function element(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const index = evaluator.name(file, expr);
  return changed(evaluator, file, expr, "element", (type) => {
    const shape = evaluator.underlying(type);
    if (shape.k === "external") return shape;
    if (shape.k === "container" && shape.name === "tuple") return shape.args[Number(index)] ?? UNKNOWN;
    if (file.rules.destructuresOnlyTuples) return index === "0" ? type : UNKNOWN;
    return shape.k === "container" && shape.name === "list" ? shape.args[0] ?? UNKNOWN : UNKNOWN;
  });
}

export function cast(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const name = evaluator.name(file, expr);
  if (name === "is" || name === "isnot") return narrowedType(evaluator, file, expr, name === "is");
  const args = evaluator.args(file, expr);
  const value = evaluator.object(file, expr);
  const isSame = args.length === 0 || args[0] === NONE || evaluator.name(file, expr) === "satisfies";
  const declared = isSame ? NOTHING_KNOWN : declaredType(evaluator, file, args[0]);
  if (declared.type.k === "unknown") return evaluator.typeOf(file, value);
  return { ...declared, chain: evaluator.step("cast", file, expr, null) };
}

/** What is left of a value's type where a test has shown that it is of a type, or that it is not. */
function narrowedType(evaluator: Evaluator, file: FileView, expr: ExprId, is: boolean): Typed {
  const subject = evaluator.typeOf(file, evaluator.object(file, expr));
  const tested = evaluator.annotation(file, evaluator.args(file, expr)[0]);
  if (tested.k === "unknown") return is ? NOTHING_KNOWN : subject;
  const wanted = partsOf(tested);
  const parts = subject.type.k === "unknown" ? [] : partsOf(subject.type);
  const kept = is
    ? wanted.flatMap((type) => {
      const fitting = parts.filter((part) => isA(evaluator, part, type));
      return fitting.length > 0 ? fitting : [type];
    })
    : parts.filter((part) => !wanted.some((type) => isA(evaluator, part, type)));
  if (kept.length === 0) return subject;
  const strength = Math.max(subject.strength, evaluator.declared(file));
  return { type: unionOf(kept), strength, chain: evaluator.step("narrowed", file, expr, subject.chain) };
}

/** Whether every value of a type is one of another. */
function isA(evaluator: Evaluator, type: Type, other: Type): boolean {
  if (type.k === "instance" && other.k === "instance") {
    return lineage(evaluator, type.symbol).includes(other.symbol);
  }
  return type.k === "container" && other.k === "container" && type.name === other.name;
}

/** Operators that keep or dereference their operand; of the others the language says what they give. */
export function operation(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const args = evaluator.args(file, expr);
  const operator = evaluator.name(file, expr);
  if (operator === "slice" && args.length > 0) return evaluator.typeOf(file, args[0]);
  if (args.length === 1 && (operator === "&" || operator === "*")) return evaluator.typeOf(file, args[0]);
  if (operator === "<-" && args.length === 1) {
    const operand = evaluator.typeOf(file, args[0]);
    const shape = evaluator.underlying(operand.type);
    return { ...operand, type: shape.k === "container" ? shape.args[0] ?? UNKNOWN : UNKNOWN };
  }
  return { type: file.rules.literalType("operation", operator, () => []), strength: STATIC, chain: null };
}
