// The earlier generation of a comparison: a kept one, or that of a commit, which is built where it is not there yet. Law kept: it
// was made under the policy and rules of the serving one. A base is the one thing that a query builds: it changes nothing that
// serves, and nobody could ask for it beforehand.

import { TreeComparison, type Worktree } from "../capture/mod.ts";
import {
  type Cache,
  type Generation,
  openBase,
  openByFingerprint,
  openPrevious,
} from "../generations/mod.ts";
import { defaultBase, type GitWorktree, mergeBase, resolveCommit } from "../git/mod.ts";
import { monotonicMs, type Progress } from "../host/mod.ts";
import { baseKey, buildBase, changedRules } from "../indexer/mod.ts";
import { Failure, type Policy } from "../model/mod.ts";
import type { BeforeWanted, ComparedCommit } from "../operations/mod.ts";

/** What an earlier generation is looked for with. */
export interface BaselineRequest {
  readonly cache: Cache;
  readonly worktree: Worktree;
  readonly policy: Policy;
  /** The serving generation. */
  readonly current: Generation;
  readonly clock: QueryClock;
  readonly waitMs: number;
  readonly progress: Progress;
  /** Told where a thread of the build could not be ended. */
  readonly onAbandonedThread: () => void;
}

export interface Baseline {
  readonly generation: Generation;
  readonly base: ComparedCommit | null;
}

/** The time of one query; what it builds does not count. */
export class QueryClock {
  #endMs: number;

  constructor(limitMs: number) {
    this.#endMs = monotonicMs() + limitMs;
  }

  isOver(): boolean {
    return monotonicMs() > this.#endMs;
  }

  async pause<T>(work: () => Promise<T>): Promise<T> {
    const startedAtMs = monotonicMs();
    try {
      return await work();
    } finally {
      this.#endMs += monotonicMs() - startedAtMs;
    }
  }
}

/** Opens what is to be compared with. Failures: index.baseline_unavailable, git.revision_not_found, those of a build. */
export async function openBaseline(request: BaselineRequest, wanted: BeforeWanted): Promise<Baseline> {
  if (wanted.by === "commit") return await openCommit(request, wanted.revision, wanted.fromMergeBase);
  const fingerprint = wanted.by === "fingerprint" ? wanted.fingerprint : null;
  const generation = fingerprint === null
    ? openPrevious(request.cache)
    : openByFingerprint(request.cache, fingerprint);
  if (generation === null) {
    throw new Failure("index.baseline_unavailable", "The earlier generation is not kept.", {
      hint: "Only the current and the previous one are; to compare with a commit, name it with --base.",
      detail: { before_fingerprint: fingerprint },
    });
  }
  requireSameRules(generation, request.current);
  return { generation, base: null };
}

function requireSameRules(generation: Generation, current: Generation): void {
  const rules = changedRules(
    generation.manifest.meta["rules"] as Record<string, string>,
    current.manifest.meta["rules"] as Record<string, string>,
  );
  if (rules.length === 0) return;
  generation.close();
  const message = `The earlier generation was made under other rules: ${rules.join(", ")}.`;
  throw new Failure("index.baseline_unavailable", message, {
    hint: "Compare with a commit: a base is made with the rules of today.",
    detail: { rules },
  });
}

async function openCommit(
  request: BaselineRequest,
  asked: string | null,
  fromMergeBase: boolean,
): Promise<Baseline> {
  const { git } = request.worktree;
  if (git === null) {
    throw new Failure("git.revision_not_found", "This folder is no Git worktree: it has no commits.", {
      hint: "Compare with an earlier generation instead: changes without base.",
      detail: { base: asked },
    });
  }
  const revision = asked ?? requiredDefault(git);
  const named = resolveCommit(git, revision);
  const shared = fromMergeBase ? mergeBase(git, named) : named;
  const commit = shared ?? named;
  const generation = await request.clock.pause(() => openOrBuild(request, git, commit));
  const comparison = new TreeComparison(git, commit);
  const base: ComparedCommit = {
    revision,
    isUnrelated: shared === null,
    sameFiles: (paths) => comparison.match(paths),
    renames: () => comparison.renames,
  };
  return { generation, base };
}

function requiredDefault(git: GitWorktree): string {
  const revision = defaultBase(git);
  if (revision !== null) return revision;
  throw new Failure("git.revision_not_found", "No remote here says what its default branch is.", {
    hint: "Name what to compare with, as --base main.",
    detail: { base: null },
  });
}

/** Others may take a base away as soon as it is built. */
const ATTEMPTS = 3;

async function openOrBuild(request: BaselineRequest, git: GitWorktree, commit: string): Promise<Generation> {
  const { cache, policy, waitMs, progress } = request;
  const key = baseKey(commit, policy);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const generation = openWhole(cache, key);
    if (generation !== null) return generation;
    const { abandonedThread } = await buildBase({ cache, git, commit, policy, waitMs, progress });
    if (abandonedThread) request.onAbandonedThread();
  }
  throw new Failure("index.unavailable", "The commit's generation was replaced again and again.", {
    retry: true,
  });
}

/** A damaged base is as good as none: it is built again. */
function openWhole(cache: Cache, key: string): Generation | null {
  try {
    return openBase(cache, key);
  } catch (error) {
    if (error instanceof Failure && error.code === "index.corrupt") return null;
    throw error;
  }
}
