// The steps that bound a relationship, each `step path:line:column`, compared with those of an edge.

import { isSaid } from "../../wire/mod.ts";

/** Whether the steps are the same; `said` is null where an answer had no room for them. */
export function isSameVia(said: readonly string[] | null, via: readonly string[]): boolean {
  return said === null || isSaid(said, [...via]);
}

/** Where a file of the answer lies now. */
export type Moved = (path: string) => string;

/**
 * Whether the steps are the same but for where they stand: in which lines of the files that they stood in, or anywhere, where
 * nothing is known of files (`moved` is null).
 */
export function isViaMoved(
  said: readonly string[] | null,
  via: readonly string[],
  moved: Moved | null,
): boolean {
  return said === null ||
    isSaid(
      said.map((step) => placedIn(step, moved)),
      via.map((step) => placedIn(step, moved && ((path) => path))),
    );
}

/** What a step is and in which file, without its line. */
function placedIn(step: string, moved: Moved | null): string {
  const parts = /^(\S+) (.+):\d+:\d+$/.exec(step);
  if (parts === null) return step;
  const [, word, path] = parts;
  return moved === null ? word : `${word} ${moved(path)}`;
}
