// What an earlier answer claims, one thing after the other, each with the check that it gets. Law kept: nothing that an item
// says is passed over: a field is checked, or it speaks of the question or of the telling and is counted, or it is unknown and
// said to be unchecked.

import type { JsonObject, JsonValue } from "../../wire/mod.ts";
import { coverageFinding } from "./facts.ts";
import { isObject, listOf, otherKeys, textOf } from "./fields.ts";
import { itemClaims } from "./item_claims.ts";
import { fileFinding } from "./quotes.ts";
import { malformed, type Reading, unknownField } from "./reading.ts";
import type { Side } from "./side.ts";
import { type Finding, found } from "./verdicts.ts";

export const WHATS = ["file", "symbol", "source", "relation", "site", "fact"] as const;

/** One thing that an answer says. */
export interface Claim {
  readonly what: (typeof WHATS)[number];
  /** Position of its item; null for what the answer says as a whole. */
  readonly item: number | null;
  /** Where in the item, or in the answer. */
  readonly field: string;
  readonly generation?: "before";
  readonly path: string;
  readonly line: number | null;
  readonly endLine?: number;
  /** Of a site: UTF-8 bytes from 0. */
  readonly column?: number;
  readonly kind?: string;
  readonly name?: string;
  check(): Finding;
}

/** The parts of an answer as `evident.query.v1` has them. */
export const ENVELOPE: ReadonlySet<string> = new Set([
  "schema",
  "scope_id",
  "fingerprint",
  "commit",
  "before_fingerprint",
  "before_commit",
  "before_revision",
  "git_object_format",
  "dirty",
  "checked_at",
  "verified",
  "operation",
  "status",
  "total",
  "truncated",
  "reasons",
  "files",
  "files_before",
  "items",
  "coverage",
  "limitations",
  "next",
  "answer_digest",
]);

/** Parts of it that say how much there is of what was asked for. */
const OF_QUESTION = ["total", "reasons", "limitations"] as const;

/** Every claim of an answer. `reading` counts what depends on the question. */
export function* claimsOf(document: JsonObject, reading: Reading): Iterable<Claim> {
  yield* fileClaims(document.files, reading.now, "files");
  if (document.files_before !== undefined) {
    yield* fileClaims(document.files_before, reading.before, "files_before");
  }
  for (const key of otherKeys(document, ENVELOPE)) {
    yield fact(null, key, unknownField);
  }
  reading.ofQuestion += OF_QUESTION.filter((part) => document[part] !== undefined).length;
  yield fact(null, "coverage", () => coverageFinding(reading.now, document.coverage));
  for (const [at, item] of listOf(document.items).entries()) {
    if (isObject(item)) yield* itemClaims(item, at, reading);
    else yield fact(at, "", malformed);
  }
}

function fact(item: number | null, field: string, check: () => Finding): Claim {
  return { what: "fact", item, field, path: "", line: null, check };
}

function* fileClaims(
  files: JsonValue | undefined,
  side: Side | null,
  field: "files" | "files_before",
): Iterable<Claim> {
  for (const path of Object.keys(isObject(files) ? files : {})) {
    yield {
      what: "file",
      item: null,
      field,
      ...field === "files_before" && { generation: "before" },
      path,
      line: null,
      check: () => side === null ? found("unchecked", "generation_not_kept") : fileFinding(side, path),
    };
  }
}

/** The digests that an answer cites. */
export function citedIn(files: JsonValue | undefined): ReadonlyMap<string, string> {
  const cited = Object.entries(isObject(files) ? files : {}).flatMap(([path, sha256]) => {
    const digest = textOf(sha256);
    return digest === null ? [] : [[path, digest] as const];
  });
  return new Map(cited);
}
