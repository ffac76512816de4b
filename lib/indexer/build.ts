// One build from capture to publication. Laws kept: a build that fails publishes nothing; where nothing changed nothing is
// published; earlier facts are used only by a sync, and only for the same bytes, dialect and version.

import { type Capture, capture, contentDigest, fingerprint, type Worktree } from "../capture/mod.ts";
import { type Build, type Cache, sourceKey, withBuild } from "../generations/mod.ts";
import { monotonicMs, processorCount, type Progress, writeFile } from "../host/mod.ts";
import { Failure, type Graph, type GraphFile, type Policy, VERSION } from "../model/mod.ts";
import { rankSymbols } from "../rank/mod.ts";
import { resolve } from "../resolve/mod.ts";
import {
  CONTENT_DIGEST,
  encodeRanks,
  type GenerationContent,
  GraphReader,
  updateGraph,
  writeGraph,
} from "../store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { type ExtractionOutcome, gatherFacts } from "./facts.ts";
import { configurations, factsByPath, graphFiles } from "./resolver_input.ts";
import { changedRules, ruleDigests } from "./rules.ts";

/** Names of a generation's parts. */
export const GRAPH_PART = "graph.db";
export const RANK_PART = "rank.bin";

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
  /** Parsing threads; the number of processors by default. Changes nothing in the result. */
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
  /** Omitted paths by reason. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly symbols: number;
  readonly edges: number;
  readonly unresolved: number;
  readonly extractedFiles: number;
  readonly reusedFiles: number;
  /** Rules that changed since the generation before. */
  readonly changedRules: readonly string[];
  readonly elapsedMs: number;
  /** Whether a parsing thread could not be ended: the process has to end explicitly. */
  readonly abandonedThread: boolean;
}

/** Builds and publishes a generation. Failures: those of capture, generations and limits. */
export async function build(request: BuildRequest): Promise<BuildReport> {
  const startedAtMs = monotonicMs();
  // Compiles while files are read and digested.
  const sqlite = startSqlite();
  sqlite.catch(() => undefined);
  const { cache, policy, waitMs } = request;
  return await withBuild(cache, { waitMs, maxCacheBytes: policy.limits.maxCacheBytes }, async (open) => {
    const work = new BuildWork(request, open, startedAtMs);
    return await work.run();
  });
}

interface Plan {
  readonly captured: Capture;
  readonly digests: Readonly<Record<string, string>>;
  readonly fingerprint: string;
  readonly contentDigest: string;
  readonly changedRules: readonly string[];
}

class BuildWork {
  readonly #request: BuildRequest;
  readonly #build: Build;
  readonly #startedAtMs: number;

  constructor(request: BuildRequest, open: Build, startedAtMs: number) {
    this.#request = request;
    this.#build = open;
    this.#startedAtMs = startedAtMs;
  }

  async run(): Promise<BuildReport> {
    const { kind, policy } = this.#request;
    const plan = await this.#plan();
    const base = this.#build.base;
    const isUnchanged = base !== null && base.fingerprint === plan.fingerprint && this.#build.damage === null;
    if (kind === "sync" && isUnchanged) {
      this.#build.remember(this.#request.told);
      return this.#unchanged(plan);
    }
    const extraction = await this.#extract(plan);
    this.#checkDeadline();
    const files = graphFiles(plan.captured, extraction);
    this.#request.progress.phase("resolving", null);
    const graph = await resolve({
      files,
      facts: factsByPath(plan.captured, extraction),
      configurations: await configurations(plan.captured),
      sourceRoots: policy.sourceRoots,
    });
    this.#checkDeadline();
    this.#request.progress.phase("storing", null);
    await this.#store(plan, graph);
    this.#checkDeadline();
    await this.#publish(plan);
    return this.#report(plan, graph, extraction);
  }

