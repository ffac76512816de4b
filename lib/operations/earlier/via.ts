// The steps that bound a relationship, each `step path:line:column`, compared with those of an edge.

import { isSaid } from "../../wire/mod.ts";

/** Whether the steps are the same; `said` is null where an answer had no room for them. */
export function isSameVia(said: readonly string[] | null, via: readonly string[]): boolean {
  return said === null || isSaid(said, [...via]);
}

/** Whether the steps are the same but for where they stand. */
export function isViaMoved(said: readonly string[] | null, via: readonly string[]): boolean {
  return said === null || isSaid(said.map(wordsOf), via.map(wordsOf));
}

/** What a step is, without where it stands. */
function wordsOf(step: string): string {
  return step.split(" ", 1)[0];
}
