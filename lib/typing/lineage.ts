// Inheritance: the bases of a class and the order in which its ancestors are searched, the language's own, guarded against
// cycles. Not here: what a member that is found means to a receiver.

import type { ExprId } from "../model/mod.ts";
import { HEURISTIC, partsOf, PRECISE, type Strength, type Type, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FileView } from "./world.ts";

/** The bases of a class: the known ones, and what is known of the others. */
export interface Bases {
  readonly symbols: readonly number[];
  /** The known ones with their type arguments. */
  readonly types: readonly Type[];
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
  /** Weak where a nearer ancestor, of which nothing is known here, may have one too. */
  readonly strength: Strength;
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
  bases.set(symbol, { symbols: [], types: [], external: null, unknown: true });
  const types: (Type & { readonly symbol: number })[] = [];
  let external: Bases["external"] = null;
  let unknown = false;
  for (const declaration of evaluator.world.declarations(symbol)) {
    const definition = evaluator.world.definition(declaration);
    if (definition === null) continue;
    const file = evaluator.world.file(declaration);
    for (const type of definition.bases.flatMap((base) => baseTypes(evaluator, file, base.expr))) {
      if (type.k === "instance" || type.k === "class") types.push(type);
      else if (type.k === "external") external = { module: type.module };
      else unknown = true;
    }
  }
  const others = types.filter((type) => type.symbol !== symbol);
  const answer = {
    symbols: [...new Set(others.map((type) => type.symbol))],
    types: others,
    external,
    unknown,
  };
  bases.set(symbol, answer);
  return answer;
}

/** The direct bases of a class as it names them. */
export function baseTypesOf(evaluator: Evaluator, symbol: number): readonly Type[] {
  return basesOf(evaluator, symbol).types;
}

/** What a base may be: several only where a name has variants that are never built together. */
function baseTypes(evaluator: Evaluator, file: FileView, expr: ExprId): readonly Type[] {
  return file.rules.memberOrder === "breadth_first"
    ? partsOf(evaluator.annotation(file, expr))
    : [baseType(evaluator, file, expr)];
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

/** More ancestors than this are not searched: a class that has them is generated, or written to exhaust. */
const MAX_ANCESTORS = 512;

/** The class and its ancestors in the order in which members are searched; the nearest ones of a very long line. */
export function lineage(evaluator: Evaluator, symbol: number): readonly number[] {
  const { lines } = memoOf(evaluator);
  // Ancestors first and without recursion: a line may be longer than the stack is deep. What is open is a cycle's end.
  const open = [symbol];
  const isOpen = new Set(open);
  while (open.length > 0) {
    const current = open[open.length - 1];
    const { symbols } = basesOf(evaluator, current);
    const next = lines.has(current)
      ? undefined
      : symbols.find((base) => !lines.has(base) && !isOpen.has(base));
    if (next !== undefined) {
      open.push(next);
      isOpen.add(next);
      continue;
    }
    if (!lines.has(current)) lines.set(current, lineOf(evaluator, current, symbols, lines));
    isOpen.delete(current);
    open.pop();
  }
  return lines.get(symbol)!;
}

function lineOf(
  evaluator: Evaluator,
  symbol: number,
  bases: readonly number[],
  lines: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  if (evaluator.world.file(symbol).rules.memberOrder === "breadth_first") {
    return breadthFirst(evaluator, symbol);
  }
  const line = [symbol, ...merged([...bases.map((base) => lines.get(base) ?? [base]), bases])];
  return line.filter((one, at) => at === 0 || one !== symbol).slice(0, MAX_ANCESTORS);
}

/** C3: the first head that is in no other list's tail; where there is none, the first head. */
function merged(lists: readonly (readonly number[])[]): number[] {
  const rest = lists.filter((list) => list.length > 0);
  if (rest.length === 2 && rest[1].length === 1) return [...rest[0]];
  const at = rest.map(() => 0);
  const out: number[] = [];
  for (;;) {
    const open = rest.flatMap((list, index) => at[index] < list.length ? [index] : []);
    if (open.length === 0 || out.length >= MAX_ANCESTORS) return out;
    const head = open.map((index) =>
      rest[index][at[index]]
    ).find((one) => open.every((index) => rest[index].indexOf(one, at[index]) <= at[index])) ??
      rest[open[0]][at[open[0]]];
    if (!out.includes(head)) {
      out.push(head);
    }
    for (const index of open) {
      if (rest[index][at[index]] === head) {
        at[index]++;
      }
    }
  }
}

function breadthFirst(evaluator: Evaluator, symbol: number): number[] {
  const line = [symbol];
  const seen = new Set(line);
  for (let i = 0; i < line.length && line.length < MAX_ANCESTORS; i++) {
    for (const base of basesOf(evaluator, line[i]).symbols) {
      if (!seen.has(base)) seen.add(base), line.push(base);
    }
  }
  return line;
}

/** A member by name on a class or its ancestors, `skip` of them left out; null where none has it. */
export function findMember(evaluator: Evaluator, symbol: number, name: string, skip = 0): FoundMember | null {
  if (evaluator.world.file(symbol).rules.memberOrder === "breadth_first") {
    return nearestMember(evaluator, symbol, name);
  }
  const line = lineage(evaluator, symbol);
  for (let i = skip; i < line.length; i++) {
    const symbols = evaluator.world.members(line[i]).get(name);
    if (symbols !== undefined && symbols.length > 0) return { symbols, owner: line[i], strength: PRECISE };
  }
  return null;
}

/**
 * Promotion: the member at the least depth, none where two have one there. An interface has what it embeds at any depth,
 * and twice the same is one.
 */
function nearestMember(evaluator: Evaluator, symbol: number, name: string): FoundMember | null {
  const isInterface = evaluator.world.definition(symbol)?.kind === "interface";
  const seen = new Set([symbol]);
  // How often each type is embedded at the depth at hand.
  let wave = new Map([[symbol, 1]]);
  // Whether a type of which nothing is known lies above this depth, and whether one lies at it.
  let above = false;
  let beside = false;
  while (wave.size > 0 && seen.size <= MAX_ANCESTORS) {
    const having = [...wave.keys()].filter((one) => evaluator.world.members(one).has(name));
    if (having.length > 0) {
      const isSeveral = having.length > 1 || wave.get(having[0])! > 1;
      if (isSeveral && !isInterface && !areVariants(evaluator, having)) return null;
      const owners = isInterface ? having.slice(0, 1) : having;
      const symbols = owners.flatMap((owner) => [...evaluator.world.members(owner).get(name)!]);
      return { symbols, owner: owners[0], strength: above ? HEURISTIC : PRECISE };
    }
    above = beside;
    const next = new Map<number, number>();
    for (const [one, times] of wave) {
      const { symbols, external, unknown } = basesOf(evaluator, one);
      for (const base of symbols) if (!seen.has(base)) next.set(base, (next.get(base) ?? 0) + times);
      beside ||= !isInterface && (external !== null || unknown);
    }
    for (const base of next.keys()) seen.add(base);
    wave = next;
  }
  return null;
}

/** Whether no two types are ever part of one program: variants of one name. */
function areVariants(evaluator: Evaluator, types: readonly number[]): boolean {
  return types.length > 1 &&
    types.every((type, index) =>
      types.slice(index + 1).every((other) =>
        evaluator.world.coexistence(evaluator.world.file(type), other) === "never"
      )
    );
}
