// A commit as a generation of its own, to compare with. Laws kept: the worktree is not touched; what serves stays; a commit
// that was built under the same rules is not built again.

import { captureTree, type TreeRequest } from "../capture/mod.ts";
import { type Cache, withBuild } from "../generations/mod.ts";
import type { Progress } from "../host/mod.ts";
import type { Policy } from "../model/mod.ts";
import { sha256Hex, startSqlite } from "../../wasm/mod.ts";
import { BuildClock } from "./build_clock.ts";
import { finished, makeParts, planOf } from "./make.ts";
import { ruleDigests } from "./rules.ts";

export interface BaseBuildRequest {
  readonly cache: Cache;
  readonly git: TreeRequest["git"];
  /** A commit's id, as `resolveCommit` gives it. */
  readonly commit: string;
  readonly policy: Policy;
  readonly waitMs: number;
  readonly progress: Progress;
  readonly workers?: number;
}

/** What the base of a commit is asked for by: one made under other rules is another. */
export function baseKey(commit: string, policy: Policy): string {
  return `${commit}:${sha256Hex(JSON.stringify(ruleDigests(policy)))}`;
}

/**
 * Builds a commit as a base, with the facts that are there; nothing where another process just did. Failures: those of
 * capture, generations and limits.
 */
export async function buildBase(request: BaseBuildRequest): Promise<{ abandonedThread: boolean }> {
  startSqlite().catch(() => undefined);
  const { cache, git, commit, policy, waitMs, progress, workers } = request;
  const clock = new BuildClock(progress, policy.limits);
  const options = { waitMs, maxCacheBytes: policy.limits.maxCacheBytes, isBase: true };
  const key = baseKey(commit, policy);
  return await withBuild(cache, options, async (build) => {
    if (build.hasBase(key)) return { abandonedThread: false };
    const captured = captureTree({
      git,
      commit,
      policy,
      onListed: (count) => clock.phase("reading", count),
      onRead: () => clock.advance(),
    });
    const plan = planOf(cache.bindingId, captured, ruleDigests(policy));
    const making = { build, policy, clock, workers, reuse: true, isUpdate: false, isSameRules: false };
    const { extraction } = await makeParts(making, plan);
    await build.publishBase({ ...finished(plan), key });
    return { abandonedThread: extraction.abandoned };
  });
}
