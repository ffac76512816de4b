// What every answer and every failure must hold, whatever was asked. Each check gives what it found wrong, in words.

import type { z } from "zod";
import { LANGUAGES } from "../../lib/languages/mod.ts";
import { CONFIDENCES, Failure } from "../../lib/model/mod.ts";
import { checkedRequest, responseSchema } from "../../lib/operations/mod.ts";
import {
  failureDocument,
  failureSchema,
  type JsonObject,
  LIMITATIONS,
  renderDocument,
} from "../../lib/wire/mod.ts";
import { itemProblems } from "./items.ts";
import { sha256, type World } from "./world.ts";

// deno-lint-ignore no-explicit-any
export type Document = any;

/** A request with the worlds that its answer is held against. */
export interface Asked {
  readonly request: Document;
  readonly world: World;
  /** The earlier generation, where there is one. */
  readonly before: World | null;
}

const schemas = new Map<string, z.ZodType>();

/** Everything that is wrong with an answer. */
export function answerProblems(asked: Asked, document: JsonObject): string[] {
  const text = renderDocument(document, "compact");
  const bytes = new TextEncoder().encode(text).length;
  const answer: Document = JSON.parse(text);
  const { max_bytes: maxBytes = 16_000 } = asked.request;
  return [
    ...schemaProblems(asked.request.operation.kind, answer),
    ...bytes > maxBytes ? [`${bytes} bytes, ${maxBytes} allowed`] : [],
    ...digestProblems(answer),
    ...citationProblems(asked, answer),
    ...cutProblems(answer),
    ...filterProblems(asked, answer),
    ...nextProblems(answer),
    ...answer.items.flatMap((item: Document) => itemProblems(asked, answer, item)),
  ];
}

function schemaProblems(kind: string, answer: Document): string[] {
  let schema = schemas.get(kind);
  if (schema === undefined) schemas.set(kind, schema = responseSchema(kind));
  const checked = schema.safeParse(answer);
  if (!checked.success) return [`not as its schema says: ${checked.error.message}`];
  const order = Object.keys((schema as z.ZodObject).shape).filter((key) => key in answer);
  return order.join() === Object.keys(answer).join() ? [] : [`keys in another order: ${Object.keys(answer)}`];
}

function digestProblems(answer: Document): string[] {
  const { checked_at: _clock, answer_digest: digest, ...body } = answer;
  const own = sha256(renderDocument(body, "compact").trimEnd());
  return own === digest ? [] : [`answer_digest ${digest} is not that of the body, ${own}`];
}

function citationProblems({ world, before }: Asked, answer: Document): string[] {
  const wrong = (files: Document, generation: World | null) =>
    Object.entries(files ?? {}).filter(([path, digest]) => generation?.files.get(path)?.sha256 !== digest)
      .map(([path, digest]) => `cites ${path} with ${digest}`);
  return [
    ...wrong(answer.files, world),
    ...wrong(answer.files_before, before),
    ...answer.fingerprint === world.fingerprint ? [] : [`fingerprint ${answer.fingerprint}`],
  ];
}

/** What was cut is told, and an empty answer says why it is empty. */
function cutProblems({ items, total, truncated, status, limitations, operation }: Document): string[] {
  const codes: (keyof typeof LIMITATIONS)[] = limitations.map(({ code }: Document) => code);
  const cuts = codes.some((code) => LIMITATIONS[code].cuts);
  const problems: [boolean, string][] = [
    [items.length > total, `${items.length} items of ${total}`],
    [truncated !== items.length < total, `truncated ${truncated} with ${items.length} of ${total}`],
    [truncated && !cuts, "truncated, and no limitation says by what"],
    [(status === "partial") !== cuts, `status ${status} with ${codes}`],
    [new Set(codes).size < codes.length, `a limitation twice: ${codes}`],
    [items.length === 0 && codes.length === 0, `${operation}: silently empty`],
    [items.length > 0 && codes.includes("no_match"), "no_match with items"],
  ];
  return problems.filter(([isSo]) => isSo).map(([, words]) => words);
}

/** Nothing from outside path_prefix and language, and nothing less sure than min_confidence. */
function filterProblems({ request, world, before }: Asked, answer: Document): string[] {
  const { path_prefix: written = "", language, min_confidence: least } = request.operation;
  const prefix = written.startsWith("./") ? written.slice(2) : written;
  const paths = [
    ...Object.keys(answer.files),
    ...Object.keys(answer.files_before ?? {}),
    // A folder of the map is named although only files of it are let in.
    // A verdict may speak of what was, or of no path at all.
    ...answer.items.filter(({ kind, verdict }: Document) => kind !== "directory" && verdict === undefined)
      .map(({ path }: Document) => path),
  ];
  const languageOf = (path: string) => (world.files.get(path) ?? before?.files.get(path))?.language;
  // Of an earlier answer, the claims of a prefix are shown, wherever what they cite lies now.
  const outside = answer.operation === "verify"
    ? []
    : paths.filter((path) =>
      !path.startsWith(prefix) || language !== undefined && languageOf(path) !== language
    );
  const unsure = answer.items.flatMap((
    { relations = [], witness = [] }: Document,
  ) => [...relations, ...witness])
    .filter(({ confidence }: Document) =>
      least !== undefined && CONFIDENCES.indexOf(confidence) > CONFIDENCES.indexOf(least)
    );
  return [
    ...outside.map((path) => `${path} is outside the filter`),
    ...unsure.map(({ confidence }: Document) => `${confidence} is less sure than ${least}`),
  ];
}

function nextProblems({ next }: Document): string[] {
  if (next === null) return [];
  try {
    checkedRequest(next);
    return [];
  } catch (error) {
    return [`next is no request: ${error}`];
  }
}

/** Codes that a well-formed request to a fresh index may be refused with. */
const REFUSALS: ReadonlySet<string> = new Set([
  "symbol.not_found",
  "symbol.ambiguous",
  "path.not_found",
  "path.outside_root",
  "line.not_found",
  "column.not_found",
  "language.unsupported",
  "git.revision_not_found",
  "index.baseline_unavailable",
  "index.code_changed",
  "request.budget_too_small",
]);

/** Everything that is wrong with how a request was refused. */
export function refusalProblems({ request, world }: Asked, thrown: unknown): string[] {
  if (!(thrown instanceof Failure)) return [`threw ${thrown instanceof Error ? thrown.stack : thrown}`];
  const document: Document = JSON.parse(renderDocument(failureDocument(thrown), "compact"));
  const checked = failureSchema().safeParse(document);
  const { code, message, hint, detail } = document;
  const { language, file_sha256: digest } = request.operation;
  const needs: [boolean, string][] = [
    [!checked.success, `not as its schema says: ${checked.error?.message}`],
    [!REFUSALS.has(code), `refused with ${code}: ${message}`],
    [hint === null, `${code} without a hint: ${message}`],
    [detail === null, `${code} without detail: ${message}`],
    [
      code === "language.unsupported" && LANGUAGES.some(({ id }) => id === language),
      `${language} is a language`,
    ],
    [code === "index.code_changed" && digest === undefined, "index.code_changed, and nothing changed"],
    [code === "path.not_found" && world.files.has(detail?.path), `${detail?.path} is there`],
    [
      code === "request.budget_too_small" && !(detail.needed_bytes > request.max_bytes),
      "the budget is large enough",
    ],
  ];
  return needs.filter(([isSo]) => isSo).map(([, words]) => words);
}
