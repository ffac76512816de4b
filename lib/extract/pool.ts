// Extraction in parallel: one worker a core at most, batches balanced by size, results in the caller's order. Laws kept:
// worker count changes nothing in the results; big files are parsed one at a time, so that the memory bound holds; a
// worker that breaks is replaced and one that hangs is abandoned, its file named.

import type { Limits } from "../model/mod.ts";
import { assetTable } from "../../wasm/mod.ts";
import type { FromWorker, Job, JobResult, ToWorker } from "./protocol.ts";

const BATCH_BYTES = 256 * 1024;
/** Files above this are parsed one at a time in the whole pool. */
const BIG_FILE_BYTES = 256 * 1024;
/** Grace beyond the parse limit before a silent worker is given up. */
const HANG_GRACE_MS = 10_000;

export interface PoolOptions {
  readonly workers: number;
  readonly limits: Pick<Limits, "maxParserBytes" | "maxParseMs">;
  /** Called with the number of files done since the last call. */
  readonly onProgress?: (files: number) => void;
}

interface Batch {
  readonly jobs: readonly Job[];
  readonly big: boolean;
}

/** Extracts all jobs; `abandoned` says that a thread still runs and the process has to end explicitly. */
export async function extractAll(
  jobs: readonly Job[],
  options: PoolOptions,
): Promise<{ results: JobResult[]; abandoned: boolean }> {
  if (jobs.length === 0) return { results: [], abandoned: false };
  const queue = batched(jobs);
  const results: JobResult[] = new Array(jobs.length);
  const position = new Map(jobs.map((job, at) => [job.index, at]));
  let abandoned = false;
  let bigTurn: Promise<void> = Promise.resolve();

  const runBatch = async (worker: PoolWorker, batch: Batch): Promise<PoolWorker> => {
    const outcome = await worker.run(batch.jobs);
    for (const result of outcome.results) results[position.get(result.index)!] = result;
    options.onProgress?.(batch.jobs.length);
    if (outcome.state === "well") return worker;
    if (outcome.state === "hung") abandoned = true;
    worker.end();
    return new PoolWorker(options.limits);
  };

  const lane = async (): Promise<void> => {
    let worker = new PoolWorker(options.limits);
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      const current: Batch = batch;
      if (!current.big) {
        worker = await runBatch(worker, current);
        continue;
      }
      const turn = bigTurn.then(async () => void (worker = await runBatch(worker, current)));
      bigTurn = turn;
      await turn;
    }
    worker.end();
  };

  const lanes = Math.max(1, Math.min(options.workers, queue.length));
  await Promise.all(Array.from({ length: lanes }, lane));
  return { results, abandoned };
}

/** Batches of about equal size, the largest files first and alone. */
function batched(jobs: readonly Job[]): Batch[] {
  const bySize = [...jobs].sort((a, b) => b.bytes.length - a.bytes.length || a.index - b.index);
  const batches: Batch[] = [];
  let open: Job[] = [];
  let bytes = 0;
  for (const job of bySize) {
    if (job.bytes.length > BIG_FILE_BYTES) {
      batches.push({ jobs: [job], big: true });
      continue;
    }
    open.push(job);
    bytes += job.bytes.length;
    if (bytes < BATCH_BYTES) continue;
    batches.push({ jobs: open, big: false });
    open = [];
    bytes = 0;
  }
  if (open.length > 0) batches.push({ jobs: open, big: false });
  return batches;
}

type Outcome = { readonly results: readonly JobResult[]; readonly state: "well" | "broken" | "hung" };

/** One thread and the batch it works on. */
class PoolWorker {
  readonly #limits: PoolOptions["limits"];
  readonly #worker: Worker;

  constructor(limits: PoolOptions["limits"]) {
    this.#limits = limits;
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url).href, { type: "module" });
    this.#post({ type: "start", assets: assetTable(), ...limits });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  run(jobs: readonly Job[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const allowance = jobs.length * this.#limits.maxParseMs + HANG_GRACE_MS;
      const failedAll = (failure: JobResult["failure"]) =>
        jobs.map(({ index }): JobResult => ({ index, facts: null, failure }));
      const timer = setTimeout(
        () => resolve({ results: failedAll("parse_timeout"), state: "hung" }),
        allowance,
      );
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        clearTimeout(timer);
        resolve({ results: data.results, state: data.broken ? "broken" : "well" });
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(timer);
        resolve({ results: failedAll("extract_failed"), state: "broken" });
      };
      this.#post({ type: "batch", jobs });
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}
