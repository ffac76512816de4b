// One build: the lock, the folder it writes into unseen, and its end, by publishing or by giving up. Laws kept: at most
// one build of a binding at a time; what a build writes is seen by nobody before it is published whole; a build that
// fails or dies changes nothing that serves, and the next one takes away what it left.
// Not here: what the parts hold, and how publishing goes step by step (`publish.ts`).

import { copyFile, monotonicMs, removeTree, writeFile } from "../host/mod.ts";
import { type Failure, invariant, type Policy } from "../model/mod.ts";
import type { BlobKey } from "./blob_key.ts";
import { isCacheFull } from "./budget.ts";
import { type BuildState, startBuild, takeLock } from "./build_start.ts";
import { forgetBases } from "./bases.ts";
import { type Cache, writeBinding } from "./cache.ts";
import { collect } from "./collect.ts";
import { corrupt, onDisk, onDiskAsync } from "./damage.ts";
import { digestFile } from "./page_digests.ts";
import type { Generation } from "./generation.ts";
import { isPartName } from "./layout.ts";
import type { GenerationManifest } from "./manifest.ts";
import { failureNote, type LastBuild, noteBuild, startedNow } from "./outcome.ts";
import { type BaseRequest, publish, publishBase, type PublishRequest } from "./publish.ts";

export interface BuildOptions {
  /** How long to wait for another build; 0 asks once. */
  readonly waitMs: number;
  /** `limits.maxCacheBytes` of the policy. */
  readonly maxCacheBytes: number;
  /** Whether it makes a base: then nothing of it is noted as the last build, which is of what serves. */
  readonly isBase?: boolean;
}

/** A running build. End it with `publish` or `abort`. */
export class Build {
  /** What could not be tidied up at the end; nothing depends on it, and the next build tries again. */
  readonly problems: unknown[] = [];
  readonly #state: BuildState;
  readonly #isNoted: boolean;
  readonly #note: LastBuild = startedNow();
  readonly #startedAtMs = monotonicMs();
  #open = true;

  constructor(state: BuildState, isNoted: boolean) {
    this.#state = state;
    this.#isNoted = isNoted;
    this.#noteBuild(this.#note);
  }

  /** The generation that was current when the build began: what a sync starts from. Null where there is none whole. */
  get base(): Generation | null {
    return this.#state.base;
  }
  /** What of the published cache is damaged, if anything; publishing mends it. */
  get damage(): Failure | null {
    return this.#state.damage;
  }
  /** The folder of the new generation's parts. */
  get folder(): string {
    return this.#state.folder;
  }

  /** Where the part of that name is to be written. */
  path(part: string): string {
    invariant(isPartName(part), `a part cannot be called ${part}`);
    return `${this.folder}/${part}`;
  }

  /** Writes a whole part, flushed. */
  writePart(part: string, bytes: Uint8Array): void {
    onDisk("the index cannot be written", () => {
      this.#state.budget.require(this.#state.blobs.newBytes + bytes.length);
      writeFile(this.path(part), bytes, { sync: true });
    });
  }

