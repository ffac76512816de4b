// Looks at every byte of a cache, for `doctor`. Laws kept: it writes nothing and takes neither lock nor lease; whatever it
// meets is a finding and no failure; what a build replaces meanwhile is looked at again.
// Not here: configuration, Git, the worktree; what a database holds (`checkDatabase`).

import { canWrite, folderPrivacy, freeBytes, othersMayWrite, parentPath, statPath } from "../host/mod.ts";
import { Failure, type Finding, found } from "../model/mod.ts";
import { publishedNames, wholeBases } from "./bases.ts";
import type { Cache } from "./cache.ts";
import { corrupt, damageIn } from "./damage.ts";
import { findingOf } from "./failure_findings.ts";
import { Generation, openEntry } from "./generation.ts";
import { type Hold, holdsOf, type LockState, lockState } from "./holders.ts";
import { foldersOf, type Layout } from "./layout.ts";
import { manifestLabel, readUnnamedManifest } from "./manifest.ts";
import { isNoteDamaged } from "./outcome.ts";
import { type PointerEntry, readPointer } from "./pointer.ts";
import { type CacheStatus, cacheStatus, type GenerationStatus } from "./status.ts";
import { strangersIn } from "./strangers.ts";
import { verifyGeneration } from "./verify.ts";

export interface ExamineOptions {
  readonly maxCacheBytes: number;
  /** What is wrong with a generation's database, in words; may fail with `index.corrupt`. */
  readonly checkDatabase: (generation: Generation) => Promise<readonly string[]>;
}

export interface ExaminedGeneration extends GenerationStatus {
  /** Null where it was not looked at: nobody names it. */
  readonly isWhole: boolean | null;
}

export interface Examination {
  readonly findings: readonly Finding[];
  readonly generations: readonly ExaminedGeneration[];
  readonly lock: LockState | null;
  readonly leases: readonly Hold[];
  readonly totalBytes: number | null;
  /** Null where the system does not tell. */
  readonly freeBytes: number | null;
}

/** How often a cache that is built meanwhile is looked at again. */
const ATTEMPTS = 3;
/** Less is too little for any build. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
const BUILD: Partial<Finding> = { mend: ["index"] };
/** What only comparisons need is dropped and made again when it is asked for. */
const DROP: Partial<Finding> = { mend: ["gc", "--keep", "1"] };

export async function examineCache(cache: Cache, options: ExamineOptions): Promise<Examination> {
  for (let attempt = 1;; attempt++) {
    const before = publishedNames(cache.layout);
    const examination = await new Examiner(cache, options).run();
    if (attempt === ATTEMPTS || publishedNames(cache.layout) === before) return examination;
  }
}

/** What the pointers name; a damaged one names nothing, and is a finding of its own. */
function namedIn(layout: Layout): { published: readonly PointerEntry[]; bases: readonly PointerEntry[] } {
  let published: readonly PointerEntry[] = [];
  damageIn(() => published = readPointer(layout).entries);
  return { published, bases: wholeBases(layout) };
}

class Examiner {
  readonly #cache: Cache;
  readonly #options: ExamineOptions;
  readonly #findings: Finding[] = [];
  readonly #generations: ExaminedGeneration[] = [];

  constructor(cache: Cache, options: ExamineOptions) {
    this.#cache = cache;
    this.#options = options;
  }

