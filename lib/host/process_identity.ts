// Which process this is, in words that survive a reused process number: number, start time, boot and process namespace.
// Law kept: a living process is never taken for a dead one. Locks and leases stand on this.

import { readFileSync, readlinkSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { childEnvironment } from "./environment.ts";

export interface ProcessIdentity {
  readonly pid: number;
  /** The system's start time of the process, opaque; "" where it cannot be read. */
  readonly start: string;
  /** Id of this boot of the machine; "" where there is none. */
  readonly boot: string;
  /** Id of the space in which `pid` counts; "" where there is none. */
  readonly namespace: string;
}

/** `foreign`: it lives in a process namespace we cannot look into (another container of this machine). */
export type Liveness = "alive" | "gone" | "foreign";

let own: ProcessIdentity | null = null;

/** The identity of this process. */
export function processIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    start: processStart(process.pid) ?? "",
    boot: bootId(),
    namespace: readLink("/proc/self/ns/pid"),
  };
  return own;
}

/** Whether the process of an identity still runs. */
export function livenessOf(identity: ProcessIdentity): Liveness {
  const here = processIdentity();
  if (identity.boot !== here.boot) return "gone";
  if (identity.namespace !== here.namespace) return "foreign";
  if (!isRunning(identity.pid)) return "gone";
  if (isZombie(identity.pid)) return "gone";
  const start = processStart(identity.pid);
  // Unreadable on either side: the number is in use, so it counts as alive.
  if (start === null || identity.start === "") return "alive";
  return start === identity.start ? "alive" : "gone";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs and belongs to someone else.
    return (error as { code?: string }).code !== "ESRCH";
  }
}

/** Ended, and only waiting for its parent to notice. */
function isZombie(pid: number): boolean {
  const state = statFields(pid)?.[0];
  return state === "Z" || state === "X";
}

/** Start time of a process, or null where it cannot be read. */
function processStart(pid: number): string | null {
  if (process.platform === "linux") return statFields(pid)?.[19] ?? null;
  if (process.platform === "win32") return null;
  const listed = spawnSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], {
    env: childEnvironment(["LC_"], { LC_ALL: "C", TZ: "UTC" }),
    timeout: 5_000,
  });
  const text = listed.status === 0 ? new TextDecoder().decode(listed.stdout).trim() : "";
  return text === "" ? null : text;
}

/** The fields of Linux's process record from the third, the state, on. */
function statFields(pid: number): string[] | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is a name in parentheses and may hold anything.
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function bootId(): string {
  return (readText("/proc/sys/kernel/random/boot_id") ?? "").trim();
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
