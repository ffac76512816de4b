// Fields that requests share, as zod pieces, and how a malformed request is refused: every offending field with its
// path, what was wanted and what came. An operation's schema is a `z.strictObject` made of its own fields and these, when it is
// asked for: making all of them takes longer than many an answer. Not here: the union of the operations, which their room makes.

import { z } from "zod";
import type { JsonObject, JsonValue } from "../guard/mod.ts";
import { CONFIDENCES, Failure } from "../model/mod.ts";
import { saysEachKeyOnce } from "./json_text.ts";
import { once } from "./pieces.ts";

export const MAX_BYTES = { default: 16_000, least: 512, most: 32_768 } as const;
export const LIMIT = { default: 20, most: 50 } as const;
const PATH_UNITS = 4_096;
const NAME_UNITS = 8_192;
/** A value that came is repeated up to this length. */
const ECHO_UNITS = 80;

const fingerprint = once(() =>
  z.string().regex(/^[0-9a-f]{64}$/).describe("Fingerprint of a generation, 64 hex digits.")
);
const path = once(() =>
  z.string().min(1).max(PATH_UNITS).regex(/^[^\0]*$/).describe(
    "Relative to the root of the worktree, or absolute below it.",
  )
);

/** Fields beside `operation`. */
export const requestFields = once(() => ({
  expected_fingerprint: fingerprint().optional().describe("Refuse where the index has another fingerprint."),
  max_bytes: z.int().min(MAX_BYTES.least).max(MAX_BYTES.most)
    .describe("Most bytes of UTF-8 that the compact answer may take.").default(MAX_BYTES.default),
}));

/** Fields that narrow what an operation looks at, before ranking. */
export const filterFields = once(() => ({
  limit: z.int().min(1).max(LIMIT.most).describe("Most items to show.").default(LIMIT.default),
  path_prefix: path().optional().describe("Only paths that start with this."),
  language: z.string().min(1).max(64).optional().describe("Only files of this language."),
  min_confidence: z.enum(CONFIDENCES).optional().describe("Only relationships at least this sure."),
}));

/** Fields that name one symbol: exactly one of `symbol_id`, `symbol`, or `path` with `line` and `column`. */
export const symbolFields = once(() => ({
  symbol_id: z.string().min(1).max(NAME_UNITS).optional().describe(
    "Id from an answer; needs expected_fingerprint.",
  ),
  symbol: z.string().min(1).max(NAME_UNITS).optional().describe(
    "Name, Class.method, path#Class.method, path or path:line.",
  ),
  path: path().optional().describe("File of a position."),
  line: z.int().min(1).optional().describe("1-based line of a position."),
  column: z.int().min(0).optional().describe("0-based UTF-8 byte column of a position."),
}));

/** A revision as Git knows it. It reaches Git as one argument, and never as an option. */
const revision = once(() =>
  z.string().min(1).max(1_024).regex(/^[^\0-][^\0]*$/).describe("A branch, tag or commit, as Git names it.")
);

export const fields = { path, fingerprint, revision } as const;

/** One symbol, by one of the three ways to name it. */
export type SymbolSelector =
  | { readonly by: "id"; readonly symbolId: string }
  | { readonly by: "name"; readonly symbol: string }
  | { readonly by: "position"; readonly path: string; readonly line: number; readonly column: number };

