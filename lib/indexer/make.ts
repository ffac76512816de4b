// What every build does with what was captured, a worktree's or a commit's: facts, graph, parts. Laws kept: the same capture
// under the same rules gives the same parts; no build takes longer than the user allows.
// Not here: what is captured, and what becomes of the parts.

import { type Capture, contentDigest, fingerprint, releaseBytes } from "../capture/mod.ts";
import { type Build, type FinishedParts, type Generation, sourceKey } from "../generations/mod.ts";
import type { ReadyThread } from "../extract/mod.ts";
import { collectGarbage, phase } from "../host/mod.ts";
import { Failure, type GraphFile, type Policy, VERSION } from "../model/mod.ts";
import { flows, rankPairs } from "../rank/mod.ts";
import { type Resolution, resolve } from "../resolve/mod.ts";
import {
  CONTENT_DIGEST,
  encodeRanks,
  type GenerationContent,
  GraphReader,
  Unsettled,
  updateGraph,
  writeGraph,
  type WriteResult,
} from "../store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import type { BuildClock } from "./build_clock.ts";
import { earlierFacts } from "./earlier.ts";
import { type ExtractionOutcome, gatherFacts } from "./facts.ts";
import { configurations, factsByPath, graphFiles } from "./resolver_input.ts";

/** Names of a generation's parts. */
export const GRAPH_PART = "graph.db";
export const RANK_PART = "rank.bin";

/** What a build is made of, and what it will be called. */
export interface Plan {
  readonly captured: Capture;
  readonly digests: Readonly<Record<string, string>>;
  readonly fingerprint: string;
  readonly contentDigest: string;
}

export function planOf(
  bindingId: string,
  captured: Capture,
  digests: Readonly<Record<string, string>>,
): Plan {
  const { manifest } = captured;
  return {
    captured,
    digests,
    fingerprint: fingerprint({ bindingId, manifest, digests }),
    contentDigest: contentDigest(manifest, digests),
  };
}

/** The plan of what serves already. */
export function planServing(
  { fingerprint, manifest: { meta } }: Generation,
  captured: Capture,
  digests: Readonly<Record<string, string>>,
): Plan {
  return { captured, digests, fingerprint, contentDigest: meta["content_digest"] as string };
}

/** How a build goes. */
export interface Making {
  readonly build: Build;
  readonly policy: Policy;
  readonly clock: BuildClock;
  /** Parsing threads; as many as are worth it by default. Changes nothing in the result. */
  readonly workers?: number;
  /** One of them that was started beforehand. */
  readonly ready?: ReadyThread | null;
  /** Whether earlier facts may be used. */
  readonly reuse: boolean;
  /** Whether the parent's database is brought up to date; otherwise a new one is written. */
  readonly isUpdate: boolean;
  /** Whether the parent was made under the same rules. */
  readonly isSameRules: boolean;
}

/** What became of a plan. */
export interface Made {
  readonly files: readonly GraphFile[];
  readonly symbols: number;
  readonly edges: number;
  readonly unresolved: number;
  /** Files that were resolved. */
  readonly resolved: number;
  /** How its files were extracted; their facts are gone with what was made of them. */
  readonly extraction: Omit<ExtractionOutcome, "files">;
}

/** Fills a build with the parts of a plan. Failures: limit.exceeded and those of the cache. */
export async function makeParts(making: Making, plan: Plan): Promise<Made> {
  try {
    return await makeFrom(making, plan, making.isUpdate && making.isSameRules ? making.build.base : null);
  } catch (error) {
    if (error instanceof Unsettled) return await makeFrom(making, plan, null);
    throw error;
  }
}

/** The same, going on from what an earlier generation resolved, where there is one. */
async function makeFrom(making: Making, plan: Plan, base: Generation | null): Promise<Made> {
  const { clock } = making;
  const { resolution, extraction } = await makeGraph(making, plan.captured, base);
  if (base === null) collectGarbage();
  clock.phase("storing", null);
  const { edges, unresolved } = await phase("store", () => store(making, plan, resolution));
  clock.check();
  const { files, symbols } = resolution.graph;
  const resolved = resolution.resolved?.size ?? files.filter(({ status }) => status !== "omitted").length;
  return { files, symbols: symbols.length, edges, unresolved, resolved, extraction };
}

/** Facts take more room than anything else, and are needed for nothing but the graph. */
async function makeGraph(
  { build, policy, clock, workers, ready, reuse }: Making,
  captured: Capture,
  base: Generation | null,
): Promise<{ readonly resolution: Resolution; readonly extraction: Made["extraction"] }> {
  const { files: extracted, ...extraction } = await phase("facts", () =>
    gatherFacts({
      files: captured.files,
      store: build,
      reuse,
      workers: workers ?? null,
      ready: ready ?? null,
      limits: policy.limits,
      clock,
      meanwhile: () => phase("keep source", () => keepSource(build, captured)),
    }));
  clock.phase("resolving", null);
  const files = graphFiles(captured, extracted);
  const facts = factsByPath(captured, extracted);
  const earlier = base === null
    ? null
    : await phase("earlier", () => earlierFacts(base, GRAPH_PART, captured, files, facts));
  const texts = await configurations(captured);
  if (base === null) {
    releaseBytes(captured);
    collectGarbage();
  }
  const resolution = await phase("resolve", () =>
    resolve({
      files,
      facts,
      configurations: texts,
      sourceRoots: policy.sourceRoots,
      checkpoint: () => clock.check(),
      earlier,
    }));
  return { resolution, extraction };
}

function keepSource(build: Build, { files }: Capture): void {
  for (const { sha256, bytes } of files) build.addBlob(sourceKey(sha256), bytes);
}

async function store({ build, isUpdate }: Making, plan: Plan, resolution: Resolution): Promise<WriteResult> {
  const { graph, resolved: files, circular, isResumable } = resolution;
  const content: GenerationContent = {
    graph,
    manifest: plan.captured.manifest,
    ranking: { flows, ranks: rankPairs },
    resolved: { files, circular, isResumable },
    meta: {
      [CONTENT_DIGEST]: plan.contentDigest,
      fingerprint: plan.fingerprint,
      captured_at_ms: String(plan.captured.startedAtMs),
    },
  };
  if (isUpdate) build.clonePart(GRAPH_PART);
  const database = (await startSqlite()).stage(build.path(GRAPH_PART));
  try {
    const written = phase(
      "rows",
      () => isUpdate ? updateGraph(database, content) : writeGraph(database, content),
    );
    phase("flush", () => database.flush());
    build.writePart(RANK_PART, encodeRanks(written.ranks));
    return written;
  } finally {
    database.close();
  }
}

/** What is published of a plan's parts. */
export function finished(plan: Plan): FinishedParts {
  return {
    fingerprint: plan.fingerprint,
    parts: [GRAPH_PART, RANK_PART],
    inPlace: [GRAPH_PART],
    createdBy: `evident ${VERSION}`,
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
  };
}
