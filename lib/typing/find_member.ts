// Which member of a name a class has, its own or an inherited one. A class with one base has what the base has; others are
// searched in the order of their language. Answers are remembered, so that a long line is walked once.
// Not here: what a member that is found means to a receiver.

import { greatest } from "../model/mod.ts";
import { HEURISTIC, PRECISE, STATIC, type Strength, SYNTACTIC } from "./algebra.ts";
import { ancestorsFirst, basesOf } from "./bases.ts";
import type { Evaluator } from "./evaluator.ts";
import { lineage } from "./lineage.ts";
import { Answers, perEvaluator } from "./memo.ts";

/** A member found on a type, and how far up. */
export interface FoundMember {
  readonly symbols: readonly number[];
  /** The class that declares it. */
  readonly owner: number;
  /** How the bases on the way to it were bound; weak too where a nearer ancestor, of which nothing is known, may have one. */
  readonly strength: Strength;
}

type Found = FoundMember | null;

/** Answers by class and name; those about ancestors alone have a name of their own. */
const memos = perEvaluator(() => new Map<number, Answers<string, Found>>());
const ABOVE = "\0";

function namesOf(evaluator: Evaluator, symbol: number): Answers<string, Found> {
  const memo = memos(evaluator);
  let names = memo.get(symbol);
  if (names === undefined) memo.set(symbol, names = new Answers(evaluator.circles));
  return names;
}

/** A member by name on a class or its ancestors; null where none has it. */
export function findMember(evaluator: Evaluator, symbol: number, name: string): Found {
  if (evaluator.world.declaring(name) === 0) return null;
  const known = namesOf(evaluator, symbol).get(name);
  return known === undefined ? soughtMember(evaluator, symbol, name) : known;
}

function soughtMember(evaluator: Evaluator, symbol: number, name: string): Found {
  // Without recursion: a line may be longer than the stack is deep. A class that is met again ends a cycle.
  const path = new Set<number>();
  const before = evaluator.circles.count;
  let at = symbol;
  let found: Found | undefined;
  while (found === undefined && !path.has(at)) {
    const base = onlyBase(evaluator, at);
    found = ownMember(evaluator, at, name) ?? (base < 0 ? searched(evaluator, at, name) : undefined);
    if (found !== undefined) namesOf(evaluator, at).keep(name, found, before);
    else {
      path.add(at);
      at = base;
      found = namesOf(evaluator, at).get(name);
    }
  }
  if (found === undefined) evaluator.circles.meetOther();
  let answer = found ?? null;
  for (const below of [...path].reverse()) {
    answer = throughBase(evaluator, below, answer);
    namesOf(evaluator, below).keep(name, answer, before);
  }
  return answer;
}

/** A member by name on the ancestors of a class; null where none has it. */
export function findInherited(evaluator: Evaluator, symbol: number, name: string): Found {
  const others = evaluator.world.declaring(name) - (evaluator.world.members(symbol).has(name) ? 1 : 0);
  if (others === 0) return null;
  const base = onlyBase(evaluator, symbol);
  if (base >= 0) return throughBase(evaluator, symbol, findMember(evaluator, base, name));
  const names = namesOf(evaluator, symbol);
  const known = names.get(ABOVE + name);
  if (known !== undefined) return known;
  const before = evaluator.circles.count;
  const found = searched(evaluator, symbol, name);
  names.keep(ABOVE + name, found, before);
  return found;
}

function ownMember(evaluator: Evaluator, symbol: number, name: string): Found {
  const symbols = evaluator.world.members(symbol).get(name);
  return symbols === undefined || symbols.length === 0 ? null : { symbols, owner: symbol, strength: PRECISE };
}

/** The base that says all of what a class inherits, or -1. */
function onlyBase(evaluator: Evaluator, symbol: number): number {
  const { symbols, external, unknown } = basesOf(evaluator, symbol);
  if (symbols.length !== 1) return -1;
  const isBlurred = isPromoting(evaluator, symbol) && (external !== null || unknown);
  return isBlurred ? -1 : symbols[0];
}

function throughBase(evaluator: Evaluator, symbol: number, found: Found): Found {
  const { symbols, strengths, beforeOutside } = basesOf(evaluator, symbol);
  const isHidden = beforeOutside === 0 && isOrdered(evaluator, symbol);
  const strength = Math.max(isHidden ? HEURISTIC : STATIC, strengths.get(symbols[0]) ?? STATIC);
  if (found === null || strength <= STATIC) return found;
  return { ...found, strength: Math.max(found.strength, strength) };
}

function isPromoting(evaluator: Evaluator, symbol: number): boolean {
  return evaluator.world.file(symbol).rules.memberOrder === "breadth_first";
}

/** Whether of two bases that have a member the first one gives it. */
function isOrdered(evaluator: Evaluator, symbol: number): boolean {
  return !isPromoting(evaluator, symbol) && evaluator.world.definition(symbol)?.kind !== "interface";
}

