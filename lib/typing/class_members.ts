// What sets members of classes and functions apart: statics from the others, the rule that binds one, what a class or function
// has beside what its body declares. Not here: finding a member.

import { type ExprId, FLAGS, NONE, type RuleName } from "../model/mod.ts";
import { type Chain, STATIC, type Type, type Typed } from "./algebra.ts";
import { extended, ofValue, unresolved } from "./denotation.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FoundMember } from "./find_member.ts";
import type { Denotation, FileView } from "./world.ts";

/** Static members for the class, the others for its instances; where a language tells them less apart, what there is. */
export function sided(
  evaluator: Evaluator,
  symbols: readonly number[],
  ofClassItself: boolean,
): readonly number[] {
  const isStatic = (symbol: number) =>
    ((evaluator.world.definition(symbol)?.flags ?? 0) & FLAGS.static) !== 0;
  const fitting = symbols.filter((symbol) => isStatic(symbol) === ofClassItself);
  if (fitting.length > 0) return fitting;
  return ofClassItself ? symbols.filter((symbol) => !isOfInstances(evaluator, symbol)) : symbols;
}

export function ruleOf(
  evaluator: Evaluator,
  file: FileView,
  object: Typed,
  symbol: number,
  found: FoundMember,
  expr: ExprId,
  through: "class" | "instance" | "super",
): RuleName {
  if (through === "super") return "super_member";
  if (found.owner !== symbol) return "inherited_member";
  if (through === "class") return "class_member";
  const scope = file.facts.exprs.scope[expr];
  const receiver = evaluator.object(file, expr);
  const isOwn = evaluator.world.enclosingClass(file, scope) === symbol;
  if (isOwn && (evaluator.kind(file, receiver) === "this" || object.chain?.step === "receiver")) {
    return "self_member";
  }
  return object.strength <= STATIC || object.chain?.step === "declared"
    ? "typed_receiver"
    : "inferred_receiver";
}

/** Whether a member of a function is declared in a namespace that merges with it, not assigned to it. */
export function isInNamespace(evaluator: Evaluator, symbol: number): boolean {
  const parent = evaluator.world.definition(symbol)?.parent ?? NONE;
  return parent !== NONE && evaluator.world.file(symbol).facts.definitions[parent].kind === "namespace";
}

/** What a class or function has beside what its body declares: its instances' members, and what its module exports. */
export function ofFunctionItself(
  evaluator: Evaluator,
  file: FileView,
  symbol: number,
  expr: ExprId,
  object: Typed,
): Denotation | null {
  const name = evaluator.name(file, expr);
  if (name === file.rules.protocol.instances) {
    return ofValue({ ...object, type: { k: "instance", symbol, args: [] } });
  }
  const beside = evaluator.world.exportedBeside(symbol, name);
  if (beside === null) return null;
  const step = (before: Chain | null): Chain => evaluator.step("module", file, expr, before ?? object.chain);
  return extended(beside, object.strength, step, "module_member");
}

/** A type declared to be like another has its form, not its methods; those of an interface are its form. */
export function withoutMethodsOf(evaluator: Evaluator, form: Type, found: Denotation): Denotation {
  if (form.k !== "instance" || evaluator.world.definition(form.symbol)?.kind === "interface") return found;
  const isOwnMethod = found.targets.some(({ symbol }) => {
    const method = evaluator.world.definition(symbol);
    return method?.kind === "method" &&
      evaluator.world.members(form.symbol).get(method.name)?.includes(symbol);
  });
  return isOwnMethod ? unresolved("not_found") : found;
}

const HAVE_INSTANCES = new Set(["class", "interface"]);

/** Whether only the instances of its type have a member. */
function isOfInstances(evaluator: Evaluator, symbol: number): boolean {
  const file = evaluator.world.file(symbol);
  const { parent = NONE, flags = 0 } = evaluator.world.definition(symbol) ?? {};
  if (file.rules.classHasInstanceMembers || parent === NONE || (flags & FLAGS.assigned) !== 0) return false;
  return HAVE_INSTANCES.has(file.facts.definitions[parent].kind);
}
