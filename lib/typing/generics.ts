// Type arguments: which parameters a definition has, what an instance fills into them, and how a base class sees its
// subclass's arguments. Law kept: a parameter that nothing fills stays itself, and only its bound speaks for it.
// Not here: the inference of arguments from a call.

import {
  addTo,
  BINDING_KINDS,
  type DefId,
  type Definition,
  type ExprId,
  isType,
  NONE,
} from "../model/mod.ts";
import {
  type Fills,
  type Parameter,
  parameterKey,
  partsWithin,
  type Seen,
  SELF,
  type Type,
  UNKNOWN,
} from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { baseTypesOf } from "./bases.ts";
import { Answers, perEvaluator } from "./memo.ts";
import { substitute } from "./substitution.ts";
import type { FileView } from "./world.ts";

const TYPE_PARAMETER = BINDING_KINDS.indexOf("type_parameter");

/** Bindings of type parameters by the definition that owns their scope, in source order. */
const declared = new WeakMap<FileView, ReadonlyMap<DefId, readonly number[]>>();

function parametersByOwner(file: FileView): ReadonlyMap<DefId, readonly number[]> {
  let known = declared.get(file);
  if (known !== undefined) return known;
  const byOwner = new Map<DefId, number[]>();
  const { kind, scope } = file.facts.bindings;
  for (let binding = 0; binding < kind.length; binding++) {
    if (kind[binding] !== TYPE_PARAMETER) continue;
    addTo(byOwner, file.facts.scopes.owner[scope[binding]], binding);
  }
  declared.set(file, known = byOwner);
  return known;
}

/** A definition's own type parameters in their order; null for a name that no binding declares. */
export function typeParametersOf(evaluator: Evaluator, symbol: number): readonly (Parameter | null)[] {
  const definition = evaluator.world.definition(symbol);
  if (definition === null) return [];
  const file = evaluator.world.file(symbol);
  if (definition.typeParameters.length === 0) {
    return isType(definition.kind) && file.rules.typeVariables.size > 0
      ? namedByBases(evaluator, symbol)
      : [];
  }
  const id = evaluator.world.definitionOf(symbol);
  const { name } = file.facts.bindings;
  const own = parametersByOwner(file).get(id) ?? [];
  return definition.typeParameters.map((word) => {
    const binding = own.find((one) => file.facts.strings[name[one]] === word);
    return binding === undefined ? null : { k: "parameter", file: file.index, binding };
  });
}

const byBases = perEvaluator(({ circles }: Evaluator) => new Answers<number, readonly Parameter[]>(circles));

/** Type variables that a class has because its bases are given them, in their order; a base that only lists them decides. */
function namedByBases(evaluator: Evaluator, symbol: number): readonly Parameter[] {
  const memo = byBases(evaluator);
  const known = memo.get(symbol);
  if (known !== undefined) return known;
  const before = evaluator.circles.count;
  memo.open(symbol, []);
  const file = evaluator.world.file(symbol);
  let found = new Map<string, Parameter>();
  for (const { expr } of evaluator.world.definition(symbol)!.bases) {
    if (evaluator.kind(file, expr) !== "index") continue;
    const own = new Map<string, Parameter>();
    for (const arg of evaluator.args(file, expr)) mentioned(evaluator.annotation(file, arg), own);
    const object = evaluator.object(file, expr);
    if (object !== NONE && file.rules.genericBases.has(evaluator.name(file, object))) {
      found = own;
      break;
    }
    for (const [key, parameter] of own) found.set(key, parameter);
  }
  const answer = [...found.values()];
  memo.keep(symbol, answer, before);
  return answer;
}

function mentioned(type: Type, into: Map<string, Parameter>, read = new Set<Type>()): void {
  if (type.k === "parameter") into.set(parameterKey(type.file, type.binding), type);
  if (read.has(type)) return;
  read.add(type);
  for (const part of partsWithin(type)) mentioned(part, into, read);
}

/** What a named type with these arguments fills into its declaration; defaults stand in for arguments left out. */
export function fillsOf(evaluator: Evaluator, symbol: number, args: readonly Type[]): Map<string, Type> {
  const fills = new Map<string, Type>();
  const file = evaluator.world.file(symbol);
  typeParametersOf(evaluator, symbol).forEach((parameter, index) => {
    if (parameter === null) return;
    const own = parameter.file === file.index
      ? defaultOf(evaluator, file, parameter.binding, fills)
      : UNKNOWN;
    const given = args[index] ?? own;
    if (given.k !== "unknown") fills.set(parameterKey(parameter.file, parameter.binding), given);
  });
  return fills;
}

