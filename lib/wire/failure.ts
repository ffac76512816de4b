// Failures as documents. Every failure that reaches a caller is made here, from the one failure type.

import { Failure } from "../model/mod.ts";
import { guardValue, type JsonObject } from "../guard/mod.ts";

/** The document of a failure, keys in their order: schema, code, message, hint, detail, retry. */
export function failureDocument(failure: Failure): JsonObject {
  return guardValue({
    schema: "evident.failure.v1",
    code: failure.code,
    message: failure.message,
    hint: failure.hint,
    // A detail is made of JSON values; whatever else slipped in is turned into one here, not at the printer.
    detail: failure.detail === null ? null : JSON.parse(JSON.stringify(failure.detail)) as JsonObject,
    retry: failure.retry,
  }).value;
}

/** Any thrown value as a Failure: what is none of ours is trouble in us. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const words = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new Failure("internal.invariant", words, {
    hint: "This is a defect of evident, not of the request.",
    cause: thrown,
  });
}
