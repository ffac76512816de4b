// Members of object literals and object types. Law kept: in an object type a property has its type and is not that type; in a
// literal a property that holds a function or class is another name of it. Not here: members of anything else.

import { type ExprId, isCallable, isType, NONE } from "../model/mod.ts";
import { type Chain, NOTHING_KNOWN, substitute, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import { DYNAMIC_RECEIVER, extended, isBound, joined, ofValue, unresolved } from "./denotation.ts";
import type { Evaluator } from "./evaluator.ts";
import { memberNamed } from "./members.ts";
import type { Denotation, FileView } from "./world.ts";

/** What a property of an object denotes. */
export function ofObject(
  evaluator: Evaluator,
  type: Type & { k: "object" },
  name: string,
  object: Typed,
): Denotation {
  const file = evaluator.world.files[type.file];
  const spread: Type[] = [];
  for (const property of evaluator.args(file, type.expr)) {
    if (property === NONE) continue;
    const kind = evaluator.kind(file, property);
    if (kind === "spread") spread.push(spreadType(evaluator, file, evaluator.object(file, property)));
    if (kind !== "property" || evaluator.name(file, property) !== name) continue;
    const value = evaluator.object(file, property);
    if (value === NONE) return DYNAMIC_RECEIVER;
    const strength = Math.max(object.strength, evaluator.declared(file));
    const step = (before: Chain | null): Chain =>
      evaluator.step("property", file, property, before ?? object.chain);
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
  if (spread.length === 0) return unresolved("not_found");
  const inherited = joined(spread.map((type) => memberNamed(evaluator, { ...object, type }, name)));
  return isBound(inherited) || inherited.reason === "external" ? inherited : DYNAMIC_RECEIVER;
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
