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

  /** The steps from the first to the last, each `step path:line:col`. */
  via(chain: Chain | null): string[] {
    const steps: string[] = [];
    for (let at = chain; at !== null; at = at.previous) {
      const index = this.index(at.file);
      const line = index.line(at.byteOffset);
      steps.push(
        `${at.step} ${this.#workspace.files[at.file].path}:${line}:${at.byteOffset - index.starts[line - 1]}`,
      );
    }
    return steps.reverse();
  }
}
