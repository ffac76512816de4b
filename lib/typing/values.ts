// Types of what is named: locals and parameters, receivers, symbols as values. Declarations come before what is assigned,
// which is an inference. Not here: expressions, parameters without a declared type, results of callables.

import {
  BINDING_KINDS,
  type Definition,
  type ExprId,
  FLAGS,
  isCallable,
  isType,
  NONE,
} from "../model/mod.ts";
import {
  type Chain,
  NOTHING_KNOWN,
  partsOf,
  STATIC,
  SYNTACTIC,
  type Type,
  type Typed,
  unionTyped,
} from "./algebra.ts";
import { declaredType } from "./declared.ts";
import { decoratedClass, decoratedType } from "./decorated.ts";
import type { Evaluator } from "./evaluator.ts";
import { outsideOf } from "./bases.ts";
import { isA } from "./operations.ts";
import {
  implicitReceiver,
  inheritedParameter,
  parameterValue,
  selfType,
  suppliedParameter,
} from "./parameters.ts";
import { seenType } from "./seen_types.ts";
import type { FileView, Target } from "./world.ts";

/** The type of a local, parameter or narrowed name. */
export function valueOfBinding(evaluator: Evaluator, file: FileView, binding: number): Typed {
  const { kind, annotation, value, scope, name, start } = file.facts.bindings;
  const from = (step: string, { type, strength, chain }: Typed): Typed => ({
    type,
    strength,
    chain: { step, file: file.index, byteOffset: start[binding], previous: chain },
  });
  const word = BINDING_KINDS[kind[binding]];
  if (annotation[binding] !== NONE) {
    const declared = declaredType(evaluator, file, annotation[binding]);
    if (file.rules.assignmentNarrows && word !== "parameter" && value[binding] !== NONE) {
      const assigned = evaluator.typeOf(file, value[binding]);
      if (tellsMore(evaluator, assigned.type, declared.type)) return from("assigned", assigned);
    }
    const isReceiver = word === "parameter" && declared.type.k === "parameter" && value[binding] !== NONE;
    if (isReceiver && evaluator.kind(file, value[binding]) === "this") {
      return from("receiver", evaluator.typeOf(file, value[binding]));
    }
    return from("declared", declared);
  }
  if (word === "parameter") {
    const text = file.facts.strings[name[binding]];
    const receiver = implicitReceiver(evaluator, file, scope[binding], text);
    if (receiver !== null) return from("receiver", receiver);
    const inherited = inheritedParameter(evaluator, file, scope[binding], text);
    if (inherited !== null) return from("inherited", inherited);
    const supplied = suppliedParameter(evaluator, file, scope[binding], text);
    if (supplied !== null) return from("supplied", supplied);
    return parameterValue(evaluator, file, value[binding]);
  }
  if (value[binding] === NONE) return NOTHING_KNOWN;
  return from(word === "narrow" ? "narrowed" : "assigned", evaluator.typeOf(file, value[binding]));
}

/** Whether what is assigned is known to be one of the classes that a declaration allows, or a subclass of one. */
function tellsMore(evaluator: Evaluator, assigned: Type, declared: Type): boolean {
  return partsOf(assigned).every((part) =>
    part.k === "instance" && partsOf(declared).some((one) => isA(evaluator, part, one))
  );
}

/** `this` and `super` where they stand. */
export function receiver(evaluator: Evaluator, file: FileView, expr: ExprId, kind: "this" | "super"): Typed {
  const scope = file.facts.exprs.scope[expr];
  const owner = file.facts.scopes.owner[scope];
  const symbol = evaluator.world.enclosingClass(file, scope);
  if (symbol < 0) return NOTHING_KNOWN;
  const self = selfType(owner === NONE ? null : file.facts.definitions[owner], symbol);
  // In the body of the class itself (a static block or initialiser) the receiver is the class.
  const inBody = owner !== NONE && evaluator.world.symbolOf(file, owner) === symbol;
  const declared = kind === "this" ? declaredReceiver(evaluator, file, owner) : null;
  if (declared !== null) return declared;
  const type: Type = kind === "super"
    ? { k: "super", ...superOf(evaluator, file, expr, symbol), ofInstance: self.k === "instance" }
    : inBody && isType(file.facts.definitions[owner].kind) && isStaticBody(file, scope)
    ? { k: "class", symbol }
    : self;
  return { type, strength: evaluator.declared(file), chain: evaluator.step("receiver", file, expr, null) };
}

