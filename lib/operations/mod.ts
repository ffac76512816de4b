// The operations: each in a file of its own and registered here, once. The request union, the short forms and the help are
// made from this list. Never here: printing, exiting, argv.

import { z } from "zod";
import { assemble, checkRequest, type JsonObject, parseRequest, requestFields } from "../wire/mod.ts";
import { affectedTests } from "./affected_tests.ts";
import { callees, callers } from "./calls.ts";
import { changes } from "./changes.ts";
import type { Context, Operation } from "./context.ts";
import { cycles } from "./cycles.ts";
import { definition } from "./definition.ts";
import { explore } from "./explore.ts";
import { hierarchy } from "./hierarchy.ts";
import { impact } from "./impact.ts";
import { impactChanges } from "./impact_changes.ts";
import { imports } from "./imports.ts";
import { map } from "./map.ts";
import { outline } from "./outline.ts";
import { pack } from "./pack.ts";
import { references } from "./references.ts";
import { source } from "./source.ts";
import { symbols } from "./symbols.ts";
import { unresolved } from "./unresolved.ts";
import { unused } from "./unused.ts";

export type { Before, Context, Flag, Operation, Positional } from "./context.ts";
export { coverageOf } from "./coverage.ts";

export const OPERATIONS: readonly Operation[] = [
  map,
  symbols,
  outline,
  definition,
  references,
  callers,
  callees,
  explore,
  source,
  pack,
  impact,
  affectedTests,
  changes,
  impactChanges,
  hierarchy,
  imports,
  unresolved,
  cycles,
  unused,
];

/** Asks for `evident.status.v1`, which the app answers: it speaks of a cache, not of a generation. */
export const STATUS = "status";
const statusSchema: z.ZodObject = z.strictObject({ kind: z.literal(STATUS) });

const union = z.discriminatedUnion("kind", [statusSchema, ...OPERATIONS.map(({ schema }) => schema)]);

/** A whole request: an operation with what applies to every one of them. */
export const requestSchema = z.strictObject({ operation: union, ...requestFields });

/** A checked request. */
export interface QueryRequest {
  readonly operation: { readonly kind: string } & Record<string, unknown>;
  readonly expected_fingerprint?: string;
  readonly max_bytes: number;
}

/** Checks a value as a request. Failure request.malformed. */
export function checkedRequest(input: unknown): QueryRequest {
  return checkRequest(input, requestSchema as unknown as z.ZodType<QueryRequest>);
}

/** Reads JSON text as a request. Failure request.malformed. */
export function readRequest(text: string): QueryRequest {
  return parseRequest(text, requestSchema as unknown as z.ZodType<QueryRequest>);
}

/** Answers a checked request, cut to its budget. */
export async function answer(context: Context, request: QueryRequest): Promise<JsonObject> {
  const asked = OPERATIONS.find(({ kind }) => kind === request.operation.kind)!;
  const outcome = await asked.answer(context, request.operation as never, request.expected_fingerprint);
  const { before } = outcome;
  const observed = before === undefined
    ? context.observed
    : { ...context.observed, before: { fingerprint: before.fingerprint, commit: before.commit } };
  return assemble(observed, outcome.answer, request.max_bytes, context.sha256);
}
