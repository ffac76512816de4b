// Members of values: modules, classes, instances, parents through super, object literals. Law kept: a member of a receiver
// of which nothing is known is never bound. Not here: the order in which inheritance is searched.

import { type ExprId, FLAGS } from "../model/mod.ts";
import {
  type Chain,
  HEURISTIC,
  type Parameter,
  partsOf,
  STATIC,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "./algebra.ts";
import { strengthOfNames } from "./declared.ts";
import { metaclassOf, outsideOf } from "./bases.ts";
import {
  DYNAMIC_RECEIVER,
  extended,
  isBound,
  joined,
  MAX_VARIANTS,
  ofSymbol,
  ofValue,
  unresolved,
} from "./denotation.ts";
import { isInNamespace, ofFunctionItself, ruleOf, sided, withoutMethodsOf } from "./class_members.ts";
import type { Evaluator } from "./evaluator.ts";
import { declaredForm, throughForm, underlying } from "./forms.ts";
import { findBehind, findInherited, findMember, findPrivate, type FoundMember } from "./find_member.ts";
import { hasSpread, isCoveredBySpread, ofProperty, spreadTypes } from "./object_members.ts";
import { containerBase } from "./protocols.ts";
import { seenType } from "./seen_types.ts";
import type { Denotation, FileView } from "./world.ts";

/** What `object.name` denotes, where the object has that type. */
export function memberOf(evaluator: Evaluator, file: FileView, object: Typed, expr: ExprId): Denotation {
  const { type: all, strength, chain } = object;
  const found = all.k === "union"
    ? joined(all.of.map((type) => memberOfPart(evaluator, file, { type, strength, chain }, expr)))
    : memberOfPart(evaluator, file, object, expr);
  const told = evaluator.world.toldOfMember(file, expr);
  return told === null ? found : { ...found, value: told };
}

/** The member of a value by a name that no expression says: what a module exports as one object has. */
export function memberNamed(evaluator: Evaluator, object: Typed, name: string): Denotation {
  const alternatives = partsOf(object.type).map((type) => {
    if (type.k === "object") {
      return ofObject(evaluator, type, name, object);
    }
    if (type.k === "module") return evaluator.world.exported(type.module, name);
    if (type.k === "external") return unresolved("external", type.module);
    if (type.k !== "class" && type.k !== "instance" && type.k !== "function") return DYNAMIC_RECEIVER;
    const found = findMember(evaluator, type.symbol, name);
    if (found === null) return unresolved("not_found");
    const strength = Math.max(object.strength, found.strength);
    return joined(found.symbols.map((symbol) => ofSymbol(symbol, strength, object.chain, "object_member")));
  });
  return joined(alternatives);
}

function memberOfPart(evaluator: Evaluator, file: FileView, object: Typed, expr: ExprId): Denotation {
  const name = evaluator.name(file, expr);
  const type = object.type;
  switch (type.k) {
    case "module":
      return ofModuleMember(evaluator, file, object, type.module, expr);
    case "class":
      return ofClass(evaluator, file, object, type.symbol, expr, "class");
    case "instance":
    case "self":
      return ofClass(evaluator, file, object, type.symbol, expr, "instance");
    case "super":
      return ofClass(evaluator, file, object, type.symbol, expr, "super");
    case "function": {
      const own = evaluator.world.members(type.symbol).get(name);
      if (own === undefined) {
        return ofFunctionItself(evaluator, file, type.symbol, expr, object) ?? ofLanguage(file, object, name);
      }
      return joined(own.map((symbol) => {
        const strength = isInNamespace(evaluator, symbol) ? evaluator.declared(file) : HEURISTIC;
        return ofSymbol(symbol, Math.max(object.strength, strength), object.chain, "object_member");
      }));
    }
    case "object":
      return ofObject(evaluator, type, name, object);
    case "parameter":
      return ofTypeParameter(evaluator, file, object, type, expr);
    case "container":
      if (type.name === "class_of") return ofClassOf(evaluator, file, object, type.args[0] ?? UNKNOWN, expr);
      return ofLanguage(file, object, name);
    case "callable":
    case "signature":
    case "lambda":
    case "external":
      return ofLanguage(file, object, name);
    default:
      return DYNAMIC_RECEIVER;
  }
}

/** A member of a class that a value stands for (`type[C]`). */
function ofClassOf(evaluator: Evaluator, file: FileView, object: Typed, of: Type, expr: ExprId): Denotation {
  const classes = partsOf(of).map((part) => evaluator.bound(part)).flatMap((part): Type[] =>
    part.k === "instance" || part.k === "self" ? [{ k: "class", symbol: part.symbol }] : []
  );
  if (classes.length === 0) {
    return of.k === "external" ? unresolved("external", of.module) : DYNAMIC_RECEIVER;
  }
  return memberOf(evaluator, file, { ...object, type: unionOf(classes) }, expr);
}

/** A member of a value of the language's own: declared outside, though it may lead back to types of the repository. */
function ofLanguage(file: FileView, object: Typed, name: string): Denotation {
  const { type } = object;
  const member = file.rules.containerMember(type, name);
  // What a record holds under a name is the repository's to say.
  if (type.k === "container" && type.name === "record" && member !== null) {
    return ofValue({ ...object, type: member });
  }
  const owner = type.k === "external" ? type.module : file.rules.languageModule;
  const outside = unresolved("external", owner);
  return member === null ? outside : { ...outside, value: { ...object, type: member } };
}

function ofModuleMember(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  module: number,
  expr: ExprId,
): Denotation {
  const exported = evaluator.world.exported(module, evaluator.name(file, expr));
  const step = (before: Chain | null): Chain => evaluator.step("module", file, expr, before ?? object.chain);
  return extended(exported, object.strength, step, "module_member");
}

function ofTypeParameter(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  type: Parameter,
  expr: ExprId,
): Denotation {
  const bound = evaluator.constraintOf(type);
  if (bound.k === "unknown" || bound.k === "parameter") return DYNAMIC_RECEIVER;
  const view = evaluator.world.files[type.file];
  const names = strengthOfNames(evaluator, view, view.facts.bindings.annotation[type.binding]);
  return memberOf(
    evaluator,
    file,
    { ...object, type: bound, strength: Math.max(object.strength, names) },
    expr,
  );
}

function ofClass(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  expr: ExprId,
  through: "class" | "instance" | "super",
): Denotation {
  const found = foundFor(evaluator, file, object.type, symbol, expr);
  if (found === null) return missing(evaluator, file, object, symbol, expr, through);
  const symbols = sided(evaluator, found.symbols, through === "class");
  if (symbols.length === 0) return missing(evaluator, file, object, symbol, expr, through);
  const rule = ruleOf(evaluator, file, object, symbol, found, expr, through);
  const chain = evaluator.step(found.owner === symbol ? "member" : "inherited", file, expr, object.chain);
  const isCovered = through === "class" && isCoveredBySpread(evaluator, found.owner, symbols[0]);
  const strength = Math.max(object.strength, found.strength, isCovered ? HEURISTIC : STATIC);
  const receiver: Type = through === "instance" ? object.type : { k: "instance", symbol, args: [] };
  const seen = { receiver, owner: found.owner, ofClass: through === "class" };
  return joined(symbols.map((member) => ofSymbol(member, strength, chain, rule, seen)), MAX_VARIANTS);
}

/** The member that a receiver has by the name an expression says. */
function foundFor(
  evaluator: Evaluator,
  file: FileView,
  receiver: Type,
  symbol: number,
  expr: ExprId,
): FoundMember | null {
  const name = evaluator.name(file, expr);
  if (file.rules.isPrivateName(name)) {
    const owner = evaluator.world.enclosingClass(file, file.facts.exprs.scope[expr]);
    return findPrivate(evaluator, symbol, owner, name);
  }
  if (receiver.k !== "super") return findMember(evaluator, symbol, name);
  return receiver.line === symbol
    ? findInherited(evaluator, symbol, name)
    : findBehind(evaluator, receiver.line, symbol, name);
}

function missing(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  expr: ExprId,
  through: "class" | "instance" | "super",
): Denotation {
  const form = through === "instance" ? declaredForm(evaluator, object.type) : object.type;
  const definition = evaluator.world.definition(symbol);
  // What an interface declares has been looked through; what it extends has not.
  const isOwn = form.k === "object" && definition?.kind === "interface";
  if (form !== object.type && form.k !== "unknown" && !isOwn) {
    const found = throughForm(evaluator, file, { ...object, type: form }, expr, memberOf);
    const isNew = definition !== null && (definition.flags & FLAGS.alias) === 0 &&
      evaluator.world.file(symbol).rules.aliasesAreTypes;
    return isNew ? withoutMethodsOf(evaluator, form, found) : found;
  }
  const name = evaluator.name(file, expr);
  if (name === file.rules.protocol.classOf && through === "instance") {
    const value = ofValue({ ...object, type: { k: "class", symbol } });
    return { ...value, reason: "external", module_name: file.rules.languageModule };
  }
  if (through === "class") {
    const own = ofFunctionItself(evaluator, file, symbol, expr, object);
    if (own !== null) return own;
    if (hasSpread(evaluator, symbol)) return DYNAMIC_RECEIVER;
    const made = metaclassOf(evaluator, symbol);
    if (made !== null) {
      const strength = Math.max(object.strength, made.strength);
      const ask = () => memberOf(evaluator, file, { ...made, strength, chain: object.chain }, expr);
      return evaluator.deeper(DYNAMIC_RECEIVER, ask);
    }
  }
  const container = through === "instance" ? containerBase(evaluator, object.type) : null;
  if (container !== null) return ofLanguage(file, { ...object, type: container }, name);
  const outside = outsideOf(evaluator, symbol);
  if (outside.external !== null) return unresolved("external", outside.external.module);
  if (outside.unknown) return DYNAMIC_RECEIVER;
  const owner = evaluator.world.file(symbol).rules.builtinMemberOwner(name);
  return owner === null ? unresolved("not_found") : unresolved("external", owner);
}

function ofObject(
  evaluator: Evaluator,
  type: Type & { k: "object" },
  name: string,
  object: Typed,
): Denotation {
  const own = ofProperty(evaluator, type, name, object);
  if (own !== null) return own;
  const spread = spreadTypes(evaluator, type);
  if (spread.length === 0) return unresolved("not_found");
  const inherited = joined(spread.map((type) => memberNamed(evaluator, { ...object, type }, name)));
  return isBound(inherited) || inherited.reason === "external" ? inherited : DYNAMIC_RECEIVER;
}

/** The type of a member that a type declares, by its name; UNKNOWN where it has none. */
export function memberType(evaluator: Evaluator, type: Type, name: string): Type {
  return unionOf(
    partsOf(type).map((part) => {
      const shape = evaluator.bound(part);
      if (shape.k === "object") {
        const { value } = ofObject(evaluator, shape, name, { type: shape, strength: STATIC, chain: null });
        return value?.type ?? UNKNOWN;
      }
      if (shape.k === "container" && shape.name === "record") return shape.args[1] ?? UNKNOWN;
      if (shape.k !== "instance" && shape.k !== "self") return UNKNOWN;
      const found = findMember(evaluator, shape.symbol, name);
      if (found === null) {
        const under = underlying(evaluator, shape);
        return under === shape ? UNKNOWN : memberType(evaluator, under, name);
      }
      const seen = { receiver: shape, owner: found.owner };
      return unionOf(found.symbols.map((symbol) => seenType(evaluator, symbol, seen).type));
    }),
  );
}
