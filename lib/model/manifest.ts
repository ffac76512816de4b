// The manifest: what a capture saw of a worktree, and the reasons for what it left out.

import type { RepoPath } from "./path.ts";

/** Why a path is listed but not included: a closed list. */
export const OMISSION_REASONS = [
  "submodule",
  "lfs_pointer",
  "symlink",
  "not_regular",
  "outside_root",
  "binary",
  "too_large",
  "credentials",
  "generated_untracked",
  "excluded",
  "unreadable",
  "vanished",
  "not_utf8_path",
  "minified",
  // Of a commit alone: the clone does not have the content.
  "object_missing",
] as const;
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** Stat fields that tell a change apart, in the runtime's own granularity. Decimal strings of integers. */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
  readonly device: string;
}

export interface ManifestEntry {
  readonly path: RepoPath;
  /** Git's mode as octal text, `100644` where there is no Git. */
  readonly mode: string;
  readonly tracked: boolean;
  /** Null when omitted before its bytes were read. */
  readonly sha256: string | null;
  readonly sizeBytes: number;
  readonly stamp: FileStamp | null;
  /** Null when included. */
  readonly omitted: OmissionReason | null;
}

export interface Manifest {
  /** Sorted by path in UTF-8 order. */
  readonly entries: readonly ManifestEntry[];
  /** Ignored files are only counted, a folder ignored as a whole once; null where Git could not count them. */
  readonly ignoredCount: number | null;
  /** Paths that are not valid UTF-8: they are only counted. */
  readonly undecodablePaths: number;
  readonly objectFormat: "sha1" | "sha256" | null;
}

/** What is observed of Git at one moment; stands beside a fingerprint and is no part of it. */
export interface GitState {
  /** Commit id, or null for an unborn HEAD or no Git. */
  readonly commit: string | null;
  readonly dirty: boolean | "unknown" | null;
  readonly objectFormat: "sha1" | "sha256" | null;
}

/** Limits that the user alone can change. */
export interface Limits {
  /** Included files. */
  readonly maxFiles: number;
  /** One file: a larger one is left out and named. */
  readonly maxFileBytes: number;
  /** All included files together. */
  readonly maxSourceBytes: number;
  /** The cache of one worktree. */
  readonly maxCacheBytes: number;
  readonly maxBuildMs: number;
  /** One file: what takes longer is named. */
  readonly maxParseMs: number;
  /** The memory of one parser. */
  readonly maxParserBytes: number;
  /** The memory of all parsing threads together. */
  readonly maxParsingBytes: number;
  /** The memory that the graph takes while it is made, as estimated. */
  readonly maxGraphBytes: number;
  /** A query with its checks. */
  readonly maxQueryMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxFiles: 20_000,
  maxFileBytes: 2 * 1024 * 1024,
  maxSourceBytes: 512 * 1024 * 1024,
  maxCacheBytes: 2 * 1024 * 1024 * 1024,
  maxBuildMs: 600_000,
  maxParseMs: 5_000,
  maxParserBytes: 384 * 1024 * 1024,
  maxParsingBytes: 1024 * 1024 * 1024,
  maxGraphBytes: 8 * 1024 * 1024 * 1024,
  maxQueryMs: 5_000,
};

/** What may be read: the user's part of a scope, kept in the binding. */
export interface Policy {
  readonly sourceRoots: readonly string[];
  readonly includeUntracked: boolean;
  readonly exclude: readonly string[];
  readonly limits: Limits;
}
