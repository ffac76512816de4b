// Readers' holds on generations. A lease is an empty file whose name says everything, so that it is there whole or not
// at all. Laws kept: the lease of a living process is never removed by another; one of a dead process holds nothing.

import {
  createMarker,
  errorCode,
  isYounger,
  listFolder,
  livenessOf,
  type ProcessIdentity,
  processIdentity,
  removeFile,
  statPath,
  uptimeMs,
} from "../host/mod.ts";
import { isGenerationName, type Layout } from "./layout.ts";

const ENDING = "lease";
/** A lease of another container's process, which cannot be asked about, counts for so long. */
const FOREIGN_EXPIRY_MS = 24 * 3_600_000;
/** The system's words for a cache that can be read but not written. */
const UNWRITABLE = ["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"];

/** A held lease. */
export class Lease {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Gives it back; harmless where someone removed it. */
  release(): void {
    removeFile(this.#path);
  }
}

/** A lease as a file name tells it. */
export interface LeaseName {
  readonly generation: string;
  readonly holder: ProcessIdentity;
  /** When it was taken, by the clock that nobody sets; null where it does not say. */
  readonly takenUpMs: number | null;
}

/**
 * Holds a generation for this process. Null where the cache cannot be written, or is not there: then nothing is held,
 * and a reader may find its generation gone.
 */
export function takeLease(layout: Layout, generation: string): Lease | null {
  const path = `${layout.leases}/${
    encodeLeaseName(generation, processIdentity(), `${uptimeMs()}-${crypto.randomUUID()}`)
  }`;
  try {
    createMarker(path);
    return new Lease(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || UNWRITABLE.includes(errorCode(error))) return null;
    throw error;
  }
}

/** How many living leases each generation has; files of dead ones are removed on the way with `removeDead`. */
export function countLeases(
  layout: Layout,
  options: { readonly removeDead: boolean },
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, kind } of entriesOf(layout.leases)) {
    const lease = kind === "file" ? decodeLeaseName(name) : null;
    if (lease === null) continue;
    const path = `${layout.leases}/${name}`;
    if (isLiving(lease, path)) counts.set(lease.generation, (counts.get(lease.generation) ?? 0) + 1);
    else if (options.removeDead) removeFile(path);
  }
  return counts;
}

/** Whether the process of a lease, which lies at a path, may still read. */
export function isLiving({ holder, takenUpMs }: LeaseName, path: string): boolean {
  const liveness = livenessOf(holder);
  if (liveness !== "foreign") return liveness === "alive";
  const stat = statPath(path);
  if (stat === null) return false;
  const takenAtMs = Number(BigInt(stat.stamp.mtimeNs) / 1_000_000n);
  return isYounger({ wallMs: takenAtMs, upMs: takenUpMs }, FOREIGN_EXPIRY_MS);
}

/** The file name of a lease: dots part its fields. `unique` begins with the uptime at which it was taken. */
export function encodeLeaseName(generation: string, holder: ProcessIdentity, unique: string): string {
  const fields = [holder.pid, holder.start, holder.boot, holder.namespace, unique].map((field) =>
    encodeURIComponent(field).replaceAll(".", "%2E")
  );
  return [generation, ...fields, ENDING].join(".");
}

/** What a file name of the leases' folder says, null where it is no lease. */
export function decodeLeaseName(fileName: string): LeaseName | null {
  const [generation, pid, start, boot, namespace, unique, ending, ...more] = fileName.split(".");
  if (ending !== ENDING || more.length > 0 || !isGenerationName(generation) || !/^[0-9]+$/.test(pid)) {
    return null;
  }
  try {
    const [startText, bootText, namespaceText] = [start, boot, namespace].map(decodeURIComponent);
    const holder = { pid: Number(pid), start: startText, boot: bootText, namespace: namespaceText };
    const up = /^([0-9]{1,15})-/.exec(unique);
    return { generation, holder, takenUpMs: up === null ? null : Number(up[1]) };
  } catch {
    return null;
  }
}

/** The entries of a folder of ours, none where it is missing. What a link in its place leads to is not ours to remove. */
export function entriesOf(folder: string): ReturnType<typeof listFolder>["entries"] {
  try {
    if (statPath(folder)?.kind !== "folder") return [];
    return listFolder(folder).entries;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}
