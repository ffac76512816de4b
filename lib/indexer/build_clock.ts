// The time that one build has. Law kept: every long part of a build looks at the clock while it works, whoever does it: what
// tells how far it is also learns that the time is over.

import { monotonicMs, type Progress } from "../host/mod.ts";
import { Failure, type Limits } from "../model/mod.ts";

/** Passes progress on and ends the build, at the next step told, where its time is over. */
export class BuildClock implements Progress {
  readonly #progress: Progress;
  readonly #maxMs: number;
  readonly #startedAtMs = monotonicMs();
  #phase = "reading";
  #done = 0;
  #total: number | null = null;

  constructor(progress: Progress, { maxBuildMs }: Limits) {
    this.#progress = progress;
    this.#maxMs = maxBuildMs;
  }

  phase(name: string, total: number | null): void {
    this.check();
    [this.#phase, this.#done, this.#total] = [name, 0, total];
    this.#progress.phase(name, total);
  }

  advance(steps = 1): void {
    this.#done += steps;
    this.check();
    this.#progress.advance(steps);
  }

  done(): void {
    this.#progress.done();
  }

  elapsedMs(): number {
    return Math.round(monotonicMs() - this.#startedAtMs);
  }

  leftMs(): number {
    return this.#maxMs - this.elapsedMs();
  }

  /** Failure limit.exceeded where the time is over. */
  check(): void {
    if (this.leftMs() >= 0) return;
    throw new Failure("limit.exceeded", `The build took longer than ${this.#maxMs} ms.`, {
      hint: "Exclude paths, or raise limits.max_build_ms in the configuration file.",
      detail: {
        limit: this.#maxMs,
        name: "max_build_ms",
        elapsed_ms: this.elapsedMs(),
        phase: this.#phase,
        ...this.#total !== null && { files_done: this.#done, files: this.#total },
      },
    });
  }
}
