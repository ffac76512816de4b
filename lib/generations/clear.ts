// Removes a binding's cache. Laws kept: only under the build lock and only when nobody reads; only what the layout
// names is removed; a clear that dies leaves a cache without a pointer, which the next build or clear takes over.

import { monotonicMs, removeEmptyFolder, removeTree, sleep, statPath } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";
import { takeLockForRoom } from "./build_start.ts";
import type { Cache } from "./cache.ts";
import { removeRemains } from "./collect.ts";
import { onDiskAsync } from "./damage.ts";
import { foldersOf } from "./layout.ts";
import { countLeases, entriesOf } from "./lease.ts";

const READERS_PAUSE_MS = 20;

/**
 * Removes everything that was built for a worktree. `removed` is false where there was nothing; `left` names what lies
 * in the folder and is not ours. Fails with `index.locked` where a build runs or a living process reads.
 */
export function clearCache(
  cache: Cache,
  options: { readonly waitMs: number },
): Promise<{ removed: boolean; left: string[] }> {
  return onDiskAsync("the cache cannot be removed", async () => {
    if (statPath(cache.layout.folder) === null) return { removed: false, left: [] };
    const lock = await takeLockForRoom(cache, options.waitMs);
    try {
      await requireNoReaders(cache, options.waitMs);
      removeContent(cache);
    } finally {
      lock.release();
    }
    return { removed: true, left: removeFolder(cache) };
  });
}

/** Readers that come from now on are not waited for longer than the first. */
async function requireNoReaders(cache: Cache, waitMs: number): Promise<void> {
  const endMs = monotonicMs() + waitMs;
  let leases = countLeases(cache.layout, { removeDead: true });
  while (leases.size > 0 && monotonicMs() < endMs) {
    await sleep(READERS_PAUSE_MS);
    leases = countLeases(cache.layout, { removeDead: true });
  }
  if (leases.size === 0) return;
  throw new Failure("index.locked", "a running query reads this index", {
    hint: "try again when it has ended",
    detail: { generations: [...leases.keys()] },
    retry: true,
  });
}

/** The pointer goes first: from then on nothing is served. What lies in the place of a file or folder goes with it. */
function removeContent({ layout }: Cache): void {
  removeRemains(layout);
  const parts = [layout.current, layout.bases, ...foldersOf(layout), layout.lastBuild, layout.binding];
  for (const part of parts) removeTree(part);
}

/** Removes the empty folder; a builder that came in the meantime keeps it. */
function removeFolder({ layout }: Cache): string[] {
  if (removeEmptyFolder(layout.folder)) return [];
  return entriesOf(layout.folder).map((entry) => entry.name);
}
