// What a bare name means: lexical scopes from the inside out, then the package, star imports, other scripts, the
// language's own names. Laws kept: a local, a parameter or an import that takes a name takes it; a star
// import brings for certain only what its module lists.

import { EXPR_KINDS, isType, NONE, type RuleName, SCOPE_KINDS } from "../model/mod.ts";
import {
  type Chain,
  type Denotation,
  extended,
  type FileView,
  HEURISTIC,
  isBound,
  joined,
  MAX_VARIANTS,
  mergedOf,
  NOT_FOUND,
  ofLocal,
  ofSymbol,
  ofValue,
  STATIC,
  SYNTACTIC,
  type Typed,
  unresolved,
  valueOfBinding,
} from "../typing/mod.ts";
import type { FileBindings } from "./bindings.ts";
import type { TopDefinition } from "./package_names.ts";
import type { Workspace } from "./workspace.ts";

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
      found = found.filter((binding) => isVisible(table, file, binding, exprs.start[expr]));
    }
    if (found.length > 0) {
      const answer = inScope(workspace, file, found, from, scope, exprs.start[expr]);
      if (answer !== null) return narrowedBy(workspace, file, answer, narrowing, found, exprs.start[expr]);
    }
    if (word === "function" || word === "comprehension") crossed = true;
  }
  const answer = beyondFile(workspace, file, file.facts.strings[nameId]);
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
  const isRebound = bound.some((binding) =>
    start[binding] > start[narrowing] && table.isBefore(binding, byteOffset)
  );
  if (isRebound) return answer;
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
  for (let scope = file.facts.exprs.scope[expr]; scope !== NONE; scope = parent[scope]) {
    const found = table.all(scope, nameId);
    if (found.length === 0) continue;
    const told = workspace.exports.evaluator.typeOf(file, file.facts.bindings.value[found[found.length - 1]]);
    return told.type.k === "unknown" ? null : told;
  }
  return null;
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
  if (table.isGlobal(scope, file.facts.bindings.name[found[0]])) {
    return topLevel(workspace, file, file.facts.strings[file.facts.bindings.name[found[0]]]);
  }
  if (last === "nonlocal") return null;
  const sameRun = byteOffset !== null && workspace.isSameRun(file, from, scope);
  const isWhole = file.rules.redefinition === "any" || file.rules.mergesDeclarations;
  const live = isWhole && last === "definition"
    ? found
    : table.live(found, { scope: from === NONE ? scope : from, byteOffset: sameRun ? byteOffset : null });
  const locals = live.filter((binding) => !DEFINING.has(table.kind(binding)));
  if (locals.length === live.length) return ofLocal(file.index, live);
  const meanings = live.map((binding) => meaning(workspace, file, binding));
  if (file.rules.mergesDeclarations && live.every((binding) => table.kind(binding) === "definition")) {
    return meanings.length === 1 ? meanings[0] : mergedOf(meanings);
  }
  // A fallback of nothing (`x = None` beside an import) is no alternative.
  const useful = meanings.filter((denotation) => !isEmptyFallback(workspace, denotation));
  const answer = joined(useful.length > 0 ? useful : meanings);
  return sameRun ? asAssigned(workspace, file, answer, live) : answer;
}

/** A variable where it was assigned anew: its type there is that of what was assigned last. */
function asAssigned(
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
  const value = evaluator.unionTyped(live.map((binding) => valueOfBinding(evaluator, file, binding)));
  return value.type.k === "unknown" ? answer : { ...answer, value };
}

const DEFINING = new Set(["definition", "import"]);

