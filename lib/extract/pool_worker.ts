// One thread of the pool and the batch it works on. Laws kept: a file is given so much time and no more, whatever the
// thread does with it; a thread that hangs or breaks says at which file.
// Not here: which file goes to which thread.

import type { Limits, ParseFailure } from "../model/mod.ts";
import { assetTable } from "../../wasm/mod.ts";
import type { FromWorker, Job, JobResult, ToWorker } from "./protocol.ts";

/** The thread's code, and how long, beyond the time to parse a file, it may be silent before it is given up. */
const THREAD = { url: new URL("./worker.ts", import.meta.url).href, graceMs: 10_000 };
const LOOK_MS = 500;

/** Results of the files that are done with; where the state is not well, of these alone. */
export interface Outcome {
  readonly results: readonly JobResult[];
  readonly state: "well" | "broken" | "hung";
}

export class PoolWorker {
  readonly #allowanceMs: number;
  readonly #worker: Worker;
  readonly #begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(limits: Pick<Limits, "maxParserBytes" | "maxParseMs">, thread = THREAD) {
    this.#allowanceMs = limits.maxParseMs + thread.graceMs;
    this.#worker = new Worker(thread.url, { type: "module" });
    const { maxParserBytes, maxParseMs } = limits;
    this.#post({ type: "start", assets: assetTable(), maxParserBytes, maxParseMs, begun: this.#begun });
  }

  /** Extracts files until the last or until one ends the thread: that one has a result too. */
  run(jobs: readonly Job[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const ended = (outcome: Outcome) => {
        clearInterval(this.#watch);
        resolve(outcome);
      };
      this.#begun[0] = 0;
      let seen = 0;
      let sinceMs = performance.now();
      this.#watch = setInterval(() => {
        const begun = Atomics.load(this.#begun, 0);
        if (begun !== seen) [seen, sinceMs] = [begun, performance.now()];
        else if (performance.now() - sinceMs > this.#allowanceMs) {
          ended({ results: this.#culprit(jobs, "parse_timeout"), state: "hung" });
        }
      }, LOOK_MS);
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
        ended({ results: data.results, state: data.broken ? "broken" : "well" });
      this.#worker.onerror = (event) => {
        event.preventDefault();
        ended({ results: this.#culprit(jobs, "extract_failed"), state: "broken" });
      };
      // Bytes may lie in a buffer with those of others, which a message would take with them.
      const own = jobs.map((job) => ({ ...job, bytes: job.bytes.slice() }));
      this.#post({ type: "batch", jobs: own }, own.map(({ bytes }) => bytes.buffer));
    });
  }

  /** The file at hand; all of them where the thread did not even begin. */
  #culprit(jobs: readonly Job[], failure: ParseFailure): JobResult[] {
    const begun = Atomics.load(this.#begun, 0);
    const blamed = begun === 0 ? jobs : [jobs[begun - 1]];
    return blamed.map(({ index }) => ({ index, facts: null, failure }));
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  end(): void {
    clearInterval(this.#watch);
    this.#worker.terminate();
  }
}
