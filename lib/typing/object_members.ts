// Members of object literals and object types. Law kept: in an object type a property has its type and is not that type; in a
// literal a property that holds a function or class is another name of it. Not here: members of anything else.

import { type ExprId, isCallable, isType, NONE } from "../model/mod.ts";
import { type Chain, HEURISTIC, NOTHING_KNOWN, STATIC, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import { DYNAMIC_RECEIVER, extended, ofSymbol, ofValue } from "./denotation.ts";
import type { Evaluator } from "./evaluator.ts";
import { Memo, perEvaluator } from "./memo.ts";
import { substitute } from "./substitution.ts";
import type { Denotation, FileView } from "./world.ts";

type ObjectType = Type & { k: "object" };

/** What a property that an object names itself denotes; null where it names none so. */
export function ofProperty(
  evaluator: Evaluator,
  type: ObjectType,
  name: string,
  object: Typed,
): Denotation | null {
  const file = evaluator.world.files[type.file];
  for (const property of evaluator.args(file, type.expr)) {
    if (property === NONE || evaluator.kind(file, property) !== "property") continue;
    if (evaluator.name(file, property) !== name) continue;
    const value = evaluator.object(file, property);
    if (value === NONE) return DYNAMIC_RECEIVER;
    const isCovered = lastSpread(evaluator, file, type.expr) > file.facts.exprs.start[property];
    const strength = Math.max(object.strength, evaluator.declared(file), isCovered ? HEURISTIC : STATIC);
    const step = (before: Chain | null): Chain =>
      evaluator.step("property", file, property, before ?? object.chain);
    const declares = evaluator.world.declaredBy(file, property);
    if (declares >= 0) return ofSymbol(declares, strength, step(null), "object_member");
    // In an object type the value is a type, which the property has and is not.
    const isDeclared = evaluator.name(file, type.expr) === "type" || evaluator.world.isTypeUse(file, value);
    if (!isDeclared) {
      const denotation = evaluator.denote(file, value);
      if (denotation.targets.some(({ symbol }) => isNamed(evaluator, symbol))) {
        return extended(denotation, strength, step, "object_member");
      }
    }
    const declared = propertyType(evaluator, file, value, isDeclared);
    return ofValue({
      type: substitute(declared.type, type.fills),
      strength: Math.max(strength, declared.strength),
      chain: step(null),
    });
  }
  return null;
}

const spreads = perEvaluator(({ circles }: Evaluator) => new Memo<number>(NONE, circles));

/** Where the last spread of an object literal stands: it may bring anew what stands before it; NONE where there is none. */
function lastSpread(evaluator: Evaluator, file: FileView, object: ExprId): number {
  const memo = spreads(evaluator);
  return memo.known(file.index, object) ?? memo.fill(file.index, object, () => {
    if (evaluator.kind(file, object) !== "object" || evaluator.name(file, object) === "type") return NONE;
    const last = evaluator.args(file, object).findLast((arg) =>
      arg !== NONE && evaluator.kind(file, arg) === "spread"
    );
    return last === undefined ? NONE : file.facts.exprs.start[last];
  });
}

/** Whether a spread in the object that holds a member stands behind it, and may bring another one of its name. */
export function isCoveredBySpread(evaluator: Evaluator, owner: number, member: number): boolean {
  const definition = evaluator.world.definition(member);
  return definition !== null && spreadOf(evaluator, owner) > definition.nameStart;
}

/** Whether the object that a symbol holds has members that a spread brings. */
export function hasSpread(evaluator: Evaluator, owner: number): boolean {
  return spreadOf(evaluator, owner) !== NONE;
}

function spreadOf(evaluator: Evaluator, owner: number): number {
  const [object = NONE] = evaluator.world.definition(owner)?.values ?? [];
  return object === NONE ? NONE : lastSpread(evaluator, evaluator.world.file(owner), object);
}

/** The types whose members an object has too, UNKNOWN for one that may be anything. */
export function spreadTypes(evaluator: Evaluator, type: ObjectType): Type[] {
  const file = evaluator.world.files[type.file];
  return [...evaluator.args(file, type.expr)]
    .filter((property) => property !== NONE && evaluator.kind(file, property) === "spread")
    .map((property) => spreadType(evaluator, file, evaluator.object(file, property)));
}

/** A type that an object type has all members of; what an object literal spreads may be anything. */
function spreadType(evaluator: Evaluator, file: FileView, expr: ExprId): Type {
  if (expr === NONE) return UNKNOWN;
  const named = evaluator.kind(file, expr) === "index" ? evaluator.object(file, expr) : expr;
  return evaluator.world.isTypeUse(file, named) ? evaluator.annotation(file, expr) : UNKNOWN;
}

/** Whether a property that holds a symbol is another name of it: of functions and types, not of values. */
function isNamed(evaluator: Evaluator, symbol: number): boolean {
  const kind = evaluator.world.definition(symbol)?.kind ?? "file";
  return isCallable(kind) || isType(kind) || kind === "namespace" || kind === "file";
}

/** The type of an object's property: in an object type the property is declared, in a literal it is a value. */
function propertyType(evaluator: Evaluator, file: FileView, value: ExprId, isDeclared: boolean): Typed {
  const typed = isDeclared ? NOTHING_KNOWN : evaluator.typeOf(file, value);
  if (typed.type.k !== "unknown" && typed.type.k !== "class") return typed;
  const declared = declaredType(evaluator, file, value);
  return declared.type.k === "unknown" ? typed : declared;
}
