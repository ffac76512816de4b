// Edges that need no reference: containment, imports, what tests are given, overrides. Laws kept: a member is contained where its container is
// declared; an import points to the module and to each imported name's final definition.

import { BINDING_KINDS, FLAGS, isType, NONE } from "../model/mod.ts";
import { type FileView, findInherited, HEURISTIC, isBound, PRECISE, STATIC } from "../typing/mod.ts";
import { isTooMany, unbound } from "./imports.ts";
import type { EdgeCollector } from "./references.ts";
import type { Workspace } from "./workspace.ts";

/** A file in its package, and each definition in its container. */
export function addContainment(workspace: Workspace, view: FileView, into: EdgeCollector): void {
  const packaged = workspace.symbols.package(view.index);
  if (packaged !== null) {
    const { byteOffset, name } = view.rules.packageOf(view)!;
    into.add("contains", packaged.symbol, view.symbol, view, byteOffset, name, PRECISE, null, "contains");
  }
  view.facts.definitions.forEach((definition, index) => {
    const container = workspace.containerOf(view, definition);
    const source = container === NONE ? view.symbol : container;
    const symbol = workspace.symbolOf(view, index);
    into.add(
      "contains",
      source,
      symbol,
      view,
      definition.nameStart,
      definition.name,
      PRECISE,
      null,
      "contains",
    );
  });
}

/** Import edges, or why a module was not found. */
export function addImports(workspace: Workspace, view: FileView, into: EdgeCollector): void {
  view.facts.imports.forEach((statement, index) => {
    const source = workspace.symbolOf(view, statement.owner);
    const answer = workspace.imports.answer(view, index);
    const name = siteName(statement.specifier, view);
    if (answer.kind !== "modules" || isTooMany(answer)) {
      into.miss(view, source, statement.start, name, "import", null, unbound(answer));
      return;
    }
    const strength = answer.ambiguous ? HEURISTIC : STATIC;
    for (const module of answer.modules) {
      const { symbol } = workspace.module(module);
      if (symbol < 0) continue;
      into.add("imports", source, symbol, view, statement.start, name, strength, null, "module");
    }
  });
  view.facts.importNames.forEach((_, index) => addImportedName(workspace, view, index, into));
}

function addImportedName(workspace: Workspace, view: FileView, index: number, into: EdgeCollector): void {
  const entry = view.facts.importNames[index];
  if (entry.name === "" || entry.name === "*" || entry.name === "=") return;
  const statement = view.facts.imports[entry.import];
  const source = workspace.symbolOf(view, statement.owner);
  const denotation = workspace.imports.imported(view, index);
  const name = entry.name === "default" && entry.local !== "" ? entry.local : entry.name;
  for (const target of denotation.targets) {
    into.add(
      "imports",
      source,
      target.symbol,
      view,
      entry.start,
      name,
      target.strength,
      target.chain,
      target.rule,
    );
  }
  for (const { module, strength, chain } of denotation.modules) {
    const { symbol } = workspace.module(module);
    if (symbol >= 0) into.add("imports", source, symbol, view, entry.start, name, strength, chain, "module");
  }
  const isLost = !isBound(denotation);
  const answer = workspace.imports.answer(view, entry.import);
  const isInside = answer.kind === "modules" && !isTooMany(answer);
  if (isLost && isInside) into.miss(view, source, entry.start, name, "import", null, denotation);
}

/** The text at an import's site: the specifier, or the last component of a dotted one. */
function siteName(specifier: string, view: FileView): string {
  return view.rules.exportStyle === "top_level" ? specifier.slice(specifier.lastIndexOf(".") + 1) : specifier;
}

/** From each test, and each function that supplies one, to the functions whose results a test runner gives it. */
export function addSuppliers(workspace: Workspace, view: FileView, into: EdgeCollector): void {
  const { kind, scope, name, start } = view.facts.bindings;
  for (let binding = 0; binding < kind.length; binding++) {
    if (BINDING_KINDS[kind[binding]] !== "parameter") continue;
    const owner = view.facts.scopes.owner[scope[binding]];
    if (owner === NONE || view.facts.definitions[owner].body !== scope[binding]) continue;
    const text = view.facts.strings[name[binding]];
    const target = view.rules.supplier(workspace.exports.evaluator, view, owner, text);
    if (target < 0) continue;
    const source = workspace.symbolOf(view, owner);
    into.add("references", source, target, view, start[binding], text, HEURISTIC, null, "supplied");
  }
}

/** From each member to the inherited member of the same name that it stands for. */
export function addOverrides(workspace: Workspace, view: FileView, into: EdgeCollector): void {
  view.facts.definitions.forEach((definition, index) => {
    if (definition.kind !== "method" && definition.kind !== "getter") return;
    if ((definition.flags & FLAGS.static) !== 0 || view.rules.isPrivateName(definition.name)) return;
    const container = workspace.containerOf(view, definition);
    const owner = container === NONE ? null : workspace.definition(container);
    if (owner === null || !isType(owner.kind)) return;
    const found = findInherited(workspace.exports.evaluator, container, definition.name);
    if (found === null) return;
    const source = workspace.symbolOf(view, index);
    const strength = Math.max(view.rules.declaredStrength(view.facts.dialect), found.strength);
    for (const member of found.symbols) {
      into.add(
        "overrides",
        source,
        member,
        view,
        definition.nameStart,
        definition.name,
        strength,
        null,
        "override",
      );
    }
  });
}
