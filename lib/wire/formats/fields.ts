// Values that no other piece knows, said in words. Law kept: a field that is added to an item is shown by every format before
// anyone teaches a format about it.

import type { JsonObject, JsonValue } from "../../guard/mod.ts";
import { code, type Fact, joined, type Line, place, type Row, row, warning, words } from "./page.ts";

/** Names of fields as words. */
export function wordsOf(name: string): string {
  return name.replaceAll("_", " ");
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one where it is none. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list; none where it is no list. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one: JsonValue) => isObject(one)) : [];
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The fields that are not among the known ones, and say something. */
export function otherFields(item: JsonObject, known: ReadonlySet<string>): [string, JsonValue][] {
  return Object.entries(item).filter((entry): entry is [string, JsonValue] =>
    !known.has(entry[0]) && entry[1] !== undefined && entry[1] !== null
  );
}

/** Fields whose value says all. */
const SELF_TELLING: ReadonlySet<string> = new Set([
  "change",
  "confidence",
  "note",
  "reason",
  "role",
  "weakest",
]);
/** Values that a reader takes for granted, and those that he should not miss. */
const CERTAIN: ReadonlySet<string> = new Set(["precise", "static"]);
const UNCERTAIN: ReadonlySet<string> = new Set(["heuristic", "syntactic"]);

/** A field of one value as a tag; empty where its value goes without saying. */
export function tagOf(name: string, value: string | number | boolean): Line {
  const label = wordsOf(name).replace(/^is /, "");
  if (typeof value === "boolean") return [words(value ? label : `not ${label}`)];
  if (typeof value === "number") return [words(`${value} ${label}`)];
  const isSelfTelling = SELF_TELLING.has(name);
  if (isSelfTelling && CERTAIN.has(value)) return [];
  if (isSelfTelling) return [UNCERTAIN.has(value) ? warning(value) : words(value)];
  return [words(`${label} `), code(value)];
}

/** A field of many values as rows: one where they fit on a line, else one for each. */
export function rowsOf(name: string, value: JsonValue): Row[] {
  return linesOf(value).map((line) => row([[words(wordsOf(name))], line]));
}

/** A named fact of any value. */
export function factOf(name: string, value: JsonValue): Fact {
  return { name: wordsOf(name), lines: linesOf(value) };
}

/** Short parts of a list share lines up to this width; longer parts have a line each. */
const LIST_WIDTH = 100;
const SHORT_PART = 48;

/** A value as lines. */
function linesOf(value: JsonValue): Line[] {
  if (Array.isArray(value)) return listLines(value);
  return isObject(value) ? objectLines(value, "") : [inlineOf(value)];
}

/** An object's own values on one line, behind it those of the objects in it, each named by where it lies. */
function objectLines(value: JsonObject, name: string): Line[] {
  const parts = Object.entries(value).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  if (typeof value.path === "string") return [inlineOf(value)];
  const own = inlineOf(Object.fromEntries(parts.filter(([, part]) => !isObject(part))));
  const label = name === "" ? [] : [words(`${name}: `)];
  return [
    ...own.length > 0 ? [[...label, ...own]] : [],
    ...parts.flatMap(([inner, part]) =>
      isObject(part) ? objectLines(part, `${name} ${wordsOf(inner)}`.trim()) : []
    ),
  ];
}

function listLines(list: readonly JsonValue[]): Line[] {
  const parts = list.map((part) => inlineOf(part));
  const widths = parts.map((part) => part.reduce((sum, { text }) => sum + text.length, 2));
  if (list.some((part) => isObject(part)) || widths.some((width) => width > SHORT_PART)) return parts;
  const lines: Line[][] = [];
  let width = LIST_WIDTH;
  parts.forEach((part, at) => {
    if (width + widths[at] > LIST_WIDTH) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)!.push(part);
    width += widths[at];
  });
  return lines.map((line) => joined(line, ", "));
}

/** A value on one line. An object with a path is the place that it names. */
function inlineOf(value: JsonValue): Line {
  if (value === null) return [words("none")];
  if (typeof value === "boolean") return [words(value ? "yes" : "no")];
  if (typeof value === "number") return [words(String(value))];
  if (typeof value === "string") return [code(value)];
  if (!isObject(value)) return joined((value as readonly JsonValue[]).map(inlineOf), ", ");
  const { path, line, start_line, column, ...rest } = value;
  const at = typeof path === "string"
    ? [place(path, numberOf(line) ?? numberOf(start_line), numberOf(column))]
    : [];
  const parts = Object.entries(rest).map(([name, part]) => part === undefined ? [] : namedInline(name, part));
  return joined([at, joined(parts, ", ")], "  ");
}

function namedInline(name: string, value: JsonValue): Line {
  const inner = inlineOf(value);
  if (value === null || inner.length === 0) return [];
  if (isObject(value)) return [words(`${wordsOf(name)} (`), ...inner, words(")")];
  return [words(`${wordsOf(name)} `), ...inner];
}
