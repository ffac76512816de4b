// Types that a name is declared to stand for: aliases, and interfaces with a form of their own. Not here: what a type expression
// says, members of types.

import { type ExprId, NONE } from "../model/mod.ts";
import { type Type, type Typed, typeKey } from "./algebra.ts";
import { DYNAMIC_RECEIVER } from "./denotation.ts";
import type { Evaluator } from "./evaluator.ts";
import { fillsOf } from "./generics.ts";
import { perEvaluator } from "./memo.ts";
import { substitute } from "./substitution.ts";
import type { Denotation, FileView } from "./world.ts";

const FORMED = new Set(["type_alias", "interface"]);

/** What a named type is declared to be, where that has a form of its own; other types as they are. */
export function declaredForm(evaluator: Evaluator, type: Type): Type {
  if (type.k !== "instance") return type;
  const definition = evaluator.world.definition(type.symbol);
  if (definition === null || definition.annotation === NONE || !FORMED.has(definition.kind)) return type;
  const declared = evaluator.declaration(evaluator.world.file(type.symbol), definition.annotation);
  return substitute(declared, fillsOf(evaluator, type.symbol, type.args));
}

/** What a named type stands for in the end. */
export function underlying(evaluator: Evaluator, type: Type): Type {
  const form = declaredForm(evaluator, type);
  return form.k === "instance" && type.k === "instance" && form.symbol !== type.symbol
    ? evaluator.deeper<Type>(type, () => underlying(evaluator, form))
    : form;
}

/** Forms that one member is looked for in, with what they have; null for one that is being looked through. */
interface Search {
  readonly file: FileView;
  readonly expr: ExprId;
  readonly found: Map<string, Denotation | null>;
}

const searches = perEvaluator<{ current: Search | null }>(() => ({ current: null }));

/** A member of what a named type stands for: each form is looked through once, however many ways lead to it or back to it. */
export function throughForm(
  evaluator: Evaluator,
  file: FileView,
  form: Typed,
  expr: ExprId,
  memberOf: (evaluator: Evaluator, file: FileView, object: Typed, expr: ExprId) => Denotation,
): Denotation {
  const kept = searches(evaluator);
  const around = kept.current;
  const search = around !== null && around.file === file && around.expr === expr
    ? around
    : { file, expr, found: new Map<string, Denotation | null>() };
  const key = typeKey(form.type);
  const known = search.found.get(key);
  if (known !== undefined) return known ?? DYNAMIC_RECEIVER;
  search.found.set(key, null);
  kept.current = search;
  const answer = evaluator.deeper(DYNAMIC_RECEIVER, () => memberOf(evaluator, file, form, expr));
  kept.current = around;
  search.found.set(key, answer);
  return answer;
}
