// One scope, open: index, sync, ask, clear. Laws kept: an answer belongs to one generation and says how it was verified; a
// query builds nothing that serves unless it is told to; a stale index is refused, naming what changed.

import { changedSince, type Freshness, type VerifyMode } from "../capture/mod.ts";
import {
  type Cache,
  clearCache,
  gcCache,
  type GcRequest,
  Generation,
  isTakenAway,
  openCache,
  openCurrent,
} from "../generations/mod.ts";
import { phase, type Progress, SILENT } from "../host/mod.ts";
import { build, type BuildReport } from "../indexer/mod.ts";
import { Failure, type FailureCode, type Policy } from "../model/mod.ts";
import {
  answer,
  type Before,
  type BeforeWanted,
  checkedRequest,
  type Context,
  type QueryRequest,
  STATUS,
} from "../operations/mod.ts";
import type { Filter } from "../query/mod.ts";
import { exportLines } from "../store/mod.ts";
import { sha256Hex, startSqlite } from "../../wasm/mod.ts";
import { type JsonObject, requireWithin } from "../wire/mod.ts";
import { gcDocument } from "./documents.ts";
import { freshnessOf, Remembered, type Scoped } from "./freshness.ts";
import { openBaseline, QueryClock } from "./baseline.ts";
import { keptPolicy, observedOf, openReader, viewOf } from "./reading.ts";
import { requireExpected, stale, verifyTimeout } from "./refusals.ts";
import { findScope, type OpenOptions, type PolicyFlags, policyOf, type Scope, toldBy } from "./scope.ts";
import { statusDocument } from "./status.ts";

export interface BuildOptions extends PolicyFlags {
  /** How long to wait for another build of the same worktree; 0 asks once. */
  readonly waitMs?: number;
  readonly progress?: Progress;
  /** Parsing threads; changes nothing in the result. */
  readonly workers?: number;
}

export interface QueryOptions {
  /** `content` (default) digests every file before the answer; `stat` compares stats; `none` says `unchecked`. */
  readonly verify?: VerifyMode;
  /** Sync first where the index is missing or stale. */
  readonly sync?: boolean;
  /** How long to wait for another build of the same worktree where this one builds; 0 asks once. */
  readonly waitMs?: number;
  readonly progress?: Progress;
}

const DEFAULT_VERIFY: VerifyMode = "content";
/** Why a sync before a query fails although what serves may be fresh: another one builds, or the cache cannot be written. */
const NO_MATTER_IF_FRESH: ReadonlySet<FailureCode> = new Set(["index.locked", "index.unavailable"]);
/** What a query is refused with that a sync would have mended. */
const MENDED_BY_SYNC: ReadonlySet<FailureCode> = new Set([
  "index.missing",
  "index.code_changed",
  "index.corrupt",
]);

/** Opens the scope that options name. */
export function open(options: OpenOptions = {}): Project {
  const scope = findScope(options);
  return new Project(scope, openCache(scope.cacheFolder, scope.worktree.root));
}

/** An open scope. */
export class Project {
  readonly scope: Scope;
  readonly #cache: Cache;
  readonly #remembered = new Remembered();
  #abandonedThread = false;

  constructor(scope: Scope, cache: Cache) {
    this.scope = scope;
    this.#cache = cache;
  }

  /** Whether a parsing thread could not be ended: the process has to end explicitly. */
  get abandonedThread(): boolean {
    return this.#abandonedThread;
  }

  /** Builds anew, with no earlier facts. */
  index(options: BuildOptions = {}): Promise<BuildReport> {
    return this.#build("index", options);
  }

  /** Brings the index up to date; publishes nothing where nothing changed. Flags as for `index`. */
  sync(options: BuildOptions = {}): Promise<BuildReport> {
    return this.#build("sync", options);
  }

