// Members of values: modules, classes, instances, parents through super, object literals. Inheritance is searched in the
// language's own order, guarded against cycles. Law kept: a member of a receiver of which nothing is known is never bound.

import { type ExprId, FLAGS, NONE } from "../model/mod.ts";
import { type Chain, HEURISTIC, partsOf, STATIC, type Type, type Typed, UNKNOWN } from "./algebra.ts";
import { withReceiver } from "./calls.ts";
import { DYNAMIC_RECEIVER, extended, joined, ofSymbol, ofValue, unresolved } from "./denotation.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Denotation, FileView, RuleName } from "./world.ts";

/** The bases of a class: the known ones, and what is known of the others. */
export interface Bases {
  readonly symbols: readonly number[];
  /** Set where a base lies outside the repository. */
  readonly external: { readonly module: string | null } | null;
  /** Whether a base could not be bound at all. */
  readonly unknown: boolean;
}

/** A member found on a type, and how far up. */
export interface FoundMember {
  readonly symbols: readonly number[];
  /** The class that declares it. */
  readonly owner: number;
}

const memos = new WeakMap<Evaluator, { bases: Map<number, Bases>; lines: Map<number, readonly number[]> }>();

function memoOf(evaluator: Evaluator) {
  let memo = memos.get(evaluator);
  if (memo === undefined) memos.set(evaluator, memo = { bases: new Map(), lines: new Map() });
  return memo;
}

/** The direct bases of a class, of all its merged declarations. */
export function basesOf(evaluator: Evaluator, symbol: number): Bases {
  const { bases } = memoOf(evaluator);
  const known = bases.get(symbol);
  if (known !== undefined) return known;
  bases.set(symbol, { symbols: [], external: null, unknown: true });
  const symbols: number[] = [];
  let external: Bases["external"] = null;
  let unknown = false;
  for (const declaration of evaluator.world.declarations(symbol)) {
    const definition = evaluator.world.definition(declaration);
    if (definition === null) continue;
    const file = evaluator.world.file(declaration);
    for (const base of definition.bases) {
      const type = baseType(evaluator, file, base.expr);
      if (type.k === "instance" || type.k === "class") symbols.push(type.symbol);
      else if (type.k === "external") external = { module: type.module };
      else unknown = true;
    }
  }
  const answer = { symbols: [...new Set(symbols)].filter((base) => base !== symbol), external, unknown };
  bases.set(symbol, answer);
  return answer;
}

function baseType(evaluator: Evaluator, file: FileView, expr: ExprId): Type {
  const kind = evaluator.kind(file, expr);
  if (kind === "call") {
    const result = evaluator.typeOf(file, expr).type;
    return result.k === "external" || result.k === "class" ? result : UNKNOWN;
  }
  const declared = evaluator.annotation(file, expr);
  if (declared.k !== "unknown") return partsOf(declared)[0];
  const value = evaluator.typeOf(file, expr).type;
  return value.k === "function" ? { k: "instance", symbol: value.symbol, args: [] } : partsOf(value)[0];
}

/** The class and its ancestors in the order in which members are searched. */
export function lineage(evaluator: Evaluator, symbol: number): readonly number[] {
  const { lines } = memoOf(evaluator);
  const known = lines.get(symbol);
  if (known !== undefined) return known;
  lines.set(symbol, [symbol]);
  const bases = basesOf(evaluator, symbol).symbols;
  const line = evaluator.world.file(symbol).rules.memberOrder === "breadth_first"
    ? breadthFirst(evaluator, symbol)
    : [symbol, ...merged([...bases.map((base) => lineage(evaluator, base)), bases])];
  lines.set(symbol, line);
  return line;
}

/** C3: the first head that is in no other list's tail; where there is none, the first head. */
function merged(lists: readonly (readonly number[])[]): number[] {
  const rest = lists.map((list) => [...list]).filter((list) => list.length > 0);
  const out: number[] = [];
  while (rest.some((list) => list.length > 0)) {
    const open = rest.filter((list) => list.length > 0);
    const head = open.map((list) => list[0]).find((one) => open.every((list) => list.indexOf(one) <= 0)) ??
      open[0][0];
    out.push(head);
    for (const list of rest) {
      const index = list.indexOf(head);
      if (index >= 0) list.splice(index, 1);
    }
  }
  return out;
}

