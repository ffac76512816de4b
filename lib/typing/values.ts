// Types of what is named: locals and parameters, receivers, symbols as values, results of callables. Declarations come before
// what is assigned or returned, which is an inference. Not here: expressions.

import {
  BINDING_KINDS,
  type Definition,
  type ExprId,
  FLAGS,
  isCallable,
  isType,
  NONE,
} from "../model/mod.ts";
import { type Chain, HEURISTIC, NOTHING_KNOWN, STATIC, type Type, type Typed } from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FileView } from "./world.ts";

/** The type of a local, parameter or narrowed name. */
export function valueOfBinding(evaluator: Evaluator, file: FileView, binding: number): Typed {
  const { kind, annotation, value, scope, name, start } = file.facts.bindings;
  const from = (step: string, typed: Typed): Typed => ({
    ...typed,
    chain: { step, file: file.index, byteOffset: start[binding], previous: typed.chain },
  });
  if (annotation[binding] !== NONE) {
    return from("declared", declaredType(evaluator, file, annotation[binding]));
  }
  const word = BINDING_KINDS[kind[binding]];
  if (word === "parameter") {
    const receiver = implicitReceiver(evaluator, file, scope[binding], file.facts.strings[name[binding]]);
    if (receiver !== null) return from("receiver", receiver);
    return parameterValue(evaluator, file, value[binding]);
  }
  if (value[binding] === NONE) return NOTHING_KNOWN;
  return from(word === "narrow" ? "narrowed" : "assigned", evaluator.typeOf(file, value[binding]));
}

/** What a parameter without a declared type may hold: what its function is wanted to take, else something like its default. */
function parameterValue(evaluator: Evaluator, file: FileView, value: ExprId): Typed {
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

function implicitReceiver(
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

function selfType(definition: Definition | null, symbol: number): Type {
  const ofClass = definition !== null && (definition.flags & (FLAGS.static | FLAGS.classmethod)) !== 0;
  return ofClass ? { k: "class", symbol } : { k: "instance", symbol, args: [] };
}

/** `this` and `super` where they stand. */
export function receiver(evaluator: Evaluator, file: FileView, expr: ExprId, kind: "this" | "super"): Typed {
  const scope = file.facts.exprs.scope[expr];
  const symbol = evaluator.world.enclosingClass(file, scope);
  if (symbol < 0) return NOTHING_KNOWN;
  const owner = file.facts.scopes.owner[scope];
  const self = selfType(owner === NONE ? null : file.facts.definitions[owner], symbol);
  // In the body of the class itself (a static block or initialiser) the receiver is the class.
  const inBody = owner !== NONE && evaluator.world.symbolOf(file, owner) === symbol;
  const type: Type = kind === "super"
    ? { k: "super", symbol, ofInstance: self.k === "instance" }
    : inBody && isType(file.facts.definitions[owner].kind) && isStaticBody(file, scope)
    ? { k: "class", symbol }
    : self;
  return { type, strength: evaluator.declared(file), chain: evaluator.step("receiver", file, expr, null) };
}

/** A block inside a class body that is no function's: a static block. */
function isStaticBody(file: FileView, scope: number): boolean {
  const owner = file.facts.scopes.owner[scope];
  return owner !== NONE && file.facts.definitions[owner].body !== scope;
}

/** The type of a symbol used as a value. */
export function valueOfSymbol(evaluator: Evaluator, symbol: number): Typed {
  const definition = evaluator.world.definition(symbol);
  const file = evaluator.world.file(symbol);
  if (definition === null) {
    const module = evaluator.world.moduleRules(file).moduleOf(file.index);
    return { type: { k: "module", module }, strength: STATIC, chain: null };
  }
  const { kind } = definition;
  if (isType(kind) || kind === "namespace") {
    return { type: { k: "class", symbol }, strength: STATIC, chain: null };
  }
  if (isCallable(kind) && !file.rules.isAccessor(definition)) {
    return { type: { k: "function", symbol, seen: null }, strength: STATIC, chain: null };
  }
  if (isCallable(kind) || file.rules.isAccessor(definition)) return evaluator.resultOf(symbol);
  if (kind === "enum_member" && definition.parent !== NONE) {
    const type: Type = { k: "instance", symbol: evaluator.world.symbolOf(file, definition.parent), args: [] };
    return { type, strength: STATIC, chain: null };
  }
  const at: Chain = {
    step: "declared",
    file: file.index,
    byteOffset: definition.nameStart,
    previous: null,
  };
  if (definition.annotation !== NONE) {
    const declared = declaredType(evaluator, file, definition.annotation);
    if (declared.type.k !== "unknown") return { ...declared, chain: at };
  }
  if (evaluator.world.members(symbol).size > 0) {
    return { type: { k: "class", symbol }, strength: STATIC, chain: at };
  }
  const values = evaluator.unionTyped(definition.values.map((value) => evaluator.typeOf(file, value)));
  return values.type.k === "unknown"
    ? values
    : { ...values, chain: { ...at, step: "assigned", previous: values.chain } };
}

/** The type of calling a callable symbol: declared, else inferred from what it returns. */
export function resultOfSymbol(evaluator: Evaluator, symbol: number): Typed {
  const definition = evaluator.world.definition(symbol)!;
  const file = evaluator.world.file(symbol);
  const chain: Chain = { step: "result", file: file.index, byteOffset: definition.nameStart, previous: null };
  if (definition.annotation !== NONE) {
    const declared = declaredType(evaluator, file, definition.annotation);
    return { ...declared, type: file.rules.callResult(definition, declared.type), chain };
  }
  const returned = evaluator.unionTyped(definition.values.map((value) => evaluator.typeOf(file, value)));
  if (returned.type.k === "unknown") return NOTHING_KNOWN;
  const isGenerator = (definition.flags & FLAGS.generator) !== 0;
  const type: Type = isGenerator ? { k: "container", name: "list", args: [returned.type] } : returned.type;
  return { type: file.rules.callResult(definition, type), strength: HEURISTIC, chain };
}
