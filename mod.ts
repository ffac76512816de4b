/**
 * The library: open a worktree, index it, keep it in step, ask it.
 *
 * ```ts
 * import { open } from "./mod.ts";
 *
 * const project = open({ directory: "some/worktree" });
 * await project.sync();
 * const answer = await project.query({ operation: { kind: "callers", symbol: "Flask.run" } });
 * ```
 *
 * Requests are checked by the same schemas as on the command line; what is refused is thrown as a `Failure` with a
 * stable code. `changes(project)` asks what changed since the generation before.
 *
 * @module
 */

import type { Project } from "./lib/app/mod.ts";

export {
  type BuildOptions,
  doctor,
  type DoctorOptions,
  open,
  type OpenOptions,
  type PolicyFlags,
  Project,
  type QueryOptions,
} from "./lib/app/mod.ts";
export { Failure, FAILURE_CODES, type FailureCode } from "./lib/model/mod.ts";
export {
  documentSchema,
  jsonSchemas,
  OPERATIONS,
  type QueryRequest,
  requestSchema,
  responseSchema,
} from "./lib/operations/mod.ts";
export type { JsonObject, JsonValue } from "./lib/wire/mod.ts";

/** What changed since a kept generation, the previous one by default: an `evident.query.v1` document. */
export function changes(project: Project, beforeFingerprint?: string): ReturnType<Project["query"]> {
  const operation = beforeFingerprint === undefined
    ? { kind: "changes" }
    : { kind: "changes", before_fingerprint: beforeFingerprint };
  return project.query({ operation });
}