function breadthFirst(evaluator: Evaluator, symbol: number): number[] {
  const line = [symbol];
  const seen = new Set(line);
  for (let i = 0; i < line.length; i++) {
    for (const base of basesOf(evaluator, line[i]).symbols) {
      if (!seen.has(base)) seen.add(base), line.push(base);
    }
  }
  return line;
}

/** A member by name on a class or its ancestors, `skip` of them left out; null where none has it. */
export function findMember(evaluator: Evaluator, symbol: number, name: string, skip = 0): FoundMember | null {
  const line = lineage(evaluator, symbol);
  for (let i = skip; i < line.length; i++) {
    const symbols = evaluator.world.members(line[i]).get(name);
    if (symbols !== undefined && symbols.length > 0) return { symbols, owner: line[i] };
  }
  return null;
}

/** What `object.name` denotes, where the object has that type. */
export function memberOf(evaluator: Evaluator, file: FileView, object: Typed, expr: ExprId): Denotation {
  return joined(partsOf(object.type).map((type) => memberOfPart(evaluator, file, { ...object, type }, expr)));
}

/** The member of a value by a name that no expression says: what a module exports as one object has. */
export function memberNamed(evaluator: Evaluator, file: FileView, object: Typed, name: string): Denotation {
  const alternatives = partsOf(object.type).map((type) => {
    if (type.k === "object") {
      return ofObject(evaluator, evaluator.world.files[type.file], type.expr, name, object);
    }
    if (type.k === "module") return evaluator.world.exported(type.module, name);
    if (type.k === "external") return unresolved("external", type.module);
    if (type.k !== "class" && type.k !== "instance" && type.k !== "function") return DYNAMIC_RECEIVER;
    const found = findMember(evaluator, type.symbol, name);
    if (found === null) return unresolved("not_found");
    const strength = Math.max(object.strength, evaluator.declared(file));
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
      return ofClass(evaluator, file, object, type.symbol, expr, "instance");
    case "super":
      return ofClass(evaluator, file, object, type.symbol, expr, "super");
    case "function": {
      const own = evaluator.world.members(type.symbol).get(name);
      if (own === undefined) return unresolved("external");
      return joined(
        own.map((symbol) =>
          ofSymbol(symbol, Math.max(object.strength, HEURISTIC), object.chain, "object_member")
        ),
      );
    }
    case "object":
      return ofObject(evaluator, evaluator.world.files[type.file], type.expr, name, object);
    case "parameter":
      return ofTypeParameter(evaluator, file, object, type, expr);
    case "container":
    case "callable":
    case "lambda": {
      const member = file.rules.containerMember(type, name);
      if (member !== null && member.k !== "external") return ofValue({ ...object, type: member });
      return unresolved("external");
    }
    case "external": {
      const member = file.rules.containerMember(type, name);
      if (member !== null && member.k !== "external") return ofValue({ ...object, type: member });
      return unresolved("external", type.module);
    }
    default:
      return DYNAMIC_RECEIVER;
  }
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
  type: Type & { k: "parameter" },
  expr: ExprId,
): Denotation {
  const bound = evaluator.constraintOf(type.symbol, type.name);
  if (bound.k === "unknown" || bound.k === "parameter") return DYNAMIC_RECEIVER;
  return memberOf(evaluator, file, { ...object, type: bound }, expr);
}

function ofClass(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  expr: ExprId,
  through: "class" | "instance" | "super",
): Denotation {
  const name = evaluator.name(file, expr);
  const found = findMember(evaluator, symbol, name, through === "super" ? 1 : 0);
  if (found === null) return missing(evaluator, file, object, symbol, expr, through);
  const symbols = sided(evaluator, found.symbols, through === "class");
  const rule = ruleOf(evaluator, file, object, symbol, found, expr, through);
  const chain = evaluator.step(found.owner === symbol ? "member" : "inherited", file, expr, object.chain);
  return joined(symbols.map((member) => {
    const denotation = ofSymbol(member, object.strength, chain, rule);
    return generic(evaluator, denotation, member, object, chain);
  }));
}

/** Where the receiver has type arguments, a member's declared type is told with them filled in. */
function generic(
  evaluator: Evaluator,
  denotation: Denotation,
  member: number,
  object: Typed,
  chain: Chain,
): Denotation {
  if (object.type.k !== "instance" || object.type.args.length === 0) return denotation;
  const typed = evaluator.symbolType(member);
  const type: Type = typed.type.k === "function"
    ? { ...typed.type, self: object.type }
    : withReceiver(evaluator, typed.type, object.type);
  return { ...denotation, value: { type, strength: Math.max(typed.strength, object.strength), chain } };
}

/** Static members for the class, the others for its instances, where a name has both. */
function sided(evaluator: Evaluator, symbols: readonly number[], ofClassItself: boolean): readonly number[] {
  if (symbols.length < 2) return symbols;
  const isStatic = (symbol: number) =>
    ((evaluator.world.definition(symbol)?.flags ?? 0) & FLAGS.static) !== 0;
  const fitting = symbols.filter((symbol) => isStatic(symbol) === ofClassItself);
  return fitting.length > 0 ? fitting : symbols;
}

function ruleOf(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  found: FoundMember,
  expr: ExprId,
  through: "class" | "instance" | "super",
): RuleName {
  if (through === "super") return "super_member";
  if (found.owner !== symbol) return "inherited_member";
  if (through === "class") return "class_member";
  const scope = file.facts.exprs.scope[expr];
  const receiver = evaluator.object(file, expr);
  const isOwn = evaluator.world.enclosingClass(file, scope) === symbol;
  if (isOwn && (evaluator.kind(file, receiver) === "this" || object.chain?.step === "receiver")) {
    return "self_member";
  }
  return object.strength <= STATIC || object.chain?.step === "declared"
    ? "typed_receiver"
    : "inferred_receiver";
}

function missing(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  expr: ExprId,
  through: "class" | "instance" | "super",
): Denotation {
  const shape = through === "instance" ? evaluator.underlying(object.type) : object.type;
  if (shape !== object.type && shape.k !== "unknown") {
    return memberOf(evaluator, file, { ...object, type: shape }, expr);
  }
  let unknown = false;
  for (const ancestor of lineage(evaluator, symbol)) {
    const bases = basesOf(evaluator, ancestor);
    if (bases.external !== null) return unresolved("external", bases.external.module);
    unknown ||= bases.unknown;
  }
  if (unknown) return DYNAMIC_RECEIVER;
  const owner = evaluator.world.file(symbol).rules.builtinMemberOwner(evaluator.name(file, expr));
  return owner === null ? unresolved("not_found") : unresolved("external", owner);
}

function ofObject(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  name: string,
  object: Typed,
): Denotation {
  let spreads = false;
  for (const property of evaluator.args(file, expr)) {
    if (property === NONE) continue;
    const kind = evaluator.kind(file, property);
    if (kind === "spread") spreads = true;
    if (kind !== "property" || evaluator.name(file, property) !== name) continue;
    const value = evaluator.object(file, property);
    if (value === NONE) return DYNAMIC_RECEIVER;
    const strength = Math.max(object.strength, evaluator.declared(file));
    const step = (before: Chain | null): Chain =>
      evaluator.step("property", file, property, before ?? object.chain);
    // In an object type the value is a type, which the property has and is not.
    const denotation = evaluator.world.isTypeUse(file, value)
      ? unresolved("not_found")
      : evaluator.denote(file, value);
    if (denotation.targets.length > 0) return extended(denotation, strength, step, "object_member");
    return ofValue({ ...evaluator.objectMemberType(file, value), strength, chain: step(null) });
  }
  return spreads ? DYNAMIC_RECEIVER : unresolved("not_found");
}
