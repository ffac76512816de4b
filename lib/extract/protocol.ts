// What the main thread and a worker say to each other. Facts travel as one encoded buffer a file.

/** A file to extract. */
export interface Job {
  /** Index in the caller's list. */
  readonly index: number;
  readonly language: string;
  readonly dialect: string;
  readonly bytes: Uint8Array;
}

/** Why a file has no facts: a closed list. */
export type ExtractFailure = "parse_timeout" | "parse_memory" | "grammar_unavailable" | "extract_failed";

export interface JobResult {
  readonly index: number;
  /** Encoded facts, or null where `failure` says why. */
  readonly facts: Uint8Array | null;
  readonly failure: ExtractFailure | null;
}

export type ToWorker =
  | {
    readonly type: "start";
    readonly assets: Readonly<Record<string, string>>;
    readonly maxParserBytes: number;
    readonly maxParseMs: number;
  }
  | { readonly type: "batch"; readonly jobs: readonly Job[] };

export type FromWorker = {
  readonly type: "done";
  readonly results: readonly JobResult[];
  readonly broken: boolean;
};
