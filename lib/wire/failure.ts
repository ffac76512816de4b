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

/** Where a defect lies, for stderr: the places of our own code, and the words only where they are asked for. */
export function traceOf(failure: Failure, isDebugging: boolean): string | null {
  const { cause } = failure;
  const stack = cause instanceof Error ? cause.stack : failure.stack;
  if (isDebugging) return [stack ?? String(cause), cause instanceof Error ? String(cause) : ""].join("\n");
  const places = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return places.length === 0 ? null : places.join("\n");
}
