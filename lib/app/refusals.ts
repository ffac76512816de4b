// Why a query is refused although it is well formed: the index is not the one that was meant, or nobody can say in time.

import type { FileChange, VerifyMode } from "../capture/mod.ts";
import { Failure } from "../model/mod.ts";
import type { QueryRequest } from "../operations/mod.ts";

/** Changed files that a refusal names. */
const MAX_NAMED = 20;

export function requireExpected(request: QueryRequest, fingerprint: string | null): void {
  const expected = request.expected_fingerprint;
  if (expected === undefined || expected === fingerprint) return;
  throw new Failure("index.code_changed", "The index is no longer the one of expected_fingerprint.", {
    hint: "Ask again by name; ids of an earlier fingerprint do not hold.",
    detail: { expected_fingerprint: expected, fingerprint },
  });
}

export function verifyTimeout(mode: VerifyMode): Failure {
  return new Failure(
    "index.verify_timeout",
    "Comparing the index with the worktree took all the time of a query.",
    {
      hint: mode === "stat" ? "Ask with --verify none." : "Ask with --verify stat, or raise max_query_ms.",
      retry: true,
    },
  );
}

export function stale(changed: readonly FileChange[]): Failure {
  return new Failure(
    "index.code_changed",
    `${changed.length} file${changed.length === 1 ? "" : "s"} changed since the index was made.`,
    {
      hint: "Run evident sync, or ask with --sync.",
      detail: { total: changed.length, changed: changed.slice(0, MAX_NAMED) },
    },
  );
}
