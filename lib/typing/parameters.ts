// Types of parameters that declare none: receivers, what the overridden method declares, what the function is wanted to take,
// something like the default; what a test runner gives. Not here: declared parameters.

import { type Definition, type ExprId, FLAGS, NONE } from "../model/mod.ts";
import { HEURISTIC, NOTHING_KNOWN, partsOf, type Type, type Typed, unionOf } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { withReceiver } from "./generics.ts";
import { findInherited } from "./find_member.ts";
import { iteratedType } from "./protocols.ts";
import type { FileView } from "./world.ts";

/** What a parameter without a declared type may hold: what its function is wanted to take, else something like its default. */
export function parameterValue(evaluator: Evaluator, file: FileView, value: ExprId): Typed {
  if (value === NONE) return NOTHING_KNOWN;
  if (evaluator.kind(file, value) === "parameter") return evaluator.typeOf(file, value);
  const [first = NONE, second = NONE] = evaluator.args(file, value);
  const hasDefault = first !== NONE && evaluator.kind(file, first) === "parameter";
  if (hasDefault) {
    const given = evaluator.typeOf(file, first);
    if (given.type.k !== "unknown") return given;
  }
  const typed = evaluator.typeOf(file, hasDefault ? second : value);
  return typed.type.k === "external" ? NOTHING_KNOWN : { ...typed, strength: HEURISTIC };
}

/** What the overridden method declares a parameter of that name and place to be; null where it declares nothing. */
export function inheritedParameter(
  evaluator: Evaluator,
  file: FileView,
  scope: number,
  name: string,
): Typed | null {
  const owner = file.facts.scopes.owner[scope];
  if (!file.rules.inheritsParameters || owner === NONE) return null;
  const { kind, body, parent, parameters, name: method } = file.facts.definitions[owner];
  if (kind !== "method" || body !== scope || parent === NONE) return null;
  const position = parameters.findIndex((parameter) => parameter.name === name);
  const symbol = evaluator.world.symbolOf(file, parent);
  const found = position < 0 ? null : findInherited(evaluator, symbol, method);
  if (found === null || found.symbols.length !== 1) return null;
  const overridden = evaluator.world.definition(found.symbols[0]);
  const parameter = overridden?.parameters[position];
  if (parameter === undefined || parameter.name !== name || parameter.annotation === NONE) return null;
  const declared = evaluator.annotation(evaluator.world.file(found.symbols[0]), parameter.annotation);
  const seen = { receiver: { k: "instance" as const, symbol, args: [] }, owner: found.owner };
  return {
    type: withReceiver(evaluator, declared, seen, found.symbols[0]),
    strength: HEURISTIC,
    chain: null,
  };
}

/** What a test runner gives a parameter: the result of a function, or what that yields; null where it gives nothing. */
export function suppliedParameter(
  evaluator: Evaluator,
  file: FileView,
  scope: number,
  name: string,
): Typed | null {
  const owner = file.facts.scopes.owner[scope];
  if (owner === NONE || file.facts.definitions[owner].body !== scope) return null;
  const symbol = file.rules.supplier(evaluator, file, owner, name);
  if (symbol < 0) return null;
  const result = evaluator.resultOf(symbol);
  const definition = evaluator.world.definition(symbol)!;
  const isGenerator = (definition.flags & FLAGS.generator) !== 0;
  const type = isGenerator
    ? unionOf(partsOf(result.type).map((part) => iteratedType(evaluator, file, part, "value")))
    : result.type;
  return { type, strength: Math.max(result.strength, HEURISTIC), chain: result.chain };
}

/** The receiver of a method, where its first parameter holds it; null for any other parameter. */
export function implicitReceiver(
  evaluator: Evaluator,
  file: FileView,
  scope: number,
  name: string,
): Typed | null {
  const owner = file.facts.scopes.owner[scope];
  if (!file.rules.implicitReceiver || owner === NONE) return null;
  const definition = file.facts.definitions[owner];
  const first = definition.parameters[0];
  if (
    first === undefined || first.kind !== "receiver" || first.name !== name || definition.body !== scope
  ) return null;
  const symbol = evaluator.world.enclosingClass(file, scope);
  if (symbol < 0) return null;
  return { type: selfType(definition, symbol), strength: evaluator.declared(file), chain: null };
}

/** The type of a receiver in a method. */
export function selfType(definition: Definition | null, symbol: number): Type {
  const ofClass = definition !== null && (definition.flags & (FLAGS.static | FLAGS.classmethod)) !== 0;
  return ofClass ? { k: "class", symbol } : { k: "instance", symbol, args: [] };
}
