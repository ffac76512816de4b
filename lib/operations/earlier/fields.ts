// Reading values that nobody vouches for. Law kept: what is not of the shape that an answer has is no claim.

import type { JsonObject, JsonValue } from "../../wire/mod.ts";
import type { Site } from "./ground.ts";

/** No text of an answer is longer: all of it takes at most so many bytes. */
const MOST_UNITS = 32_768;
const MOST_LINES = 2 ** 31 - 1;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A text that may be looked up; null where it is none. */
export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value.length <= MOST_UNITS ? value : null;
}

/** A whole number of at least `least`; null where it is none. */
export function numberOf(value: JsonValue | undefined, least: number): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= MOST_LINES
    ? value
    : null;
}

export function siteOf(value: JsonValue | undefined): Site | null {
  if (!isObject(value)) return null;
  const [path, line, column] = [textOf(value.path), numberOf(value.line, 1), numberOf(value.column, 0)];
  return path === null || line === null || column === null ? null : { path, line, column };
}

/** Keys that are not among the known ones. */
export function otherKeys(value: JsonObject, known: ReadonlySet<string>): string[] {
  return Object.keys(value).filter((key) => !known.has(key));
}
