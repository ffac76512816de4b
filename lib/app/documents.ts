// The documents of commands that are no query: builds and clearing.

import type { BuildReport } from "../indexer/mod.ts";
import type { JsonObject } from "../wire/mod.ts";

/** `evident.build.v1`. Counts are those of the new generation, null where nothing was published. */
export function buildDocument(report: BuildReport): JsonObject {
  const counted = report.published;
  return {
    schema: "evident.build.v1",
    kind: report.kind,
    published: report.published,
    fingerprint: report.fingerprint,
    parent_fingerprint: report.parentFingerprint,
    content_digest: report.contentDigest,
    files: counted ? { ...report.files, omitted_by_reason: { ...report.omitted } } : null,
    symbols: counted ? report.symbols : null,
    edges: counted ? report.edges : null,
    unresolved: counted ? report.unresolved : null,
    extracted_files: report.extractedFiles,
    reused_files: report.reusedFiles,
    changed_rules: [...report.changedRules],
    elapsed_ms: report.elapsedMs,
  };
}

/** `evident.clear.v1`. */
export function clearDocument(
  result: { readonly removed: boolean; readonly left: readonly string[] },
): JsonObject {
  return { schema: "evident.clear.v1", removed: result.removed, left: [...result.left] };
}
