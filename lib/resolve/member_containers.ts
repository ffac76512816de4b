// Which symbols a definition is a member of, and which definitions have members that a receiver can name. Law kept: what a
// function declares inside is its own.

import {
  type DefId,
  type Definition,
  EXPR_KINDS,
  type FileFacts,
  FLAGS,
  isType,
  NONE,
} from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

const CONTAINERS = new Set([
  "namespace",
  "variable",
  "constant",
  "property",
  "field",
  "enum_member",
  "package",
]);

export function isMemberContainer(definition: Definition | null): boolean {
  return definition !== null && (isType(definition.kind) || CONTAINERS.has(definition.kind));
}

/** Aliases of aliases are not followed further. */
const MAX_ALIASES = 4;

/** All symbols a definition is a member of: a type may be declared in several files that are never built together. */
export function containersOf(
  workspace: Workspace,
  file: FileView,
  definition: Definition,
): readonly number[] {
  if (definition.parent !== NONE) return [workspace.symbolOf(file, definition.parent)];
  return definition.receiver === "" ? [] : namedIn(workspace, file, definition.receiver, MAX_ALIASES);
}

/** What a file's top level, or its package, declares by a name; an alias of such a name is followed. */
function namedIn(workspace: Workspace, file: FileView, name: string, aliases: number): readonly number[] {
  const own = workspace.bindings(file, 0, name)
    .find((binding) => workspace.bindingsOf(file).kind(binding) === "definition");
  if (own !== undefined) return aliased(workspace, file, file.facts.bindings.target[own], aliases);
  if (file.rules.exportStyle !== "package") return [];
  return workspace.packages.find(workspace.moduleRules(file).moduleOf(file.index), name)
    .filter(({ view }) => workspace.moduleRules(file).coexistence(file.index, view.index) !== "never")
    .flatMap(({ view, definition }) => aliased(workspace, view, definition, aliases));
}

function aliased(workspace: Workspace, file: FileView, id: number, aliases: number): readonly number[] {
  const { kind, flags, annotation } = file.facts.definitions[id];
  const { exprs, strings } = file.facts;
  const isAlias = kind === "type_alias" && (flags & FLAGS.alias) !== 0 && annotation !== NONE &&
    EXPR_KINDS[exprs.kind[annotation]] === "name";
  const followed = isAlias && aliases > 0
    ? namedIn(workspace, file, strings[exprs.name[annotation]], aliases - 1)
    : [];
  return followed.length > 0 ? followed : [workspace.symbolOf(file, id)];
}

/** Members of types without a name that are the type of a variable or field, by place and name of their declaration. */
export function membersOfUnnamedTypes(facts: FileFacts): ReadonlyMap<string, DefId> {
  const members = new Map<string, DefId>();
  facts.definitions.forEach(({ kind, parent, start, name, flags }, id) => {
    if (parent === NONE) return;
    const holder = facts.definitions[parent].kind;
    const isMember = kind === "field" || (kind === "method" && (flags & FLAGS.declaration) !== 0);
    if (isMember && (holder === "variable" || holder === "field")) members.set(`${start} ${name}`, id);
  });
  return members;
}

/** Of members with one name, those that a use can mean: the same list, longer, where all of them stay. */
export function redefined(workspace: Workspace, view: FileView, before: number[], symbol: number): number[] {
  const definition = workspace.definition(symbol)!;
  const isAny = view.rules.redefinition === "any";
  // What is assigned inside methods never replaces what the class declares.
  if (!isAny && (definition.flags & FLAGS.assigned) !== 0) return before;
  const isAlternative = isAny ||
    workspace.bindingsOf(view).armOfDefinition(workspace.symbols.definitionOf[symbol]) !== 0;
  if (isAlternative) {
    before.push(symbol);
    return before;
  }
  const isStatic = definition.flags & FLAGS.static;
  return [
    ...before.filter((one) => (workspace.definition(one)!.flags & FLAGS.static) !== isStatic),
    symbol,
  ];
}
