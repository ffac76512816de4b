// What lies in a cache, for `status` and `doctor`. Law kept: it reports damage and never fails over it, it writes
// nothing, and it takes no lock.

import { isLocked, type LockHolder, readHolder, treeBytes } from "../host/mod.ts";
import type { Failure } from "../model/mod.ts";
import { type BaseEntry, publishedNames, readBases } from "./bases.ts";
import { type Binding, type Cache, isReplaced, readBinding } from "./cache.ts";
import { damageIn, onDisk } from "./damage.ts";
import { openEntry } from "./generation.ts";
import { isGenerationName, packNameOf } from "./layout.ts";
import { countLeases, entriesOf } from "./lease.ts";
import { type LastBuild, readLastBuild } from "./outcome.ts";
import { type PointerEntry, readPointer } from "./pointer.ts";

export interface GenerationStatus {
  readonly name: string;
  /** Null where no pointer names it. */
  readonly fingerprint: string | null;
  /** `base`: of a commit; `held`: only readers need it; `left`: nobody, and the next build removes it. */
  readonly role: "current" | "previous" | "base" | "held" | "left";
  readonly sizeBytes: number;
  /** Living readers. */
  readonly leases: number;
}

export interface CacheStatus {
  readonly bindingId: string;
  /** Null where it is not known: never built, or damaged. */
  readonly binding: Binding | null;
  /** Whether another worktree lies where the indexed one was. */
  readonly replaced: boolean;
  /** Whether what is there was built by an older program and has to be built anew. */
  readonly outdated: boolean;
  /** Whether a build runs now. `holder` is null where the lock does not say. */
  readonly building: { readonly holder: LockHolder | null } | null;
  /** In order of name. */
  readonly generations: readonly GenerationStatus[];
  readonly packCount: number;
  readonly packBytes: number;
  /** Of the whole folder. */
  readonly totalBytes: number;
  readonly lastBuild: LastBuild | null;
  /** `index.corrupt` failures that name what is damaged, as far as opening shows it. */
  readonly damages: readonly Failure[];
}

/** Looks at a cache. Fails with `index.newer_format` or `index.unavailable` only. */
export function cacheStatus(cache: Cache): CacheStatus {
  return onDisk("the cache cannot be read", () => {
    const before = publishedNames(cache.layout);
    const status = lookAt(cache);
    // What a build replaced meanwhile is not damaged.
    const isReplaced = status.damages.length > 0 && publishedNames(cache.layout) !== before;
    return isReplaced ? lookAt(cache) : status;
  });
}

function lookAt(cache: Cache): CacheStatus {
  const { layout } = cache;
  const damages: Failure[] = [];
  const check = (work: () => void) => {
    const damage = damageIn(work);
    if (damage !== null) damages.push(damage);
  };
  let binding = null as Binding | null;
  check(() => binding = readBinding(cache));
  let entries: readonly PointerEntry[] = [];
  let outdated = false;
  check(() => ({ entries, outdated } = readPointer(layout)));
  let bases: readonly BaseEntry[] = [];
  check(() => bases = readBases(layout));
  for (const entry of [...entries, ...bases]) check(() => openEntry(layout, entry, null).close());
  const building = isLocked(layout.lock) ? { holder: readHolder(layout.lock) } : null;
  const packs = entriesOf(layout.packs).filter(({ name, kind }) =>
    kind === "file" && packNameOf(name) !== null
  );
  return {
    bindingId: cache.bindingId,
    binding,
    replaced: binding !== null && isReplaced(cache, binding),
    outdated,
    building,
    generations: generationsOf(cache, entries, bases),
    packCount: packs.length,
    packBytes: treeBytes(layout.packs),
    totalBytes: treeBytes(layout.folder),
    lastBuild: readLastBuild(layout, building !== null),
    damages,
  };
}

function generationsOf(
  { layout }: Cache,
  entries: readonly PointerEntry[],
  bases: readonly BaseEntry[],
): GenerationStatus[] {
  const leases = countLeases(layout, { removeDead: false });
  const folders = entriesOf(layout.generations).filter(({ name, kind }) =>
    kind === "folder" && isGenerationName(name)
  );
  return folders.map(({ name }) => {
    const place = entries.findIndex((entry) => entry.name === name);
    const base = bases.find((entry) => entry.name === name);
    const held = leases.get(name) ?? 0;
    return {
      name,
      fingerprint: (entries[place] ?? base)?.fingerprint ?? null,
      role: place === 0
        ? "current"
        : place > 0
        ? "previous"
        : base !== undefined
        ? "base"
        : held > 0
        ? "held"
        : "left",
      sizeBytes: treeBytes(layout.generation(name)),
      leases: held,
    };
  });
}
