// One file's bytes to facts and diagnostics, in workers. Never here: a second file, targets, storage.

import { LANGUAGES } from "../languages/mod.ts";

export { Extractor } from "./extractor.ts";
export { extractAll } from "./pool.ts";
export type { ExtractFailure, Job, JobResult } from "./protocol.ts";

/** Extraction version of each language: part of the key that facts are kept under. */
export async function extractionVersions(): Promise<ReadonlyMap<string, number>> {
  const versions = await Promise.all(
    LANGUAGES.map(async ({ id, syntax }) => [id, (await syntax()).extractionVersion] as const),
  );
  return new Map(versions);
}
