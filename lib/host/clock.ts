// The two clocks. Durations come from the monotonic one; the wall clock may jump and is only for showing and for
// comparing with file times.

import { uptime } from "node:os";

/** Milliseconds of a clock that never goes back; its zero means nothing. */
export function monotonicMs(): number {
  return performance.now();
}

/** Milliseconds since 1970 by the machine's clock. */
export function wallMs(): number {
  return Date.now();
}

/** Blocks this thread. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Waits without blocking. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Milliseconds since the machine started: one clock for all its processes and containers, which nobody sets. */
export function uptimeMs(): number {
  return Math.round(uptime() * 1000);
}

/** When something was, by both clocks; `upMs` is null where it was not noted. */
export interface Moment {
  readonly wallMs: number;
  readonly upMs: number | null;
}

/**
 * Whether something of this boot may be younger than a limit. The wall clock may have jumped since, in either direction,
 * and a container may count its uptime from elsewhere: it is older only where both clocks say so.
 */
export function isYounger(moment: Moment, limitMs: number): boolean {
  if (Math.abs(wallMs() - moment.wallMs) < limitMs) return true;
  if (moment.upMs === null) return false;
  const ageMs = uptimeMs() - moment.upMs;
  return ageMs >= 0 && ageMs < limitMs;
}
