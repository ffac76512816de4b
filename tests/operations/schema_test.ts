// The JSON Schemas that are printed say what the program takes and gives: of requests as of answers.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { Failure } from "../../lib/model/mod.ts";
import { checkedRequest, jsonSchemas, OPERATIONS, STATUS } from "../../lib/operations/mod.ts";
import { failureDocument } from "../../lib/wire/mod.ts";
import { type Document, repository, SMALL_REPOSITORY } from "./asking.ts";
import { isValid } from "./json_schema.ts";

const made = repository(SMALL_REPOSITORY);
const DIGEST = "0".repeat(64);
const KINDS = [STATUS, ...OPERATIONS.map(({ kind }) => kind)];
const request: Document = jsonSchemas(null).request;
const response: Document = jsonSchemas(null).response;

describe("the schema of requests", () => {
  const one = { kind: "callers" };
  const cases: readonly [taken: boolean, request: object][] = [
    [true, { operation: { kind: "status" } }],
    [true, { operation: { kind: "map" }, max_bytes: 512 }],
    [false, { operation: { kind: "map" }, max_bytes: 511 }],
    [false, { operation: { kind: "nothing" } }],
    [false, { operation: { kind: "map", more: 1 } }],
    [false, { operation: { kind: "map", depth: 1.5 } }],
    [false, { operation: { kind: "map", depth: "1" } }],
    [false, {}],
    [false, { operation: { kind: "status" }, more: 1 }],
    [true, { operation: { ...one, symbol: "a" } }],
    [true, { operation: { ...one, path: "a", line: 1, column: 0 } }],
    [true, { operation: { ...one, symbol_id: "a#" }, expected_fingerprint: DIGEST }],
    [false, { operation: one }],
    [false, { operation: { ...one, symbol: "a", path: "b" } }],
    [false, { operation: { ...one, symbol: "a", symbol_id: "a#" }, expected_fingerprint: DIGEST }],
    [false, { operation: { ...one, path: "a", line: 1 } }],
    [false, { operation: { ...one, path: "a", line: 0, column: 0 } }],
    [false, { operation: { ...one, symbol: "" } }],
    [true, { operation: { kind: "source", path: "a", start_line: 1, end_line: 2, file_sha256: DIGEST } }],
    [true, { operation: { kind: "source", symbol: "a" } }],
    [false, { operation: { kind: "source", symbol: "a", start_line: 1 } }],
    [false, { operation: { kind: "source" } }],
    [false, { operation: { kind: "source", path: "a\0" } }],
    [true, { operation: { kind: "impact", symbols: ["a"], paths: ["b"] } }],
    [false, { operation: { kind: "impact" } }],
    [false, { operation: { kind: "impact", symbols: [] } }],
    [true, { operation: { kind: "affected_tests", base: "main" } }],
    [false, { operation: { kind: "affected_tests", base: "main", symbols: ["a"] } }],
    [false, { operation: { kind: "affected_tests", base: "-x" } }],
    [true, { operation: { kind: "changes", before_fingerprint: DIGEST } }],
    [false, { operation: { kind: "changes", before_fingerprint: DIGEST, base: "main" } }],
    [false, { operation: { kind: "symbols", query: "a", kinds: ["nothing"] } }],
    [false, { operation: { kind: "symbols", query: "a".repeat(8_193) } }],
  ];
  for (const [taken, given] of cases) {
    it(`${taken ? "takes" : "refuses"} ${JSON.stringify(given).slice(0, 100)}, as the program does`, () => {
      const kind: string = (given as Document).operation?.kind;
      assert.equal(isValid(request, given), taken);
      if (KINDS.includes(kind)) assert.equal(isValid(jsonSchemas(kind).request, given), taken);
      if (taken) checkedRequest(given);
      else assert.throws(() => checkedRequest(given), { code: "request.malformed" });
    });
  }

  it("asks for the fingerprint that an id is valid with", () => {
    for (const operation of [{ ...one, symbol_id: "a#" }, { kind: "impact", symbol_ids: ["a#"] }]) {
      assert.equal(isValid(request, { operation }), false);
      assert.equal(isValid(request, { operation, expected_fingerprint: DIGEST }), true);
    }
  });

  it("says what each operation and each of its fields is for", () => {
    for (const operation of request.properties.operation.oneOf) {
      const { kind, ...fields } = operation.properties;
      assert.ok(operation.description?.length > 0, kind.const);
      for (const [name, { description }] of Object.entries<Document>(fields)) {
        assert.ok(description?.length > 0, `${kind.const}.${name}`);
      }
    }
    assert.deepEqual(
      request.properties.operation.oneOf.map(({ properties }: Document) => properties.kind.const),
      KINDS,
    );
  });
});

describe("the schema of answers", () => {
  const subjects: Record<string, object> = {
    symbol: { symbol: "Turbo" },
    symbols: { symbols: ["helper"] },
    query: { query: "helper" },
    path: { path: "lib/core.py" },
    answer: {
      answer: { schema: "evident.query.v1", operation: "map", files: { "gone.py": DIGEST }, items: [{}] },
    },
  };
  for (const kind of KINDS.filter((kind) => !["changes", "impact_changes", "review"].includes(kind))) {
    it(`takes what ${kind} answers`, async () => {
      const schema = OPERATIONS.find((operation) => operation.kind === kind)?.schema();
      const subject = Object.keys(subjects).find((field) => schema !== undefined && field in schema.shape);
      const operation = { kind, ...subject === undefined ? {} : subjects[subject] };
      const answer = JSON.parse(JSON.stringify(await made.ask(operation)));
      const own = jsonSchemas(kind).response;
      assert.ok(isValid(own, answer));
      assert.ok(isValid(response, answer));
      assert.ok(!isValid(own, { ...answer, more: 1 }));
      for (const key of Object.keys(answer)) assert.ok(!isValid(own, { ...answer, [key]: undefined }), key);
    });
  }

  it("takes failures", () => {
    const failure = failureDocument(new Failure("symbol.not_found", "No.", { detail: { choices: [] } }));
    assert.ok(isValid(jsonSchemas("map").response, JSON.parse(JSON.stringify(failure))));
    assert.ok(!isValid(response, { ...failure, code: "nothing.such" }));
  });
});
