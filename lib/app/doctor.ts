// `evident.doctor.v1`: everything that an index stands on, looked at; what is wrong, and the command that mends it.
// Laws kept: it writes nothing and takes neither lock nor lease; it ends with a document whatever is broken; paths of this
// machine are told only to who asks for them.

import {
  type Cache,
  type Examination,
  examineCache,
  type ExaminedGeneration,
  type Generation,
  openCache,
} from "../generations/mod.ts";
import { gitVersion } from "../git/mod.ts";
import { findProgram } from "../host/mod.ts";
import {
  type Check,
  CHECKS,
  COMMIT,
  Failure,
  type Finding,
  type FindingCode,
  FINDINGS,
  found,
  type Severity,
  VERSION,
} from "../model/mod.ts";
import { CONTENT_DIGEST } from "../store/mod.ts";
import { type JsonObject, shellLine } from "../wire/mod.ts";
import { openReader } from "./reading.ts";
import { findScope, type OpenOptions, policyOf, type Scope } from "./scope.ts";

export interface DoctorOptions extends OpenOptions {
  /** Whether the document may have absolute paths of this machine. */
  readonly paths?: boolean;
}

/** What could be opened of a scope, and what stood in the way. */
interface Opened {
  readonly scope: Scope | null;
  readonly cache: Cache | null;
  readonly findings: readonly Finding[];
}

/** Looks at everything. `healthy` is false where there is an error or a warning. */
export async function doctor(options: DoctorOptions = {}): Promise<JsonObject> {
  const { scope, cache, findings } = opened(options);
  const git = gitOf(scope);
  const missingGit = git === null && scope?.worktree.git === null ? [found("git.not_needed")] : [];
  const examined = scope === null || cache === null ? null : await examineCache(cache, {
    maxCacheBytes: policyOf(scope, {}).limits.maxCacheBytes,
    checkDatabase: databaseProblems,
  });
  const all = [...findings, ...missingGit, ...examined?.findings ?? []];
  return {
    schema: "evident.doctor.v1",
    healthy: all.every((finding) => severityOf(finding) === "note"),
    scope_id: scope?.id ?? null,
    binding_id: cache?.bindingId ?? null,
    root: options.paths === true ? scope?.worktree.root ?? null : null,
    cache_folder: options.paths === true ? cache?.layout.folder ?? null : null,
    checks: statesOf(all, scope, examined),
    findings: all.map((finding) => findingDocument(finding, options, cache)),
    ...stateDocument(examined),
    git_version: git === null ? null : gitVersion(git),
    version: VERSION,
    source_commit: COMMIT,
  };
}

/** The git that reads the worktree: none that lies in it, so none where it is not known which one it is. */
function gitOf(scope: Scope | null): string | null {
  return scope === null ? null : scope.worktree.git?.program ?? findProgram("git", scope.worktree.root);
}

function opened(options: OpenOptions): Opened {
  let scope: Scope | null = null;
  try {
    scope = findScope(options);
    return { scope, cache: openCache(scope.cacheFolder, scope.worktree.root), findings: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { scope, cache: null, findings: [refusal(error)] };
  }
}

/** Why a scope or its cache cannot be opened, as a finding. */
function refusal({ code, message, hint, detail }: Failure): Finding {
  const isSystem = detail?.system_code !== undefined;
  const known: FindingCode = code === "index.unavailable"
    ? isSystem ? "cache.unreadable" : "cache.not_ours"
    : code in FINDINGS
    ? code as FindingCode
    : "cache.unreadable";
  return found(known, { message, hint });
}

/** What is wrong with a generation's database beyond its bytes. */
async function databaseProblems(generation: Generation): Promise<string[]> {
  const reader = await openReader(generation);
  try {
    const isMeant = reader.meta.get(CONTENT_DIGEST) === generation.manifest.meta[CONTENT_DIGEST];
    return [
      ...reader.problems(),
      ...isMeant ? [] : ["the database is of another content than its manifest says"],
    ];
  } finally {
    reader.close();
  }
}

function severityOf({ code }: Finding): Severity {
  return FINDINGS[code][1];
}

/** Damage is told by the check of the file that it lies in. */
function checkOf({ code, part }: Finding): Check {
  if (code !== "index.corrupt") return FINDINGS[code][0];
  if (part === "binding.json") return "binding";
  return part === "current" || part === "bases" ? "pointer" : "generations";
}

const NEED_A_SCOPE: ReadonlySet<Check> = new Set(["git", "worktree"]);
const NEED_NOTHING: ReadonlySet<Check> = new Set(["configuration"]);
const ORDER: readonly (Severity | "ok")[] = ["ok", "note", "warning", "error"];

/** The worst that each check found; what could not be looked at is skipped. */
function statesOf(
  findings: readonly Finding[],
  scope: Scope | null,
  examined: Examination | null,
): JsonObject {
  const states: Record<string, string> = {};
  for (const check of CHECKS) {
    const severities = findings.filter((finding) => checkOf(finding) === check).map(severityOf);
    const worst = severities.reduce<Severity | "ok">(
      (a, b) => ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a,
      "ok",
    );
    const wasLookedAt = NEED_NOTHING.has(check) ||
      (NEED_A_SCOPE.has(check) ? scope !== null : examined !== null);
    states[check] = worst === "ok" && !wasLookedAt ? "skipped" : worst;
  }
  return states;
}

function findingDocument(finding: Finding, options: DoctorOptions, cache: Cache | null): JsonObject {
  const { code, message, part, mend, hint } = finding;
  const stranger = code === "file.unknown" && part !== null && cache !== null;
  const path = stranger && options.paths === true ? `${cache.layout.folder}/${part}` : null;
  return {
    check: checkOf(finding),
    code,
    severity: severityOf(finding),
    message,
    part,
    command: path !== null
      ? shellLine(["rm", "-r", path])
      : mend === null
      ? null
      : shellLine(["evident", ...scopeWords(options), ...mend]),
    hint: stranger && path === null ? "evident doctor --paths tells where it lies." : hint,
  };
}

/** What leads another command to the same scope. */
function scopeWords({ directory, scope }: OpenOptions): string[] {
  return [
    ...directory === undefined ? [] : ["-C", directory],
    ...scope === undefined ? [] : ["--scope", scope],
  ];
}

/** What there is, for who decides what to do about it. */
function stateDocument(examined: Examination | null): JsonObject {
  const lock = examined?.lock ?? null;
  return {
    generations: (examined?.generations ?? []).map(generationDocument),
    lock: lock === null ? null : {
      pid: lock.pid,
      since: lock.sinceMs === null ? null : new Date(lock.sinceMs).toISOString(),
      holder: lock.liveness,
    },
    leases: (examined?.leases ?? []).map(({ pid, liveness }) => ({ pid, holder: liveness })),
    cache_bytes: examined?.totalBytes ?? null,
    free_bytes: examined?.freeBytes ?? null,
  };
}

function generationDocument(
  { fingerprint, role, sizeBytes, leases, isWhole }: ExaminedGeneration,
): JsonObject {
  return { fingerprint, role, size_bytes: sizeBytes, leases, whole: isWhole };
}
