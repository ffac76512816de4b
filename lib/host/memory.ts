// Memory of this process. Law kept: what is done here changes no result. Not here: what holds it.

import process from "node:process";

/** Below this a build holds too little for the time that a collection takes. */
const WORTHWHILE_BYTES = 150_000_000;

interface Collecting {
  readonly Bun?: { gc(isBlocking: boolean): void };
}

/**
 * Gives back what is garbage where a part of a build has ended that leaves much behind: the engine would only take more from the
 * system. Nothing where the runtime has no such call.
 */
export function collectGarbage(): void {
  const { Bun } = globalThis as Collecting;
  if (Bun !== undefined && process.memoryUsage.rss() > WORTHWHILE_BYTES) Bun.gc(true);
}
