// One file's bytes to facts and diagnostics, in workers. Never here: a second file, targets, storage.

import { LANGUAGES } from "../languages/mod.ts";
import { GRAMMAR_DIGESTS } from "../model/mod.ts";

export { Extractor } from "./extractor.ts";
export { extractAll, ReadyThread, threadsFor } from "./pool.ts";
export type { Job, JobResult } from "./protocol.ts";

const DIGEST_LETTERS = 16;

/** What beside the bytes decides the facts of a dialect, by dialect: extraction version and grammar. */
export function extractionVersions(): ReadonlyMap<string, string> {
  const dialects = new Map<string, string>();
  for (const { extensions, versions: { extraction, grammars } } of LANGUAGES) {
    for (const dialect of new Set(Object.values(extensions))) {
      const grammar = dialect in grammars
        ? GRAMMAR_DIGESTS[grammars[dialect]].slice(0, DIGEST_LETTERS)
        : "none";
      dialects.set(dialect, `${extraction}-${grammar}`);
    }
  }
  return dialects;
}