  /** Whether an earlier generation, or this build, has a blob. Its content is not looked at. */
  hasBlob(key: BlobKey): boolean {
    return onDisk("the index cannot be read", () => this.#state.blobs.has(key));
  }

  /** Lets the new generation hold a blob that is there; false where it is not. Its content is not looked at. */
  keepBlob(key: BlobKey): boolean {
    return onDisk("the index cannot be read", () => this.#state.blobs.keep(key));
  }

  /**
   * The checked content of a blob of an earlier generation, which the new one then holds too; null where there is none,
   * or only a damaged one, which `addBlob` then replaces.
   */
  reuseBlob(key: BlobKey): Uint8Array | null {
    return onDisk("the index cannot be read", () => this.#state.blobs.reuse(key));
  }

  /**
   * Lets the new generation hold a blob of that content. An earlier copy is used only after its bytes were compared.
   * Fails with `limit.exceeded` where the cache would grow past its limit.
   */
  addBlob(key: BlobKey, bytes: Uint8Array): void {
    onDisk("the index cannot be written", () => this.#state.blobs.add(key, bytes));
  }

  /** Looks at every byte of the blobs of earlier generations: what is live of a damaged pack is written anew. */
  examineBlobs(): void {
    onDisk("the index cannot be read", () => this.#state.blobs.examine());
  }

  /** Copies a part of `base` into this build, checked: damage is never given a new checksum. */
  clonePart(part: string): void {
    const { base } = this;
    invariant(base !== null, "there is no generation to clone from");
    onDisk("the index cannot be written", () => {
      const record = base.manifest.parts.find((candidate) => candidate.name === part);
      invariant(record !== undefined, `no part is called ${part}`);
      this.#state.budget.require(this.#state.blobs.newBytes + record.sizeBytes);
      copyFile(base.path(part), this.path(part));
      if (digestFile(this.path(part))?.digest !== record.digest) {
        throw corrupt(base.partLabel(part), "checksum");
      }
    });
  }

  /** Remembers the user's flags without publishing: for a change that makes no other graph. */
  remember(policy: Partial<Policy>): void {
    onDisk("the cache cannot be written", () => writeBinding(this.#state.cache, policy));
  }

  /**
   * Makes this build the current generation, in one step after everything else is on the disk. On a failure nothing
   * that serves has changed; then `abort` has to be called. Fails with `limit.exceeded`, `index.unavailable`,
   * `index.locked` (the lock was lost), `index.corrupt`, or with what `validate` throws.
   */
  async publish(request: PublishRequest): Promise<GenerationManifest> {
    invariant(this.#open, "a build ends once");
    const manifest = await onDiskAsync("the index cannot be written", () => publish(this.#state, request));
    this.#end({ outcome: "published", fingerprint: manifest.fingerprint, failure: null });
    return manifest;
  }

  /** Makes this build a base under a key; what serves stays as it is. Fails as `publish` does. */
  async publishBase(request: BaseRequest): Promise<GenerationManifest> {
    invariant(this.#open, "a build ends once");
    const manifest = await onDiskAsync(
      "the index cannot be written",
      () => publishBase(this.#state, request),
    );
    this.#end({ outcome: "published", fingerprint: manifest.fingerprint, failure: null });
    return manifest;
  }

  /** Whether a whole base has that key. */
  hasBase(key: string): boolean {
    return this.#state.bases.some((entry) => entry.key === key);
  }

  /** Forgets every base; whether that makes room for another attempt. */
  forgetBases(): boolean {
    return onDisk("the cache cannot be written", () => forgetBases(this.#state.cache.layout));
  }

  /** Gives up: `error` says why, without one there was nothing to publish. Never throws; harmless after the end. */
  abort(error?: unknown): void {
    if (!this.#open) return;
    const failure = error === undefined ? null : failureNote(error);
    this.#end({ outcome: failure === null ? "unchanged" : "failed", fingerprint: null, failure });
  }

  #end(result: Pick<LastBuild, "outcome" | "fingerprint" | "failure">): void {
    this.#open = false;
    const { base, blobs, cache: { layout }, lock, staging } = this.#state;
    const elapsedMs = Math.round(monotonicMs() - this.#startedAtMs);
    this.#attempt(() => blobs.close());
    this.#attempt(() => base?.close());
    this.#attempt(() => removeTree(staging));
    this.#noteBuild({ ...this.#note, ...result, elapsedMs });
    if (result.outcome === "published") this.#attempt(() => collect(layout, ""));
    this.#attempt(() => lock.release());
  }

  #noteBuild(note: LastBuild): void {
    if (this.#isNoted) this.#attempt(() => noteBuild(this.#state.cache.layout, note));
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.problems.push(error);
    }
  }
}

/**
 * Begins a build: takes the lock and clears away what dead builds left. Fails with `index.locked`, naming the holder,
 * with `index.newer_format`, or with `index.unavailable`.
 */
export function beginBuild(cache: Cache, options: BuildOptions): Promise<Build> {
  return onDiskAsync("the index cannot be written", async () => {
    const lock = await takeLock(cache, options.waitMs);
    try {
      return new Build(startBuild(cache, lock, options.maxCacheBytes), options.isBase !== true);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/**
 * Runs `work` as one build: what it throws gives the build up, and so does an end without `publish`. Where the cache would
 * grow past its limit, the bases go first and the work is done once more.
 */
export async function withBuild<T>(
  cache: Cache,
  options: BuildOptions,
  work: (build: Build) => Promise<T>,
): Promise<T> {
  for (;;) {
    const build = await beginBuild(cache, options);
    try {
      const result = await work(build);
      build.abort();
      return result;
    } catch (error) {
      const madeRoom = isCacheFull(error) && build.forgetBases();
      build.abort(error);
      if (!madeRoom) throw error;
    }
  }
}
