// Locals that only rename a function or type: a call of one reaches what it renames. Law kept: a local that is assigned again,
// or holds what a call gives, stays a local. Not here: constants that are symbols.

import { BINDING_KINDS, isCallable, isType, NONE } from "../model/mod.ts";
import { type Chain, type Denotation, type Evaluator, extended, type FileView } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** What a local that is assigned once, and only renames a function or type, renames; null for any other. */
export function renamedLocal(
  evaluator: Evaluator,
  workspace: Workspace,
  { local }: Denotation,
): Denotation | null {
  if (local === null || local.bindings.length !== 1) return null;
  const [binding] = local.bindings;
  const view = workspace.files[local.file];
  const { kind, value, annotation, start } = view.facts.bindings;
  const renamed = value[binding];
  const isPlain = BINDING_KINDS[kind[binding]] === "local" && annotation[binding] === NONE;
  if (!isPlain || renamed === NONE || !isPath(evaluator, view, renamed)) return null;
  const denotation = evaluator.denote(view, renamed);
  const [target, ...others] = denotation.targets;
  const definition = target === undefined ? null : workspace.definition(target.symbol);
  if (others.length > 0 || definition === null) return null;
  if (!isCallable(definition.kind) && !isType(definition.kind)) return null;
  const step = (previous: Chain | null): Chain => ({
    step: "alias",
    file: view.index,
    byteOffset: start[binding],
    previous,
  });
  return extended(denotation, view.rules.aliasStrength(view.facts.dialect), step, "alias");
}

/** Names joined by dots and nothing else. */
function isPath(evaluator: Evaluator, view: FileView, expr: number): boolean {
  let at = expr;
  while (at !== NONE && evaluator.kind(view, at) === "member") at = evaluator.object(view, at);
  return at !== NONE && evaluator.kind(view, at) === "name";
}
