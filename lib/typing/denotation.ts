// Making and joining denotations. Law kept: several alternatives are candidates, and too many are no answer.

import { isType, type RuleName, type SymbolKind, type UnresolvedReason } from "../model/mod.ts";
import {
  type Chain,
  HEURISTIC,
  MAX_ALTERNATIVES,
  type Seen,
  type Strength,
  SYNTACTIC,
  type Typed,
} from "./algebra.ts";
import type { Coexistence, Denotation, FileView, ModuleTarget, Target, World } from "./world.ts";

/** Variants of one name, of which a file sees fewer, that are carried along at most. */
export const MAX_VARIANTS = 64;

const NONE_AT_ALL: readonly never[] = [];

const EMPTY: Denotation = saying(NONE_AT_ALL);

/** A denotation of its parts. Nearly all that is asked comes to one, and copying one costs several times that. */
function saying(
  targets: Denotation["targets"],
  modules: Denotation["modules"] = NONE_AT_ALL,
  local: Denotation["local"] = null,
  value: Denotation["value"] = null,
  reason: Denotation["reason"] = null,
  module_name: Denotation["module_name"] = null,
): Denotation {
  return { targets, aliases: NONE_AT_ALL, modules, local, value, merged: false, reason, module_name };
}

export function unresolved(reason: UnresolvedReason, moduleName: string | null = null): Denotation {
  return saying(NONE_AT_ALL, NONE_AT_ALL, null, null, reason, moduleName);
}

export const NOT_FOUND = unresolved("not_found");
export const DYNAMIC_RECEIVER = unresolved("dynamic_receiver");

export function ofSymbol(
  symbol: number,
  strength: Strength,
  chain: Chain | null,
  rule: RuleName,
  seen?: Seen,
): Denotation {
  return saying([{ symbol, strength, chain, rule, seen }]);
}

export function ofModule(module: number, strength: Strength, chain: Chain | null): Denotation {
  return saying(NONE_AT_ALL, [{ module, strength, chain }]);
}

export function ofLocal(file: number, bindings: readonly number[]): Denotation {
  return saying(NONE_AT_ALL, NONE_AT_ALL, { file, bindings }, null, "local");
}

export function ofValue(value: Typed): Denotation {
  return saying(NONE_AT_ALL, NONE_AT_ALL, null, value, "dynamic_receiver");
}

/** Whether it says more than why it says nothing. */
export function isBound(denotation: Denotation): boolean {
  return denotation.targets.length > 0 || denotation.modules.length > 0 || denotation.value !== null;
}

/** Several denotations that may each hold at run time, as one; `limit` of them at most. */
export function joined(alternatives: readonly Denotation[], limit = MAX_ALTERNATIVES): Denotation {
  if (alternatives.length === 0) return NOT_FOUND;
  if (alternatives.length === 1) return alternatives[0];
  const targets = new Map<number, Target>();
  for (const target of alternatives.flatMap((denotation) => denotation.targets)) {
    if (!targets.has(target.symbol)) targets.set(target.symbol, target);
  }
  if (targets.size === 0) return joinedModules(alternatives) ?? alternatives.find(isBound) ?? alternatives[0];
  if (targets.size > limit) return unresolved("ambiguous");
  const several = targets.size > 1;
  return {
    ...EMPTY,
    targets: [...targets.values()].map((target) => several ? oneOfSeveral(target) : target),
    aliases: alternatives.flatMap((denotation) => denotation.aliases),
  };
}

/** Several modules of one name as one denotation; null where there are no two. */
function joinedModules(alternatives: readonly Denotation[]): Denotation | null {
  const modules = new Map<number, ModuleTarget>();
  for (const one of alternatives.flatMap((denotation) => denotation.modules)) {
    if (!modules.has(one.module)) {
      modules.set(one.module, { ...one, strength: Math.max(one.strength, HEURISTIC) });
    }
  }
  if (modules.size < 2) return null;
  if (modules.size > MAX_ALTERNATIVES) return unresolved("ambiguous_module");
  return { ...EMPTY, modules: [...modules.values()] };
}

