// The request for `evident.status.v1` and the schema of its answer, which the app makes: it speaks of a cache, not of a
// generation, so it is no operation with items.

import { z } from "zod";
import { FAILURE_CODES, type FailureCode, PARSE_FAILURES } from "../model/mod.ts";
import { count, coverageWithReasons, digest, instant, observedShape, once } from "../wire/mod.ts";

export const STATUS = "status";

export const statusRequest = once((): z.ZodObject =>
  z.strictObject({ kind: z.literal(STATUS) }).describe(
    "say what serves, whether it is fresh, and how the last build went",
  )
);

const CHANGES = ["added", "modified", "deleted"] as const;

/** Files that have no facts although their language has a graph. */
export const notParsed = once(() =>
  z.strictObject({
    total: count(),
    files: z.array(z.strictObject({ path: z.string(), reason: z.enum(PARSE_FAILURES) })),
  }).meta({ id: "not_parsed", description: "Files that could not be parsed, the first of them named." })
);

/** `evident.status.v1`. Keys in the order in which they are written. */
export const statusSchema = once(() =>
  z.strictObject({
    schema: z.literal("evident.status.v1"),
    scope_id: z.string(),
    binding_id: z.string(),
    state: z.enum(["missing", "building", "ready", "stale", "failed"]),
    freshness: z.enum(["fresh", "stale", "unknown"]),
    fingerprint: digest().nullable().describe("Of the generation that serves."),
    ...observedShape(),
    changed: z.strictObject({
      total: count(),
      files: z.array(z.strictObject({ path: z.string(), change: z.enum(CHANGES) })),
      rules: z.array(z.string()).optional().describe("Rules that are others than those of the index."),
    }).nullable().describe("What makes it stale."),
    building: z.boolean().describe("Whether a build runs now."),
    last_build: z.strictObject({
      outcome: z.enum(["running", "published", "unchanged", "failed", "killed"]),
      started_at: instant(),
      elapsed_ms: count().nullable(),
      fingerprint: digest().nullable(),
      failure: z.strictObject({
        code: z.enum(Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]]),
        message: z.string(),
      }).nullable(),
    }).nullable(),
    policy: z.strictObject({
      source_roots: z.array(z.string()),
      include_untracked: z.boolean(),
      exclude: z.array(z.string()),
    }),
    generations: z.array(z.strictObject({
      fingerprint: digest().nullable(),
      role: z.enum(["current", "previous", "base", "held", "left"]),
      size_bytes: count(),
      leases: count(),
    })),
    cache_bytes: count(),
    coverage: coverageWithReasons().nullable(),
    not_parsed: notParsed().nullable(),
    languages: z.array(z.strictObject({
      id: z.string(),
      extensions: z.array(z.string()),
      graph: z.boolean().describe("Whether its references are bound."),
    })),
    operations: z.array(z.string()),
    version: z.string(),
    source_commit: z.string(),
    damages: z.array(z.string()),
  }).meta({ id: "status", description: "The state of a worktree's index." })
);
