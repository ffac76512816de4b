// An answer while its claims are read, and what the readers of its parts share.

import type { JsonValue } from "../../wire/mod.ts";
import type { Claim } from "./claims.ts";
import type { Subject } from "./ends.ts";
import type { Changes, Folders } from "./facts.ts";
import { fileFinding } from "./quotes.ts";
import type { Side } from "./side.ts";
import { type Finding, found } from "./verdicts.ts";

export interface Reading {
  readonly operation: string;
  readonly now: Side;
  /** The generation that was compared with; null where it is not kept. */
  readonly before: Side | null;
  readonly changes: Changes | null;
  readonly folders: Folders;
  /** Id of the symbol that a pack is of. */
  readonly focus: string | null;
  readonly subject: () => Subject | null;
  /** Paths that were told to be cited without a digest. */
  readonly uncited: Set<string>;
  /** How many fields depend on the question or on Git. */
  ofQuestion: number;
  /** How many ranks are of another generation than that which serves. */
  ranks: number;
}

/** Makes a claim of the item that is read. */
export type MakeClaim = (
  what: Claim["what"],
  field: string,
  check: (side: Side) => Finding,
  more?: Partial<Claim>,
) => Claim;

export const malformed = () => found("unchecked", "malformed");

export const unknownField = () => found("unchecked", "unknown_field");

/** Files that an item speaks of and the answer has no digest of, each once. */
export function* uncitedClaims(
  paths: readonly JsonValue[],
  side: Side | null,
  claim: MakeClaim,
  { uncited, now }: Reading,
): Iterable<Claim> {
  for (const path of paths) {
    if (typeof path !== "string" || path === "" || side === null || side.citedDigest(path) !== undefined) {
      continue;
    }
    const key = `${side === now}:${path}`;
    if (uncited.has(key)) continue;
    uncited.add(key);
    yield claim("file", "files", (one) => fileFinding(one, path), { path, line: null });
  }
}
