// Inheritance: the bases of a class and the order in which its ancestors are searched, the language's own, guarded against
// cycles. Not here: what a member that is found means to a receiver.

import type { ExprId } from "../model/mod.ts";
import { partsOf, type Type, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FileView } from "./world.ts";

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
