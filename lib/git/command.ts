// Running git so that nothing of a repository runs: no hooks, filters, monitors, pagers, prompts or transports, and
// nothing of the caller's GIT_* environment. Not here: what its answers mean.

import { childEnvironment, findProgram, run } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";

/** Configuration that overrides whatever a repository asks for. */
const SAFE_CONFIG = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.untrackedCache=false",
  "core.alternateRefsCommand=",
  "core.quotePath=false",
  "core.pager=cat",
  "diff.external=",
  "protocol.allow=never",
  "credential.helper=",
  "gc.auto=0",
  "safe.directory=*",
];

const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C",
};

/** How one git command ended. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** The git program, or null where PATH has none. */
export function gitProgram(): string | null {
  return findProgram("git");
}

/** Runs git in a folder. Failure git.unavailable where it cannot be run to its end. */
export function runGit(program: string, cwd: string, args: readonly string[], input?: Uint8Array): GitAnswer {
  const config = SAFE_CONFIG.flatMap((setting) => ["-c", setting]);
  const result = run({
    program,
    args: ["--no-pager", ...config, ...args],
    cwd,
    env: childEnvironment(["GIT_"], ENVIRONMENT),
    input,
  });
  if (result.outcome === "exited") return result;
  throw new Failure("git.unavailable", `git did not finish: ${result.outcome.replaceAll("_", " ")}.`, {
    retry: true,
  });
}
