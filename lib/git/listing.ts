// What Git lists: tracked files with mode and blob id, untracked ones, how many are ignored.
// Laws kept: paths come as bytes and stay as they are, never unquoted, folded or normalised; what is not UTF-8 is counted;
// what a forged index lists outside of the worktree, or of the repository's own data, is set apart.

import { asRepoPath, type RepoPath } from "../model/mod.ts";
import { gitOutput, tryGit } from "./command.ts";
import type { GitWorktree } from "./worktree.ts";

/** One entry of the index. */
export interface IndexEntry {
  readonly path: RepoPath;
  /** Octal text: 100644, 100755, 120000 (link), 160000 (submodule). */
  readonly mode: string;
  /** Of a path in conflict that of one side. */
  readonly blobId: string;
  /** Whether the worktree is told to do without it (sparse checkout). */
  readonly skipped: boolean;
  readonly conflicted: boolean;
}

export interface Listing {
  /** Each path once. */
  readonly tracked: readonly IndexEntry[];
  /** Neither tracked nor ignored; empty where they were not asked for. A repository of its own ends with `/`. */
  readonly untracked: readonly RepoPath[];
  /** Paths that Git itself would never write: out of the worktree, or into `.git`. */
  readonly impossible: readonly RepoPath[];
  /** Paths that are not valid UTF-8. */
  readonly undecodable: number;
}

/** Lists the index, and untracked files where they are wanted. */
export function listPaths(git: GitWorktree, options: { untracked: boolean }): Listing {
  const args = ["ls-files", "-z", "-t", "-s", "-c"];
  if (options.untracked) args.push("-o", "--exclude-standard");
  const { records, undecodable } = decodedRecords(gitOutput(git, args));
  const tracked: IndexEntry[] = [];
  const untracked: RepoPath[] = [];
  const impossible: RepoPath[] = [];
  let previous: string | null = null;
  for (const record of records) {
    if (record.startsWith("? ")) {
      untracked.push(asRepoPath(record.slice(2)));
      continue;
    }
    const entry = indexEntry(record);
    // A conflict has up to three stages of one path.
    if (entry.path === previous) continue;
    previous = entry.path;
    if (isPossible(entry.path)) tracked.push(entry);
    else impossible.push(entry.path);
  }
  return { tracked, untracked, impossible, undecodable };
}

/** `H 100644 <id> <stage>\t<path>`, the letter S for an entry that is skipped. */
function indexEntry(record: string): IndexEntry {
  const tab = record.indexOf("\t");
  const [tag, mode, blobId, stage] = record.slice(0, tab).split(" ");
  const path = asRepoPath(record.slice(tab + 1));
  return { path, mode, blobId, skipped: tag === "S", conflicted: stage !== "0" };
}

/** A path with an empty part, one that leads elsewhere, or one of Git's own. */
const IMPOSSIBLE = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;

/** Whether Git itself would write such a path. */
export function isPossible(path: string): boolean {
  return !IMPOSSIBLE.test(path);
}

/** Counting goes over the whole worktree, and no answer is worth waiting longer. */
const COUNT_TIMEOUT_MS = 3_000;

/** How many entries are ignored; a folder that is ignored as a whole counts once. Null where Git did not answer. */
export function countIgnored(git: GitWorktree): number | null {
  const args = ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"];
  const answer = tryGit(git, args, { timeoutMs: COUNT_TIMEOUT_MS });
  if (answer === null || answer.exitCode !== 0) return null;
  let count = 0;
  for (let at = answer.stdout.indexOf(0); at >= 0; at = answer.stdout.indexOf(0, at + 1)) count++;
  return count;
}

/** What Git remembers of a file since it last looked. Times are decimal nanoseconds. */
export interface RememberedStat {
  /** The low 32 bits. */
  readonly sizeBytes: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
}

/** Paths that one command line is given, at most. */
const MOST_NAMED = 100;

const REMEMBERED = new RegExp(
  [
    "([^\\0]+)\\0 {2}ctime: (\\d+):(\\d+)",
    " {2}mtime: (\\d+):(\\d+)",
    " {2}dev: \\d+\\tino: \\d+",
    " {2}uid: \\d+\\tgid: \\d+",
    " {2}size: (\\d+)\\tflags: [0-9a-f]+\n",
  ].join("\n"),
  "gy",
);

/** Git's remembered stat by path, of some paths or, where they are none or many, of all; empty where it does not tell. */
export function readRememberedStats(
  git: GitWorktree,
  paths: readonly RepoPath[],
): Map<string, RememberedStat> {
  const stats = new Map<string, RememberedStat>();
  const named = paths.length > MOST_NAMED ? [] : paths;
  const answer = tryGit(git, ["ls-files", "-z", "-c", "--debug", "--", ...named]);
  if (answer === null || answer.exitCode !== 0) return stats;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer.stdout);
  for (const [, path, cSeconds, cRest, mSeconds, mRest, size] of text.matchAll(REMEMBERED)) {
    stats.set(path, {
      sizeBytes: Number(size),
      mtimeNs: nanoseconds(mSeconds, mRest),
      ctimeNs: nanoseconds(cSeconds, cRest),
    });
  }
  return stats;
}

function nanoseconds(seconds: string, rest: string): string {
  return (BigInt(seconds) * 1_000_000_000n + BigInt(rest)).toString();
}

/** NUL-terminated records that are UTF-8. */
export function decodedRecords(bytes: Uint8Array): { records: string[]; undecodable: number } {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decoded = (part: Uint8Array): string | null => {
    try {
      return decoder.decode(part);
    } catch {
      return null;
    }
  };
  const whole = decoded(bytes);
  if (whole !== null) return { records: whole.split("\0").slice(0, -1), undecodable: 0 };
  const records: string[] = [];
  let undecodable = 0;
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    const record = decoded(bytes.subarray(start, end));
    if (record === null) undecodable++;
    else records.push(record);
    start = end + 1;
  }
  return { records, undecodable };
}
