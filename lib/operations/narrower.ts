// What to ask where an answer shows less than there is. Law kept: what is offered is a request that works and gives less.

import type { View } from "../query/mod.ts";
import { type JsonObject, LIMIT } from "../wire/mod.ts";

export interface Wide {
  readonly view: View;
  /** The operation's fields as they were asked. */
  readonly request: JsonObject;
  /** Where the items lie, in their order. */
  readonly paths: readonly string[];
  readonly total: number;
  readonly limit: number;
}

/** The same operation for one folder or file, or else with room for more items; null where neither helps. */
export function narrower({ view, request, paths, total, limit }: Wide): JsonObject | null {
  const prefix = narrowPrefix(paths, limit);
  if (prefix !== null && prefix !== view.filter.pathPrefix) {
    return { operation: { ...request, path_prefix: prefix } };
  }
  const most = Math.min(LIMIT.most, total);
  return total > limit && most > limit ? { operation: { ...request, limit: most } } : null;
}

/** Of folders and files that leave some items out, the one with most of those that can be shown; else with fewest. */
function narrowPrefix(paths: readonly string[], limit: number): string | null {
  let best: { prefix: string; count: number } | null = null;
  for (const [prefix, count] of countsByPrefix(paths)) {
    if (count === paths.length) continue;
    const isBetter = best === null ||
      (best.count > limit ? count < best.count : count <= limit && count > best.count);
    if (isBetter) best = { prefix, count };
  }
  return best?.prefix ?? null;
}

/** How many paths start with each folder and file there is, wider ones first. */
function countsByPrefix(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}
