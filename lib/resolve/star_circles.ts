// Modules whose star exports lead back to themselves. Each of them has all names of all the others, so they are asked
// together: one by one, each would ask the rest, and an answer from inside the circle would miss what lies further on.
// Not here: what an entry of a module means.

import { addTo, type Export, stronglyConnected } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";
import { type ExportStar, starExports } from "./export_table.ts";
import { StarsByName } from "./star_names.ts";
import type { Workspace } from "./workspace.ts";

/** A star export that leads out of its circle. */
export interface Leaving {
  readonly view: FileView;
  readonly entry: Export;
  readonly modules: readonly number[];
}

export interface StarCircle {
  /** The modules in it, each with its first star that stays inside. */
  readonly ways: ReadonlyMap<number, Export>;
  /** The modules that export a name themselves. */
  readonly owners: ReadonlyMap<string, readonly number[]>;
  readonly leaving: StarsByName<Leaving>;
  /** The module of a star export that leads out of the repository, or null. */
  readonly outside: string | null;
}

/** The circles of a workspace, by the modules in them. */
export function starCircles(workspace: Workspace): ReadonlyMap<number, StarCircle> {
  const views = new Map<number, FileView>();
  const stars = new Map<number, readonly ExportStar[]>();
  workspace.views((view) => {
    if (view.rules.exportStyle !== "explicit") return;
    const own = starExports(workspace, view);
    if (own.stars.length === 0) return;
    const module = workspace.moduleRules(view).moduleOf(view.index);
    views.set(module, view);
    stars.set(module, own.stars);
  });
  const next = (module: number) => (stars.get(module) ?? []).flatMap(({ modules }) => modules);
  const circles = new Map<number, StarCircle>();
  for (const modules of stronglyConnected(stars.keys(), next)) {
    if (modules.length < 2) continue;
    const circle = circleOf(workspace, new Set(modules), views, stars);
    for (const module of modules) circles.set(module, circle);
  }
  return circles;
}

function circleOf(
  workspace: Workspace,
  modules: ReadonlySet<number>,
  views: ReadonlyMap<number, FileView>,
  stars: ReadonlyMap<number, readonly ExportStar[]>,
): StarCircle {
  const owners = new Map<string, number[]>();
  const ways = new Map<number, Export>();
  const leaving: Leaving[] = [];
  let outside: string | null = null;
  for (const module of modules) {
    const view = views.get(module)!;
    const names = view.facts.exports.filter(({ kind }) => kind !== "star").map(({ name }) => name);
    for (const name of new Set(names)) addTo(owners, name, module);
    for (const { entry, modules: to } of stars.get(module)!) {
      const others = to.filter((one) => !modules.has(one));
      if (others.length < to.length && !ways.has(module)) ways.set(module, entry);
      if (others.length > 0) leaving.push({ view, entry, modules: others });
    }
    outside ??= starExports(workspace, view).outside;
  }
  const byName = leaving.map((star) => ({ star, modules: star.modules }));
  return { ways, owners, leaving: new StarsByName(byName, workspace.publicNames), outside };
}
