// JSON that leaves the program: one encoder, and the pass that takes secrets out of every string of a value.

import { escapeHidden, hasBidiControls } from "./characters.ts";
import { redact } from "./secrets.ts";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** A key whose value is undefined is left out, as JSON.stringify does. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A value that may leave, and what had to be done or is worth a warning. */
export interface Guarded<T extends JsonValue> {
  readonly value: T;
  /** True where a text was altered. */
  readonly redacted: boolean;
  /** True where a text holds direction controls; they are kept, as escapes. */
  readonly bidiControls: boolean;
}

/** JSON text whose strings hold no character that a terminal obeys or an eye misses; it parses back to the same value. */
export function encodeJson(value: JsonValue, indent = 0): string {
  return escapeHidden(JSON.stringify(value, null, indent));
}

/** The value with secrets redacted in every string, keys included. An unaltered value is returned as it is. */
export function guardValue<T extends JsonValue>(value: T): Guarded<T> {
  const seen = { redacted: false, bidiControls: false };
  const guarded = guardPart(value, seen) as T;
  return { value: seen.redacted ? guarded : value, ...seen };
}

type Seen = { redacted: boolean; bidiControls: boolean };

function guardPart(value: JsonValue | undefined, seen: Seen): JsonValue | undefined {
  if (typeof value === "string") return guardText(value, seen);
  if (value === null || typeof value !== "object") return value;
  if (isArray(value)) return value.map((part) => guardPart(part, seen) ?? null);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [guardText(key, seen), guardPart(part, seen)]),
  );
}

function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function guardText(text: string, seen: Seen): string {
  if (hasBidiControls(text)) seen.bidiControls = true;
  const { text: safe, redacted } = redact(text);
  if (redacted) seen.redacted = true;
  return safe;
}
