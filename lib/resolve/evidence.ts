// Places and chains as the graph carries them. Law kept: every edge names its site and the steps that bound it.

import { LineIndex } from "../model/mod.ts";
import type { Chain } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** Lines and columns of all files, and chains as text. */
export class Places {
  readonly #workspace: Workspace;
  readonly #indexes: (LineIndex | undefined)[] = [];

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  index(file: number): LineIndex {
    const { facts } = this.#workspace.files[file];
    return this.#indexes[file] ??= new LineIndex(facts.lineStarts, facts.byteLength);
  }

  /** The steps from the first to the last, each `step path:line:col`; of a very long chain its two ends. */
  via(chain: Chain | null): string[] {
    const steps: Chain[] = [];
    for (let at = chain; at !== null; at = at.previous) {
      // What lies between the first steps and the last is let go as the walk passes it.
      if (steps.length === LAST_STEPS + FIRST_STEPS) steps.splice(LAST_STEPS, 1);
      steps.push(at);
    }
    return steps.reverse().map(({ step, file, byteOffset }) => {
      const index = this.index(file);
      const line = index.line(byteOffset);
      return `${step} ${this.#workspace.files[file].path}:${line}:${byteOffset - index.starts[line - 1]}`;
    });
  }
}

/** Steps of a chain that are told at most: those it starts with and those it ends with. */
const FIRST_STEPS = 8;
const LAST_STEPS = 56;
