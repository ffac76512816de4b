// The two clocks. Durations come from the monotonic one; the wall clock may jump and is only for showing and for
// comparing with file times.

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
