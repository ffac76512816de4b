// Places and chains as the graph carries them. Law kept: every edge names its site and the steps that bound it.

import { LineIndex, type RowsWriter, type Via } from "../model/mod.ts";
import type { Chain } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** Lines and columns of all files, and chains as numbers. */
export class Places {
  readonly #workspace: Workspace;
  readonly #graphFiles: readonly number[];
  readonly #indexes: (LineIndex | undefined)[] = [];
  readonly #texts: Pick<RowsWriter, "text">;
  /** Used again and again: nearly every edge has a chain. */
  readonly #via: number[] = [];
  readonly #steps: Chain[] = [];

  /** `graphFiles` gives a file's number in the graph by its number in the workspace, `texts` that of a word. */
  constructor(workspace: Workspace, graphFiles: readonly number[], texts: Pick<RowsWriter, "text">) {
    this.#workspace = workspace;
    this.#graphFiles = graphFiles;
    this.#texts = texts;
  }

  index(file: number): LineIndex {
    const { facts } = this.#workspace.files[file];
    return this.#indexes[file] ??= new LineIndex(facts.lineStarts, facts.byteLength);
  }

  /** The steps from the first to the last, until the next call; of a very long chain its two ends. */
  via(chain: Chain | null): Via {
    const via = this.#via;
    const steps = this.#steps;
    via.length = steps.length = 0;
    for (let at: Chain | null = chain; at !== null; at = at.previous) {
      // What lies between the first steps and the last is let go as the walk passes it.
      if (steps.length === LAST_STEPS + FIRST_STEPS) steps.splice(LAST_STEPS, 1);
      steps.push(at);
    }
    for (let at = steps.length - 1; at >= 0; at--) {
      const { step, file, byteOffset } = steps[at];
      const index = this.index(file);
      const line = index.line(byteOffset);
      via.push(this.#texts.text(step), this.#graphFiles[file], line, byteOffset - index.starts[line - 1]);
    }
    return via;
  }
}

/** Steps of a chain that are told at most: those it starts with and those it ends with. */
const FIRST_STEPS = 8;
const LAST_STEPS = 56;