function meaning(workspace: Workspace, file: FileView, binding: number): Denotation {
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

function isEmptyFallback(workspace: Workspace, denotation: Denotation): boolean {
  if (denotation.targets.length === 0) return !isBound(denotation) && denotation.local !== null;
  return denotation.targets.every(({ symbol }) => {
    const definition = workspace.definition(symbol);
    if (definition === null || (definition.kind !== "variable" && definition.kind !== "constant")) {
      return false;
    }
    return definition.values.length > 0 &&
      definition.values.every((value) => value !== NONE && isEmptyLiteral(workspace.file(symbol), value));
  });
}

/** Whether an expression only says "nothing yet": null, None and the like. */
function isEmptyLiteral(file: FileView, expr: number): boolean {
  const { kind, name } = file.facts.exprs;
  return EXPR_KINDS[kind[expr]] === "literal" && file.facts.strings[name[expr]] === "none";
}

/** Names that no scope of the file binds. */
function beyondFile(workspace: Workspace, file: FileView, name: string): Denotation {
  const own = inPackage(workspace, file, name);
  if (own !== null) return own;
  const packaged = workspace.imports.byPackageName(file, name);
  if (packaged !== null) return packaged;
  const starred = byStar(workspace, file, name);
  if (starred !== null) return starred;
  const declared = declaredGlobal(workspace, file, name);
  if (declared !== null) return declared;
  if (file.rules.isGlobalScript(file)) {
    const globals = workspace.globals.scripts(file.rules.family, name);
    if (globals.length === 1) return ofSymbol(globals[0], SYNTACTIC, null, "unique_name");
    if (globals.length > 1) return unresolved("ambiguous");
  }
  if (file.rules.isOwnExports(file, name)) return ownExports(workspace, file);
  const owner = file.rules.builtinOwner(name, file.facts.dialect);
  if (owner !== null) return unresolved("external", owner);
  const outside = workspace.imports.externalStar(file);
  return outside === null ? NOT_FOUND : unresolved("external", outside);
}

/** What the file's own module exports, as a value. */
function ownExports(workspace: Workspace, file: FileView): Denotation {
  const module = workspace.moduleRules(file).moduleOf(file.index);
  return ofValue(workspace.exports.evaluator.denotedType(workspace.exported(module, "=")));
}

/** What a file declares for all files; a name that the language owns stays the language's, however it is added to. */
function declaredGlobal(workspace: Workspace, file: FileView, name: string): Denotation | null {
  const symbols = workspace.globals.declared(file.rules.family, name);
  if (symbols.length === 0 || file.rules.builtinOwner(name, file.facts.dialect) !== null) return null;
  const meanings = symbols.map((symbol) => {
    const byteOffset = workspace.definition(symbol)!.nameStart;
    const chain: Chain = { step: "global", file: workspace.file(symbol).index, byteOffset, previous: null };
    return ofSymbol(symbol, STATIC, chain, "global_scope");
  });
  return meanings.length === 1 ? meanings[0] : mergedOf(meanings);
}

function inPackage(workspace: Workspace, file: FileView, name: string): Denotation | null {
  if (file.rules.exportStyle !== "package") return null;
  const module = workspace.moduleRules(file).moduleOf(file.index);
  const rules = workspace.moduleRules(file);
  const others = workspace.packages.find(module, name)
    .filter(({ view }) => view !== file && rules.coexistence(file.index, view.index) !== "never");
  return others.length === 0
    ? null
    : joined(others.map((one) => ofTop(workspace, one, "package_scope")), MAX_VARIANTS);
}

/** What a package defines by a name for those outside it: only what it exports. */
export function ofPackage(workspace: Workspace, module: number, name: string): Denotation {
  const exported = workspace.packages.find(module, name)
    .filter(({ view, definition }) => view.facts.definitions[definition].exported);
  return joined(exported.map((one) => ofTop(workspace, one, "module_member")), MAX_VARIANTS);
}

function ofTop(
  workspace: Workspace,
  { view, definition, byteOffset }: TopDefinition,
  rule: RuleName,
): Denotation {
  const chain: Chain = { step: "package", file: view.index, byteOffset, previous: null };
  return ofSymbol(workspace.symbolOf(view, definition), STATIC, chain, rule);
}

/**
 * What star imports of the file bring in by a name. Of several the last one wins, as an inference; a name that its module
 * lists as public is brought in for certain.
 */
export function byStar(workspace: Workspace, file: FileView, name: string): Denotation | null {
  const alternatives: Denotation[] = [];
  const exact = file.rules.exportStyle === "package";
  let outside: Denotation | null = null;
  const stars = workspace.imports.stars(file);
  // From the last one on: where a later one wins, no more than a second is asked for.
  for (let i = stars.length - 1; i >= 0 && (exact || alternatives.length < 2); i--) {
    const star = stars[i];
    for (const module of star.modules) {
      const { denotation, listed } = workspace.exports.starred(module, name);
      if (!isBound(denotation)) {
        if (denotation.reason === "external") outside ??= denotation;
        continue;
      }
      const step = (before: Chain | null): Chain => ({
        step: "star",
        file: file.index,
        byteOffset: star.byteOffset,
        previous: before,
      });
      const strength = exact || (listed && !star.ambiguous) ? STATIC : HEURISTIC;
      alternatives.push(extended(denotation, strength, step, exact ? "import" : "star_import"));
    }
  }
  if (alternatives.length === 0) return outside;
  if (exact) return joined(alternatives.reverse());
  return alternatives.length === 1
    ? alternatives[0]
    : extended(alternatives[0], HEURISTIC, (before) => before!, null);
}
