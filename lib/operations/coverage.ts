// How much of the repository an answer could speak of: files by status, references by what became of them, per language.
// Law kept: an unsupported language or an omitted file is named, never an empty result.

import { UNRESOLVED_REASONS, type UnresolvedReason } from "../model/mod.ts";
import type { View } from "../query/mod.ts";
import type { JsonObject } from "../wire/mod.ts";

interface Counts {
  files: Record<string, number>;
  references: { resolved: number; candidate: number; unresolved: number };
}

const emptyCounts = (): Counts => ({ files: {}, references: { resolved: 0, candidate: 0, unresolved: 0 } });

/** Coverage within the view's filter. */
export function coverageOf(view: View): JsonObject {
  const files: Record<string, number> = { parsed: 0, partial: 0, failed: 0, text: 0 };
  const omitted: Record<string, number> = {};
  const references = { resolved: 0, candidate: 0, unresolved: 0 };
  const languages: Record<string, Counts> = {};
  for (const row of view.reader.files.coverage(view.storeFilter)) {
    if (row.status === "omitted") {
      omitted[row.reason ?? "unknown"] = (omitted[row.reason ?? "unknown"] ?? 0) + row.files;
      continue;
    }
    files[row.status] += row.files;
    references.resolved += row.resolvedSites;
    references.candidate += row.candidateSites;
    references.unresolved += row.unresolvedSites;
    if (row.language === null) continue;
    const counts = languages[row.language] ??= emptyCounts();
    counts.files[row.status] = (counts.files[row.status] ?? 0) + row.files;
    counts.references.resolved += row.resolvedSites;
    counts.references.candidate += row.candidateSites;
    counts.references.unresolved += row.unresolvedSites;
  }
  return {
    files: { ...files, omitted } as JsonObject,
    references,
    languages: languages as unknown as JsonObject,
  };
}

/** Coverage within the view's filter, with the reasons for which references were not bound, in all and per language. */
export function coverageWithReasons(view: View): JsonObject {
  const coverage = coverageOf(view);
  const rows = view.reader.files.reasons(view.storeFilter);
  const languages = Object.entries(coverage.languages as Record<string, JsonObject>).map(([id, counts]) => {
    const own = rows.filter(({ language }) => language === id);
    return [id, { ...counts, reasons: reasonCounts(own) }];
  });
  return { ...coverage, reasons: reasonCounts(rows), languages: Object.fromEntries(languages) };
}

/** How many there are for each reason that there is, in the order of the closed list. */
export function reasonCounts(
  rows: readonly { readonly reason: UnresolvedReason; readonly count: number }[],
): JsonObject {
  const counts: Record<string, number> = {};
  for (const reason of UNRESOLVED_REASONS) {
    const count = rows.reduce((sum, row) => row.reason === reason ? sum + row.count : sum, 0);
    if (count > 0) counts[reason] = count;
  }
  return counts;
}
