// Which git it is.

import { childEnvironment, parentPath, run } from "../host/mod.ts";

const TIMEOUT_MS = 10_000;

/** The version that a git program tells, as `2.47.1`; null where it tells none. It is asked outside of any repository. */
export function gitVersion(program: string): string | null {
  const result = run({
    program,
    args: ["--version"],
    cwd: parentPath(program),
    env: childEnvironment(["GIT_"], { LC_ALL: "C" }),
    timeoutMs: TIMEOUT_MS,
  });
  if (result.outcome !== "exited" || result.exitCode !== 0) return null;
  return /^git version (\S+)/.exec(new TextDecoder().decode(result.stdout))?.[1] ?? null;
}
