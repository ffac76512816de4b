// Answers made for tests: an observed world, and a SHA-256 of the test's own.

import { createHash } from "node:crypto";
import {
  type Answer,
  assemble,
  type Citation,
  type ItemForm,
  type JsonObject,
  type Observed,
  type RankedItem,
} from "../../lib/wire/mod.ts";

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const digestOf = (text: string): string => sha256(new TextEncoder().encode(text));

export const OBSERVED: Observed = {
  scopeId: "scope",
  fingerprint: "f".repeat(64),
  commit: "c".repeat(40),
  gitObjectFormat: "sha1",
  dirty: false,
  checkedAt: "2026-01-02T03:04:05.678Z",
  verified: "content",
};

/** A citation of a path, its digest made from the path and the generation. */
export function cite(path: string, generation?: "before"): Citation {
  const sha256 = digestOf(`${generation ?? ""}${path}`);
  return generation === undefined ? { path, sha256 } : { path, sha256, generation };
}

/** A form that cites the paths. */
export function form(value: JsonObject, ...paths: string[]): ItemForm {
  return { value, cites: paths.map((path) => cite(path)) };
}

export function item(...forms: ItemForm[]): RankedItem {
  return () => forms;
}

/** An answer of these items, none cut. */
export function answerOf(items: readonly RankedItem[], more: Partial<Answer> = {}): Answer {
  return {
    operation: "symbols",
    items,
    total: items.length,
    limit: 50,
    coverage: { files: { parsed: 1 } },
    limitations: [],
    next: [],
    ...more,
  };
}

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The document of items given as their forms, none cut by bytes. */
export function whole(items: readonly ItemForm[][], total: number = items.length): JsonObject {
  return assemble(
    OBSERVED,
    answerOf(items.map((forms) => item(...forms)), { total, limit: 1_000 }),
    1e9,
    sha256,
  );
}