/** The values of `symbolFields`. */
export interface SymbolFieldValues {
  readonly symbol_id?: string;
  readonly symbol?: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

const SELECTOR_WANTED = "exactly one of symbol_id, symbol, or path with line and column";

/** A request whose fields name exactly one symbol. */
export function ofOneSymbol<S extends z.ZodObject>(request: S): S {
  return request.superRefine((value, context) => {
    if (selectorOf(value as SymbolFieldValues) !== null) return;
    context.addIssue({ code: "custom", path: [], message: SELECTOR_WANTED });
  }).meta({ anyOf: oneWay([["symbol_id"], ["symbol"], ["path", "line", "column"]]) });
}

/** For the JSON Schema of a request: it has the fields of just one of these ways. */
export function oneWay(ways: readonly (readonly string[])[]): JsonObject[] {
  return ways.map((own) => {
    const others = ways.filter((way) => way !== own).flat();
    return { required: [...own], not: { anyOf: others.map((field) => ({ required: [field] })) } };
  });
}

/** For the JSON Schema of a whole request: an id comes with the fingerprint that it is valid with. */
export const ID_NEEDS_FINGERPRINT: JsonObject = {
  if: {
    properties: { operation: { anyOf: [{ required: ["symbol_id"] }, { required: ["symbol_ids"] }] } },
  },
  then: { required: ["expected_fingerprint"] },
};

/** The symbol that the fields name; null where they name none or more than one. */
export function selectorOf(value: SymbolFieldValues): SymbolSelector | null {
  const { symbol_id: symbolId, symbol, path, line, column } = value;
  const position = [path, line, column].filter((part) => part !== undefined).length;
  const ways = [symbolId !== undefined, symbol !== undefined, position > 0].filter((way) => way).length;
  if (ways !== 1) return null;
  if (symbolId !== undefined) return { by: "id", symbolId };
  if (symbol !== undefined) return { by: "name", symbol };
  if (path === undefined || line === undefined || column === undefined) return null;
  return { by: "position", path, line, column };
}

/** Throws Failure `request.fingerprint_required`: an id means nothing without the fingerprint it came from. */
export function requireFingerprint(selector: SymbolSelector, expectedFingerprint: string | undefined): void {
  if (selector.by !== "id" || expectedFingerprint !== undefined) return;
  throw new Failure(
    "request.fingerprint_required",
    "A symbol_id is valid only with the fingerprint it came from.",
    {
      hint: "Add expected_fingerprint from the same answer, or name the symbol by symbol or position.",
      detail: { symbol_id: selector.symbolId },
    },
  );
}

/** The schema that a value is held against. */
type SchemaFor<T> = (input: unknown) => z.ZodType<T>;

const HINT = "evident schema --request says what a request may hold.";

/** Reads JSON text as a request. Throws Failure `request.malformed`, also where it or an answer in it says a key twice. */
export function parseRequest<T>(text: string, schemaFor: SchemaFor<T>): T {
  let input: JsonValue;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new Failure("request.malformed", "The request is not JSON.", {
      hint: HINT,
      detail: { fields: [{ path: "", wanted: "one JSON document", came: (error as Error).message }] },
    });
  }
  if (!saysEachKeyOnce(text, input)) {
    throw new Failure("request.malformed", "An object of the request has a key twice.", {
      hint: "Readers differ in which of two counts.",
      detail: { fields: [{ path: "", wanted: "each key once", came: "a key twice" }] },
    });
  }
  return checkRequest(input, schemaFor);
}

/** Checks a value against a request's schema. Throws Failure `request.malformed`. */
export function checkRequest<T>(input: unknown, schemaFor: SchemaFor<T>): T {
  let checked: z.ZodSafeParseResult<T>;
  try {
    // Most processes check one request: to compile a parser for it first would take twice as long.
    checked = schemaFor(input).safeParse(input, { jitless: true });
  } catch (error) {
    // A value whose own fields, `length` or `toString`, are none that can be compared.
    throw new Failure("request.malformed", "A field holds an object that no field can hold.", {
      hint: HINT,
      cause: error,
    });
  }
  if (checked.success) return checked.data;
  throw malformed(checked.error, input);
}

/** One field that a request has wrong. */
export interface FieldProblem {
  /** Dotted, with list positions as numbers; "" the request itself. */
  readonly path: string;
  readonly wanted: string;
  readonly came: string;
}

/** The failure that names every field a check found wrong. */
export function malformed(error: z.ZodError, input: unknown): Failure {
  const problems = error.issues.flatMap((issue) => problemsOf(issue, input));
  const first = problems[0];
  const where = first.path === "" ? "The request" : `Field ${first.path}`;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  return new Failure("request.malformed", `${where}: wanted ${first.wanted}, came ${first.came}${more}.`, {
    hint: HINT,
    detail: { fields: problems },
  });
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown): FieldProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path: path.join("."), wanted: "no such field", came: described(valueAt(input, path)) };
    });
  }
  const value = valueAt(input, issue.path);
  const length = typeof value === "string" && (issue.code === "too_small" || issue.code === "too_big");
  const came = length ? `a text of ${value.length}` : described(value);
  return [{ path: issue.path.join("."), wanted: wantedBy(issue), came }];
}

function wantedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int" ? "integer" : issue.expected;
    case "invalid_value":
      return alternatives(issue.values);
    case "invalid_union": {
      const { options } = issue as { options?: readonly unknown[] };
      if (options !== undefined) return alternatives(options);
      return issue.errors.flatMap((errors) => errors.slice(0, 1).map(wantedBy)).join(" or ");
    }
    case "too_small":
      return bound("at least", issue.minimum, issue.origin);
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "invalid_format":
      return issue.format === "regex" ? `text that matches ${issue.pattern ?? "a pattern"}` : issue.format;
    default:
      return issue.message;
  }
}

function alternatives(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

function bound(words: string, number: number | bigint, origin: string): string {
  if (origin === "string") return `text of ${words} ${number}`;
  return origin === "array" ? `list of ${words} ${number}` : `${words} ${number}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > ECHO_UNITS ? `${text.slice(0, ECHO_UNITS)}…` : text;
}
