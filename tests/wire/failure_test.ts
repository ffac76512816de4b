// Failures as documents.

import { test } from "node:test";
import assert from "node:assert/strict";
import { failureDocument, renderDocument, traceOf } from "../../lib/wire/mod.ts";
import { asFailure, Failure } from "../../lib/model/mod.ts";

test("a failure's document has every key, in order", () => {
  const failure = new Failure("symbol.ambiguous", "Two.", { detail: { choices: ["a", "b"] }, retry: true });
  assert.deepEqual(Object.entries(failureDocument(failure)), [
    ["schema", "evident.failure.v1"],
    ["code", "symbol.ambiguous"],
    ["message", "Two."],
    ["hint", null],
    ["detail", { choices: ["a", "b"] }],
    ["retry", true],
  ]);
});

test("what is no Failure is a defect of ours, exit 70", () => {
  const failure = asFailure(new TypeError("x is undefined"));
  assert.equal(failure.code, "internal.invariant");
  assert.equal(failure.exitCode, 70);
  assert.equal(failure.message, "An unexpected TypeError.");
  assert.equal(asFailure("thrown text").code, "internal.invariant");
});

test("what the system or an engine said of a defect is told only to who asks for it", () => {
  const refused = Object.assign(new Error("EIO: i/o error, open '/home/me/private.py'"), {
    code: "EIO",
    syscall: "open",
  });
  const failure = asFailure(refused);
  assert.equal(failure.message, "An unexpected EIO of open.");
  const odd = Object.assign(new Error("of /home/me"), { code: "/home/me", syscall: "/home/me" });
  assert.equal(asFailure(odd).message, "An unexpected Error.");
  assert.doesNotMatch(traceOf(failure, false) ?? "", /private/);
  assert.match(traceOf(failure, false)!, /failure_test/);
  assert.match(traceOf(failure, true)!, /private/);
});

test("a Failure stays itself", () => {
  const failure = new Failure("index.missing", "None.");
  assert.equal(asFailure(failure), failure);
});

test("secrets and what JSON cannot hold do not leave in a detail", () => {
  const secret = "gh" + "p_" + "a1B2".repeat(9);
  const detail = { path: secret, at: new Date(0), none: undefined };
  const document = failureDocument(new Failure("path.not_found", `No ${secret}.`, { detail }));
  assert.equal(document.message, "No [redacted].");
  assert.deepEqual(document.detail, { path: "[redacted]", at: "1970-01-01T00:00:00.000Z" });
});

test("compact and indented text end with one line feed", () => {
  assert.equal(renderDocument({ a: ["\u2028"] }, "compact"), '{"a":["\\u2028"]}\n');
  assert.equal(renderDocument({ a: [1] }, "indented"), '{\n  "a": [\n    1\n  ]\n}\n');
});
