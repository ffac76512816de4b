// `evident.status.v1`: what serves, whether it is fresh, how the last build went, what the program knows.
// Law kept: a failed build leaves the serving state in place, and both are told.

import { type Freshness, observeHead } from "../capture/mod.ts";
import {
  type Cache,
  type CacheStatus,
  cacheStatus,
  type Generation,
  isTakenAway,
  openCurrent,
} from "../generations/mod.ts";
import { LANGUAGES } from "../languages/mod.ts";
import { COMMIT, Failure, type Policy, VERSION } from "../model/mod.ts";
import { coverageWithReasons, OPERATIONS, STATUS } from "../operations/mod.ts";
import { NO_FILTER, View } from "../query/mod.ts";
import type { GraphReader } from "../store/mod.ts";
import type { JsonObject, JsonValue } from "../wire/mod.ts";
import { openReader } from "./reading.ts";
import type { Scope } from "./scope.ts";

const MAX_NAMED = 20;

/** Compares a generation with the worktree. */
type Check = (generation: Generation, reader: GraphReader) => Promise<Freshness>;

/** Looks at a scope; `check` compares a generation with the worktree. */
export async function statusDocument(
  scope: Scope,
  cache: Cache,
  policy: Policy,
  check: Check,
): Promise<JsonObject> {
  const status = cacheStatus(cache);
  const serving = await servingState(cache, status, check) ??
    (await servingState(cache, status, check, true))!;
  return {
    schema: "evident.status.v1",
    scope_id: scope.id,
    binding_id: status.bindingId,
    state: serving.state,
    freshness: serving.freshness,
    fingerprint: serving.fingerprint,
    commit: serving.commit,
    git_object_format: observeHead(scope.worktree).objectFormat,
    dirty: serving.dirty,
    changed: serving.changed,
    building: status.building !== null,
    last_build: lastBuildOf(status),
    policy: {
      source_roots: [...policy.sourceRoots],
      include_untracked: policy.includeUntracked,
      exclude: [...policy.exclude],
    },
    generations: status.generations.map(({ fingerprint, role, sizeBytes, leases }) => ({
      fingerprint,
      role,
      size_bytes: sizeBytes,
      leases,
    })),
    cache_bytes: status.totalBytes,
    coverage: serving.coverage,
    not_parsed: serving.notParsed,
    languages: LANGUAGES.map(({ id, extensions, rules }) => ({
      id,
      extensions: Object.keys(extensions),
      graph: rules !== null,
    })),
    operations: [STATUS, ...OPERATIONS.map(({ kind }) => kind)],
    version: VERSION,
    source_commit: COMMIT,
    damages: [...new Set([...status.damages.map(({ message }) => message), ...serving.damages])],
  };
}

interface Serving {
  readonly state: string;
  readonly freshness: "fresh" | "stale" | "unknown";
  readonly fingerprint: string | null;
  readonly commit: string | null;
  readonly dirty: boolean | "unknown" | null;
  readonly changed: JsonValue;
  readonly coverage: JsonValue;
  readonly notParsed: JsonValue;
  /** What was found to be damaged only when it was read. */
  readonly damages: readonly string[];
}

/** How what serves stands; null where it was taken away while it was read, and not yet looked at `isAgain`. */
async function servingState(
  cache: Cache,
  status: CacheStatus,
  check: Check,
  isAgain = false,
): Promise<Serving | null> {
  const nothing = {
    freshness: "unknown",
    fingerprint: null,
    commit: null,
    dirty: null,
    changed: null,
    coverage: null,
    notParsed: null,
    damages: [],
  } as const;
  let generation: Generation;
  try {
    generation = openCurrent(cache);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const failed = status.lastBuild?.outcome === "failed" || error.code !== "index.missing";
    return { ...nothing, state: status.building !== null ? "building" : failed ? "failed" : "missing" };
  }
  try {
    const reader = await openReader(generation);
    try {
      const coverage = coverageWithReasons(new View(reader, NO_FILTER, { sourceOf: () => new Uint8Array() }));
      const { total, files } = reader.files.failed(MAX_NAMED);
      const notParsed = { total, files: files.map(({ path, reason }) => ({ path, reason })) };
      const { freshness, changed, commit, dirty } = await freshnessOf(generation, reader, check);
      const state = status.building !== null ? "building" : freshness === "stale" ? "stale" : "ready";
      const { fingerprint } = generation;
      return { state, freshness, fingerprint, commit, dirty, changed, coverage, notParsed, damages: [] };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "index.corrupt") throw error;
    if (!isAgain && isTakenAway(cache, generation)) return null;
    return { ...nothing, state: status.building !== null ? "building" : "failed", damages: [error.message] };
  } finally {
    generation.close();
  }
}

/** Rules that changed make an index stale as changed files do; of a worktree over a limit nothing is known, and that is told. */
async function freshnessOf(generation: Generation, reader: GraphReader, check: Check) {
  try {
    const { state, changed, git } = await check(generation, reader);
    const named = changed.slice(0, MAX_NAMED).map(({ path, change }) => ({ path, change }));
    return {
      freshness: state,
      changed: { total: changed.length, files: named },
      commit: git.commit,
      dirty: git.dirty,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "limit.exceeded") {
      return { freshness: "unknown" as const, changed: null, commit: null, dirty: null };
    }
    if (error.code !== "index.code_changed") throw error;
    const detail = { total: 0, files: [], rules: (error.detail?.rules ?? []) as string[] };
    return { freshness: "stale" as const, changed: detail, commit: null, dirty: null };
  }
}

function lastBuildOf({ lastBuild }: CacheStatus): JsonValue {
  if (lastBuild === null) return null;
  return {
    outcome: lastBuild.outcome,
    started_at: new Date(lastBuild.startedAtMs).toISOString(),
    elapsed_ms: lastBuild.elapsedMs,
    fingerprint: lastBuild.fingerprint,
    failure: lastBuild.failure,
  };
}
