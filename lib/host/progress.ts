// Progress for people, on stderr, and only where stderr is a terminal. Law kept: it never reaches stdout and never
// carries text of a repository.

import { monotonicMs } from "./clock.ts";
import { writeStderr } from "./output.ts";

/** Where long work reports how far it is. */
export interface Progress {
  /** A new part of the work begins; `total` steps, or null where that is not known. */
  phase(name: string, total: number | null): void;
  /** So many more steps are done. */
  advance(steps?: number): void;
  /** Nothing more comes; what was shown is taken away. */
  done(): void;
}

/** Says nothing. */
export const SILENT: Progress = { phase() {}, advance() {}, done() {} };

const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";

/** One line on stderr, redrawn at most ten times a second. `write` and `nowMs` are for tests. */
export function terminalProgress(
  write: (text: string) => void = writeStderr,
  nowMs: () => number = monotonicMs,
): Progress {
  let name = "";
  let total: number | null = null;
  let steps = 0;
  let drawnAtMs = -Infinity;
  const draw = () => {
    drawnAtMs = nowMs();
    const count = total === null ? (steps === 0 ? "" : ` ${steps}`) : ` ${Math.min(steps, total)}/${total}`;
    write(`${CLEAR_LINE}${name}${count}`);
  };
  return {
    phase(newName, newTotal) {
      name = newName;
      total = newTotal;
      steps = 0;
      draw();
    },
    advance(more = 1) {
      steps += more;
      if (nowMs() - drawnAtMs >= REDRAW_MS) draw();
    },
    done() {
      if (name !== "") write(CLEAR_LINE);
      name = "";
    },
  };
}