  async #build(kind: "index" | "sync", options: BuildOptions): Promise<BuildReport> {
    const told = toldBy(options, keptPolicy(this.#cache));
    const report = await build({
      told,
      cache: this.#cache,
      worktree: this.scope.worktree,
      policy: policyOf(this.scope, told),
      kind,
      waitMs: options.waitMs ?? 0,
      progress: options.progress ?? SILENT,
      workers: options.workers,
    });
    this.#abandonedThread ||= report.abandonedThread;
    return report;
  }

  #scoped(): Scoped {
    const { bindingId } = this.#cache;
    return { worktree: this.scope.worktree, bindingId, policy: this.#policy(), remembered: this.#remembered };
  }

  /** The policy in force with the flags that were kept. */
  #policy(): Policy {
    return policyOf(this.scope, toldBy({}, keptPolicy(this.#cache)));
  }

  /** Removes this worktree's cache; `removed` is false where there was none, `left` names what is not ours. */
  clear(options: { readonly waitMs?: number } = {}): Promise<{ removed: boolean; left: string[] }> {
    return clearCache(this.#cache, { waitMs: options.waitMs ?? 0 });
  }

  /** Makes the cache smaller: `evident.gc.v1`. What serves and what is read stays, whatever is asked for. */
  async gc({ keep = null, maxBytes = null, waitMs = 0 }: Partial<GcRequest> = {}): Promise<JsonObject> {
    for (const [name, value, least] of [["keep", keep, 1], ["maxBytes", maxBytes, 0]] as const) {
      if (value === null || (Number.isSafeInteger(value) && value >= least)) continue;
      throw new Failure("request.malformed", `${name} is to be a whole number from ${least}.`);
    }
    return gcDocument(await gcCache(this.#cache, { keep, maxBytes, waitMs }), maxBytes);
  }

  /** `evident.status.v1`. */
  async status(verify: VerifyMode = DEFAULT_VERIFY): Promise<JsonObject> {
    return await statusDocument(
      this.scope,
      this.#cache,
      this.#policy(),
      (generation, reader) => freshnessOf(this.#scoped(), generation, () => Promise.resolve(reader), verify),
    );
  }

  /**
   * Answers a request: `evident.query.v1`, for status `evident.status.v1`. Failures as the table of codes says. Of a value that
   * was parsed already nobody can tell whether its text said a key twice: whoever has an earlier answer `verify`d that came as
   * text from a stranger refuses such a text before, as `evident verify FILE` and `evident query` do.
   */
  async query(input: unknown, options: QueryOptions = {}): Promise<JsonObject> {
    const request = checkedRequest(input);
    // Compiles while the worktree is looked at.
    startSqlite().catch(() => undefined);
    const refused = options.sync === true ? await this.#syncRefused(options) : null;
    const isChecked = options.verify !== "none" && request.operation.kind !== STATUS;
    if (refused !== null && !isChecked) throw refused;
    try {
      return await this.#answer(request, options);
    } catch (error) {
      if (refused !== null && error instanceof Failure && MENDED_BY_SYNC.has(error.code)) throw refused;
      throw error;
    }
  }

  /** Syncs; why it cannot where that is no matter to an index that is fresh all the same. */
  async #syncRefused({ progress, waitMs }: QueryOptions): Promise<Failure | null> {
    try {
      await this.sync({ progress, waitMs });
      return null;
    } catch (error) {
      if (error instanceof Failure && NO_MATTER_IF_FRESH.has(error.code)) return error;
      throw error;
    }
  }

  async #answer(request: QueryRequest, options: QueryOptions, isAgain = false): Promise<JsonObject> {
    const mode = options.verify ?? DEFAULT_VERIFY;
    if (request.operation.kind === STATUS) return await this.#statusAnswer(request, mode);
    const clock = new QueryClock(this.#policy().limits.maxQueryMs);
    const opened: { close(): void }[] = [];
    try {
      const generation = kept(opened, openCurrent(this.#cache));
      const opening = once(async () => kept(opened, await phase("open", () => openReader(generation))));
      const freshness = await phase(
        "freshness",
        () => freshnessOf(this.#scoped(), generation, opening, mode),
      );
      if (freshness.state === "stale") throw stale(freshness.changed);
      if (clock.isOver()) throw verifyTimeout(mode);
      requireExpected(request, generation.fingerprint);
      const reader = await opening();
      const context: Context = {
        observed: observedOf(this.scope.id, generation, mode, freshness),
        sha256: sha256Hex,
        root: this.scope.worktree.root,
        view: (filter) => viewOf(generation, reader, filter, () => clock.isOver()),
        before: (wanted, filter) => this.#before(generation, clock, options, opened, wanted, filter),
      };
      const document = await phase("answer", () => answer(context, request));
      phase("look again", () => this.#requireUnchanged(freshness, mode));
      return document;
    } catch (error) {
      if (isAgain || !this.#isTakenAway(error, opened)) throw error;
    } finally {
      for (const one of opened.reverse()) one.close();
    }
    return await this.#answer(request, options, true);
  }

  /** Whether what seems damaged was collected while it was read, since this process may hold nothing. */
  #isTakenAway(error: unknown, opened: readonly object[]): boolean {
    return error instanceof Failure && error.code === "index.corrupt" &&
      opened.some((one) => one instanceof Generation && isTakenAway(this.#cache, one));
  }

  async #statusAnswer(request: QueryRequest, mode: VerifyMode): Promise<JsonObject> {
    const document = await this.status(mode);
    requireExpected(request, document.fingerprint as string | null);
    requireWithin(document, request.max_bytes);
    return document;
  }

  /** An earlier generation that can be compared with the serving one. */
  async #before(
    current: Generation,
    clock: QueryClock,
    options: QueryOptions,
    opened: { close(): void }[],
    wanted: BeforeWanted,
    filter: Filter,
  ): Promise<Before> {
    const { generation, base } = await openBaseline({
      cache: this.#cache,
      worktree: this.scope.worktree,
      policy: this.#policy(),
      current,
      clock,
      waitMs: options.waitMs ?? 0,
      progress: options.progress ?? SILENT,
      onAbandonedThread: () => this.#abandonedThread = true,
    }, wanted);
    const reader = kept(opened, await openReader(kept(opened, generation)));
    return {
      fingerprint: generation.fingerprint,
      commit: generation.manifest.meta["commit"] as string | null,
      view: viewOf(generation, reader, filter, () => clock.isOver()),
      base,
    };
  }

  #requireUnchanged(freshness: Freshness, mode: VerifyMode): void {
    if (mode === "none") return;
    const changed = changedSince(this.scope.worktree.root, freshness.seen, freshness.checkedAtMs);
    if (changed.length > 0) throw stale(changed);
  }

  /** The canonical export of the serving generation, line by line, without checking the worktree. */
  async *exportLines(): AsyncIterable<string> {
    const opened: { close(): void }[] = [];
    try {
      const generation = kept(opened, openCurrent(this.#cache));
      yield* exportLines(kept(opened, await openReader(generation)));
    } finally {
      for (const one of opened.reverse()) one.close();
    }
  }
}

/** Remembers what has to be closed. */
function kept<T extends { close(): void }>(opened: { close(): void }[], one: T): T {
  opened.push(one);
  return one;
}

/** Does what it is asked for at the first time, and gives the same afterwards. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => result ??= work();
}
