// Places and chains as the graph carries them. Laws kept: every edge names its site and the steps that bound it; a chain takes
// the room of a few numbers until somebody reads it, however long the paths in it are.

import { LineIndex } from "../model/mod.ts";
import type { Chain } from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

/** Numbers of one step: its word, file, line and column. */
const STEP = 4;

/** Lines and columns of all files, and chains as text. */
export class Places {
  readonly #workspace: Workspace;
  readonly #paths: readonly string[];
  readonly #indexes: (LineIndex | undefined)[] = [];
  readonly #words: string[] = [];
  readonly #wordNumbers = new Map<string, number>();
  #steps = new Int32Array(1 << 12);
  #used = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#paths = workspace.files.map((file) => file?.path ?? "");
  }

  index(file: number): LineIndex {
    const { facts } = this.#workspace.files[file];
    return this.#indexes[file] ??= new LineIndex(facts.lineStarts, facts.byteLength);
  }

  /** Keeps a chain; the number it is read by. Of a very long chain its two ends are kept. */
  keep(chain: Chain | null): number {
    const steps: Chain[] = [];
    for (let at = chain; at !== null; at = at.previous) {
      // What lies between the first steps and the last is let go as the walk passes it.
      if (steps.length === LAST_STEPS + FIRST_STEPS) steps.splice(LAST_STEPS, 1);
      steps.push(at);
    }
    const kept = this.#used;
    this.#reserve(1 + steps.length * STEP);
    this.#steps[this.#used++] = steps.length;
    for (let i = steps.length - 1; i >= 0; i--) this.#add(steps[i]);
    return kept;
  }

  /** The steps of a kept chain from the first to the last, each `step path:line:col`. */
  via(kept: number): string[] {
    const [steps, count] = [this.#steps, this.#steps[kept]];
    const texts: string[] = new Array(count);
    for (let i = 0, at = kept + 1; i < count; i++, at += STEP) {
      texts[i] = `${this.#words[steps[at]]} ${this.#paths[steps[at + 1]]}:${steps[at + 2]}:${steps[at + 3]}`;
    }
    return texts;
  }

  #add({ step, file, byteOffset }: Chain): void {
    const index = this.index(file);
    const line = index.line(byteOffset);
    const column = byteOffset - index.starts[line - 1];
    for (const number of [this.#word(step), file, line, column]) this.#steps[this.#used++] = number;
  }

  #word(step: string): number {
    let number = this.#wordNumbers.get(step);
    if (number === undefined) this.#wordNumbers.set(step, number = this.#words.push(step) - 1);
    return number;
  }

  #reserve(count: number): void {
    if (this.#used + count <= this.#steps.length) return;
    const wider = new Int32Array(Math.max(this.#steps.length * 2, this.#used + count));
    wider.set(this.#steps);
    this.#steps = wider;
  }
}

/** Steps of a chain that are told at most: those it starts with and those it ends with. */
const FIRST_STEPS = 8;
const LAST_STEPS = 56;
