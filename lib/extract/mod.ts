// One file's bytes to facts and diagnostics, in workers. Never here: a second file, targets, storage.

import { LANGUAGES } from "../languages/mod.ts";
import { GRAMMAR_DIGESTS } from "../model/mod.ts";

export { Extractor } from "./extractor.ts";
export { extractAll, ReadyThread, threadsFor } from "./pool.ts";
export type { Job, JobResult } from "./protocol.ts";

const DIGEST_LETTERS = 16;

/** What beside the bytes decides the facts of a dialect, by dialect: extraction version and grammar. */
export async function extractionVersions(): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { extensions, syntax } of LANGUAGES) {
    const door = await syntax();
    for (const dialect of new Set(Object.values(extensions))) {
      const grammar = "extractText" in door
        ? "none"
        : GRAMMAR_DIGESTS[door.grammar(dialect)].slice(0, DIGEST_LETTERS);
      versions.set(dialect, `${door.extractionVersion}-${grammar}`);
    }
  }
  return versions;
}
