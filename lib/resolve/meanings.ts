// What the bindings of a scope mean: one of them, declarations of one name together, a variable that was assigned anew.
// Not here: which of several bindings a use can mean.

import { EXPR_KINDS, isType, NONE } from "../model/mod.ts";
import {
  Answers,
  type Chain,
  type Denotation,
  type FileView,
  isBound,
  isTypeOnly,
  mergedOf,
  ofLocal,
  ofSymbol,
  STATIC,
  unionTyped,
} from "../typing/mod.ts";
import type { FileBindings } from "./bindings.ts";
import type { Workspace } from "./workspace.ts";

const empties = new WeakMap<Workspace, Map<number, boolean>>();
const memos = new WeakMap<FileBindings, Answers<number, Denotation | null>>();

/** The meaning of a name that is only declared, the same wherever it is used; null for one that is bound otherwise too. */
export function merged(workspace: Workspace, file: FileView, found: readonly number[]): Denotation | null {
  const table = workspace.bindingsOf(file);
  let memo = memos.get(table);
  if (memo === undefined) memos.set(table, memo = new Answers(workspace.circles));
  const known = memo.get(found[0]);
  if (known !== undefined) return known;
  const before = workspace.circles.count;
  const isDeclared = found.every((binding) => table.kind(binding) === "definition");
  const answer = isDeclared ? mergedMeaning(workspace, file, found) : null;
  memo.keep(found[0], answer, before);
  return answer;
}

function mergedMeaning(workspace: Workspace, file: FileView, found: readonly number[]): Denotation {
  const meanings = apartByUse(file, found).map((binding) => meaning(workspace, file, binding));
  return meanings.length === 1 ? meanings[0] : mergedOf(meanings);
}

/** Of many declarations of one name those that a use can mean: the first type and value, and the last value. */
function apartByUse(file: FileView, found: readonly number[]): readonly number[] {
  if (found.length < 4) return found;
  const { target } = file.facts.bindings;
  const kind = (binding: number) => file.facts.definitions[target[binding]].kind;
  const isValue = (binding: number) => !isTypeOnly(kind(binding));
  const chosen = [
    found.find((binding) => isType(kind(binding))),
    found.find(isValue),
    found.findLast((binding) => isValue(binding) && kind(binding) !== "namespace"),
  ];
  const kept = found.filter((binding) => chosen.includes(binding));
  return kept.length > 0 ? kept : found;
}

/** A variable where it was assigned anew: its type there is that of what was assigned last. */
export function asAssigned(
  workspace: Workspace,
  file: FileView,
  answer: Denotation,
  live: readonly number[],
): Denotation {
  const [target, ...others] = answer.targets;
  if (target === undefined || others.length > 0 || live.length === 0) return answer;
  const definition = workspace.definition(target.symbol);
  if (definition === null || definition.values.length < 2) return answer;
  const { evaluator } = workspace.exports;
  const table = workspace.bindingsOf(file);
  if (live.some((binding) => table.kind(binding) !== "definition")) return answer;
  const value = unionTyped(live.map((binding) => evaluator.valueOf(file, binding)));
  return value.type.k === "unknown" ? answer : { ...answer, value };
}

/** Kinds of bindings that mean more than a local. */
export const DEFINING = new Set(["definition", "import"]);

/** What one binding means. */
export function meaning(workspace: Workspace, file: FileView, binding: number): Denotation {
  const { target, start } = file.facts.bindings;
  const kind = workspace.bindingsOf(file).kind(binding);
  if (kind === "import") {
    const name = file.facts.strings[file.facts.bindings.name[binding]];
    return workspace.imports.boundAs(file, target[binding], name);
  }
  if (kind !== "definition") return ofLocal(file.index, [binding]);
  const chain: Chain = { step: "scope", file: file.index, byteOffset: start[binding], previous: null };
  return ofSymbol(workspace.symbolOf(file, target[binding]), STATIC, chain, "scope");
}

/** Whether all that is meant only says "nothing yet". */
export function isEmptyFallback(workspace: Workspace, denotation: Denotation): boolean {
  if (denotation.targets.length === 0) return !isBound(denotation) && denotation.local !== null;
  let memo = empties.get(workspace);
  if (memo === undefined) empties.set(workspace, memo = new Map());
  return denotation.targets.every(({ symbol }) => {
    const known = memo.get(symbol);
    if (known !== undefined) return known;
    const answer = isAlwaysEmpty(workspace, symbol);
    memo.set(symbol, answer);
    return answer;
  });
}

/** Whether a variable is never given anything but "nothing yet". */
function isAlwaysEmpty(workspace: Workspace, symbol: number): boolean {
  const definition = workspace.definition(symbol);
  if (definition === null || (definition.kind !== "variable" && definition.kind !== "constant")) return false;
  return definition.values.length > 0 &&
    definition.values.every((value) => value !== NONE && isEmptyLiteral(workspace.file(symbol), value));
}

/** Whether an expression only says "nothing yet": null, None and the like. */
function isEmptyLiteral(file: FileView, expr: number): boolean {
  const { kind, name } = file.facts.exprs;
  return EXPR_KINDS[kind[expr]] === "literal" && file.facts.strings[name[expr]] === "none";
}
