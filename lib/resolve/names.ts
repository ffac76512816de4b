// What a bare name means: lexical scopes from the inside out, then what lies beyond the file. Law kept: a local, a
// parameter or an import that takes a name takes it.

import { isType, NONE, SCOPE_KINDS } from "../model/mod.ts";
import { type Denotation, type FileView, joined, mergedOf, ofLocal, type Typed } from "../typing/mod.ts";
import type { FileBindings } from "./bindings.ts";
import { asAssigned, DEFINING, isEmptyFallback, meaning, merged } from "./meanings.ts";
import type { Workspace } from "./workspace.ts";

/** Declarations of one name in one scope that are looked at: with many fewer a name is ambiguous already. */
const MAX_SAME_NAMED = 64;

/** What the name of a `name` expression denotes where it stands. */
export function lookup(workspace: Workspace, file: FileView, expr: number): Denotation {
  const { exprs } = file.facts;
  const from = exprs.scope[expr];
  const nameId = exprs.name[expr];
  const { parent, kind } = file.facts.scopes;
  const table = workspace.bindingsOf(file);
  let crossed = false;
  let narrowing = NONE;
  for (let scope = from; scope !== NONE; scope = parent[scope]) {
    const word = SCOPE_KINDS[kind[scope]];
    let found: readonly number[] = table.binds(scope) ? table.all(scope, nameId) : [];
    if (found.length > 0 && table.isTold(found[0])) {
      if (narrowing === NONE) narrowing = found[found.length - 1];
      continue;
    }
    if (found.length > 0 && word === "class" && (crossed || !file.rules.classBodySeesMembers)) {
      found = found.filter((binding) => table.kind(binding) === "type_parameter");
    }
    if (found.length > 0 && scope !== 0 && file.rules.localsAreOrdered) {
      found = inSight(table, file, found, exprs.start[expr]);
    }
    if (found.length > 0) {
      const answer = inScope(workspace, file, found, from, scope, exprs.start[expr]);
      if (answer !== null) return narrowedBy(workspace, file, answer, narrowing, found, exprs.start[expr]);
    }
    if (word === "function" || word === "comprehension") crossed = true;
  }
  const answer = workspace.beyondFile(file, nameId);
  return narrowedBy(workspace, file, answer, narrowing, [], exprs.start[expr]);
}

/** The same name where a test has told its type, unless it was bound anew between the test and the use. */
function narrowedBy(
  workspace: Workspace,
  file: FileView,
  answer: Denotation,
  narrowing: number,
  bound: readonly number[],
  byteOffset: number,
): Denotation {
  if (narrowing === NONE) return answer;
  const { start, value } = file.facts.bindings;
  const table = workspace.bindingsOf(file);
  const last = table.lastBefore(bound, byteOffset);
  if (last !== NONE && start[last] > start[narrowing]) return answer;
  if (answer.local !== null) return ofLocal(file.index, [narrowing]);
  const told = workspace.exports.evaluator.typeOf(file, value[narrowing]);
  return told.type.k === "unknown" ? answer : { ...answer, value: told };
}

/** The type that a test has told of a member of a name, where one has; null otherwise. */
export function toldOfMember(workspace: Workspace, file: FileView, expr: number): Typed | null {
  const table = workspace.bindingsOf(file);
  const nameId = table.memberNarrowed(expr);
  if (nameId === NONE) return null;
  const { parent } = file.facts.scopes;
  const { start, value } = file.facts.bindings;
  const use = file.facts.exprs.start[expr];
  for (let scope = file.facts.exprs.scope[expr]; scope !== NONE; scope = parent[scope]) {
    const found = table.all(scope, nameId);
    if (found.length === 0) continue;
    // What was assigned anew since is no more what the test told.
    const last = found.findLast((binding) => start[binding] <= use) ?? found[0];
    const told = workspace.exports.evaluator.typeOf(file, value[last]);
    return told.type.k === "unknown" ? null : told;
  }
  return null;
}

/** Those of a scope's bindings of one name that are in sight at a place. */
function inSight(
  table: FileBindings,
  file: FileView,
  found: readonly number[],
  byteOffset: number,
): readonly number[] {
  const near = table.near(found, byteOffset);
  // The usual case, and this is asked for every name.
  if (near.length === 1 && isVisible(table, file, near[0], byteOffset)) return near;
  return near.filter((binding) => isVisible(table, file, binding, byteOffset));
}

/** Whether a local is in sight at a place: a type from its name on, a value behind the statement that declares it. */
function isVisible(table: FileBindings, file: FileView, binding: number, byteOffset: number): boolean {
  const kind = table.kind(binding);
  if (kind === "type_parameter" || kind === "parameter") return true;
  if (kind !== "definition") return table.isBefore(binding, byteOffset);
  const definition = file.facts.definitions[file.facts.bindings.target[binding]];
  return byteOffset >= (isType(definition.kind) ? definition.nameStart : definition.end);
}

/** What a name at the top of a file means to others; null where the file does not bind it. */
export function topLevel(workspace: Workspace, file: FileView, name: string): Denotation | null {
  const found = workspace.bindings(file, 0, name);
  return found.length === 0 ? null : inScope(workspace, file, found, NONE, 0, null);
}

/** What a binding means that has its name for itself in its scope. */
function onlyMeaning(workspace: Workspace, file: FileView, table: FileBindings, binding: number): Denotation {
  // What an import brings in is asked of who knows whether it came of a circle.
  if (table.kind(binding) === "import") return meaning(workspace, file, binding);
  return table.meanings[binding] ??= meaning(workspace, file, binding);
}

/** The meaning of a scope's bindings of one name; null where they only point further out. */
function inScope(
  workspace: Workspace,
  file: FileView,
  found: readonly number[],
  from: number,
  scope: number,
  byteOffset: number | null,
): Denotation | null {
  const table = workspace.bindingsOf(file);
  const last = table.kind(found[found.length - 1]);
  const nameId = file.facts.bindings.name[found[0]];
  if (table.isGlobal(scope, nameId)) return topLevel(workspace, file, file.facts.strings[nameId]);
  const declared = file.rules.mergesDeclarations && last === "definition"
    ? merged(workspace, file, found)
    : null;
  if (declared !== null) return declared;
  if (last === "nonlocal") return null;
  const sameRun = byteOffset !== null && workspace.isSameRun(file, from, scope);
  if (found.length === 1) {
    const answer = onlyMeaning(workspace, file, table, found[0]);
    return sameRun ? asAssigned(workspace, file, answer, found) : answer;
  }
  const isWhole = file.rules.redefinition === "any" || file.rules.mergesDeclarations;
  const live = isWhole && last === "definition"
    ? found.slice(0, MAX_SAME_NAMED)
    : table.live(found, { scope: from === NONE ? scope : from, byteOffset: sameRun ? byteOffset : null });
  if (!live.some((binding) => DEFINING.has(table.kind(binding)))) return ofLocal(file.index, live);
  const meanings = live.map((binding) => meaning(workspace, file, binding));
  if (file.rules.mergesDeclarations && live.every((binding) => table.kind(binding) === "definition")) {
    return meanings.length === 1 ? meanings[0] : mergedOf(meanings);
  }
  // A fallback of nothing (`x = None` beside an import) is no alternative.
  const useful = meanings.filter((denotation) => !isEmptyFallback(workspace, denotation));
  const answer = joined(useful.length > 0 ? useful : meanings);
  return sameRun ? asAssigned(workspace, file, answer, live) : answer;
}
