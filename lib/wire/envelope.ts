// The envelope around every answer: `evident.query.v1`, its keys in their order. Pure assembly of what others observed.
// Not here: which items fit (budget).

import { byUtf8 } from "../model/mod.ts";
import { encodeJson, type JsonObject, type JsonValue } from "../guard/mod.ts";
import { type Limitation, LIMITATIONS } from "./limitations.ts";

/** SHA-256 of bytes as lower-case hex; wire is handed one, since it may not import the room that has it. */
export type Sha256 = (bytes: Uint8Array) => string;

/** What an answer cites: a file of the generation that was asked, or of the one before it. */
export interface Citation {
  readonly path: string;
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string;
  readonly generation?: "before" | "after";
}

/** What is observed around a question; the same for every operation. */
export interface Observed {
  readonly scopeId: string;
  readonly fingerprint: string;
  readonly commit: string | null;
  readonly gitObjectFormat: "sha1" | "sha256" | null;
  readonly dirty: boolean | "unknown" | null;
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
  /** Freshness mode and what it covered. */
  readonly verified: JsonValue;
  /** The earlier generation of a comparison. */
  readonly before?: {
    readonly fingerprint: string;
    readonly commit: string | null;
    /** As a commit was asked for. */
    readonly revision?: string;
  };
}

/** The parts of an envelope that depend on what was found and what fits. */
export interface Contents {
  readonly operation: string;
  /** How many items the question has in all, shown or not. */
  readonly total: number;
  readonly items: readonly JsonObject[];
  /** Path to SHA-256. */
  readonly files: ReadonlyMap<string, string>;
  readonly filesBefore: ReadonlyMap<string, string>;
  /** What only this operation's answers say of the whole. */
  readonly head?: JsonObject;
  readonly coverage: JsonObject;
  readonly limitations: readonly Limitation[];
  readonly next: JsonValue;
}

/** Stands for an `answer_digest` while bytes are counted: every digest is as long. */
const DIGEST_PLACEHOLDER = "0".repeat(64);

/** The document with everything but its digest, which is a placeholder. */
export function envelope(observed: Observed, contents: Contents): JsonObject {
  const limitations = contents.limitations.filter((limitation) => limitation.count > 0);
  const cut = limitations.some(({ code }) => LIMITATIONS[code].cuts);
  const { before } = observed;
  return {
    schema: "evident.query.v1",
    scope_id: observed.scopeId,
    fingerprint: observed.fingerprint,
    commit: observed.commit,
    ...(before === undefined ? {} : { before_fingerprint: before.fingerprint, before_commit: before.commit }),
    ...(before?.revision === undefined ? {} : { before_revision: before.revision }),
    git_object_format: observed.gitObjectFormat,
    dirty: observed.dirty,
    checked_at: observed.checkedAt,
    verified: observed.verified,
    operation: contents.operation,
    status: cut ? "partial" : "ok",
    total: contents.total,
    truncated: contents.items.length < contents.total,
    ...contents.head,
    files: digestsByPath(contents.files),
    ...(before === undefined ? {} : { files_before: digestsByPath(contents.filesBefore) }),
    items: contents.items,
    coverage: contents.coverage,
    limitations: [...limitations].sort(byUtf8((limitation) => limitation.code))
      .map(({ code, count }) => ({ code, count })),
    next: contents.next,
    answer_digest: DIGEST_PLACEHOLDER,
  };
}

/** The document with its digest: of the compact body without clock and without the digest itself. */
export function sealed(document: JsonObject, sha256: Sha256): JsonObject {
  return { ...document, answer_digest: digestOf(document, sha256) };
}

/** The digest of an answer's document, whatever it says of it itself. */
export function digestOf(document: JsonObject, sha256: Sha256): string {
  const { checked_at: _clock, answer_digest: _own, ...body } = document;
  return sha256(new TextEncoder().encode(encodeJson(body)));
}

function digestsByPath(files: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries([...files].sort(byUtf8(([path]) => path)));
}
