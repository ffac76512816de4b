// Which of several signatures a call means: those that the number and the form of its arguments do not contradict.
// Not here: assignability; two signatures that differ in more than that both stay.

import { type ExprId, NONE } from "../model/mod.ts";
import { partsOf, type Type } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { underlying } from "./forms.ts";
import type { Signature } from "./signature.ts";
import type { FileView } from "./world.ts";

/** More signatures than this that fit say nothing: they are generated, and each would be compared with each call. */
const MAX_FITTING = 64;
/** Of more than this not even that is asked. */
const MAX_COMPARED = 256;

/** Of several signatures those that the arguments do not contradict; all of them where each is contradicted. */
export function applicable(
  evaluator: Evaluator,
  file: FileView,
  signatures: readonly Signature[],
  args: Int32Array,
): readonly Signature[] {
  if (signatures.length < 2) return signatures;
  if (signatures.length > MAX_COMPARED) return [];
  const isSpread = args.some((arg) => arg !== NONE && evaluator.kind(file, arg) === "spread");
  const fitting = signatures.filter((signature) => {
    if (isSpread) return true;
    if (signature.most < args.length || signature.least > args.length) return false;
    return args.every((arg, position) => arg === NONE || fits(evaluator, file, arg, signature.at(position)));
  });
  const meant = fitting.length > 0 ? fitting : signatures;
  return meant.length > MAX_FITTING ? [] : meant;
}

const FUNCTIONS = new Set(["signature", "callable"]);

/** Whether an argument's own form can be of a declared type: a literal is no function, a function is no string. */
function fits(evaluator: Evaluator, file: FileView, arg: ExprId, declared: Type): boolean {
  const kind = evaluator.kind(file, arg);
  if (kind !== "literal" && kind !== "function" && kind !== "object") return true;
  return partsOf(declared).some((part) => {
    const bound = evaluator.bound(part);
    if (bound.k === "union") return fits(evaluator, file, arg, bound);
    const type = underlying(evaluator, bound);
    const isPrimitive = type.k === "external" &&
      (type.module === null || type.module === file.rules.languageModule);
    const isFunction = FUNCTIONS.has(type.k);
    if (kind === "function") return !isPrimitive;
    if (kind === "object") return !isPrimitive && !isFunction;
    return !isFunction && (type.k !== "container" || type.name === "promise");
  });
}