  async #plan(): Promise<Plan> {
    const { worktree, policy, progress, cache } = this.#request;
    const captured = capture({
      worktree,
      policy,
      onListed: (count) => progress.phase("reading", count),
      onRead: () => progress.advance(),
    });
    const digests = await ruleDigests(policy);
    const { manifest } = captured;
    const before = this.#build.base?.manifest.meta["rules"] as Record<string, string> | undefined;
    return {
      captured,
      digests,
      fingerprint: fingerprint({ bindingId: cache.bindingId, manifest, digests }),
      contentDigest: contentDigest(manifest, digests),
      changedRules: before === undefined ? [] : changedRules(before, digests),
    };
  }

  async #extract({ captured }: Plan): Promise<ExtractionOutcome> {
    const { kind, policy, progress, workers } = this.#request;
    for (const { sha256, bytes } of captured.files) this.#build.addBlob(sourceKey(sha256), bytes);
    return await gatherFacts({
      files: captured.files,
      store: this.#build,
      reuse: kind === "sync",
      workers: workers ?? processorCount(),
      limits: policy.limits,
      progress,
    });
  }

  /** Writes the parts: a clone of the parent's database brought up to date, or a new one. */
  async #store(plan: Plan, graph: Graph): Promise<void> {
    const content: GenerationContent = {
      graph,
      manifest: plan.captured.manifest,
      ranks: rankSymbols(graph),
      meta: {
        [CONTENT_DIGEST]: plan.contentDigest,
        fingerprint: plan.fingerprint,
        captured_at_ms: String(plan.captured.startedAtMs),
      },
    };
    const base = this.#build.base;
    const sameSchema = base !== null &&
      (base.manifest.meta["rules"] as Record<string, string>)?.schema === plan.digests.schema;
    const isUpdate = this.#request.kind === "sync" && sameSchema && this.#build.damage === null;
    if (isUpdate) this.#build.clonePart(GRAPH_PART);
    const database = (await startSqlite()).stage(this.#build.path(GRAPH_PART));
    try {
      const { ranks } = isUpdate ? updateGraph(database, content) : writeGraph(database, content);
      database.flush();
      writeFile(this.#build.path(RANK_PART), encodeRanks(ranks), { sync: true });
    } finally {
      database.close();
    }
  }

  async #publish(plan: Plan): Promise<void> {
    const { told } = this.#request;
    await this.#build.publish({
      fingerprint: plan.fingerprint,
      parts: [GRAPH_PART, RANK_PART],
      inPlace: [GRAPH_PART],
      createdBy: `evident ${VERSION}`,
      policy: told,
      meta: { rules: plan.digests, content_digest: plan.contentDigest, commit: plan.captured.git.commit },
      validate: async ({ path }) => {
        const reader = await GraphReader.open(path(GRAPH_PART), new Uint32Array());
        try {
          if (reader.meta.get(CONTENT_DIGEST) === plan.contentDigest) return;
        } finally {
          reader.close();
        }
        throw new Failure("internal.invariant", "the staged generation is not the one that was built");
      },
    });
  }

  #checkDeadline(): void {
    const { maxBuildMs } = this.#request.policy.limits;
    if (monotonicMs() - this.#startedAtMs <= maxBuildMs) return;
    throw new Failure("limit.exceeded", `The build took longer than ${maxBuildMs} ms.`, {
      hint: "Exclude paths, or raise limits.max_build_ms in the configuration file.",
      detail: { limit: maxBuildMs, name: "max_build_ms" },
    });
  }

  #unchanged(plan: Plan): BuildReport {
    return {
      ...this.#common(plan),
      published: false,
      files: emptyCounts(),
      symbols: 0,
      edges: 0,
      unresolved: 0,
      extractedFiles: 0,
      reusedFiles: plan.captured.files.length,
      abandonedThread: false,
    };
  }

  #report(plan: Plan, graph: Graph, extraction: ExtractionOutcome): BuildReport {
    const files = emptyCounts();
    for (const { status } of graph.files) files[status]++;
    return {
      ...this.#common(plan),
      published: true,
      files,
      symbols: graph.symbols.length,
      edges: graph.edges.length,
      unresolved: graph.unresolved.length,
      extractedFiles: extraction.extracted,
      reusedFiles: extraction.reused,
      abandonedThread: extraction.abandoned,
    };
  }

  #common(plan: Plan) {
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
      elapsedMs: Math.round(monotonicMs() - this.#startedAtMs),
    };
  }
}

function emptyCounts(): Record<GraphFile["status"], number> {
  return { parsed: 0, partial: 0, text: 0, failed: 0, omitted: 0 };
}
