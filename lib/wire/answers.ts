// Schemas of what leaves the program: the envelope of every answer, and failures. Laws kept: strict, so that a key nobody
// declared is an error; and nothing is made before it is asked for, since answering needs none of it.
// Not here: pieces of items (pieces), how a schema becomes a JSON Schema (json_schema).

import { z } from "zod";
import { FAILURE_CODES, type FailureCode, UNRESOLVED_REASONS } from "../model/mod.ts";
import { type LimitationCode, LIMITATIONS } from "./limitations.ts";
import { count, digest, once } from "./pieces.ts";

const digests = once(() =>
  z.record(z.string(), digest()).meta({
    id: "digests",
    description: "Path to the SHA-256 of the whole file.",
  })
);

const commit = once(() =>
  z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/).nullable()
    .meta({ id: "commit", description: "Commit of HEAD; null where there is none." })
);

/** A moment of this machine's clock. */
export const instant = once(() =>
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .meta({ id: "instant", description: "ISO 8601, UTC." })
);

const verified = once(() =>
  z.strictObject({
    mode: z.enum(["content", "stat", "none"]),
    state: z.enum(["fresh", "unchecked"]),
    files: count().describe("How many files were looked at."),
  }).meta({ id: "verified", description: "How it was checked that the worktree still is as it was indexed." })
);

/** What status says of the worktree as well as every answer. */
export const observedShape = once(() => ({
  commit: commit(),
  git_object_format: z.enum(["sha1", "sha256"]).nullable().meta({ id: "git_object_format" }),
  dirty: z.union([z.boolean(), z.literal("unknown"), z.null()]).meta({
    id: "dirty",
    description: "Whether the worktree differs from HEAD; unknown where attributes change bytes.",
  }),
}));

const references = once(() =>
  z.strictObject({ resolved: count(), candidate: count(), unresolved: count() })
    .meta({ id: "reference_counts", description: "Reference sites by what became of them." })
);

/** How many references were not bound for which reason, for each that there is. */
export const reasonsShape = once(() =>
  z.strictObject(Object.fromEntries(UNRESOLVED_REASONS.map((reason) => [reason, z.int().min(1).optional()])))
    .meta({ id: "reason_counts", description: "References that were not bound, by reason." })
);

function coverageWith<S extends z.ZodRawShape>(more: S) {
  return z.strictObject({
    files: z.strictObject({
      parsed: count(),
      partial: count(),
      failed: count(),
      text: count().describe("Files of no language that has a graph."),
      omitted: z.record(z.string(), count()).describe("Files that were left out, by reason."),
    }),
    references: references(),
    languages: z.record(
      z.string(),
      z.strictObject({ files: z.record(z.string(), count()), references: references(), ...more }),
    ),
    ...more,
  });
}

/** How much of the repository an answer could speak of. */
const coverage = once(() =>
  coverageWith({}).meta({ id: "coverage", description: "What lies within path_prefix and language." })
);

/** How much of the repository there is to speak of, with the reasons why references were not bound. */
export const coverageWithReasons = once(() =>
  coverageWith({ reasons: reasonsShape() }).meta({ id: "coverage_with_reasons" })
);

const limitation = once(() => {
  const codes = Object.keys(LIMITATIONS) as [LimitationCode, ...LimitationCode[]];
  const each = codes.map((code) => `${code}: ${LIMITATIONS[code].counts}`).join("; ");
  return z.strictObject({ code: z.enum(codes).describe(each), count: z.int().min(1) }).meta({
    id: "limitation",
  });
});

const next = once(() =>
  z.strictObject({
    operation: z.looseObject({ kind: z.string() }),
    expected_fingerprint: digest().optional(),
  }).nullable()
    .meta({ id: "next", description: "A request that leads on from here." })
);

/** An operation, as far as the schema of its answers depends on it. */
export interface Answering {
  readonly kind: string;
  /** What only its answers say of the whole. */
  head?(): z.ZodRawShape;
  items(): z.ZodType;
}

/** `evident.query.v1` of one operation. Keys in the order in which they are written. */
export function answerSchema(operation: Answering): z.ZodObject {
  const { kind } = operation;
  const { git_object_format, dirty } = observedShape();
  return z.strictObject({
    schema: z.literal("evident.query.v1"),
    scope_id: z.string(),
    fingerprint: digest().describe("Of the generation that answered."),
    commit: commit(),
    before_fingerprint: digest().optional().describe("Of the generation that was compared with."),
    before_commit: commit().optional(),
    before_revision: z.string().optional().describe("The revision that was asked for; review takes its own."),
    git_object_format,
    dirty,
    checked_at: instant(),
    verified: verified(),
    operation: z.literal(kind),
    status: z.enum(["ok", "partial"]).describe(
      "partial: a limit made the answer smaller; limitations say which.",
    ),
    total: count().describe("How many items the question has in all, shown or not."),
    truncated: z.boolean().describe("Whether fewer items are shown than there are."),
    ...operation.head?.(),
    files: digests().describe("Every file that the items cite."),
    files_before: digests().optional().describe("Those of the generation before."),
    items: z.array(operation.items()),
    coverage: coverage(),
    limitations: z.array(limitation()),
    next: next(),
    answer_digest: digest().describe(
      "SHA-256 of this document without checked_at and answer_digest, compact.",
    ),
  });
}

/** `evident.failure.v1`. */
export const failureSchema = once(() =>
  z.strictObject({
    schema: z.literal("evident.failure.v1"),
    code: z.enum(Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]]),
    message: z.string(),
    hint: z.string().nullable().describe("What can be done about it."),
    detail: z.record(z.string(), z.unknown()).nullable().describe(
      "Facts for a program: choices, numbers, paths.",
    ),
    retry: z.boolean().describe("Whether the same call may succeed later unchanged."),
  }).meta({ id: "failure", description: "Why a request was refused; the exit code goes with the code." })
);
