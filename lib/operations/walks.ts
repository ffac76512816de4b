// What an answer that was found by a walk says of the walk.

import type { Walk } from "../query/mod.ts";
import type { Limitation } from "../wire/mod.ts";
import { limitation } from "./items.ts";

/** Edges that left the filter, and the limit that ended the walk early with the symbols it left unvisited. */
export function walkLimits({ boundaryEdges, limit, unvisited }: Walk): Limitation[] {
  return [
    limitation("boundary_edges", boundaryEdges),
    ...limit === null ? [] : [limitation(`walk_${limit}`, Math.max(1, unvisited))],
  ];
}