function defaultOf(evaluator: Evaluator, file: FileView, binding: number, fills: Fills): Type {
  return substitute(evaluator.annotation(file, file.facts.bindings.value[binding]), fills);
}

/** A member's type as its receiver sees it: the receiver's arguments and the receiver itself filled in. */
export function withReceiver(evaluator: Evaluator, type: Type, seen: Seen, member: number): Type {
  return substitute(type, receiverFills(evaluator, seen, member));
}

/** What a receiver fills into the declarations of a member. */
export function receiverFills(evaluator: Evaluator, { receiver, owner }: Seen, member: number): Fills {
  if (receiver.k !== "instance") return null;
  const { args } = asBase(evaluator, receiver, owner);
  const fills = new Map<string, Type>([[SELF, receiver]]);
  for (const declaration of evaluator.world.declarations(owner)) {
    for (const [key, filled] of fillsOf(evaluator, declaration, args)) fills.set(key, filled);
  }
  renamed(evaluator, member, args, fills);
  selfNamed(evaluator, member, receiver, fills);
  return fills;
}

/** The parameter of a type that a method's receiver names anew, or null where a binding is none such. */
export function renamedParameter(
  evaluator: Evaluator,
  { file, binding }: Parameter,
): Parameter | null {
  const view = evaluator.world.files[file];
  const owner = view.facts.scopes.owner[view.facts.bindings.scope[binding]];
  const definition = view.facts.definitions[owner];
  const named = definition === undefined ? NONE : genericReceiver(evaluator, view, definition);
  if (named === NONE) return null;
  const index = evaluator.args(view, named).findIndex((arg) => {
    const type = evaluator.annotation(view, arg);
    return type.k === "parameter" && type.file === file && type.binding === binding;
  });
  const [target] = evaluator.denote(view, evaluator.object(view, named)).targets;
  return target === undefined ? null : typeParametersOf(evaluator, target.symbol)[index] ?? null;
}

/** The receiver's type with the names that it gives the type's parameters, without its pointer; NONE without such names. */
function genericReceiver(evaluator: Evaluator, file: FileView, { receiverExpr }: Definition): ExprId {
  let named = receiverExpr;
  while (named !== NONE && evaluator.kind(file, named) === "pointer") named = evaluator.object(file, named);
  return named !== NONE && evaluator.kind(file, named) === "index" ? named : NONE;
}

/** A method declared apart from its type names the type's parameters anew (`func (s *Stack[E]) Push(e E)`). */
function renamed(
  evaluator: Evaluator,
  member: number,
  args: readonly Type[],
  fills: Map<string, Type>,
): void {
  const definition = evaluator.world.definition(member);
  if (definition === null || args.length === 0) return;
  const file = evaluator.world.file(member);
  const named = genericReceiver(evaluator, file, definition);
  if (named === NONE) return;
  evaluator.args(file, named).forEach((arg, index) => {
    const type = evaluator.annotation(file, arg);
    if (type.k === "parameter" && args[index] !== undefined) {
      fills.set(parameterKey(type.file, type.binding), args[index]);
    }
  });
}

/** A receiver may be declared with a type variable of its own (`def copy(self: T) -> T`). */
function selfNamed(evaluator: Evaluator, member: number, receiver: Type, fills: Map<string, Type>): void {
  const [first] = evaluator.world.definition(member)?.parameters ?? [];
  if (first === undefined || first.kind !== "receiver" || first.annotation === NONE) return;
  const declared = evaluator.annotation(evaluator.world.file(member), first.annotation);
  const own = declared.k === "container" && declared.name === "class_of" ? declared.args[0] : declared;
  if (own.k === "parameter") fills.set(parameterKey(own.file, own.binding), receiver);
}

type Instance = Type & { k: "instance" };

/** More steps up than this are not followed for their arguments. */
const MAX_STEPS = 32;

/** An instance as one of its ancestors, with the arguments that the classes between give it. */
export function asBase(evaluator: Evaluator, instance: Instance, ancestor: number): Instance {
  let wave: Instance[] = [instance];
  const seen = new Set<number>();
  for (let step = 0; step < MAX_STEPS && wave.length > 0; step++) {
    const next: Instance[] = [];
    for (const one of wave) {
      if (one.symbol === ancestor) return one;
      if (seen.has(one.symbol)) continue;
      seen.add(one.symbol);
      const fills = fillsOf(evaluator, one.symbol, one.args);
      for (const base of baseTypesOf(evaluator, one.symbol)) {
        if (base.k === "instance") next.push(substitute(base, fills) as Instance);
      }
    }
    wave = next;
  }
  return { k: "instance", symbol: ancestor, args: [] };
}
