// Extraction in parallel: one worker a core at most, batches balanced by size, results in the caller's order. Laws kept:
// worker count changes nothing in the results; big files are parsed one at a time, so that the memory bound holds; a file
// at which a worker breaks or hangs is named, and costs no other file its facts; no thread is left behind that can be ended.
// Not here: what a thread does (`pool_worker.ts`).

import type { Limits } from "../model/mod.ts";
import { PoolWorker } from "./pool_worker.ts";
import type { Job, JobResult } from "./protocol.ts";

const BATCH_BYTES = 256 * 1024;
/** Files above this are parsed one at a time in the whole pool. */
const BIG_FILE_BYTES = 256 * 1024;
/** What a thread takes at most that parses no others: 174 bytes a byte of the densest code, and where it starts from. */
const SMALL_LANE_BYTES = 80 * 1024 * 1024;

/** So much source is worth a thread: each compiles the same code for itself. */
const THREAD_BYTES = 1024 * 1024;

/** A longer timer would ring at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface PoolOptions {
  readonly workers: number;
  readonly limits: Pick<Limits, "maxParserBytes" | "maxParsingBytes" | "maxParseMs">;
  /** Called with each file's result as it comes, in no order; what it throws ends the work. */
  readonly onResult?: (result: JobResult) => void;
  /** Work for this thread while the others are at theirs; what it throws ends it all. */
  readonly meanwhile?: () => void;
  /** Time for all of it; at its end `check` is called, whose exception ends the work. */
  readonly clock?: { leftMs(): number; check(): void };
  /** Gives a thread; a new one by default. */
  readonly thread?: () => PoolWorker;
}

type Batch = readonly Job[];

/** How many threads are worth their start for some jobs, of so many that run at once. */
export function threadsFor(jobs: readonly Job[], most: number): number {
  const bytes = jobs.reduce((sum, job) => sum + job.bytes.length, 0);
  return Math.max(1, Math.min(most, Math.floor(bytes / THREAD_BYTES)));
}

/** A thread that starts before anybody knows what it will be given. */
export class ReadyThread {
  #thread: PoolWorker | null;
  readonly #limits: PoolOptions["limits"];

  constructor(limits: PoolOptions["limits"]) {
    this.#limits = limits;
    this.#thread = new PoolWorker(limits);
  }

  /** The one that is started, at the first time; then new ones. */
  take(): PoolWorker {
    const thread = this.#thread ?? new PoolWorker(this.#limits);
    this.#thread = null;
    return thread;
  }

  /** Ends it where nobody took it. */
  end(): void {
    this.#thread?.end();
    this.#thread = null;
  }
}

/** Extracts all jobs; `abandoned` says that a thread still runs and the process has to end explicitly. */
export async function extractAll(
  jobs: readonly Job[],
  options: PoolOptions,
): Promise<{ results: JobResult[]; abandoned: boolean }> {
  const pool = new Pool(jobs, options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfTime = new Promise<never>((_, reject) => {
    const { clock } = options;
    if (clock === undefined) return;
    timer = setTimeout(() => {
      try {
        clock.check();
      } catch (error) {
        reject(error);
      }
    }, Math.min(MAX_TIMER_MS, Math.max(0, clock.leftMs()) + 1));
  });
  try {
    const running = pool.run();
    options.meanwhile?.();
    return await Promise.race([running, outOfTime]);
  } finally {
    clearTimeout(timer);
    pool.end();
  }
}

/** Files above `BIG_FILE_BYTES` go through the first lane alone: memory that a parser once took it keeps. */
class Pool {
  readonly #options: PoolOptions;
  readonly #big: Batch[];
  readonly #small: Batch[];
  readonly #results: JobResult[];
  readonly #position: ReadonlyMap<number, number>;
  readonly #threads = new Set<PoolWorker>();
  #abandoned = false;

  constructor(jobs: readonly Job[], options: PoolOptions) {
    this.#options = options;
    this.#big = jobs.filter(isBig).sort(bySize).map((job) => [job]);
    this.#small = batched(jobs.filter((job) => !isBig(job)).sort(bySize));
    this.#results = new Array(jobs.length);
    this.#position = new Map(jobs.map((job, at) => [job.index, at]));
  }

  async run(): Promise<{ results: JobResult[]; abandoned: boolean }> {
    const lanes = Math.min(lanesOf(this.#options), this.#small.length + Math.min(1, this.#big.length));
    await Promise.all(Array.from({ length: lanes }, (_, lane) => this.#lane(lane === 0)));
    return { results: this.#results, abandoned: this.#abandoned };
  }

  /** Ends every thread, working or not. */
  end(): void {
    this.#big.length = 0;
    this.#small.length = 0;
    for (const thread of this.#threads) thread.end();
    this.#threads.clear();
  }

  async #lane(takesBig: boolean): Promise<void> {
    const next = () => (takesBig ? this.#big.shift() : undefined) ?? this.#small.shift();
    let thread = this.#start();
    for (let batch = next(); batch !== undefined; batch = next()) {
      thread = await this.#runBatch(thread, batch);
    }
    thread.end();
    this.#threads.delete(thread);
  }

  /** Returns the thread to go on with: another one where this came to nothing. */
  async #runBatch(thread: PoolWorker, jobs: Batch): Promise<PoolWorker> {
    const outcome = await thread.run(jobs);
    for (const result of outcome.results) {
      this.#results[this.#position.get(result.index)!] = result;
      this.#options.onResult?.(result);
    }
    if (outcome.state === "well") return thread;
    if (outcome.state === "hung") this.#abandoned = true;
    thread.end();
    this.#threads.delete(thread);
    // One file at least is done with, or will be by a thread that has not parsed any: this comes to an end.
    const done = new Set(outcome.results.map(({ index }) => index));
    const left = jobs.filter(({ index }) => !done.has(index));
    if (left.length > 0) this.#small.unshift(left);
    return this.#start();
  }

  #start(): PoolWorker {
    const { thread: make, limits } = this.#options;
    const thread = make?.() ?? new PoolWorker(limits);
    this.#threads.add(thread);
    return thread;
  }
}

/** One lane may take all that one parser may, the others what small files take. */
function lanesOf({ workers, limits: { maxParserBytes, maxParsingBytes } }: PoolOptions): number {
  const others = Math.floor((maxParsingBytes - maxParserBytes) / SMALL_LANE_BYTES);
  return Math.max(1, Math.min(workers, 1 + others));
}

const isBig = ({ bytes }: Job) => bytes.length > BIG_FILE_BYTES;
const bySize = (a: Job, b: Job) => b.bytes.length - a.bytes.length || a.index - b.index;

/** Batches of about equal size. */
function batched(jobs: readonly Job[]): Batch[] {
  const batches: Batch[] = [];
  let open: Job[] = [];
  let bytes = 0;
  for (const job of jobs) {
    open.push(job);
    bytes += job.bytes.length;
    if (bytes < BATCH_BYTES) continue;
    batches.push(open);
    open = [];
    bytes = 0;
  }
  if (open.length > 0) batches.push(open);
  return batches;
}