/** The receiver that a function declares among its parameters; null where it declares none. */
function declaredReceiver(evaluator: Evaluator, file: FileView, owner: number): Typed | null {
  const parameter = owner === NONE ? undefined : file.facts.definitions[owner].parameters[0];
  if (parameter?.kind !== "receiver" || parameter.annotation === NONE || file.rules.implicitReceiver) {
    return null;
  }
  const at = file.facts.exprs.start[parameter.annotation];
  const chain: Chain = { step: "declared", file: file.index, byteOffset: at, previous: null };
  return { ...declaredType(evaluator, file, parameter.annotation), chain };
}

/** The class behind which `super` searches, and the class in whose line: it may name another than the one around it. */
function superOf(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  symbol: number,
): { symbol: number; line: number } {
  const [named = NONE] = evaluator.args(file, expr);
  const { type } = evaluator.typeOf(file, named);
  return { symbol: type.k === "class" ? type.symbol : symbol, line: symbol };
}

/** A block inside a class body that is no function's: a static block. */
function isStaticBody(file: FileView, scope: number): boolean {
  const owner = file.facts.scopes.owner[scope];
  return owner !== NONE && file.facts.definitions[owner].body !== scope;
}

/**
 * The type of what may be one of several symbols. That there are several is no weakness of it: the type is one of theirs, and
 * says so. One that only an unusual program has says nothing beside others.
 */
export function typeOfTargets(evaluator: Evaluator, targets: readonly Target[]): Typed {
  const likely = targets.filter(({ strength }) => strength < SYNTACTIC);
  const meant = likely.length > 0 ? likely : targets;
  const types = meant.map((target) => seenType(evaluator, target.symbol, target.seen ?? null));
  const isWhole = meant.length === targets.length &&
    types.every(({ type }) => type.k !== "unknown" && type.k !== "external");
  return unionTyped(types.map((typed, index) => {
    const { strength, alone, chain } = meant[index];
    return {
      type: typed.type,
      strength: Math.max(typed.strength, isWhole ? alone?.strength ?? strength : strength),
      chain: typed.chain ?? chain,
    };
  }));
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
    const decorated = definition.decorators.length > 0
      ? decoratedClass(evaluator, file, symbol, definition)
      : null;
    return decorated ?? { type: { k: "class", symbol }, strength: STATIC, chain: null };
  }
  if (isCallable(kind) && !file.rules.isAccessor(definition)) {
    const decorated = definition.decorators.length > 0 ? decoratedType(evaluator, file, definition) : null;
    return decorated ?? { type: { k: "function", symbol, seen: null }, strength: STATIC, chain: null };
  }
  if (isCallable(kind) || file.rules.isAccessor(definition)) return evaluator.resultOf(symbol);
  const isDeclaredMember = kind === "enum_member" && definition.parent !== NONE;
  if (isDeclaredMember || isEnumMember(evaluator, file, definition)) {
    const type: Type = { k: "instance", symbol: evaluator.world.symbolOf(file, definition.parent), args: [] };
    return { type, strength: isDeclaredMember ? STATIC : evaluator.declared(file), chain: null };
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
  const isOfUnnamedType = definition.values.length === 1 &&
    isMadeOfType(evaluator, file, definition.values[0]);
  if (evaluator.world.members(symbol).size > 0 && !isOfUnnamedType) {
    return { type: { k: "class", symbol }, strength: STATIC, chain: at };
  }
  const values = unionTyped(definition.values.map((value) => evaluator.typeOf(file, value)));
  return values.type.k === "unknown"
    ? values
    : { ...values, chain: { ...at, step: "assigned", previous: values.chain } };
}

const TYPE_FORMS = new Set(["object", "array", "map"]);

/** Whether a value is made of a type that is written in place. */
function isMadeOfType(evaluator: Evaluator, file: FileView, value: ExprId): boolean {
  const made = evaluator.kind(file, value) === "operation" ? evaluator.args(file, value)[0] : value;
  if (evaluator.kind(file, made) !== "construct") return false;
  return TYPE_FORMS.has(evaluator.kind(file, evaluator.object(file, made)));
}

/** Whether a value of a class's body is one of the instances that its class enumerates. */
function isEnumMember(evaluator: Evaluator, file: FileView, definition: Definition): boolean {
  const { parent, values, annotation, flags } = definition;
  if (file.rules.enumModule === null || parent === NONE || values.length === 0) return false;
  if (annotation !== NONE || (flags & FLAGS.assigned) !== 0) return false;
  if (!isType(file.facts.definitions[parent].kind)) return false;
  return outsideOf(evaluator, evaluator.world.symbolOf(file, parent)).modules.has(file.rules.enumModule);
}
