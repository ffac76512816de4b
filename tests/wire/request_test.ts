// How a request is refused: each offending field with its path, what was wanted and what came.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { z } from "zod";
import {
  checkRequest,
  type FieldProblem,
  fields,
  filterFields,
  ofOneSymbol,
  parseRequest,
  requestFields,
  requireFingerprint,
  selectorOf,
  symbolFields,
  type SymbolFieldValues,
} from "../../lib/wire/mod.ts";
import { Failure } from "../../lib/model/mod.ts";

const schema = z.strictObject({
  operation: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("symbols"), query: z.string().min(1), ...filterFields() }),
    ofOneSymbol(z.strictObject({ kind: z.literal("callers"), ...symbolFields(), ...filterFields() })),
    z.strictObject({
      kind: z.literal("impact"),
      paths: z.array(fields.path()).min(1).max(2),
      depth: z.int().max(5),
    }),
  ]),
  ...requestFields(),
});
const request = () => schema;

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("was accepted");
}

function problems(operation: unknown, rest: object = {}): string[] {
  const failure = failureOf(() => checkRequest({ operation, ...rest }, request));
  assert.equal(failure.code, "request.malformed");
  return (failure.detail?.fields as FieldProblem[]).map(({ path, wanted, came }) =>
    `${path}: ${wanted} / ${came}`
  );
}

describe("requests", () => {
  it("defaults are filled in", () => {
    const checked = checkRequest({ operation: { kind: "symbols", query: "x" } }, request);
    assert.deepEqual(checked, { operation: { kind: "symbols", query: "x", limit: 20 }, max_bytes: 16_000 });
  });

  const symbols = { kind: "symbols", query: "x" };
  const cases: readonly [name: string, operation: unknown, rest: object, problems: string[]][] = [
    ["no operation", undefined, {}, ["operation: object / nothing"]],
    ["an operation that is none", { kind: "x" }, {}, [
      'operation.kind: "symbols" or "callers" or "impact" / "x"',
    ]],
    ["a field missing", { kind: "symbols" }, {}, ["operation.query: string / nothing"]],
    ["a text too short", { kind: "symbols", query: "" }, {}, [
      "operation.query: text of at least 1 / a text of 0",
    ]],
    ["a number too big", { ...symbols, limit: 51 }, {}, ["operation.limit: at most 50 / 51"]],
    ["a fraction", { ...symbols, limit: 1.5 }, {}, ["operation.limit: integer / 1.5"]],
    ["a number as text", { ...symbols, limit: "3" }, {}, ['operation.limit: number / "3"']],
    ["fields that do not exist", { ...symbols, colour: "red" }, { extra: [1] }, [
      'operation.colour: no such field / "red"',
      "extra: no such field / a list of 1",
    ]],
    ["one of several words", { ...symbols, min_confidence: "sure" }, {}, [
      'operation.min_confidence: "precise" or "static" or "heuristic" or "syntactic" / "sure"',
    ]],
    ["bytes out of range", symbols, { max_bytes: 511 }, ["max_bytes: at least 512 / 511"]],
    ["a fingerprint of another shape", symbols, { expected_fingerprint: "abc" }, [
      'expected_fingerprint: text that matches /^[0-9a-f]{64}$/ / "abc"',
    ]],
    ["a place in a list", { kind: "impact", paths: ["a", 1], depth: 1 }, {}, [
      "operation.paths.1: string / 1",
    ]],
    ["a list too long", { kind: "impact", paths: ["a", "b", "c"], depth: 1 }, {}, [
      "operation.paths: list of at most 2 / a list of 3",
    ]],
    ["a long value is shortened", { ...symbols, limit: "x".repeat(500) }, {}, [
      `operation.limit: number / "${"x".repeat(79)}…`,
    ]],
    ["two ways to name a symbol", { kind: "callers", symbol: "a", symbol_id: "b" }, {}, [
      "operation: exactly one of symbol_id, symbol, or path with line and column / an object",
    ]],
  ];
  for (const [name, operation, rest, wanted] of cases) {
    it(name, () => assert.deepEqual(problems(operation, rest), wanted));
  }

  it("what is no JSON", () => {
    const failure = failureOf(() => parseRequest("{", request));
    assert.equal(failure.code, "request.malformed");
    assert.equal((failure.detail?.fields as FieldProblem[])[0].wanted, "one JSON document");
    assert.equal(failure.exitCode, 2);
  });

  const twice: readonly [name: string, text: string][] = [
    ["what says a key twice", '{"operation":{"kind":"symbols","query":"a","query":"b"}}'],
    ["what says it twice in other letters", '{"operation":{"kind":"symbols","query":"a","qu\\u0065ry":"b"}}'],
    [
      "what holds a document that says a key twice",
      '{"operation":{"kind":"x","answer":{"a":[{"b":1, "b" :2}]}}}',
    ],
  ];
  for (const [name, text] of twice) {
    it(name, () => {
      const failure = failureOf(() => parseRequest(text, request));
      assert.equal(failure.code, "request.malformed");
      assert.match(failure.message, /a key twice/);
    });
  }

  it("a key that stands in a value, or in two objects, is said once", () => {
    const text =
      '{"operation":{"kind":"symbols","query":"\\"kind\\":\\"x\\", \\"query\\":"},"max_bytes":600}';
    assert.equal((parseRequest(text, request) as { max_bytes: number }).max_bytes, 600);
  });

  it("the message names the first field and counts the rest", () => {
    const failure = failureOf(() =>
      checkRequest({ operation: { ...symbols, limit: 0, colour: 1 } }, request)
    );
    assert.match(failure.message, /^Field operation\.limit: wanted at least 1, came 0, and 1 more\.$/);
  });
});

describe("symbols", () => {
  const cases: readonly [name: string, fields: SymbolFieldValues, by: string | null][] = [
    ["an id", { symbol_id: "a#b." }, "id"],
    ["a name", { symbol: "A.b" }, "name"],
    ["a position", { path: "a.py", line: 1, column: 0 }, "position"],
    ["nothing", {}, null],
    ["half a position", { path: "a.py", line: 1 }, null],
    ["a name and a position", { symbol: "b", path: "a.py", line: 1, column: 0 }, null],
    ["a name and half a position", { symbol: "b", path: "a.py" }, null],
  ];
  for (const [name, fields, by] of cases) it(name, () => assert.equal(selectorOf(fields)?.by ?? null, by));

  it("an id needs the fingerprint it came from", () => {
    const id = { by: "id", symbolId: "a#b." } as const;
    assert.equal(failureOf(() => requireFingerprint(id, undefined)).code, "request.fingerprint_required");
    requireFingerprint(id, "f".repeat(64));
    requireFingerprint({ by: "name", symbol: "b" }, undefined);
  });
});
