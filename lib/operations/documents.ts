// The schemas of documents that answer no request: what the commands say that build, collect or look at a cache.

import { z } from "zod";
import { CHECKS, type FindingCode, FINDINGS } from "../model/mod.ts";
import { count, digest, instant, type JsonObject, jsonSchemaOf, once } from "../wire/mod.ts";
import { notParsed } from "./status.ts";

const ROLES = ["current", "previous", "base", "held", "left"] as const;
const generation = {
  fingerprint: digest().nullable(),
  role: z.enum(ROLES),
  size_bytes: count(),
};

/** `evident.build.v1`, of index and sync. */
const build = once(() =>
  z.strictObject({
    schema: z.literal("evident.build.v1"),
    kind: z.enum(["index", "sync"]),
    published: z.boolean().describe("False where nothing changed."),
    fingerprint: digest(),
    parent_fingerprint: digest().nullable(),
    content_digest: digest(),
    files: z.strictObject({
      parsed: count(),
      partial: count(),
      text: count(),
      failed: count(),
      omitted: count(),
      omitted_by_reason: z.record(z.string(), count()),
    }).nullable(),
    not_parsed: notParsed().nullable(),
    symbols: count().nullable(),
    edges: count().nullable(),
    unresolved: count().nullable(),
    extracted_files: count(),
    reused_files: count(),
    resolved_files: count(),
    changed_rules: z.array(z.string()),
    elapsed_ms: count(),
  }).meta({ id: "build", description: "What a build did." })
);

/** `evident.clear.v1`. */
const clear = once(() =>
  z.strictObject({
    schema: z.literal("evident.clear.v1"),
    removed: z.boolean(),
    left: z.array(z.string()).describe("What lies in the folder and is not of the cache."),
  }).meta({ id: "clear", description: "What clearing a cache did." })
);

/** `evident.gc.v1`. */
const gc = once(() =>
  z.strictObject({
    schema: z.literal("evident.gc.v1"),
    removed_bytes: count(),
    kept_bytes: count(),
    max_bytes: count().nullable().describe("As it was asked for."),
    over_max_bytes: count().describe("What had to stay beyond max_bytes."),
    removed: z.array(z.strictObject(generation)),
    kept: z.array(z.strictObject({
      ...generation,
      leases: count().describe("Processes that read it."),
      why: z.enum(["serves", "compared_with", "read", "damage"]),
    })),
    packs: z.strictObject({
      removed_bytes: count(),
      kept_bytes: count(),
      garbage_bytes: count().nullable().describe(
        "In packs that stay, read by no generation: the build after which it is more than half of a pack rewrites it.",
      ),
    }),
    damages: z.array(z.string()),
    hint: z.string().nullable(),
  }).meta({ id: "gc", description: "What collecting a cache removed and what stays." })
);

const holder = () =>
  z.enum(["alive", "gone", "foreign"]).describe("foreign: a process of another container.");

/** `evident.doctor.v1`. */
const doctor = once(() =>
  z.strictObject({
    schema: z.literal("evident.doctor.v1"),
    healthy: z.boolean().describe("Whether there is neither an error nor a warning."),
    scope_id: z.string().nullable(),
    binding_id: z.string().nullable(),
    root: z.string().nullable().describe("With --paths only."),
    cache_folder: z.string().nullable().describe("With --paths only."),
    checks: z.strictObject(
      Object.fromEntries(
        CHECKS.map((check) => [check, z.enum(["ok", "note", "warning", "error", "skipped"])]),
      ),
    ),
    findings: z.array(z.strictObject({
      check: z.enum(CHECKS),
      code: z.enum(Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]),
      severity: z.enum(["error", "warning", "note"]),
      message: z.string(),
      part: z.string().nullable().describe("Relative to the worktree's cache folder."),
      command: z.string().nullable().describe("What mends it."),
      hint: z.string().nullable(),
    })),
    generations: z.array(z.strictObject({
      ...generation,
      leases: count(),
      whole: z.boolean().nullable().describe(
        "Whether every byte of it is what was published; null: not looked at.",
      ),
    })),
    lock: z.strictObject({
      pid: count().nullable(),
      since: instant().nullable(),
      holder: holder(),
    }).nullable(),
    leases: z.array(z.strictObject({ pid: count(), holder: holder() })),
    cache_bytes: count().nullable(),
    free_bytes: count().nullable(),
    git_version: z.string().nullable(),
    version: z.string(),
    source_commit: z.string(),
  }).meta({ id: "doctor", description: "What was looked at and what was found." })
);

const DOCUMENTS = { build, clear, gc, doctor } as const;

export const DOCUMENT_KINDS = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];
export type DocumentKind = keyof typeof DOCUMENTS;

/** The JSON Schema of a command's document. */
export function documentSchema(kind: DocumentKind): JsonObject {
  return jsonSchemaOf(DOCUMENTS[kind](), "output");
}
