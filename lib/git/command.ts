// Every call of the git program. Laws kept: it runs nothing that the repository configures (hooks, file system monitor,
// external diff, ssh, credential and remote helpers), fetches nothing, writes nothing, asks nothing; no `GIT_*` variable
// of the caller reaches it; output and time are bounded. Not here: what its answers mean.
//
// The folders are always given: then `core.worktree` of the repository cannot move the root, and Git's check of who owns
// the repository, which guards against the very programs that are switched off here, does not refuse it.

import { childEnvironment, run, statPath } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";
import { looking } from "./looking.ts";
import type { GitWorktree } from "./worktree.ts";

/** Settings of a repository that name programs, or make Git do more than read. */
const SETTINGS = [
  // The empty value switches it off in every version; older ones would run a program called `false`.
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.untrackedCache=false",
  "core.sshCommand=false",
  "core.askPass=",
  "core.pager=cat",
  "core.alternateRefsCommand=",
  "core.quotePath=false",
  "credential.helper=",
  "diff.external=",
  "gc.auto=0",
  "maintenance.auto=false",
  "log.showSignature=false",
  "protocol.allow=never",
  "submodule.recurse=false",
];
const FIRST_ARGS = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
];
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  // A partial clone lacks objects: Git would fetch them by programs that its configuration names. Older versions know
  // only the second; it wins over every `protocol.<name>.allow`.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};

/** A named pipe in the place of a file that Git reads would hold it for ever. */
const TIMEOUT_MS = 20_000;

/** How one git command ended. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

export interface GitCall {
  readonly input?: Uint8Array;
  readonly timeoutMs?: number;
}

/** Runs git in a worktree; null where it did not come to its end. */
export function tryGit(git: GitWorktree, args: readonly string[], call: GitCall = {}): GitAnswer | null {
  const result = runGit(git, args, call);
  return result.outcome === "exited" ? result : null;
}

/** Runs git in a worktree, whatever it exits with. Failure git.unavailable where it did not come to its end. */
export function callGit(git: GitWorktree, args: readonly string[], call: GitCall = {}): GitAnswer {
  const result = runGit(git, args, call);
  if (result.outcome === "exited") return result;
  if (looking("worktree.not_found", "The worktree", () => statPath(git.root)) === null) {
    throw new Failure("worktree.not_found", "The worktree vanished while it was read.", {
      hint: "Check -C or the scope's root.",
    });
  }
  const timedOut = result.outcome === "timed_out";
  throw new Failure(
    "git.unavailable",
    `git ${args[0]} did not finish: ${result.outcome.replaceAll("_", " ")}.`,
    {
      detail: { command: args[0], outcome: result.outcome },
      ...timedOut &&
        { hint: "A named pipe in the place of a file that Git reads (.gitignore, say) does this." },
      retry: !timedOut,
    },
  );
}

/** The output of a command that has to succeed. Failure git.unavailable with Git's own words otherwise. */
export function gitOutput(git: GitWorktree, args: readonly string[], call: GitCall = {}): Uint8Array {
  const answer = callGit(git, args, call);
  if (answer.exitCode === 0) return answer.stdout;
  throw unreadable(git, args[0], answer);
}

/** What Git says when it refuses, without the paths of this machine. */
export function unreadable(git: GitWorktree, command: string, answer: GitAnswer): Failure {
  const words = answer.stderr.trim().split("\n")[0].replaceAll(git.gitDir, ".git").replaceAll(git.root, ".");
  return new Failure("git.unavailable", "Git cannot read this worktree.", {
    detail: { command, git: words.slice(0, 200) },
  });
}

function runGit(git: GitWorktree, args: readonly string[], { input, timeoutMs }: GitCall) {
  return run({
    program: git.program,
    args: [`--git-dir=${git.gitDir}`, `--work-tree=${git.root}`, ...FIRST_ARGS, ...args],
    cwd: git.root,
    env: childEnvironment(["GIT_"], ENVIRONMENT),
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    input,
  });
}
