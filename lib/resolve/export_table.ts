// One file's exports as they are asked for: by name, and its stars by the names that they may bring.
// Not here: what an entry means.

import type { DefId, Export } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";
import { StarsByName } from "./star_names.ts";
import type { Workspace } from "./workspace.ts";

export interface ExportStar {
  readonly entry: Export;
  readonly modules: readonly number[];
}

export interface ExportTable {
  readonly named: ReadonlyMap<string, readonly Export[]>;
  readonly stars: StarsByName<ExportStar>;
  /** The module of a star export that leads out of the repository, or null. */
  readonly outside: string | null;
  /** The first definition of a name at the top, bound in a scope or not. */
  readonly defined: ReadonlyMap<string, DefId>;
}

/** The star exports of a file: those that lead to modules, and the module of one that leads out of the repository. */
export function starExports(
  workspace: Workspace,
  view: FileView,
): { readonly stars: readonly ExportStar[]; readonly outside: string | null } {
  const stars: ExportStar[] = [];
  const seen = new Set<string>();
  let outside: string | null = null;
  for (const entry of view.facts.exports) {
    if (entry.kind !== "star") continue;
    const answer = workspace.imports.answer(view, entry.import);
    if (answer.kind === "external") outside = answer.name;
    // The same star again brings nothing new.
    const key = answer.kind === "modules" ? answer.modules.join() : "";
    if (answer.kind !== "modules" || seen.has(key)) continue;
    seen.add(key);
    stars.push({ entry, modules: answer.modules });
  }
  return { stars, outside };
}

/** The exports of a file. */
export function exportTable(workspace: Workspace, view: FileView): ExportTable {
  const { stars, outside } = starExports(workspace, view);
  const byName = new StarsByName(
    stars.map((star) => ({ star, modules: star.modules })),
    workspace.publicNames,
  );
  const defined = new Map<string, DefId>();
  view.facts.definitions.forEach(({ name, parent, receiver }, index) => {
    if (parent < 0 && receiver === "" && !defined.has(name)) defined.set(name, index);
  });
  const named = Map.groupBy(view.facts.exports, ({ name }) => name);
  return { named, stars: byName, outside, defined };
}

/** Entries that say different things: merged declarations export one name several times. */
export function distinct(entries: readonly Export[]): Export[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = `${entry.kind}\0${entry.local}\0${entry.import}\0${entry.expr}`;
    return !seen.has(key) && seen.add(key);
  });
}
