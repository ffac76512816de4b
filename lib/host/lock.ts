// A lock file: at most one holder, named in it. Laws kept: the file appears with its whole content or not at all; the
// lock of a living process is never taken; one of a dead process is recovered by whoever wants it next, and of several
// who try only one gets it. Network file systems are not promised anything.

import { calls, errorCode } from "./calls.ts";
import { isYounger, sleep, uptimeMs, wallMs } from "./clock.ts";
import { readText, removeFile, removeTree, writeAll, writeFile } from "./disk.ts";
import { livenessOf, type ProcessIdentity, processIdentity } from "./process_identity.ts";
import { statPath } from "./stamps.ts";

/** Who holds a lock. */
export interface LockHolder extends ProcessIdentity {
  /** Tells two locks of one process apart. */
  readonly token: string;
  readonly acquiredAtMs: number;
  /** The same moment by the clock that nobody sets; absent in locks of earlier versions. */
  readonly acquiredUpMs?: number;
}

export type LockAttempt =
  | { readonly lock: Lock; readonly holder: null }
  /** `holder` is null where the file does not say. */
  | { readonly lock: null; readonly holder: LockHolder | null };

/**
 * A lock of another container of this machine cannot be asked whether its process lives; no build may take as long as
 * this, so an older one counts as left behind.
 */
const FOREIGN_EXPIRY_MS = 30 * 60_000;
/** A file without a readable holder counts as being written for so long. */
const WRITING_MS = 5_000;
/** What a file system without hard links answers. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

let tokens = 0;
/** Tokens of locks that this thread gave up and whose file could not be removed: nobody holds them. */
const abandoned = new Set<string>();

/** A held lock. */
export class Lock {
  readonly #path: string;
  readonly #token: string;

  constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
  }

  /** Whether the file still names this lock: someone may have removed the cache. */
  isHeld(): boolean {
    return readHolder(this.#path)?.token === this.#token;
  }

  /** Gives it back. Harmless where it is no longer ours. Where it throws, the next who wants the lock takes it away. */
  release(): void {
    abandoned.add(this.#token);
    if (this.isHeld()) removeFile(this.#path);
    abandoned.delete(this.#token);
  }
}

/** Takes the lock if nobody living holds it. The folder of `path` must exist. */
export function tryLock(path: string): LockAttempt {
  const found = inspect(path);
  if (found.state === "held") return { lock: null, holder: found.holder };
  if (found.state === "left") return recover(path);
  const mine = place(path);
  return mine === null ? { lock: null, holder: readHolder(path) } : { lock: mine, holder: null };
}

/** Takes the lock, waiting at most `waitMs` for its holder. */
export async function waitForLock(path: string, waitMs: number): Promise<LockAttempt> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = FIRST_WAIT_MS;; pauseMs = Math.min(pauseMs * 2, LONGEST_WAIT_MS)) {
    const attempt = tryLock(path);
    const leftMs = deadline - performance.now();
    if (attempt.lock !== null || leftMs <= 0) return attempt;
    await sleep(Math.min(pauseMs, leftMs));
  }
}

/** Who holds the lock now, living or not; null where nobody does or the file does not say. */
export function readHolder(path: string): LockHolder | null {
  const text = statPath(path)?.kind === "file" ? readText(path) : null;
  if (text === null) return null;
  try {
    const parsed = JSON.parse(text) as Partial<LockHolder> | null;
    return typeof parsed?.pid === "number" && typeof parsed.token === "string" ? parsed as LockHolder : null;
  } catch {
    return null;
  }
}

/** Whether somebody who may be alive holds the lock. */
export function isLocked(path: string): boolean {
  return inspect(path).state === "held";
}

/** `left`: there is a lock file, and whoever placed it is gone. */
interface Inspection {
  readonly state: "free" | "held" | "left";
  readonly holder: LockHolder | null;
}

function inspect(path: string): Inspection {
  const stat = statPath(path);
  if (stat === null) return { state: "free", holder: null };
  // Whoever takes a lock puts a file there: of anything else nobody is the holder.
  if (stat.kind !== "file") return { state: "left", holder: null };
  const holder = readHolder(path);
  if (holder === null) {
    // Damaged, or being written at this moment where the file system has no links.
    const ageMs = Math.abs(wallMs() - Number(BigInt(stat.stamp.mtimeNs) / 1_000_000n));
    return { state: ageMs < WRITING_MS ? "held" : "left", holder };
  }
  if (abandoned.has(holder.token)) return { state: "left", holder };
  const liveness = livenessOf(holder);
  const taken = { wallMs: holder.acquiredAtMs, upMs: holder.acquiredUpMs ?? null };
  const living = liveness === "foreign" ? isYounger(taken, FOREIGN_EXPIRY_MS) : liveness === "alive";
  return { state: living ? "held" : "left", holder };
}

/** Puts our lock file in place; null where one is there. */
function place(path: string): Lock | null {
  const token = `${process.pid}.${tokens++}.${crypto.randomUUID()}`;
  const holder: LockHolder = {
    ...processIdentity(),
    token,
    acquiredAtMs: wallMs(),
    acquiredUpMs: uptimeMs(),
  };
  const staged = `${path}.${token}`;
  try {
    writeFile(staged, JSON.stringify(holder), { sync: true });
    calls.link(staged, path);
  } catch (error) {
    removeFile(staged);
    if (errorCode(error) === "EEXIST") return null;
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    return placeWithoutLink(path, holder);
  }
  return keptAfter(new Lock(path, token), () => void removeFile(staged));
}

/** A lock after the last step of taking it: where that fails, the lock is given back. */
function keptAfter(lock: Lock, lastStep: () => void): Lock {
  try {
    lastStep();
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function placeWithoutLink(path: string, holder: LockHolder): Lock | null {
  let descriptor: number;
  try {
    descriptor = calls.open(path, "wx", 0o600);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return null;
    throw error;
  }
  try {
    writeAll(descriptor, new TextEncoder().encode(JSON.stringify(holder)));
    calls.sync(descriptor);
  } catch (error) {
    removeFile(path);
    throw error;
  } finally {
    calls.close(descriptor);
  }
  return new Lock(path, holder.token);
}

/** Takes over from a dead holder. A second lock beside the first admits one at a time to do so. */
function recover(path: string): LockAttempt {
  const guardPath = `${path}.recovery`;
  removeDeadRecovery(path);
  if (inspect(guardPath).state === "held") return { lock: null, holder: readHolder(path) };
  const guard = place(guardPath);
  if (guard === null) return { lock: null, holder: readHolder(path) };
  let attempt: LockAttempt;
  try {
    attempt = takeOver(path);
  } catch (error) {
    guard.release();
    throw error;
  }
  if (attempt.lock === null) guard.release();
  else keptAfter(attempt.lock, () => guard.release());
  return attempt;
}

/** Removes what a recovery left that was killed; for who holds the lock. */
export function removeDeadRecovery(path: string): void {
  const guardPath = `${path}.recovery`;
  const guardian = inspect(guardPath);
  if (guardian.state === "left") takeAway(guardPath, guardian.holder);
}

/** The step of a recovery that only the holder of its guard takes. */
function takeOver(path: string): LockAttempt {
  // Somebody may have done so between our look and the guard.
  const found = inspect(path);
  if (found.state === "held") return { lock: null, holder: found.holder };
  if (found.state === "left") takeAway(path, found.holder);
  const mine = place(path);
  return mine === null ? { lock: null, holder: readHolder(path) } : { lock: mine, holder: null };
}

/** Removes the file of a dead holder, and puts it back should it be another one by now. */
function takeAway(path: string, dead: LockHolder | null): void {
  const aside = `${path}.${crypto.randomUUID()}.dead`;
  try {
    calls.rename(path, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if (readHolder(aside)?.token === dead?.token) removeTree(aside);
  else calls.rename(aside, path);
}