/** Whether a base of which nothing is known stands before a class in a line: it may have any member. */
function isBehindOutside(evaluator: Evaluator, line: readonly number[], place: number): boolean {
  return line.slice(0, place).some((one) => {
    const { symbols, beforeOutside } = basesOf(evaluator, one);
    if (beforeOutside < 0 || !isOrdered(evaluator, one)) return false;
    return !symbols.slice(0, beforeOutside).some((base) => lineage(evaluator, base).includes(line[place]));
  });
}

/** A member of the ancestors of a class that does not have it from one base. */
function searched(evaluator: Evaluator, symbol: number, name: string): Found {
  if (basesOf(evaluator, symbol).symbols.length === 0) return null;
  if (isPromoting(evaluator, symbol)) return nearest(evaluator, symbol, name);
  return behind(evaluator, symbol, 0, name);
}

/** A member by name on what stands behind one class in the line of another; on its ancestors where it is not in the line. */
export function findBehind(evaluator: Evaluator, symbol: number, one: number, name: string): Found {
  const place = lineage(evaluator, symbol).indexOf(one);
  return place < 0 ? findInherited(evaluator, one, name) : behind(evaluator, symbol, place, name);
}

/** A member that a class has itself, by a name that only its own code can say. */
export function findPrivate(evaluator: Evaluator, symbol: number, owner: number, name: string): Found {
  const isIts = owner >= 0 && lineage(evaluator, symbol).includes(owner);
  return isIts ? ownMember(evaluator, owner, name) : null;
}

function behind(evaluator: Evaluator, symbol: number, place: number, name: string): Found {
  const line = lineage(evaluator, symbol);
  for (let i = place + 1; i < line.length; i++) {
    const own = ownMember(evaluator, line[i], name);
    if (own === null) continue;
    const way = strengthTo(evaluator, symbol, line[i]);
    return { ...own, strength: isBehindOutside(evaluator, line, i) ? Math.max(way, HEURISTIC) : way };
  }
  return null;
}

const firm = perEvaluator(({ circles }: Evaluator) => new Answers<number, boolean>(circles));

/** Whether all bases of a class and of its ancestors were bound for certain. */
function isFirm(evaluator: Evaluator, symbol: number): boolean {
  const known = firm(evaluator);
  return ancestorsFirst(
    evaluator,
    symbol,
    known,
    (_, { symbols, strengths }) =>
      symbols.every((base) => strengths.get(base)! <= STATIC && known.get(base) !== false),
  );
}

/** How the bases from a class to one of its ancestors were bound, on the way that was bound best. */
function strengthTo(evaluator: Evaluator, symbol: number, ancestor: number): Strength {
  if (isFirm(evaluator, symbol)) return PRECISE;
  for (const limit of [STATIC, HEURISTIC]) {
    const seen = new Set([symbol]);
    for (const one of seen) {
      const { symbols, strengths } = basesOf(evaluator, one);
      for (const base of symbols) if (strengths.get(base)! <= limit) seen.add(base);
    }
    if (seen.has(ancestor)) return limit === STATIC ? PRECISE : limit;
  }
  return SYNTACTIC;
}

/** More types than this are not searched for one name: they are generated, or written to exhaust. */
const MAX_SEARCHED = 512;

interface Embedded {
  /** How often it is embedded at one depth. */
  readonly times: number;
  /** How the way to it was bound. */
  readonly strength: Strength;
}

/**
 * Promotion: the member at the least depth, none where two have one there. An interface has what it embeds at any depth,
 * and twice the same is one.
 */
function nearest(evaluator: Evaluator, symbol: number, name: string): Found {
  const isInterface = evaluator.world.definition(symbol)?.kind === "interface";
  const seen = new Set([symbol]);
  let wave = new Map<number, Embedded>([[symbol, { times: 1, strength: PRECISE }]]);
  // Whether a type of which nothing is known lies above this depth, and whether one lies at it.
  let above = false;
  let beside = false;
  while (wave.size > 0 && seen.size <= MAX_SEARCHED) {
    above = beside;
    const next = new Map<number, Embedded>();
    for (const [one, { times, strength }] of wave) {
      const { symbols, strengths, external, unknown } = basesOf(evaluator, one);
      for (const base of symbols) {
        if (seen.has(base)) continue;
        const before = next.get(base);
        const way = Math.max(strength, strengths.get(base)!);
        next.set(base, {
          times: (before?.times ?? 0) + times,
          strength: Math.min(way, before?.strength ?? way),
        });
      }
      beside ||= !isInterface && (external !== null || unknown);
    }
    for (const base of next.keys()) seen.add(base);
    wave = next;
    const having = [...wave.keys()].filter((one) => evaluator.world.members(one).has(name));
    if (having.length === 0) continue;
    const isSeveral = having.length > 1 || wave.get(having[0])!.times > 1;
    if (isSeveral && !isInterface && !areVariants(evaluator, having)) return null;
    const owners = isInterface ? having.slice(0, 1) : having;
    const symbols = owners.flatMap((owner) => [...evaluator.world.members(owner).get(name)!]);
    const ways = owners.map((owner) => wave.get(owner)!.strength);
    return { symbols, owner: owners[0], strength: greatest(above ? HEURISTIC : PRECISE, ways) };
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
