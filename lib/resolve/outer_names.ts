// Names that no scope of a file binds: those of its package, of star imports, of what is global, of the language itself.
// Law kept: a star import brings for certain only what its module lists.

import type { RuleName } from "../model/mod.ts";
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
  ofSymbol,
  ofValue,
  STATIC,
  SYNTACTIC,
  unresolved,
} from "../typing/mod.ts";
import type { TopDefinition } from "./package_names.ts";
import type { Workspace } from "./workspace.ts";

/** Names that no scope of the file binds. */
export function beyondFile(workspace: Workspace, file: FileView, name: string): Denotation {
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
  const stars = workspace.imports.starsOf(file, name);
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
