// Definitions at the top of all files of a family by name. Not here: what may be bound by a name alone.

import { addTo, NONE } from "../model/mod.ts";
import type { Workspace } from "./workspace.ts";

export class TopNames {
  readonly #workspace: Workspace;
  readonly #families = new Map<string, Map<string, number[]>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** The symbols that a family's files define at their top by a name. */
  find(family: string, name: string): readonly number[] {
    let names = this.#families.get(family);
    if (names === undefined) this.#families.set(family, names = this.#collect(family));
    return names.get(name) ?? [];
  }

  #collect(family: string): Map<string, number[]> {
    const names = new Map<string, number[]>();
    this.#workspace.views((view) => {
      if (view.rules.family !== family) return;
      view.facts.definitions.forEach(({ parent, receiver, name }, index) => {
        if (parent !== NONE || receiver !== "") return;
        addTo(names, name, this.#workspace.symbolOf(view, index));
      });
    });
    return names;
  }
}
