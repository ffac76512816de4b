// Signatures of overload sets, as function types: what each stub takes and gives.
// Not here: which of them a call means.

import { type ExprId, NONE, type Parameter } from "../../../model/mod.ts";
import type { FactsBuilder } from "../../core/mod.ts";
import type { Place } from "./place.ts";

/** The function type of a stub; parameters keep their names, the rest stands last. */
export function signatureExpr(
  facts: FactsBuilder,
  place: Place,
  start: number,
  end: number,
  parameters: readonly Parameter[],
  result: ExprId,
): ExprId {
  const expr = (
    kind: "spread" | "property" | "union",
    name: string,
    object: ExprId,
    args: readonly ExprId[],
  ) => facts.expr(kind, name, start, end, place.scope, object, args);
  const types: ExprId[] = [];
  let rest: ExprId = NONE;
  for (const { name, kind, annotation, default: value } of parameters) {
    if (kind === "receiver") {
      if (annotation !== NONE) types.push(expr("spread", "this", annotation, []));
    } else if (kind === "rest" || kind === "keyword_rest") {
      if (rest === NONE || kind === "rest") rest = expr("spread", "", annotation, []);
    } else {
      const type = value === NONE ? annotation : expr("union", "optional", NONE, [annotation]);
      types.push(expr("property", name, type, []));
    }
  }
  if (rest !== NONE) types.push(rest);
  return facts.expr("functype", "", start, end, place.scope, result, types);
}
