// What a method gives that leaves its result to those that override it. Laws kept: only a method that returns nothing itself
// and declares no result is asked so; what overriders give is never more than likely; many of them say nothing.

import { addAll, addTo, isType, NONE } from "../model/mod.ts";
import { HEURISTIC, NOTHING_KNOWN, type Typed, unionTyped } from "./algebra.ts";
import { basesOf } from "./bases.ts";
import type { Evaluator } from "./evaluator.ts";
import { perEvaluator } from "./memo.ts";

/** More overriders than this have too little in common. */
const MAX_OVERRIDERS = 8;

/** The union of what a method's overriders give, one below the other. */
export function resultOfOverriders(evaluator: Evaluator, method: number): Typed {
  const found = overriders(evaluator, method);
  if (found.length === 0 || found.length > MAX_OVERRIDERS) return NOTHING_KNOWN;
  const results = found.map((one) => evaluator.resultOf(one)).filter(({ type }) => type.k !== "unknown");
  const given = unionTyped(results);
  return given.type.k === "unknown" ? NOTHING_KNOWN : { ...given, strength: HEURISTIC };
}

function overriders(evaluator: Evaluator, method: number): number[] {
  const { world } = evaluator;
  const definition = world.definition(method)!;
  if (definition.parent === NONE) return [];
  const file = world.file(method);
  if (!isType(file.facts.definitions[definition.parent].kind)) return [];
  const below = subclasses(evaluator);
  const seen = new Set([world.symbolOf(file, definition.parent)]);
  const found: number[] = [];
  for (const one of seen) {
    for (const sub of below.get(one) ?? []) {
      if (seen.has(sub)) continue;
      seen.add(sub);
      addAll(found, world.members(sub).get(definition.name) ?? []);
    }
    if (found.length > MAX_OVERRIDERS) break;
  }
  return found;
}

interface Kept {
  below: ReadonlyMap<number, readonly number[]> | null;
  /** Whether it is not all there yet, or came of a circle. */
  isCircular: boolean;
}

const indexes = perEvaluator<Kept>(() => ({ below: null, isCircular: false }));

/** The direct subclasses of each class. */
function subclasses(evaluator: Evaluator): ReadonlyMap<number, readonly number[]> {
  const kept = indexes(evaluator);
  if (kept.isCircular) evaluator.circles.meetOther();
  if (kept.below !== null) return kept.below;
  const before = evaluator.circles.count;
  const below = new Map<number, number[]>();
  kept.below = below;
  kept.isCircular = true;
  const { world } = evaluator;
  for (const file of world.files) {
    if (file === undefined) continue;
    file.facts.definitions.forEach(({ kind, bases }, index) => {
      if (!isType(kind) || bases.length === 0) return;
      const symbol = world.symbolOf(file, index);
      for (const base of basesOf(evaluator, symbol).symbols) addTo(below, base, symbol);
    });
  }
  kept.isCircular = evaluator.circles.count !== before;
  return below;
}
