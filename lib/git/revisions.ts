// Commits by the names that people give them, and what lies between two. Laws kept: a revision is hostile text and reaches Git
// as one whole argument that cannot be an option; nothing is fetched to find one. Not here: what a commit holds (`tree.ts`).

import { Failure } from "../model/mod.ts";
import { callGit, gitOutput, tryGit } from "./command.ts";
import type { GitWorktree } from "./worktree.ts";

/** Longer ones name nothing. */
export const MAX_REVISION_UNITS = 1_024;
const COMMIT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Where the project itself lives, for those who work on a fork of it, before the fork. */
const REMOTES = ["upstream", "origin"];

/** The commit that a revision names. Failure git.revision_not_found. */
export function resolveCommit(git: GitWorktree, revision: string): string {
  const commit = isRevision(revision) ? commitOf(git, revision) : null;
  if (commit !== null) return commit;
  const remote = isRevision(revision)
    ? REMOTES.map((name) => `${name}/${revision}`).find((name) => commitOf(git, name) !== null)
    : undefined;
  throw new Failure("git.revision_not_found", "No commit of this repository has that name.", {
    hint: remote === undefined
      ? "Name a branch, tag or commit that is here; what a shallow clone left out has to be fetched first."
      : `There is ${remote}: a clone has only the branch it began with under its own name.`,
    detail: { revision: revision.slice(0, 200) },
  });
}

function isRevision(text: string): boolean {
  return text !== "" && text.length <= MAX_REVISION_UNITS && !text.startsWith("-") && !text.includes("\0");
}

function commitOf(git: GitWorktree, revision: string): string | null {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const answer = callGit(git, args);
  const id = new TextDecoder().decode(answer.stdout).trim();
  return answer.exitCode === 0 && COMMIT_ID.test(id) ? id : null;
}

/** Where HEAD and a commit parted; null where they share nothing that is here, or HEAD is unborn. */
export function mergeBase(git: GitWorktree, commit: string): string | null {
  const answer = callGit(git, ["merge-base", "HEAD", commit]);
  const id = new TextDecoder().decode(answer.stdout).trim();
  return answer.exitCode === 0 && COMMIT_ID.test(id) ? id : null;
}

/** The branch that a remote calls its default, as `origin/main`; null where no remote here says one. */
export function defaultBase(git: GitWorktree): string | null {
  for (const remote of REMOTES) {
    const answer = tryGit(git, ["symbolic-ref", "--quiet", "--short", `refs/remotes/${remote}/HEAD`]);
    const name = answer?.exitCode === 0 ? new TextDecoder().decode(answer.stdout).trim() : "";
    if (name !== "" && commitOf(git, name) !== null) return name;
  }
  return null;
}

/** Renamed paths from a commit to the index, new to old, as Git finds them; none where it cannot tell. */
export function renamesSince(git: GitWorktree, commit: string): Map<string, string> {
  const options = [
    "--cached",
    "--raw",
    "-z",
    "--diff-filter=R",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules",
  ];
  // Likeness costs reading contents, which may not be here; equal ones are known by their ids alone.
  for (const likeness of ["-M", "-M100%"]) {
    const answer = tryGit(git, ["diff-index", ...options, likeness, commit, "--"]);
    if (answer === null || answer.exitCode !== 0) continue;
    const fields = new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer.stdout).split("\0");
    const renames = new Map<string, string>();
    for (let at = 0; at + 2 < fields.length; at += 3) renames.set(fields[at + 2], fields[at + 1]);
    return renames;
  }
  return new Map();
}

/** Whether objects of the repository may lie elsewhere, so that Git would fetch them when they are read. */
export function isPartialClone(git: GitWorktree): boolean {
  const pattern = "^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$";
  return callGit(git, ["config", "--get-regexp", pattern]).exitCode === 0;
}

/** Ids of the objects of a commit's tree that are not here. */
export function missingObjects(git: GitWorktree, commit: string): Set<string> {
  const args = ["rev-list", "--objects", "--missing=print", "--no-walk", "--no-object-names", commit, "--"];
  const text = new TextDecoder().decode(gitOutput(git, args));
  return new Set(text.split("\n").filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}
