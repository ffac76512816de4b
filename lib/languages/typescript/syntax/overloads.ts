// Overload sets: several signatures and at most one implementation are one symbol.
// Not here: where the sets are found.

import { type DefId, type ExprId, NONE } from "../../../model/mod.ts";
import type { Walked } from "./functions.ts";
import type { Pass } from "./pass.ts";

/** What an overload set declares: what its signatures say, never the implementation's catch-all. */
export function overloadResult(pass: Pass, definition: DefId, signatures: readonly Walked[]): void {
  if (signatures.length > 1) pass.draft(definition).signatures = signatures.map((s) => s.signature);
  const results = signatures.map((s) => s.annotation).filter((annotation) => annotation !== NONE);
  if (results.length === 0) return;
  pass.draft(definition).annotation = results.length === 1
    ? results[0]
    : pass.expr("union", "", signatures[0].node, NONE, results);
}

/** What a function of a declared function type gives back, or NONE. */
export function resultOf(pass: Pass, annotation: ExprId): ExprId {
  if (annotation === NONE || pass.facts.exprKind(annotation) !== "functype") return NONE;
  return pass.facts.exprObject(annotation);
}
