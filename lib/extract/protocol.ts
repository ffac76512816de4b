// What the main thread and a worker say to each other. Facts travel as one encoded buffer a file; which file a worker is
// at stands in shared memory, where it can be read while the worker is busy, or after it has come to nothing.

import type { ParseFailure } from "../model/mod.ts";

/** A file to extract. */
export interface Job {
  /** Index in the caller's list. */
  readonly index: number;
  readonly language: string;
  readonly dialect: string;
  readonly bytes: Uint8Array;
}

export interface JobResult {
  readonly index: number;
  /** Encoded facts, or null where `failure` says why. */
  readonly facts: Uint8Array | null;
  readonly failure: ParseFailure | null;
}

export type ToWorker =
  | {
    readonly type: "start";
    readonly assets: Readonly<Record<string, string>>;
    readonly maxParserBytes: number;
    readonly maxParseMs: number;
    /** One cell: how many files of the batch at hand the worker has begun. */
    readonly begun: Int32Array;
  }
  | { readonly type: "batch"; readonly jobs: readonly Job[] };

export type FromWorker = {
  readonly type: "done";
  /** Of the batch's files in order; of some only where the parser broke. */
  readonly results: readonly JobResult[];
  readonly broken: boolean;
};
