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

/** The same operation for the best item's folder, or else with room for more items; null where neither helps. */
export function narrower({ view, request, paths, total, limit }: Wide): JsonObject | null {
  const prefix = narrowPrefix(paths, limit);
  if (prefix !== null && prefix !== view.filter.pathPrefix) {
    return { operation: { ...request, path_prefix: prefix } };
  }
  const most = Math.min(LIMIT.most, total);
  return total > limit && most > limit ? { operation: { ...request, limit: most } } : null;
}

/** The longest-reaching folder of the first path that leaves others out and whose items can be shown; else the nearest. */
function narrowPrefix(paths: readonly string[], limit: number): string | null {
  if (paths.length === 0) return null;
  const [first] = paths;
  let nearest: string | null = null;
  for (let slash = first.indexOf("/"); slash >= 0; slash = first.indexOf("/", slash + 1)) {
    const folder = first.slice(0, slash + 1);
    const inside = paths.filter((path) => path.startsWith(folder)).length;
    if (inside === paths.length) continue;
    nearest = folder;
    if (inside <= limit) return folder;
  }
  return nearest;
}
