// What other paths change, beside what the files that came or went say: which imports lead elsewhere, and the names of modules.
// Law kept: where an import without a name leads elsewhere, or a package moves its home, nothing is told.
// Not here: what a changed name reaches.

import { baseName, folderOf, NONE } from "../../model/mod.ts";
import type { FileView, ModuleAnswer } from "../../typing/mod.ts";
import type { Workspace } from "../workspace.ts";

export interface PathChange {
  readonly came: readonly FileView[];
  /** Files that are there no more, as they were. */
  readonly went: readonly FileView[];
  /** Imports that lead elsewhere, by file. */
  readonly imports: ReadonlyMap<number, ReadonlySet<number>>;
  /** Names that modules have by their paths. */
  readonly names: ReadonlySet<string>;
}

/** What differs between two sets of paths; null where that has no name. */
export function changedPaths(now: Workspace, old: Workspace): PathChange | null {
  const before = viewsByPath(old);
  const after = viewsByPath(now);
  const both = new Set([...after.keys()].filter((path) => before.has(path)));
  const imports = new Map<number, ReadonlySet<number>>();
  const came: FileView[] = [];
  for (const [path, view] of after) {
    const was = before.get(path);
    if (was === undefined) came.push(view);
    else {
      if (homeOf(now, view) !== homeOf(old, was)) return null;
      const changed = changedImports({ now, old, both }, view, was);
      if (changed === null) return null;
      if (changed.size > 0) imports.set(view.index, changed);
    }
  }
  const went = [...before.values()].filter(({ path }) => !after.has(path));
  if (came.length + went.length > MAX_PATHS) return null;
  const names = new Set([
    ...came.flatMap((view) => namesOf(now, view, before)),
    ...went.flatMap((view) => namesOf(old, view, after)),
  ]);
  return { came, went, imports, names };
}

function viewsByPath(workspace: Workspace): Map<string, FileView> {
  const views = new Map<string, FileView>();
  workspace.views((view) => views.set(view.path, view));
  return views;
}

/** The file that the package of a file lies in, "" without packages. */
function homeOf(workspace: Workspace, view: FileView): string {
  const packaged = workspace.symbols.package(view.index);
  return packaged === null ? "" : workspace.files[packaged.home].path;
}

interface Sides {
  readonly now: Workspace;
  readonly old: Workspace;
  /** Paths that both have. */
  readonly both: ReadonlySet<string>;
}

/** The imports of a file that lead elsewhere; null where one of them bound names that it does not say. */
function changedImports({ now, old, both }: Sides, view: FileView, was: FileView): Set<number> | null {
  const { imports, importNames, exports } = view.facts;
  const changed = new Set<number>();
  // Those that led to a module of the repository before.
  const lost = new Set<number>();
  imports.forEach((statement, index) => {
    const before = old.moduleRules(was).resolve(was, statement);
    const after = now.imports.answer(view, index);
    if (described(now, view, after, both) === described(old, was, before, both)) return;
    changed.add(index);
    if (before.kind === "modules") lost.add(index);
  });
  const isUnnamed =
    importNames.some(({ import: one, name, local }) =>
      changed.has(one) && (name === "*" || (name === "" && local === "" && lost.has(one)))
    ) || exports.some((entry) => entry.kind === "star" && entry.import !== NONE && changed.has(entry.import));
  return isUnnamed ? null : changed;
}

/**
 * An answer as both workspaces would tell it: the files of its modules and of those above them. A module of several files stays
 * the same where one of them comes or goes.
 */
function described(
  workspace: Workspace,
  view: FileView,
  answer: ModuleAnswer,
  both: ReadonlySet<string>,
): string {
  if (answer.kind !== "modules") return JSON.stringify(answer);
  const rules = workspace.moduleRules(view);
  const modules = answer.modules.map((module) => {
    const line: string[] = [];
    for (let at = module, above = -1; at !== above && at >= 0; above = at, at = rules.ancestor(at, 1)) {
      const { files, folder } = workspace.module(at);
      const paths = files.map((file) => workspace.files[file].path);
      const stay = paths.filter((path) => both.has(path));
      line.push(`${folder ?? ""}:${(stay.length > 0 ? stay : paths).join()}`);
      if (line.length > MAX_ABOVE) break;
    }
    return line;
  });
  return JSON.stringify([modules, answer.ambiguous]);
}

/** Folders above a module that are told. */
const MAX_ABOVE = 32;

/** More files than this that come or go are a branch of its own. */
const MAX_PATHS = 100;

/** What a path may be called: its name without suffixes, that of the folder that it stands for, those of folders new with it. */
function namesOf(workspace: Workspace, view: FileView, others: ReadonlyMap<string, FileView>): string[] {
  const { path } = view;
  const module = workspace.moduleRules(view).moduleOf(view.index);
  const ownFolder = module < 0 ? null : workspace.module(module).folder;
  const names = [baseName(path).replace(/\..*$/, ""), baseName(ownFolder ?? "")];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const isKnown = [...others.keys()].some((other) => other.startsWith(`${folder}/`));
    if (isKnown) break;
    names.push(baseName(folder));
  }
  return names.filter((name) => name !== "");
}
