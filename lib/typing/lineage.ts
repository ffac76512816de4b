// Inheritance: the bases of a class and the order in which its ancestors are searched, the language's own, guarded against
// cycles. Not here: what a member that is found means to a receiver.

import type { ExprId } from "../model/mod.ts";
import {
  HEURISTIC,
  partsOf,
  PRECISE,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  UNKNOWN,
} from "./algebra.ts";
import { strengthOfNames } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FileView } from "./world.ts";

/** The bases of a class: the known ones, and what is known of the others. */
export interface Bases {
  readonly symbols: readonly number[];
  /** The known ones with their type arguments. */
  readonly types: readonly Type[];
  /** How each of the known ones was bound. */
  readonly strengths: ReadonlyMap<number, Strength>;
  /** Containers of the language's own that it extends. */
  readonly containers: readonly Type[];
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
  /** How the bases on the way to it were bound; weak too where a nearer ancestor, of which nothing is known, may have one. */
  readonly strength: Strength;
}

interface Memo {
  readonly bases: Map<number, Bases>;
  readonly lines: Map<number, readonly number[]>;
  /** Of classes with a weakly bound base somewhere above: each ancestor's strength, where it is not STATIC. */
  readonly weak: Map<number, ReadonlyMap<number, Strength>>;
}

const memos = new WeakMap<Evaluator, Memo>();

function memoOf(evaluator: Evaluator): Memo {
  let memo = memos.get(evaluator);
  if (memo === undefined) {
    memos.set(evaluator, memo = { bases: new Map(), lines: new Map(), weak: new Map() });
  }
  return memo;
}

/** The direct bases of a class, of all its merged declarations. */
export function basesOf(evaluator: Evaluator, symbol: number): Bases {
  const { bases } = memoOf(evaluator);
  const known = bases.get(symbol);
  if (known !== undefined) return known;
  bases.set(symbol, {
    symbols: [],
    types: [],
    strengths: new Map(),
    containers: [],
    external: null,
    unknown: true,
  });
  const types: (Type & { readonly symbol: number })[] = [];
  const strengths = new Map<number, Strength>();
  const containers: Type[] = [];
  let external: Bases["external"] = null;
  let unknown = false;
  for (const declaration of evaluator.world.declarations(symbol)) {
    const definition = evaluator.world.definition(declaration);
    if (definition === null) continue;
    const file = evaluator.world.file(declaration);
    for (const base of definition.bases) {
      const { type: all, strength } = baseType(evaluator, file, base.expr);
      for (const type of partsOf(all)) {
        if (type.k === "instance" || type.k === "class") {
          types.push(type);
          strengths.set(type.symbol, Math.min(strength, strengths.get(type.symbol) ?? strength));
        } else if (type.k === "container") {
          containers.push(type);
          external ??= { module: file.rules.languageModule };
        } else if (type.k === "external") external = { module: type.module };
        else unknown = true;
      }
    }
  }
  const others = types.filter((type) => type.symbol !== symbol);
  const answer = {
    symbols: [...new Set(others.map((type) => type.symbol))],
    types: others,
    strengths,
    containers,
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

/** What a base expression names: one type, or all that it may be or that it joins. */
function baseType(evaluator: Evaluator, file: FileView, expr: ExprId): Pick<Typed, "type" | "strength"> {
  const kind = evaluator.kind(file, expr);
  if (kind === "call") {
    const { type, strength } = evaluator.typeOf(file, expr);
    return { type: type.k === "external" || type.k === "class" ? type : UNKNOWN, strength };
  }
  const declared = evaluator.annotation(file, expr);
  if (declared.k !== "unknown") {
    // Which of several bases is the real one decides which member is found, unless they are all searched at once.
    const isSearchedAtOnce = file.rules.memberOrder === "breadth_first";
    const several = !isSearchedAtOnce && evaluator.denote(file, expr).targets.length > 1 ? HEURISTIC : STATIC;
    return { type: declared, strength: Math.max(several, strengthOfNames(evaluator, file, expr)) };
  }
  const { type, strength } = evaluator.typeOf(file, expr);
  if (type.k === "function") return { type: { k: "instance", symbol: type.symbol, args: [] }, strength };
  return {
    type: type.k === "container" && type.name === "class_of" ? type.args[0] ?? UNKNOWN : type,
    strength,
  };
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
    if (!lines.has(current)) {
      lines.set(current, lineOf(evaluator, current, symbols, lines));
      noteWeak(evaluator, current);
    }
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

/** Notes how weakly the ancestors of a class were bound, whose own bases are noted; the strongest way counts. */
function noteWeak(evaluator: Evaluator, symbol: number): void {
  const { lines, weak } = memoOf(evaluator);
  const { symbols, strengths } = basesOf(evaluator, symbol);
  if (symbols.every((base) => strengths.get(base)! <= STATIC && !weak.has(base))) return;
  const best = new Map<number, Strength>();
  for (const base of symbols) {
    for (const ancestor of lines.get(base) ?? [base]) {
      const strength = Math.max(strengths.get(base)!, weak.get(base)?.get(ancestor) ?? STATIC);
      best.set(ancestor, Math.min(strength, best.get(ancestor) ?? strength));
    }
  }
  weak.set(symbol, new Map([...best].filter(([, strength]) => strength > STATIC)));
}

/** How the bases from a class to one of its ancestors were bound. */
export function strengthOfAncestor(evaluator: Evaluator, symbol: number, ancestor: number): Strength {
  if (ancestor === symbol) return PRECISE;
  lineage(evaluator, symbol);
  return memoOf(evaluator).weak.get(symbol)?.get(ancestor) ?? PRECISE;
}

/** A member by name on a class or its ancestors, `skip` of them left out; null where none has it. */
export function findMember(evaluator: Evaluator, symbol: number, name: string, skip = 0): FoundMember | null {
  if (evaluator.world.file(symbol).rules.memberOrder === "breadth_first") {
    return nearestMember(evaluator, symbol, name);
  }
  const line = lineage(evaluator, symbol);
  for (let i = skip; i < line.length; i++) {
    const symbols = evaluator.world.members(line[i]).get(name);
    if (symbols !== undefined && symbols.length > 0) {
      return { symbols, owner: line[i], strength: strengthOfAncestor(evaluator, symbol, line[i]) };
    }
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
      const strengths = owners.map((owner) => strengthOfAncestor(evaluator, symbol, owner));
      return { symbols, owner: owners[0], strength: Math.max(above ? HEURISTIC : PRECISE, ...strengths) };
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

/** Whether types are variants of one name in one module, of which a program has one. */
function areVariants(evaluator: Evaluator, types: readonly number[]): boolean {
  const homes = types.map((type) => {
    const file = evaluator.world.file(type);
    const name = evaluator.world.definition(type)?.name;
    return `${evaluator.world.moduleRules(file).moduleOf(file.index)} ${name}`;
  });
  return types.length > 1 && new Set(homes).size === 1;
}
