// The operations: each in a file of its own and registered here, once. The request union, the short forms and the help are
// made from this list. Never here: printing, exiting, argv.

import { z } from "zod";
import { once as onceOf } from "../model/mod.ts";
import {
  answerSchema,
  assemble,
  checkRequest,
  failureSchema,
  ID_NEEDS_FINGERPRINT,
  type JsonObject,
  jsonSchemaOf,
  type JsonValue,
  type Observed,
  once,
  parseRequest,
  requestFields,
} from "../wire/mod.ts";
import { affectedTests } from "./affected_tests.ts";
import { callees, callers } from "./calls.ts";
import { changes } from "./changes.ts";
import type { Before, Context, Operation } from "./context.ts";
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
import { review } from "./review.ts";
import { source } from "./source.ts";
import { STATUS, statusRequest, statusSchema } from "./status.ts";
import { symbols } from "./symbols.ts";
import { unresolved } from "./unresolved.ts";
import { unused } from "./unused.ts";
import { verify } from "./verify.ts";

export { STATUS, statusSchema } from "./status.ts";
export type {
  Before,
  BeforeWanted,
  ComparedCommit,
  Context,
  Flag,
  Operation,
  Positional,
} from "./context.ts";
export { coverageWithReasons } from "./coverage.ts";
export { DOCUMENT_KINDS, type DocumentKind, documentSchema } from "./documents.ts";

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
  review,
  hierarchy,
  imports,
  unresolved,
  cycles,
  unused,
  verify,
];

/** The schema of a whole request: an operation with what applies to every one of them. */
export const requestSchema = once(() =>
  wholeRequest(z.discriminatedUnion("kind", [statusRequest(), ...OPERATIONS.map(({ schema }) => schema())]))
);

/** A checked request. */
export interface QueryRequest {
  readonly operation: { readonly kind: string } & Record<string, unknown>;
  readonly expected_fingerprint?: string;
  readonly max_bytes: number;
}

/** Checks a value as a request. Failure request.malformed. */
export function checkedRequest(input: unknown): QueryRequest {
  return checkRequest(input, schemaFor);
}

/** Reads JSON text as a request. Failure request.malformed. */
export function readRequest(text: string): QueryRequest {
  return parseRequest(text, schemaFor);
}

/** A schema that finds the same in a value as that of any request: of its kind alone, where it is of one. */
function schemaFor(input: unknown): z.ZodType<QueryRequest> {
  const kind = (input as Partial<QueryRequest> | null | undefined)?.operation?.kind;
  const asked = OPERATIONS.find((operation) => operation.kind === kind);
  const schema = asked === undefined
    ? requestSchema()
    : onceOf(wholeRequests, asked.kind, () => wholeRequest(asked.schema()));
  return schema as unknown as z.ZodType<QueryRequest>;
}

const wholeRequests = new Map<string, z.ZodType>();

/** Answers a checked request, cut to its budget. */
export async function answer(context: Context, request: QueryRequest): Promise<JsonObject> {
  const asked = OPERATIONS.find(({ kind }) => kind === request.operation.kind)!;
  const outcome = await asked.answer(context, request.operation as never, request.expected_fingerprint);
  const { before } = outcome;
  const observed = before === undefined
    ? context.observed
    : { ...context.observed, before: comparedWith(before) };
  const { next, nextIfCut } = outcome.answer;
  const told = {
    ...outcome.answer,
    next: withFingerprint(next, observed.fingerprint),
    ...nextIfCut !== undefined && { nextIfCut: withFingerprint(nextIfCut, observed.fingerprint) },
  };
  return assemble(observed, told, request.max_bytes, context.sha256);
}

/** A request that leads on; where it names symbols by their ids, with the fingerprint that they are valid with. */
function withFingerprint(next: JsonValue, fingerprint: string): JsonValue {
  const { operation } = (next ?? {}) as { operation?: JsonObject };
  const hasId = operation?.symbol_id !== undefined || operation?.symbol_ids !== undefined;
  return hasId ? { operation, expected_fingerprint: fingerprint } : next;
}

function comparedWith({ fingerprint, commit, base }: Before): NonNullable<Observed["before"]> {
  return { fingerprint, commit, ...base !== null && { revision: base.revision } };
}

function wholeRequest<S extends z.ZodType>(operation: S) {
  return z.strictObject({ operation, ...requestFields() }).meta(ID_NEEDS_FINGERPRINT);
}

/** The schema of what answers a request of a kind, or of any kind; a failure may come instead of it. */
export function responseSchema(kind: string | null): z.ZodType {
  if (kind === STATUS) return statusSchema();
  const asked = OPERATIONS.filter((operation) => kind === null || operation.kind === kind);
  const answers = asked.map((operation) => answerSchema(operation));
  return kind === null ? z.union([...answers, statusSchema()]) : answers[0];
}

/** JSON Schemas of requests and of all that may come back, of one kind of operation or of all. */
export function jsonSchemas(kind: string | null): { request: JsonObject; response: JsonObject } {
  const told = OPERATIONS.map(({ schema, summary }) => {
    const { description, ...meta } = schema().meta() ?? {};
    const words = [summary, description].filter((part) => part !== undefined).join(": ");
    return schema().meta({ ...meta, description: words });
  });
  const at = OPERATIONS.findIndex((operation) => operation.kind === kind);
  const asked = kind === STATUS
    ? statusRequest()
    : at < 0
    ? z.discriminatedUnion("kind", [statusRequest(), ...told])
    : told[at];
  return {
    request: jsonSchemaOf(wholeRequest(asked), "input"),
    response: jsonSchemaOf(z.union([responseSchema(kind), failureSchema()]), "output"),
  };
}