function oneOfSeveral(target: Target): Target {
  const { strength, rule } = target;
  return {
    ...target,
    strength: Math.max(strength, HEURISTIC),
    rule: "alternative",
    alone: target.alone ?? { strength, rule },
  };
}

/**
 * The targets that a file can mean: never what no program has beside it. One that remains of several is as strong as what
 * bound it; beside what the usual program has, what only an unusual one has is weaker, and left out where they are too many.
 */
export function visible(denotation: Denotation, world: World, file: FileView): Denotation {
  const { targets } = denotation;
  if (targets.length < 2) {
    const isHidden = targets.length === 1 && world.coexistence(file, targets[0].symbol) === "never";
    return isHidden ? NOT_FOUND : denotation;
  }
  const sights = new Map(targets.map(({ symbol }) => [symbol, world.coexistence(file, symbol)]));
  const isSeenAs = (sight: Coexistence) => ({ symbol }: Target) => sights.get(symbol) === sight;
  const usual = targets.filter(isSeenAs("usual"));
  const kept = targets.filter((target) => !isSeenAs("never")(target));
  if (kept.length > MAX_ALTERNATIVES) {
    const isAnswer = usual.length > 0 && usual.length <= MAX_ALTERNATIVES;
    return isAnswer ? { ...denotation, targets: usual } : unresolved("ambiguous");
  }
  if (usual.length === targets.length) return denotation;
  if (kept.length === 0) return NOT_FOUND;
  if (kept.length === 1) return { ...denotation, targets: [{ ...kept[0], ...kept[0].alone }] };
  const isWeaker = usual.length > 0 ? isSeenAs("rare") : () => false;
  return {
    ...denotation,
    targets: kept.map((target) => isWeaker(target) ? { ...target, strength: SYNTACTIC } : target),
  };
}

/** Declarations of one name that a use tells apart. */
export function mergedOf(declarations: readonly Denotation[]): Denotation {
  return { ...EMPTY, targets: declarations.flatMap((declaration) => declaration.targets), merged: true };
}

const TYPE_ONLY: ReadonlySet<SymbolKind> = new Set(["interface", "type_alias"]);

/** Whether what a definition of a kind declares is never a value. */
export function isTypeOnly(kind: SymbolKind): boolean {
  return TYPE_ONLY.has(kind);
}

/** Of merged declarations the one that a use means: the first type, or the value before a namespace. */
export function oneOfMerged(
  denotation: Denotation,
  asType: boolean,
  kindOf: (symbol: number) => SymbolKind,
): Denotation {
  const types = denotation.targets.filter((target) => isType(kindOf(target.symbol)));
  const values = denotation.targets.filter((target) => !TYPE_ONLY.has(kindOf(target.symbol)));
  const value = values.findLast((target) => kindOf(target.symbol) !== "namespace") ?? values[0];
  const chosen = asType ? types[0] ?? value : value ?? types[0];
  return { ...denotation, targets: chosen === undefined ? denotation.targets : [chosen] };
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
      ...target,
      strength: Math.max(target.strength, strength),
      chain: step(target.chain),
      rule: renamed(target.rule, rule),
      ...(target.alone && {
        alone: {
          strength: Math.max(target.alone.strength, strength),
          rule: renamed(target.alone.rule, rule),
        },
      }),
    })),
    modules: denotation.modules.map((one) => ({
      module: one.module,
      strength: Math.max(one.strength, strength),
      chain: step(one.chain),
    })),
    value: denotation.value && {
      type: denotation.value.type,
      strength: Math.max(denotation.value.strength, strength),
      chain: step(denotation.value.chain),
    },
  };
}

/** The rule of a longer chain: being one of several, or brought in by a star, stays what matters most. */
function renamed(rule: RuleName, next: RuleName | null): RuleName {
  return rule === "alternative" || rule === "star_import" || next === null ? rule : next;
}
