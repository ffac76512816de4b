// Open a worktree, index it, keep it in step, ask it. A query is freshness, then dispatch to an operation. Never here:
// printing, exiting, argv.

export { buildDocument, clearDocument } from "./documents.ts";
export { doctor, type DoctorOptions } from "./doctor.ts";
export { type BuildOptions, open, Project, type QueryOptions } from "./project.ts";
export type { OpenOptions, PolicyFlags, Scope } from "./scope.ts";
