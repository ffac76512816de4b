// The members of containers by name, those of merged declarations in one table. Not here: which container a definition is a member
// of, what an earlier member of the same name means beside a later one.

import { FLAGS } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";
import { containersOf, isMemberContainer, redefined } from "./member_containers.ts";
import type { Workspace } from "./workspace.ts";

type Members = Map<string, number[]>;
const NO_MEMBERS: ReadonlyMap<string, readonly number[]> = new Map();

export class MemberTables {
  readonly #workspace: Workspace;
  readonly #tables = new Map<number, Members>();
  readonly #declaring = new Map<string, number>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Adds the members that a file's definitions are. */
  collect(view: FileView): void {
    const workspace = this.#workspace;
    view.facts.definitions.forEach((definition, index) => {
      const symbol = workspace.symbolOf(view, index);
      for (const container of containersOf(workspace, view, definition)) {
        const parent = workspace.definition(container);
        // What a function declares inside is its own; only what is assigned to it is its member.
        const isLocal = parent !== null && !isMemberContainer(parent) &&
          (definition.flags & FLAGS.assigned) === 0;
        if (isLocal) continue;
        const shared = this.#tableFor(container);
        const before = shared.get(definition.name);
        if (before === undefined) {
          shared.set(definition.name, [symbol]);
          this.#declaring.set(definition.name, (this.#declaring.get(definition.name) ?? 0) + 1);
        } else shared.set(definition.name, redefined(workspace, view, before, symbol));
      }
    });
  }

  /** One table for all merged declarations. */
  #tableFor(container: number): Members {
    const known = this.#tables.get(container);
    if (known !== undefined) return known;
    const members: Members = new Map();
    for (const declaration of this.#workspace.declarations(container)) this.#tables.set(declaration, members);
    return members;
  }

  /** The members of a symbol by name. */
  of(symbol: number): ReadonlyMap<string, readonly number[]> {
    return this.#tables.get(symbol) ?? NO_MEMBERS;
  }

  /** How many containers have a member of a name. */
  declaring(name: string): number {
    return this.#declaring.get(name) ?? 0;
  }
}
