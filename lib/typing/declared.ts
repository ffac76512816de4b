// What a declared type proves: no more than the declaration does, and no more than the weakest way in which one of its
// names was bound. Not here: what type a type expression says.

import { type ExprId, greatest, NONE } from "../model/mod.ts";
import { HEURISTIC, PRECISE, STATIC, type Strength, type Typed } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { Memo, perEvaluator } from "./memo.ts";
import type { FileView, Target } from "./world.ts";

/** The type that a type expression declares, with what proves it. */
export function declaredType(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const strength = Math.max(evaluator.declared(file), strengthOfNames(evaluator, file, expr));
  return { type: evaluator.annotation(file, expr), strength, chain: null };
}

const strengths = perEvaluator(({ circles }: Evaluator) => new Memo<Strength>(STATIC, circles));

/** How the weakest name of a type expression was bound; aliases are followed to what they say. */
export function strengthOfNames(evaluator: Evaluator, file: FileView, expr: ExprId): Strength {
  if (expr === NONE) return STATIC;
  const memo = strengths(evaluator);
  return memo.known(file.index, expr) ??
    memo.part(file.index, expr, () => weakestBelow(evaluator, file, expr));
}

/** The same for all that an alias stands for, which may come back to the alias. */
function strengthOfAlias(evaluator: Evaluator, file: FileView, expr: ExprId): Strength {
  if (expr === NONE) return STATIC;
  const memo = strengths(evaluator);
  return memo.known(file.index, expr) ??
    memo.fill(file.index, expr, () => weakestBelow(evaluator, file, expr));
}

function weakestBelow(evaluator: Evaluator, file: FileView, expr: ExprId): Strength {
  return evaluator.deeper<Strength>(HEURISTIC, () => weakestName(evaluator, file, expr));
}

function weakestName(evaluator: Evaluator, file: FileView, expr: ExprId): Strength {
  const kind = evaluator.kind(file, expr);
  if (kind === "name" || kind === "member") {
    const { targets } = evaluator.denote(file, expr);
    return greatest(STATIC, targets.map((target) => strengthOf(evaluator, target)));
  }
  if (kind === "typeof") return evaluator.typeOf(file, evaluator.object(file, expr)).strength;
  // The members of an object type are asked one by one.
  if (kind === "object") return STATIC;
  const parts = [evaluator.object(file, expr), ...evaluator.args(file, expr)];
  return greatest(PRECISE, parts.map((part) => strengthOfNames(evaluator, file, part)));
}

/** That a name has alternatives is no weakness here: the type is one of them, and says so. */
function strengthOf(evaluator: Evaluator, { symbol, strength, alone }: Target): Strength {
  const own = alone?.strength ?? strength;
  const definition = evaluator.world.definition(symbol);
  if (definition === null || definition.kind !== "type_alias") return own;
  return Math.max(own, strengthOfAlias(evaluator, evaluator.world.file(symbol), definition.annotation));
}
