// Who holds the build lock and who reads, and whether they live. Law kept: it only looks.

import { isLocked, type Liveness, livenessOf, readHolder, statPath } from "../host/mod.ts";
import type { Layout } from "./layout.ts";
import { decodeLeaseName, entriesOf, isLiving } from "./lease.ts";

/** The build lock as it lies there. */
export interface LockState {
  /** Null where the file does not say. */
  readonly pid: number | null;
  readonly sinceMs: number | null;
  /** `foreign`: of another container, and counted as alive. */
  readonly liveness: Liveness;
}

/** The build lock, null where there is none. */
export function lockState({ lock }: Layout): LockState | null {
  if (statPath(lock) === null) return null;
  const holder = readHolder(lock);
  const isForeign = holder !== null && livenessOf(holder) === "foreign";
  return {
    pid: holder?.pid ?? null,
    sinceMs: holder?.acquiredAtMs ?? null,
    liveness: !isLocked(lock) ? "gone" : isForeign ? "foreign" : "alive",
  };
}

/** A reader's hold. */
export interface Hold {
  readonly pid: number;
  readonly generation: string;
  readonly liveness: Liveness;
}

/** Every lease, in order of name. */
export function holdsOf({ leases }: Layout): Hold[] {
  const holds: Hold[] = [];
  for (const { name, kind } of entriesOf(leases)) {
    const lease = kind === "file" ? decodeLeaseName(name) : null;
    if (lease === null) continue;
    const isForeign = livenessOf(lease.holder) === "foreign";
    holds.push({
      pid: lease.holder.pid,
      generation: lease.generation,
      liveness: !isLiving(lease, `${leases}/${name}`) ? "gone" : isForeign ? "foreign" : "alive",
    });
  }
  return holds;
}
