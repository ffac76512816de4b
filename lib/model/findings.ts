// What `doctor` may find: one table that documentation, schema and tests are made from; append-only.

/**
 * `error`: answers are refused, or cannot be trusted; `warning`: it works, and something is not as it should be; `note`:
 * nothing has to be done.
 */
export type Severity = "error" | "warning" | "note";

/** What is looked at, in order. */
export const CHECKS = [
  "configuration",
  "git",
  "worktree",
  "folder",
  "disk",
  "binding",
  "pointer",
  "generations",
  "lock",
  "leases",
  "files",
  "last_build",
] as const;
export type Check = (typeof CHECKS)[number];

/** Every code of a finding: what it is found by, how bad it is, what it means. */
export const FINDINGS = {
  "config.malformed": ["configuration", "error", "the configuration file cannot be read"],
  "scope.unknown": ["configuration", "error", "the scope is not declared"],
  "scope.disabled": ["configuration", "error", "the scope is disabled"],
  "git.unavailable": ["git", "error", "a Git worktree, and no git on PATH"],
  "git.not_needed": ["git", "note", "no git on PATH, and the folder is no Git worktree"],
  "worktree.not_found": ["worktree", "error", "there is no folder at the path of the worktree"],
  "worktree.replaced": ["worktree", "error", "another worktree lies where the indexed one was"],
  "cache.inside_worktree": ["folder", "error", "the cache lies inside the worktree"],
  "cache.not_ours": ["folder", "error", "the cache belongs to another user, or is a link or file"],
  "cache.unreadable": ["folder", "error", "the system refuses to read the cache"],
  "cache.read_only": [
    "folder",
    "warning",
    "the cache cannot be written: it answers, and nothing can be built",
  ],
  "cache.open": ["folder", "warning", "other users may look into the cache"],
  "cache.shared": [
    "folder",
    "warning",
    "other users may replace the cache: its parent folder is open to them",
  ],
  "cache.over_limit": ["disk", "error", "the cache takes more than max_cache_bytes"],
  "disk.low": ["disk", "warning", "less space is free than the next build may take"],
  "index.missing": ["pointer", "error", "nothing is built"],
  "index.outdated": ["pointer", "error", "built by an older program: it has to be built anew"],
  "index.newer_format": ["pointer", "error", "built by a newer program"],
  "index.corrupt": ["generations", "error", "a file of the cache is damaged"],
  "generation.left": ["generations", "note", "a generation that nobody names any more"],
  "lock.held": ["lock", "note", "a build runs"],
  "lock.left": ["lock", "note", "the lock of a process that is gone: the next build takes it"],
  "lease.held": ["leases", "note", "a process reads a generation"],
  "lease.left": ["leases", "note", "a hold of a process that is gone: the next build removes it"],
  "staging.left": ["files", "note", "what a killed build left: the next build removes it"],
  "file.unknown": ["files", "warning", "a file that is not of the cache"],
  "build.failed": ["last_build", "warning", "the last build failed"],
  "build.killed": ["last_build", "note", "the last build was killed"],
  "build.unknown": ["last_build", "warning", "what was noted of the last build is damaged"],
} as const satisfies Readonly<Record<string, readonly [Check, Severity, string]>>;

export type FindingCode = keyof typeof FINDINGS;

/** One thing that was found. */
export interface Finding {
  readonly code: FindingCode;
  /** Of this very case; without paths outside the cache. */
  readonly message: string;
  /** The file or folder, relative to the worktree's cache folder. */
  readonly part: string | null;
  /** The words of the `evident` command that mends it. */
  readonly mend: readonly string[] | null;
  /** What a person can do where no such command does. */
  readonly hint: string | null;
}

/** A finding; what is not given is null, and its message is the table's. */
export function found(code: FindingCode, more: Partial<Omit<Finding, "code">> = {}): Finding {
  return { code, message: FINDINGS[code][2], part: null, mend: null, hint: null, ...more };
}
