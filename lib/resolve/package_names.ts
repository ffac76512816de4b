// What the files of one package define at their top, by name: a package's scope, indexed once however many files it has.
// Not here: files whose top level is theirs alone.

import { addTo, BINDING_KINDS } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** A definition at the top of a file. */
export interface TopDefinition {
  readonly view: FileView;
  readonly definition: number;
  /** Where its name is bound. */
  readonly byteOffset: number;
}

type Names = ReadonlyMap<string, readonly TopDefinition[]>;

/** Top-level definitions of packages by name, in order of path and place. */
export class PackageNames {
  readonly #workspace: Workspace;
  readonly #modules = new Map<number, Names>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  find(module: number, name: string): readonly TopDefinition[] {
    return module < 0 ? [] : this.#of(module).get(name) ?? [];
  }

  /** All names of a package. */
  names(module: number): ReadonlySet<string> {
    return new Set(this.#of(module).keys());
  }

  #of(module: number): Names {
    let names = this.#modules.get(module);
    if (names === undefined) this.#modules.set(module, names = this.#index(module));
    return names;
  }

  #index(module: number): Names {
    const names = new Map<string, TopDefinition[]>();
    for (const file of this.#workspace.module(module).files) {
      const view = this.#workspace.files[file];
      for (const definition of topDefinitions(view)) {
        addTo(names, view.facts.definitions[definition.definition].name, definition);
      }
    }
    return names;
  }
}

function topDefinitions(view: FileView): TopDefinition[] {
  const { scope, kind, target, start } = view.facts.bindings;
  const found: TopDefinition[] = [];
  for (let binding = 0; binding < scope.length; binding++) {
    if (scope[binding] !== 0 || BINDING_KINDS[kind[binding]] !== "definition") continue;
    found.push({ view, definition: target[binding], byteOffset: start[binding] });
  }
  return found.sort((a, b) => a.byteOffset - b.byteOffset);
}
