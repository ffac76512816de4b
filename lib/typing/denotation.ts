// Making and joining denotations. Law kept: several alternatives are candidates, and too many are no answer.

import type { UnresolvedReason } from "../model/mod.ts";
import { type Chain, HEURISTIC, MAX_ALTERNATIVES, type Strength, type Typed } from "./algebra.ts";
import type { Denotation, RuleName, Target } from "./world.ts";

const EMPTY: Denotation = {
  targets: [],
  aliases: [],
  module: null,
  local: null,
  value: null,
  merged: false,
  reason: null,
  module_name: null,
};

export function unresolved(reason: UnresolvedReason, moduleName: string | null = null): Denotation {
  return { ...EMPTY, reason, module_name: moduleName };
}

export const NOT_FOUND = unresolved("not_found");
export const DYNAMIC_RECEIVER = unresolved("dynamic_receiver");

export function ofSymbol(
  symbol: number,
  strength: Strength,
  chain: Chain | null,
  rule: RuleName,
): Denotation {
  return { ...EMPTY, targets: [{ symbol, strength, chain, rule }] };
}

export function ofModule(module: number, strength: Strength, chain: Chain | null): Denotation {
  return { ...EMPTY, module: { module, strength, chain } };
}

export function ofLocal(file: number, bindings: readonly number[]): Denotation {
  return { ...EMPTY, local: { file, bindings }, reason: "local" };
}

export function ofValue(value: Typed): Denotation {
  return { ...EMPTY, value, reason: "dynamic_receiver" };
}

/** Whether it says more than why it says nothing. */
export function isBound(denotation: Denotation): boolean {
  return denotation.targets.length > 0 || denotation.module !== null || denotation.value !== null;
}

/** Several denotations that may each hold at run time, as one. */
export function joined(alternatives: readonly Denotation[]): Denotation {
  if (alternatives.length === 0) return NOT_FOUND;
  if (alternatives.length === 1) return alternatives[0];
  const targets = new Map<number, Target>();
  for (const target of alternatives.flatMap((denotation) => denotation.targets)) {
    if (!targets.has(target.symbol)) targets.set(target.symbol, target);
  }
  if (targets.size === 0) return alternatives.find(isBound) ?? alternatives[0];
  if (targets.size > MAX_ALTERNATIVES) return unresolved("ambiguous");
  const several = targets.size > 1;
  return {
    ...EMPTY,
    targets: [...targets.values()].map((target) =>
      several ? { ...target, strength: Math.max(target.strength, HEURISTIC), rule: "alternative" } : target
    ),
    aliases: alternatives.flatMap((denotation) => denotation.aliases),
  };
}

/** Declarations of one name that a use tells apart. */
export function mergedOf(declarations: readonly Denotation[]): Denotation {
  return { ...EMPTY, targets: declarations.flatMap((declaration) => declaration.targets), merged: true };
}

/** The same denotation with one more step at its end and no stronger than that step. */
export function extended(
  denotation: Denotation,
  strength: Strength,
  step: (before: Chain | null) => Chain,
  rule: RuleName | null,
): Denotation {
  if (!isBound(denotation)) return denotation;
  return {
    ...denotation,
    targets: denotation.targets.map((target) => ({
      symbol: target.symbol,
      strength: Math.max(target.strength, strength),
      chain: step(target.chain),
      rule: target.rule === "alternative" || target.rule === "star_import" || rule === null
        ? target.rule
        : rule,
    })),
    module: denotation.module && {
      module: denotation.module.module,
      strength: Math.max(denotation.module.strength, strength),
      chain: step(denotation.module.chain),
    },
  };
}
