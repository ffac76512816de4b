// Removes what nobody needs: generations that no pointer names and nobody holds, packs no remaining generation reads, what
// killed builds left in staging, leases of dead processes. Laws kept: only the holder of the build lock collects; what
// the pointer names or a living process holds stays; nothing outside the names of the layout is touched, nor what has such a
// name and is of another kind.
// Not here: what is published (`publish.ts`).

import {
  livenessOf,
  type ProcessIdentity,
  processIdentity,
  readHolder,
  removeDeadRecovery,
  removeFile,
  removeTree,
  statPath,
  treeBytes,
  wallMs,
} from "../host/mod.ts";
import { wholeBases } from "./bases.ts";
import { damageIn } from "./damage.ts";
import { isGenerationName, type Layout, packNameOf } from "./layout.ts";
import { countLeases, entriesOf } from "./lease.ts";
import { readUnnamedManifest } from "./manifest.ts";
import { type Pointer, readPointer } from "./pointer.ts";

/** A file that does not say whose it is may be being written at this moment. */
const WRITING_MS = 60_000;

/** What has to stay. */
interface Needed {
  readonly generations: ReadonlySet<string>;
  /** Null where it cannot be told: then every pack stays. */
  readonly packs: ReadonlySet<string> | null;
}

/** Collects. `ownStaging` is the name of the running build's folder, "" where there is none. */
export function collect(layout: Layout, ownStaging: string): void {
  for (const { name } of entriesOf(layout.staging)) {
    if (name !== ownStaging) removeTree(`${layout.staging}/${name}`);
  }
  removeRemains(layout);
  const leased = countLeases(layout, { removeDead: true });
  const pointer = pointerIfWhole(layout);
  // A damaged pointer does not say what was published: nothing of it is removed before there is a new one.
  if (pointer === null) return;
  const needed = neededBy(layout, pointer, leased);
  for (const { name, kind } of entriesOf(layout.generations)) {
    if (kind === "folder" && isGenerationName(name) && !needed.generations.has(name)) {
      removeTree(layout.generation(name));
    }
  }
  if (needed.packs === null) return;
  for (const { name, kind } of entriesOf(layout.packs)) {
    const pack = kind === "file" ? packNameOf(name) : null;
    if (pack !== null && !needed.packs.has(pack)) removeFile(layout.pack(pack));
  }
}

/** Bytes of everything that is published or held. */
export function bytesInUse(layout: Layout): number {
  const pointer = pointerIfWhole(layout) ?? { entries: [], outdated: false };
  const needed = neededBy(layout, pointer, countLeases(layout, { removeDead: false }));
  let sum = 0;
  for (const name of needed.generations) sum += treeBytes(layout.generation(name));
  if (needed.packs === null) return sum + treeBytes(layout.packs);
  for (const name of needed.packs) sum += treeBytes(layout.pack(name));
  return sum;
}

function pointerIfWhole(layout: Layout): Pointer | null {
  let pointer: Pointer | null = null;
  damageIn(() => pointer = readPointer(layout));
  return pointer;
}

function neededBy(layout: Layout, pointer: Pointer, leased: ReadonlyMap<string, number>): Needed {
  const named = [...pointer.entries, ...wholeBases(layout)].map((entry) => entry.name);
  const generations = new Set([...named, ...leased.keys()]);
  const packs = new Set<string>();
  for (const name of generations) {
    const manifest = readUnnamedManifest(layout, name);
    // A lease may be of a generation that is gone; the manifest of a folder that is there must be known.
    if (manifest === null && statPath(layout.generation(name)) !== null) return { generations, packs: null };
    for (const pack of manifest?.packs ?? []) packs.add(pack.name);
  }
  return { generations, packs };
}

/** What a file is called while it is written to take the place of another. */
const REPLACING = /^(binding\.json|current|bases)\..+\.new$/;

/** Files that a process left when it died while it took the lock or replaced another file. For the holder of the build lock. */
export function removeRemains(layout: Layout): void {
  for (const { name, kind } of entriesOf(layout.folder)) {
    if (kind !== "file") continue;
    const path = `${layout.folder}/${name}`;
    // Only the holder of the build lock replaces files.
    if (REPLACING.test(name)) removeFile(path);
    else if (name === "lock.recovery") removeDeadRecovery(layout.lock);
    else if (name.startsWith("lock.") && isLeft(path, name)) removeFile(path);
  }
}

/** Whether nobody goes on with a lock that was being taken. Whoever does finds it gone and takes it anew. */
function isLeft(path: string, name: string): boolean {
  const stat = statPath(path);
  if (stat === null) return false;
  const holder = readHolder(path);
  const writer = holder ?? writerOf(name);
  if (writer !== null && livenessOf(writer) === "gone") return true;
  const ageMs = Math.abs(wallMs() - Number(BigInt(stat.stamp.mtimeNs) / 1_000_000n));
  return holder === null && ageMs > WRITING_MS;
}

/** Who writes a lock file that says nothing yet: its name begins with a process number. */
function writerOf(name: string): ProcessIdentity | null {
  const [, pid] = /^lock\.([0-9]+)\./.exec(name) ?? [];
  return pid === undefined ? null : { ...processIdentity(), pid: Number(pid), start: "" };
}
