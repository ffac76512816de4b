// The flags of short forms, each with the field of a request that it fills: what `ask` reads from the command line and what
// `short_form` writes back.

import { CONFIDENCES } from "../model/mod.ts";
import type { Flag, Operation } from "../operations/mod.ts";

/** Flags that fill fields of many requests; an operation takes those that its schema has. */
const SHARED_FLAGS: readonly Flag[] = [
  {
    name: "symbol-id",
    field: "symbol_id",
    value: "text",
    help: "id from an answer; needs --expected-fingerprint",
  },
  { name: "path", field: "path", value: "text", help: "file, relative to the root of the worktree" },
  { name: "line", field: "line", value: "integer", help: "line of a position, from 1" },
  { name: "column", field: "column", value: "integer", help: "column of a position, in UTF-8 bytes from 0" },
  { name: "limit", field: "limit", value: "integer", help: "most items to show, at most 50" },
  { name: "path-prefix", field: "path_prefix", value: "text", help: "only paths that start with this" },
  { name: "language", field: "language", value: "text", help: "only files of this language" },
  {
    name: "min-confidence",
    field: "min_confidence",
    value: "text",
    help: "only relationships at least this sure",
    choices: CONFIDENCES,
  },
];

/** Flags that fill fields beside the operation. */
export const REQUEST_FLAGS: readonly Flag[] = [
  {
    name: "max-bytes",
    field: "max_bytes",
    value: "integer",
    help: "most bytes of the compact JSON answer, 512 to 32768; other formats show what fits it",
  },
  {
    name: "expected-fingerprint",
    field: "expected_fingerprint",
    value: "text",
    help: "refuse where the index has another fingerprint",
  },
];

/** The flags that fill fields of an operation: its own, and the shared ones for fields that no positional must fill. */
export function flagsOf({ positionals, flags, schema }: Operation): readonly Flag[] {
  const positional = new Set(positionals.filter(({ required }) => required).map(({ field }) => field));
  const shared = SHARED_FLAGS.filter(({ field }) => field in schema().shape && !positional.has(field));
  return [...flags, ...shared];
}
