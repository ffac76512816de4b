// Requests that are almost right: fields of other types, huge numbers, deep nesting, fields that nobody knows, odd unicode,
// text that breaks off. What must hold: an answer as its schema says, or a refusal with a code of the table that is no defect.

import fc from "fast-check";
import type { Project } from "../../lib/app/mod.ts";
import { Failure, FAILURE_CODES } from "../../lib/model/mod.ts";
import { OPERATIONS, readRequest } from "../../lib/operations/mod.ts";
import { answerProblems, type Document } from "../contract/checks.ts";
import { requestsTo } from "../contract/requests.ts";
import type { World } from "../contract/world.ts";
import { Chance } from "../parts/chance.ts";

const MANY = 20_000;
const ODD_TEXTS = [
  "",
  "\0",
  "\ud800",
  "\udc00x",
  "\u202e",
  "\u{10ffff}",
  "a\nb",
  "../../etc/passwd",
  "/etc/passwd",
  "C:\\x",
  "%2e%2e/",
  "*".repeat(300),
  '"'.repeat(50),
  "'; DROP TABLE files; --",
  "NEAR(a b)",
  "col:a",
  "a AND",
  "(",
  "e\u0301",
  "\u01c6".repeat(9_000),
  "x".repeat(8_193),
  "__proto__",
  "-1",
];
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, -0, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324],
  ...[[], {}, [[]], [null], { a: 1 }, { toString: 1 }, { length: -1 }, ["a", 1]],
  Array(MANY).fill("a"),
  ...ODD_TEXTS,
];
const ODD_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "\ud800",
  "kind",
  "Limit",
];

/** Text of a request that came of a right one. */
export function mutatedRequest(request: Document, chance: Chance): string {
  const value = structuredClone(request);
  for (let count = chance.between(1, 4); count > 0; count--) change(value, chance);
  const text = JSON.stringify(value) ?? "null";
  const way = chance.next();
  if (way < 0.8) return text;
  if (way < 0.85) return text.slice(0, chance.between(0, text.length));
  if (way < 0.9) {
    const at = chance.between(0, text.length);
    return text.slice(0, at) + chance.of(["\0", "[", "{", ",", '"', "\\u", "1e999", "NaN", "//", "\ud800"]) +
      text.slice(at);
  }
  if (way < 0.95) return text.replace(/"kind":/, '"kind":"status","kind":');
  const depth = chance.between(100, MANY);
  const [open, shut] = chance.of([["[", "]"], ['{"operation":', "}"], ['{"a":[', "]}"]]);
  return text.replace(/:[^,}]*/, `:${open.repeat(depth)}1${shut.repeat(depth)}`);
}

/** Changes one thing, somewhere. */
function change(value: Document, chance: Chance): void {
  let at = value;
  for (;;) {
    const keys = Object.keys(at);
    const inner = keys.filter((key) => typeof at[key] === "object" && at[key] !== null);
    if (inner.length > 0 && chance.next() < 0.6) {
      at = at[chance.of(inner)];
      continue;
    }
    const way = chance.next();
    const key = keys.length === 0 || way < 0.25 ? chance.of(ODD_NAMES) : chance.of(keys);
    if (way > 0.9) delete at[key];
    else if (way > 0.8) at[key] = chance.of(OPERATIONS).kind;
    // Not by assignment, which would give it another prototype instead of a field.
    else {Object.defineProperty(at, key, {
        value: structuredClone(chance.of(ODD_VALUES)),
        enumerable: true,
        configurable: true,
        writable: true,
      });}
    return;
  }
}

/** What is wrong with what comes of a request's text. */
export async function requestProblems(project: Project, world: World, text: string): Promise<string[]> {
  try {
    const request = readRequest(text);
    const answer = await project.query(request, { verify: "none" });
    return request.operation.kind === "status"
      ? []
      : answerProblems({ request, world, before: null }, answer);
  } catch (error) {
    if (!(error instanceof Failure)) return [`thrown: ${(error as Error).stack}`];
    if (error.code === "internal.invariant") return [`${error.code}: ${error.message}`];
    return error.code in FAILURE_CODES ? [] : [`unknown code ${error.code}`];
  }
}

/** Right requests to start from, by seed. */
export function rightRequests(world: World): (seed: number) => Document {
  const requests = requestsTo(world, null);
  return (seed) => fc.sample(requests, { seed, numRuns: 1 })[0];
}
