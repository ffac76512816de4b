// An answer that was printed before, read back: as JSON, or as the lines of `ndjson`. Laws kept: what is read is of a bounded
// size and depth, and nothing in it is trusted; it says each thing once, so that everybody who reads it reads the same; whether
// it is as it was written is said by its own digest.
// Not here: whether what it says is true.

import { encodeJson, guardValue, type JsonObject, type JsonValue } from "../guard/mod.ts";
import { Failure } from "../model/mod.ts";
import { digestOf, type Sha256 } from "./envelope.ts";
import { saysEachKeyOnce } from "./json_text.ts";

/** Many times what the longest answer takes, indented; what each byte of a stranger's file may cost is bounded by it too. */
export const EARLIER_ANSWER = { maxBytes: 1024 * 1024, maxDepth: 64 } as const;

const SCHEMA = "evident.query.v1";

/** What makes a value no answer, where in it, and what was wanted there. */
export interface AnswerProblem {
  readonly path: readonly string[];
  readonly wanted: string;
}

/** The first thing that keeps a value from being an answer; null where it may be one. */
export function answerProblem(value: unknown): AnswerProblem | null {
  if (!isObject(value)) return { path: [], wanted: "an answer of evident, a JSON object" };
  if (isTooDeep(value)) return { path: [], wanted: `at most ${EARLIER_ANSWER.maxDepth} levels of nesting` };
  const { schema, operation, files, items } = value;
  if (schema !== SCHEMA) return { path: ["schema"], wanted: `"${SCHEMA}", an answer about code` };
  if (typeof operation !== "string") return { path: ["operation"], wanted: "string" };
  if (operation === "verify") {
    return { path: ["operation"], wanted: "an answer about code, not about another" };
  }
  if (!isObject(files)) return { path: ["files"], wanted: "object" };
  return Array.isArray(items) ? null : { path: ["items"], wanted: "array" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether it nests deeper than an answer does. Does not recurse: what is too deep would end the process. */
function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === EARLIER_ANSWER.maxDepth) return true;
    const next: object[] = [];
    for (const one of level) {
      for (const part of Object.values(one)) if (typeof part === "object" && part !== null) next.push(part);
    }
    level = next;
  }
  return false;
}

/** The document that bytes hold, answer or not. Failures request.malformed, limit.exceeded. */
export function readEarlierAnswer(bytes: Uint8Array): JsonValue {
  const { maxBytes } = EARLIER_ANSWER;
  if (bytes.length > maxBytes) {
    throw new Failure("limit.exceeded", `The answer takes more than ${maxBytes} bytes.`, {
      hint: "An answer of evident is never that long.",
      detail: { limit: "answer_bytes", allowed: maxBytes },
    });
  }
  const text = new TextDecoder().decode(bytes);
  const whole = parsed(text);
  if (whole !== undefined) return isHead(whole) ? withItems(whole, []) : whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "").map(parsed);
  const [head, ...items] = lines;
  if (lines.length > 1 && isHead(head) && items.every((item) => item !== undefined)) {
    return withItems(head, items as JsonValue[]);
  }
  throw new Failure("request.malformed", "The answer is neither JSON nor ndjson.", {
    hint: "verify reads what evident printed with --format json or ndjson, whole.",
    detail: { fields: [{ path: "operation.answer", wanted: "one answer of evident", came: cameAs(text) }] },
  });
}

function cameAs(text: string): string {
  if (text.trim() === "") return "nothing";
  return `a text of ${text.length}`;
}

function parsed(text: string): JsonValue | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (saysEachKeyOnce(text, value)) return value;
  throw new Failure("request.malformed", "An object of the answer has a key twice.", {
    hint: "evident prints each key once; readers differ in which of two counts.",
    detail: { fields: [{ path: "operation.answer", wanted: "each key once", came: "a key twice" }] },
  });
}

/** The first line of an answer as ndjson. */
function isHead(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && value.schema === SCHEMA && !("items" in value);
}

/** With its items where they stand in a document. */
function withItems(head: JsonObject, items: readonly JsonValue[]): JsonObject {
  const last = "files_before" in head ? "files_before" : "files";
  return Object.fromEntries(
    Object.entries(head).flatMap((entry) => entry[0] === last ? [entry, ["items", items]] : [entry]),
  );
}

/** Whether the answer is the one that its `answer_digest` is of. */
export function isIntact(document: JsonObject, sha256: Sha256): boolean {
  return document.answer_digest === digestOf(document, sha256);
}

/** A value of the graph as an answer tells it. */
export function asTold<T extends JsonValue>(value: T): T {
  return guardValue(value).value;
}

/** Whether an answer that says this says what is so. */
export function isSaid(said: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (said === undefined || is === undefined) return said === is;
  return encodeJson(said) === encodeJson(asTold(is));
}
