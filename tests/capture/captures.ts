// What tests of captures share: a worktree for one test, and a capture told in few words.

import { type Capture, capture, openWorktree, survey } from "../../lib/capture/mod.ts";
import { DEFAULT_LIMITS, Failure, type Limits, type Policy } from "../../lib/model/mod.ts";
import { TestWorktree } from "../worktrees.ts";

export const PLAIN_POLICY: Policy = {
  sourceRoots: [],
  includeUntracked: false,
  exclude: [],
  limits: DEFAULT_LIMITS,
};

export function policyWith(changes: Partial<Omit<Policy, "limits">>, limits: Partial<Limits> = {}): Policy {
  return { ...PLAIN_POLICY, ...changes, limits: { ...DEFAULT_LIMITS, ...limits } };
}

/** What a build captures, with what a question is told of Git. */
export function captureOf(root: string, policy: Policy = PLAIN_POLICY): Capture {
  const request = { worktree: openWorktree(root), policy };
  return { ...capture(request), git: survey(request).git };
}

/** Path to "included" or the reason of its omission. */
export function outcomes({ manifest }: Capture): Record<string, string> {
  return Object.fromEntries(manifest.entries.map(({ path, omitted }) => [path, omitted ?? "included"]));
}

export function included(captured: Capture): string[] {
  return captured.files.map(({ path }) => path);
}

/** Runs a body with a worktree that is removed after it, in an environment of its own. */
export function withWorktree(
  make: () => TestWorktree,
  body: (worktree: TestWorktree) => void | Promise<void>,
): () => Promise<void> {
  return async () => {
    const before = { ...process.env };
    const worktree = make();
    worktree.enter();
    try {
      await body(worktree);
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
      worktree.remove();
    }
  };
}

/** The code of the Failure that a call throws, and its detail. */
export function failureOf(call: () => unknown): Pick<Failure, "code" | "detail"> {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, detail: error.detail };
    throw error;
  }
  throw new Error("nothing was thrown");
}
