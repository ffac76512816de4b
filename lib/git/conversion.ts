// Which files Git would convert between worktree and object (line ends, filters, encodings, keywords): their raw bytes may
// differ without a change. Law kept: the conversions are asked for, never run.

import type { RepoPath } from "../model/mod.ts";
import { tryGit } from "./command.ts";
import type { GitWorktree } from "./worktree.ts";

/** No answer of these is worth waiting longer. */
const TIMEOUT_MS = 3_000;

/** Whether the worktree's executable bits count (`core.fileMode`). */
export function tracksExecutableBit(git: GitWorktree): boolean {
  return setting(git, "core.fileMode", ["--type=bool"]) !== "false";
}

const ATTRIBUTES = ["text", "crlf", "eol", "filter", "ident", "working-tree-encoding"];

/** Of some paths, those that Git may convert; null where it did not answer. */
export function convertedPaths(git: GitWorktree, paths: readonly RepoPath[]): ReadonlySet<string> | null {
  const input = new TextEncoder().encode(paths.map((path) => `${path}\0`).join(""));
  const answer = tryGit(git, ["check-attr", "-z", "--stdin", ...ATTRIBUTES], {
    input,
    timeoutMs: TIMEOUT_MS,
  });
  if (answer === null || answer.exitCode !== 0) return null;
  const fields = new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer.stdout).split("\0");
  const converted = new Set<string>();
  const notText = new Set<string>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [path, attribute, value] = fields.slice(i, i + 3);
    if (value === "unset") {
      if (attribute === "text" || attribute === "crlf") notText.add(path);
    } else if (value !== "unspecified") converted.add(path);
  }
  const autocrlf = setting(git, "core.autocrlf", []).toLowerCase();
  if (autocrlf !== "" && autocrlf !== "false") {
    for (const path of paths) if (!notText.has(path)) converted.add(path);
  }
  return converted;
}

/** A setting's value, "" where there is none. */
function setting(git: GitWorktree, name: string, options: readonly string[]): string {
  const answer = tryGit(git, ["config", ...options, "--get", name], { timeoutMs: TIMEOUT_MS });
  return answer === null ? "" : new TextDecoder().decode(answer.stdout).trim();
}
