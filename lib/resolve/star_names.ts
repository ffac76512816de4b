// Which stars may bring in a name: those of a module that has it. A file with many stars is asked for many names, and each
// is looked for only where it can be. Law kept: what cannot be told beforehand is always asked.
// Not here: what a name that is brought in means.

import type { FileView } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** A star and the modules whose names it brings. */
interface Star<T> {
  readonly star: T;
  readonly modules: readonly number[];
}

/** Stars of one file, found by the names that they may bring. */
export class StarsByName<T> {
  readonly #byName = new Map<string, number[]>();
  /** Stars that may bring any name. */
  readonly #any: number[] = [];
  readonly #stars: readonly T[];

  constructor(stars: readonly Star<T>[], names: PublicNames) {
    this.#stars = stars.map(({ star }) => star);
    stars.forEach(({ modules }, index) => {
      const lists = modules.map((module) => names.of(module));
      if (lists.includes(null)) this.#any.push(index);
      else for (const name of new Set(lists.flatMap((list) => [...list!]))) this.#add(name, index);
    });
  }

  #add(name: string, index: number): void {
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, [index]);
    else known.push(index);
  }

  /** The stars that may bring a name, in their order. */
  find(name: string): T[] {
    const found = this.#byName.get(name) ?? [];
    const all = this.#any.length === 0 ? found : [...found, ...this.#any].sort((a, b) => a - b);
    return all.map((index) => this.#stars[index]);
  }
}

/** Longer chains of stars are not looked through beforehand. */
const MAX_CHAIN = 64;

/** The names that a module may give to others, itself or by its own stars. */
export class PublicNames {
  readonly #workspace: Workspace;
  readonly #memo = new Map<number, ReadonlySet<string> | null>();
  #depth = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Null where they cannot be listed. */
  of(module: number): ReadonlySet<string> | null {
    const known = this.#memo.get(module);
    if (known !== undefined) return known;
    if (this.#depth >= MAX_CHAIN) return null;
    // Asked again while it is being answered, it may be anything.
    this.#memo.set(module, null);
    this.#depth++;
    const names = this.#list(module);
    this.#depth--;
    this.#memo.set(module, names);
    return names;
  }

  #list(module: number): ReadonlySet<string> | null {
    const { files } = this.#workspace.module(module);
    const view = files.length === 0 ? undefined : this.#workspace.files[files[0]];
    if (view === undefined) return null;
    switch (view.rules.exportStyle) {
      case "package":
        return this.#workspace.packages.names(module);
      case "top_level": {
        if (this.#workspace.imports.externalStar(view) !== null) return null;
        const own = [...this.#workspace.bindingsOf(view).names(0), ...view.facts.explicitNames ?? []];
        return this.#with(own, this.#workspace.imports.stars(view).map(({ modules }) => modules));
      }
      case "explicit":
        return this.#exported(view);
    }
  }

  #exported(view: FileView): ReadonlySet<string> | null {
    const own: string[] = [];
    const stars: (readonly number[])[] = [];
    for (const entry of view.facts.exports) {
      // The members of a whole value are told only when they are asked for.
      if (entry.name === "=") return null;
      if (entry.kind !== "star") own.push(entry.name);
      else {
        const answer = this.#workspace.imports.answer(view, entry.import);
        if (answer.kind === "modules") stars.push(answer.modules);
      }
    }
    return this.#with(own, stars);
  }

  /** Own names and those of stars; what adds nothing to its only star shares its names. */
  #with(own: readonly string[], stars: readonly (readonly number[])[]): ReadonlySet<string> | null {
    const lists = stars.flat().map((module) => this.of(module));
    if (own.length === 0 && lists.length === 1) return lists[0];
    const names = new Set(own);
    for (const list of lists) {
      if (list === null) return null;
      for (const name of list) names.add(name);
    }
    return names;
  }
}
