// One build from capture to publication. Laws kept: a build that fails publishes nothing; where nothing changed nothing is
// published; earlier facts are used only by a sync, and only for the same bytes, dialect and version.

import { capture, fingerprint, type Worktree } from "../capture/mod.ts";
import { type Build, type Cache, type Generation, withBuild } from "../generations/mod.ts";
import { ReadyThread } from "../extract/mod.ts";
import { phase, type Progress } from "../host/mod.ts";
import type { GraphFile, Policy } from "../model/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { BuildClock } from "./build_clock.ts";
import { finished, type Made, makeParts, type Plan, planOf, planServing } from "./make.ts";
import { changedRules, ruleDigests } from "./rules.ts";

export interface BuildRequest {
  readonly cache: Cache;
  readonly worktree: Worktree;
  readonly policy: Policy;
  /** The part of it that the user's flags said, now or earlier: it is kept with the binding. */
  readonly told: Partial<Policy>;
  /** `index` reads no earlier facts; `sync` uses what still holds. */
  readonly kind: "index" | "sync";
  readonly waitMs: number;
  readonly progress: Progress;
  /** Parsing threads; as many as are worth it by default. Changes nothing in the result. */
  readonly workers?: number;
}

export interface BuildReport {
  readonly kind: "index" | "sync";
  /** False where the worktree and the rules are those of the serving generation. */
  readonly published: boolean;
  readonly fingerprint: string;
  readonly parentFingerprint: string | null;
  readonly contentDigest: string;
  /** Files by status. */
  readonly files: Readonly<Record<GraphFile["status"], number>>;
  /** Files that could not be parsed, with the reason. */
  readonly notParsed: readonly { readonly path: string; readonly reason: string }[];
  /** Omitted paths by reason. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly symbols: number;
  readonly edges: number;
  readonly unresolved: number;
  readonly extractedFiles: number;
  readonly reusedFiles: number;
  /** Files whose references were looked at: a sync looks at those that a change can reach. */
  readonly resolvedFiles: number;
  /** Rules that changed since the generation before. */
  readonly changedRules: readonly string[];
  readonly elapsedMs: number;
  /** Whether a parsing thread could not be ended: the process has to end explicitly. */
  readonly abandonedThread: boolean;
}

/** Builds and publishes a generation. Failures: those of capture, generations and limits. */
export async function build(request: BuildRequest): Promise<BuildReport> {
  const { cache, policy, progress, waitMs } = request;
  const clock = new BuildClock(progress, policy.limits);
  // Compiles while files are read and digested.
  const sqlite = startSqlite();
  sqlite.catch(() => undefined);
  return await withBuild(cache, { waitMs, maxCacheBytes: policy.limits.maxCacheBytes }, async (open) => {
    // Everything will be parsed: a thread starts while files are read.
    const ready = request.kind === "index" ? new ReadyThread(policy.limits) : null;
    try {
      return await new BuildWork(request, open, clock, ready).run();
    } finally {
      ready?.end();
    }
  });
}

interface WorktreePlan extends Plan {
  /** Whether it is what serves already. */
  readonly serves: boolean;
  readonly changedRules: readonly string[];
}

class BuildWork {
  readonly #request: BuildRequest;
  readonly #build: Build;
  readonly #clock: BuildClock;
  readonly #ready: ReadyThread | null;

  constructor(request: BuildRequest, open: Build, clock: BuildClock, ready: ReadyThread | null) {
    this.#ready = ready;
    this.#request = request;
    this.#build = open;
    this.#clock = clock;
  }

  async run(): Promise<BuildReport> {
    const { kind, policy, workers } = this.#request;
    const plan = await this.#plan();
    const base = this.#build.base;
    if (plan.serves) {
      this.#build.remember(this.#request.told);
      return this.#unchanged(plan);
    }
    const sameSchema = base !== null &&
      (base.manifest.meta["rules"] as Record<string, string>)?.schema === plan.digests.schema;
    if (kind === "index") this.#build.examineBlobs();
    const made = await makeParts({
      build: this.#build,
      policy,
      clock: this.#clock,
      workers,
      ready: this.#ready,
      reuse: kind === "sync",
      isUpdate: kind === "sync" && sameSchema && this.#build.damage === null,
      isSameRules: plan.changedRules.length === 0,
    }, plan);
    // Bases of other rules are of no use any more, and an index builds everything anew.
    if (kind === "index" || plan.changedRules.length > 0) this.#build.forgetBases();
    await phase("publish", () => this.#build.publish({ ...finished(plan), policy: this.#request.told }));
    return this.#report(plan, made);
  }

  async #plan(): Promise<WorktreePlan> {
    const { worktree, policy, cache: { bindingId } } = this.#request;
    const digests = ruleDigests(policy);
    const base = this.#syncable();
    let serves = false;
    const captured = phase("capture", () =>
      capture({
        worktree,
        policy,
        onListed: (count) => this.#clock.phase("reading", count),
        onRead: () => this.#clock.advance(),
        serves: (manifest) =>
          serves = base !== null && base.fingerprint === fingerprint({ bindingId, manifest, digests }),
      }));
    const before = this.#build.base?.manifest.meta["rules"] as Record<string, string> | undefined;
    return {
      ...serves ? planServing(base!, captured, digests) : planOf(bindingId, captured, digests),
      serves,
      changedRules: before === undefined ? [] : changedRules(before, digests),
    };
  }

  /** What serves, where a sync may leave it at that. */
  #syncable(): Generation | null {
    return this.#request.kind === "sync" && this.#build.damage === null ? this.#build.base : null;
  }

  #unchanged(plan: WorktreePlan): BuildReport {
    return {
      ...this.#common(plan),
      published: false,
      files: emptyCounts(),
      notParsed: [],
      symbols: 0,
      edges: 0,
      unresolved: 0,
      extractedFiles: 0,
      reusedFiles: plan.captured.files.length,
      resolvedFiles: 0,
      abandonedThread: false,
    };
  }

  #report(
    plan: WorktreePlan,
    { extraction, symbols, edges, unresolved, resolved, ...made }: Made,
  ): BuildReport {
    const files = emptyCounts();
    const notParsed: { path: string; reason: string }[] = [];
    for (const { path, status, reason } of made.files) {
      files[status]++;
      if (status === "failed") notParsed.push({ path, reason: reason! });
    }
    return {
      ...this.#common(plan),
      published: true,
      files,
      notParsed,
      symbols,
      edges,
      unresolved,
      extractedFiles: extraction.extracted,
      reusedFiles: extraction.reused,
      resolvedFiles: resolved,
      abandonedThread: extraction.abandoned,
    };
  }

  #common(plan: WorktreePlan) {
    const omitted: Record<string, number> = {};
    for (const { omitted: reason } of plan.captured.manifest.entries) {
      if (reason !== null) omitted[reason] = (omitted[reason] ?? 0) + 1;
    }
    return {
      kind: this.#request.kind,
      fingerprint: plan.fingerprint,
      parentFingerprint: this.#build.base?.fingerprint ?? null,
      contentDigest: plan.contentDigest,
      omitted,
      changedRules: plan.changedRules,
      elapsedMs: this.#clock.elapsedMs(),
    };
  }
}

function emptyCounts(): Record<GraphFile["status"], number> {
  return { parsed: 0, partial: 0, text: 0, failed: 0, omitted: 0 };
}
