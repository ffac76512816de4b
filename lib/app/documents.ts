// The documents of commands that are no query: builds, collecting and clearing.

import type { GcReport, GenerationStatus } from "../generations/mod.ts";
import type { BuildReport } from "../indexer/mod.ts";
import type { JsonObject } from "../wire/mod.ts";

/** Files that are named where there are many. */
const MAX_NAMED = 20;

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
    not_parsed: counted
      ? {
        total: report.notParsed.length,
        files: report.notParsed.slice(0, MAX_NAMED).map((file) => ({ ...file })),
      }
      : null,
    symbols: counted ? report.symbols : null,
    edges: counted ? report.edges : null,
    unresolved: counted ? report.unresolved : null,
    extracted_files: report.extractedFiles,
    reused_files: report.reusedFiles,
    resolved_files: report.resolvedFiles,
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

/** Why a generation is still there. */
const WHY_KEPT: Readonly<Record<GenerationStatus["role"], string>> = {
  current: "serves",
  previous: "compared_with",
  base: "compared_with",
  held: "read",
  left: "damage",
};

/** `evident.gc.v1`. `maxBytes`: what the cache was to take at most. */
export function gcDocument(report: GcReport, maxBytes: number | null): JsonObject {
  const isOver = maxBytes !== null && report.keptBytes > maxBytes;
  return {
    schema: "evident.gc.v1",
    removed_bytes: report.removedBytes,
    kept_bytes: report.keptBytes,
    max_bytes: maxBytes,
    over_max_bytes: isOver ? report.keptBytes - maxBytes : 0,
    removed: report.removed.map((generation) => generationOf(generation)),
    kept: report.kept.map((generation) => ({
      ...generationOf(generation),
      leases: generation.leases,
      why: generation.leases > 0 && generation.role !== "current" ? "read" : WHY_KEPT[generation.role],
    })),
    packs: {
      removed_bytes: report.removedPackBytes,
      kept_bytes: report.keptPackBytes,
      garbage_bytes: report.garbageBytes,
    },
    damages: report.damages.map(({ message }) => message),
    hint: isOver
      ? "What serves and what is read is never removed. Excluding paths makes it smaller; evident clear removes all."
      : null,
  };
}

function generationOf({ fingerprint, role, sizeBytes }: GenerationStatus): JsonObject {
  return { fingerprint, role, size_bytes: sizeBytes };
}
