// A Git worktree: where it is, what its index lists, what its HEAD is. Every answer is a typed value; paths are bytes
// until they are known to be UTF-8. Not here: reading files, filter policy, symbols.

import { joinPaths, parentPath, pathExists } from "../host/mod.ts";
import { asRepoPath, Failure, type RepoPath } from "../model/mod.ts";
import { gitProgram, runGit } from "./command.ts";

/** A worktree that git knows. */
export interface GitWorktree {
  /** Absolute path of its root as git says it. */
  readonly root: string;
  readonly program: string;
  readonly objectFormat: "sha1" | "sha256";
}

/** One entry of the index. */
export interface IndexEntry {
  readonly path: RepoPath;
  /** Octal text: 100644, 100755, 120000 (link), 160000 (submodule). */
  readonly mode: string;
  readonly blobId: string;
  /** Whether the worktree is told to do without it (sparse checkout). */
  readonly skipped: boolean;
  readonly conflicted: boolean;
}

/** Paths of a listing, with the number of those that are not UTF-8. */
export interface Listed<T> {
  readonly entries: readonly T[];
  readonly undecodable: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const NUL = 0;

/**
 * The worktree that holds a folder (canonical, absolute); null where there is none. Failures: worktree.not_found in a
 * repository's own folder or a bare one; git.unavailable where git is missing, cannot read the repository, or its
 * configuration places the worktree elsewhere, since nothing in a repository may widen what is read.
 */
export function findWorktree(folder: string): GitWorktree | null {
  const program = gitProgram();
  const holder = gitHolder(folder);
  if (program === null) {
    if (holder === null) return null;
    throw new Failure("git.unavailable", "This is a Git worktree and there is no git on PATH.", {
      hint: "Install git, or put it on PATH.",
    });
  }
  const answer = runGit(program, folder, ["rev-parse", "--show-object-format", "--show-toplevel"]);
  if (answer.exitCode !== 0) {
    if (/must be run in a work tree/.test(answer.stderr)) {
      throw new Failure(
        "worktree.not_found",
        "That is the inside of a Git repository, not a worktree of it.",
        {
          hint: "Name a folder of a worktree; a bare repository has none until git worktree add makes one.",
        },
      );
    }
    if (holder === null) return null;
    throw unreadable(answer.stderr);
  }
  const text = new TextDecoder().decode(answer.stdout);
  const newline = text.indexOf("\n");
  const objectFormat = text.slice(0, newline) === "sha256" ? "sha256" : "sha1";
  const root = text.slice(newline + 1).replace(/\n$/, "");
  if (root !== holder) throw unreadable("its configuration places the worktree in another folder");
  return { root, program, objectFormat };
}

function unreadable(words: string): Failure {
  return new Failure("git.unavailable", "Git cannot read this worktree.", {
    detail: { git: words.trim().split("\n")[0].slice(0, 200) },
  });
}

/** The nearest folder upwards with an entry `.git`, or null. */
function gitHolder(folder: string): string | null {
  for (let at = folder;; at = parentPath(at)) {
    if (pathExists(joinPaths(at, ".git"))) return at;
    if (parentPath(at) === at) return null;
  }
}

/** What the index lists, each path once. */
export function listIndex(worktree: GitWorktree): Listed<IndexEntry> {
  const { stdout } = required(worktree, ["ls-files", "-z", "-t", "-s"]);
  const entries: IndexEntry[] = [];
  let undecodable = 0;
  for (const record of records(stdout)) {
    const tab = record.indexOf(9);
    const head = new TextDecoder().decode(record.subarray(0, tab)).split(" ");
    const path = decoded(record.subarray(tab + 1));
    if (path === null) {
      undecodable++;
      continue;
    }
    const [tag, mode, blobId, stage] = head;
    // A conflict has up to three stages of one path.
    if (entries.at(-1)?.path === path) continue;
    entries.push({ path, mode, blobId, skipped: tag === "S" || tag === "s", conflicted: stage !== "0" });
  }
  return { entries, undecodable };
}

/** Files that are neither tracked nor ignored. */
export function listUntracked(worktree: GitWorktree): Listed<RepoPath> {
  const { stdout } = required(worktree, ["ls-files", "-z", "-o", "--exclude-standard"]);
  const paths = [...records(stdout)].map(decoded);
  return {
    entries: paths.filter((path) => path !== null),
    undecodable: paths.filter((path) => path === null).length,
  };
}

/** How many entries are ignored; a folder that is ignored as a whole counts once. */
export function countIgnored(worktree: GitWorktree): number {
  const { stdout } = required(worktree, ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"]);
  let count = 0;
  for (const _ of records(stdout)) count++;
  return count;
}

/** The commit of HEAD, or null where it is unborn. */
export function headCommit(worktree: GitWorktree): string | null {
  const answer = runGit(worktree.program, worktree.root, ["rev-parse", "--verify", "-q", "HEAD^{commit}"]);
  return answer.exitCode === 0 ? new TextDecoder().decode(answer.stdout).trim() : null;
}

/** Whether the index differs from HEAD; filters and hooks have no part in it. */
export function indexDiffersFromHead(worktree: GitWorktree): boolean {
  const args = [
    "diff-index",
    "--cached",
    "--quiet",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=all",
    "HEAD",
    "--",
  ];
  const answer = runGit(worktree.program, worktree.root, args);
  if (answer.exitCode === 0 || answer.exitCode === 1) return answer.exitCode === 1;
  throw new Failure("git.unavailable", "Git cannot compare the index with HEAD.");
}

const CONVERTING = ["text", "eol", "filter", "crlf", "ident", "working-tree-encoding"];

/** Whether the worktree's executable bits count (`core.fileMode`). */
export function tracksExecutableBit(worktree: GitWorktree): boolean {
  const { stdout } = runGit(worktree.program, worktree.root, ["config", "--type=bool", "core.fileMode"]);
  return new TextDecoder().decode(stdout).trim() !== "false";
}

/** Of some paths, those whose bytes in the worktree may rightly differ from the blob's. */
export function convertedPaths(worktree: GitWorktree, paths: readonly RepoPath[]): ReadonlySet<string> {
  const config = runGit(worktree.program, worktree.root, ["config", "--get", "core.autocrlf"]);
  const autocrlf = new TextDecoder().decode(config.stdout).trim();
  if (autocrlf !== "" && autocrlf !== "false") return new Set(paths);
  const input = new TextEncoder().encode(paths.map((path) => `${path}\0`).join(""));
  const { stdout } = required(worktree, ["check-attr", "-z", "--stdin", ...CONVERTING], input);
  const fields = [...records(stdout)].map((field) => new TextDecoder().decode(field));
  const converted = new Set<string>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    if (fields[i + 2] !== "unspecified" && fields[i + 2] !== "unset") converted.add(fields[i]);
  }
  return converted;
}

function required(
  worktree: GitWorktree,
  args: readonly string[],
  input?: Uint8Array,
): { stdout: Uint8Array } {
  const answer = runGit(worktree.program, worktree.root, args, input);
  if (answer.exitCode === 0) return answer;
  throw new Failure("git.unavailable", `git ${args[0]} failed.`, {
    detail: { git: answer.stderr.trim().split("\n")[0].slice(0, 200) },
  });
}

/** NUL-terminated records. */
function* records(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NUL, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    if (end < 0) return;
    start = end + 1;
  }
}

function decoded(bytes: Uint8Array): RepoPath | null {
  try {
    return asRepoPath(decoder.decode(bytes));
  } catch {
    return null;
  }
}
