// Answers read back: whole from each format that can be read back, and refused where they are cut, too long or too deep.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  answerProblem,
  EARLIER_ANSWER,
  formatDocument,
  isIntact,
  type JsonObject,
  readEarlierAnswer,
} from "../../lib/wire/mod.ts";
import { form, whole } from "./answers.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readEarlierAnswer(bytes(text));
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const PRESENTED = { hasColour: false, asked: null };

const ANSWERS: readonly [name: string, answer: JsonObject][] = [
  ["without items", whole([])],
  ["of one item", whole([[form({ path: "a.py", text: "line\n\u2028\u202e" })]])],
  ["of three items", whole([1, 2, 3].map((at) => [form({ path: "a.py", at })]))],
];

describe("an earlier answer", () => {
  for (const [name, answer] of ANSWERS) {
    for (const format of ["json", "ndjson"] as const) {
      for (const isIndented of [false, true]) {
        it(`${name} is read back whole from ${format}${isIndented ? ", indented" : ""}`, () => {
          const back = read(formatDocument(answer, format, { ...PRESENTED, isIndented }));
          assert.deepEqual(back, answer);
          assert.equal(answerProblem(back), null);
          assert.equal(isIntact(back as JsonObject, sha256), true);
        });
      }
    }
  }

  it("is not as it was written where anything of it is another", () => {
    const [, [, answer]] = ANSWERS;
    for (const other of [{ total: 7 }, { more: 1 }, { items: [] }, { answer_digest: "0".repeat(64) }]) {
      assert.equal(isIntact({ ...answer, ...other }, sha256), false, JSON.stringify(other));
    }
    assert.equal(isIntact({ ...answer, checked_at: "2000-01-01T00:00:00.000Z" }, sha256), true);
  });

  it("is not as it was written where a line of ndjson is missing", () => {
    const lines = formatDocument(ANSWERS[2][1], "ndjson", { ...PRESENTED, isIndented: false }).split("\n");
    const back = read(lines.toSpliced(2, 1).join("\n"));
    assert.equal(isIntact(back as JsonObject, sha256), false);
  });

  const text = formatDocument(ANSWERS[2][1], "json", { ...PRESENTED, isIndented: false });
  const unread: readonly [name: string, text: string][] = [
    ["nothing", ""],
    ["a text", "3 of 4 callers"],
    ["half an answer", text.slice(0, text.length / 2)],
    ["two answers", text + text],
    [
      "ndjson that ends within a line",
      formatDocument(ANSWERS[2][1], "ndjson", { ...PRESENTED, isIndented: false }).slice(0, -5),
    ],
    ["an opened list without end", "[".repeat(1_000_000)],
    ["one that says a thing twice", text.replace('"total":3', '"total":9,"total":3')],
    ["one that says it twice in an item", text.replace('"at":1', '"at":9, "at" : 1')],
    ["one that says it twice in other letters", text.replace('"at":1', '"\\u0061t":9,"at":1')],
  ];
  for (const [name, text] of unread) {
    it(`${name} is refused`, () => assert.throws(() => read(text), { code: "request.malformed" }));
  }

  it("of more bytes than an answer has is refused by its length", () => {
    assert.throws(() => readEarlierAnswer(new Uint8Array(EARLIER_ANSWER.maxBytes + 1)), {
      code: "limit.exceeded",
    });
    assert.throws(() => readEarlierAnswer(new Uint8Array(EARLIER_ANSWER.maxBytes)), {
      code: "request.malformed",
    });
  });

  it("that nests too deep is none, however deep", () => {
    const deep = (levels: number) =>
      read(`{"schema":"evident.query.v1","a":${"[".repeat(levels)}${"]".repeat(levels)}}`);
    assert.deepEqual(answerProblem(deep(EARLIER_ANSWER.maxDepth - 1))?.path, ["operation"]);
    for (const levels of [EARLIER_ANSWER.maxDepth, 500_000]) {
      assert.deepEqual(answerProblem(deep(levels))?.path, []);
    }
  });
});
