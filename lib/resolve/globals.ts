// Names that no file imports: what scripts share, and what a file declares for all files of its family.

import { addTo, type DefId, NONE } from "../model/mod.ts";
import type { Workspace } from "./workspace.ts";

/** Global names by family; symbols in the order of files. */
export class Globals {
  readonly #scripts = new Map<string, number[]>();
  readonly #declared = new Map<string, number[]>();

  constructor(workspace: Workspace) {
    workspace.views((view) => {
      const isScript = view.rules.isGlobalScript(view);
      const put = (globals: Map<string, number[]>, name: string, definition: DefId): void =>
        addTo(globals, keyOf(view.rules.family, name), workspace.symbolOf(view, definition));
      view.facts.definitions.forEach((definition, index) => {
        if (view.rules.isDeclaredGlobal(view, definition)) put(this.#declared, definition.name, index);
        if (isScript && definition.parent === NONE && definition.receiver === "") {
          put(this.#scripts, definition.name, index);
        }
      });
    });
  }

  /** What scripts define at their top under a name. */
  scripts(family: string, name: string): readonly number[] {
    return this.#scripts.get(keyOf(family, name)) ?? [];
  }

  /** What some file declares under a name for all files. */
  declared(family: string, name: string): readonly number[] {
    return this.#declared.get(keyOf(family, name)) ?? [];
  }
}

function keyOf(family: string, name: string): string {
  return `${family}\0${name}`;
}
