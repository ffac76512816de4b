// How many files there are and how far their references were bound, by language, status and reason. Counting goes over
// every file; of all of them it is done once, when they are stored, since every answer says it.

import type { FileStatus } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { type FileFilter, filtered } from "./file_filter.ts";
import { FILE_STATUSES } from "./schema.ts";

/** Files and reference sites of one language, status and reason. */
export interface CoverageRow {
  readonly language: string | null;
  readonly status: FileStatus;
  readonly reason: string | null;
  readonly files: number;
  /** Reference sites by what became of them; a site with several edges counts once, by its best. */
  readonly resolvedSites: number;
  readonly candidateSites: number;
  readonly unresolvedSites: number;
}

/** Counts, in order of language, status and reason. */
export function countCoverage(db: Database, filter: FileFilter = {}): CoverageRow[] {
  const { sql, bind } = filtered(filter);
  const statement = db.prepare(
    `SELECT language, status, reason, count(*), sum(resolved_sites), sum(candidate_sites), sum(unresolved_sites)
     FROM files ${sql} GROUP BY language, status, reason ORDER BY language, status, reason`,
  );
  bind(statement);
  return statement.allOnce((row) => ({
    language: row.textOrNull(0),
    status: FILE_STATUSES[row.int(1)],
    reason: row.textOrNull(2),
    files: row.int(3),
    resolvedSites: row.number(4),
    candidateSites: row.number(5),
    unresolvedSites: row.number(6),
  }));
}