  async run(): Promise<Examination> {
    const { layout } = this.#cache;
    const space = this.#try(() => freeBytes(layout.folder)) ?? null;
    this.#try(() => this.#checkFolder());
    const status = this.#try(() => cacheStatus(this.#cache)) ?? null;
    if (status !== null) {
      this.#checkState(status);
      this.#checkSpace(status, space);
      this.#try(() => this.#checkNamed(status));
      for (const generation of status.generations) await this.#checkGeneration(generation);
    }
    const lock = this.#try(() => lockState(layout)) ?? null;
    const leases = this.#try(() => holdsOf(layout)) ?? [];
    this.#checkHolders(lock, leases);
    this.#try(() => this.#findings.push(...strangersIn(layout, lock !== null && lock.liveness !== "gone")));
    if (status !== null) this.#checkLastBuild(status, lock);
    return {
      findings: distinct(this.#findings),
      generations: this.#generations,
      lock,
      leases,
      totalBytes: status?.totalBytes ?? null,
      freeBytes: space,
    };
  }

  #findingOf(error: unknown): Finding {
    return findingOf(this.#cache.layout, error);
  }

  /** Does a step; what it fails with becomes a finding. */
  #try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.#findings.push(this.#findingOf(error));
      return undefined;
    }
  }

  #checkFolder(): void {
    const { folder } = this.#cache.layout;
    const privacy = folderPrivacy(folder);
    if (privacy === "missing") return;
    if (privacy === "open") this.#findings.push(found("cache.open", { mend: ["sync"] }));
    const needed = [folder, ...foldersOf(this.#cache.layout).filter((one) => statPath(one) !== null)];
    const closed = needed.find((one) => !canWrite(one));
    if (closed !== undefined) {
      this.#findings.push(found("cache.read_only", {
        part: closed === folder ? null : closed.slice(folder.length + 1),
        hint: "Set EVIDENT_CACHE_DIR or cache_dir to a folder that you can write to.",
      }));
    }
    if (othersMayWrite(parentPath(folder))) {
      this.#findings.push(
        found("cache.shared", { hint: "Take the others' right to write to it away (chmod go-w)." }),
      );
    }
  }

  #checkState({ binding, replaced, outdated, damages }: CacheStatus): void {
    const isNamed = namedIn(this.#cache.layout).published.length > 0;
    // What is wrong inside of a generation is found with it.
    const own = damages.map((damage) => this.#findingOf(damage)).filter(({ part }) =>
      part !== null && !part.includes("/")
    );
    this.#findings.push(...own);
    if (own.some(({ part }) => part !== "bases")) return;
    if (outdated) this.#findings.push(found("index.outdated", BUILD));
    else if (replaced) this.#findings.push(found("worktree.replaced", BUILD));
    else if (isNamed && binding === null) {
      this.#findings.push(found("index.corrupt", { ...BUILD, part: "binding.json" }));
    } else if (!isNamed) this.#findings.push(found("index.missing", BUILD));
  }

  /** Generations that are named and not there: nothing of them can be looked at. */
  #checkNamed({ generations }: CacheStatus): void {
    const { published, bases } = namedIn(this.#cache.layout);
    for (const { name } of [...published, ...bases]) {
      if (generations.some((one) => one.name === name)) continue;
      const mend = name === published.at(0)?.name ? BUILD : DROP;
      this.#findings.push({ ...this.#findingOf(corrupt(manifestLabel(name), "missing")), ...mend });
    }
  }

  #checkSpace({ totalBytes }: CacheStatus, space: number | null): void {
    const { maxCacheBytes } = this.#options;
    if (totalBytes > maxCacheBytes) {
      this.#findings.push(found("cache.over_limit", {
        message: `the cache takes ${totalBytes} bytes, and max_cache_bytes allows ${maxCacheBytes}`,
        mend: ["gc", "--max-bytes", String(maxCacheBytes)],
      }));
    }
    if (space === null || space >= Math.max(LEAST_FREE_BYTES, totalBytes)) return;
    this.#findings.push(found("disk.low", {
      message: `${space} bytes are free, less than the next build may take`,
      mend: ["gc", "--keep", "1"],
      hint: "Free space where the cache lies.",
    }));
  }

  async #checkGeneration(generation: GenerationStatus): Promise<void> {
    const { name, role, sizeBytes } = generation;
    if (role === "left") {
      this.#generations.push({ ...generation, isWhole: null });
      this.#findings.push(found("generation.left", {
        message: `a generation of ${sizeBytes} bytes that nobody names any more`,
        part: `generations/${name}`,
        mend: ["gc"],
      }));
      return;
    }
    const mend = role === "current" ? BUILD : DROP;
    const damages = await this.#damagesOf(name);
    this.#findings.push(...damages.map((damage) => ({ ...damage, ...mend })));
    this.#generations.push({ ...generation, isWhole: damages.length === 0 });
  }

  async #damagesOf(name: string): Promise<Finding[]> {
    try {
      const generation = this.#open(name);
      try {
        const damages = verifyGeneration(generation).map((damage) => this.#findingOf(damage));
        // A damaged file explains whatever its database says.
        if (damages.length > 0) return damages;
        const problems = await this.#options.checkDatabase(generation);
        const part = `generations/${name}/graph.db`;
        return problems.map((message) => found("index.corrupt", { message, part }));
      } finally {
        generation.close();
      }
    } catch (error) {
      return [this.#findingOf(error)];
    }
  }

  /** Without a lease: nothing is written here. */
  #open(name: string): Generation {
    const { layout } = this.#cache;
    const { published, bases } = namedIn(layout);
    const entry = [...published, ...bases].find((one) => one.name === name);
    if (entry !== undefined) return openEntry(layout, entry, null);
    const manifest = readUnnamedManifest(layout, name);
    if (manifest !== null) return new Generation(layout, manifest, null);
    throw new Failure(
      "index.corrupt",
      `the index is damaged: generations/${name}/manifest.json cannot be read`,
    );
  }

  #checkHolders(lock: LockState | null, leases: readonly Hold[]): void {
    if (lock !== null) {
      const since = lock.sinceMs === null ? "" : ` since ${new Date(lock.sinceMs).toISOString()}`;
      const who = lock.pid === null ? "a process that it does not name" : `process ${lock.pid}`;
      const code = lock.liveness === "gone" ? "lock.left" : "lock.held";
      this.#findings.push(found(code, { message: `the build lock is ${who}'s${since}`, part: "lock" }));
    }
    for (const { pid, generation, liveness } of leases) {
      const isLeft = liveness === "gone";
      const message = `process ${pid} ${isLeft ? "is gone and held" : "reads"} ${generation}`;
      this.#findings.push(found(isLeft ? "lease.left" : "lease.held", { message, part: "leases" }));
    }
  }

  #checkLastBuild({ lastBuild }: CacheStatus, lock: LockState | null): void {
    // While a build runs its note may be half written.
    if (lock === null && this.#try(() => isNoteDamaged(this.#cache.layout)) === true) {
      this.#findings.push(found("build.unknown", { part: "last_build.json", mend: ["sync"] }));
    }
    if (lastBuild?.outcome === "killed") this.#findings.push(found("build.killed"));
    if (lastBuild?.outcome !== "failed") return;
    const { code, message } = lastBuild.failure ?? { code: "", message: "" };
    // What is over a limit is so again next time: only the user can say more, or leave something out.
    const more = code === "limit.exceeded"
      ? { hint: "Exclude paths, or raise the limit in the configuration file." }
      : { mend: ["sync"] };
    this.#findings.push(
      found("build.failed", { message: `the last build failed: ${code}: ${message}`, ...more }),
    );
  }
}

/** Several steps may meet the same trouble. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.code} ${one.part} ${one.message}`, one])).values()];
}
