// What fits in `max_bytes`, counted to the byte.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { assemble, type JsonObject, renderDocument } from "../../lib/wire/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { answerOf, cite, digestOf, form, item, OBSERVED, sha256, utf8Bytes, whole } from "./answers.ts";

const bytesOf = (document: JsonObject): number => utf8Bytes(renderDocument(document, "compact"));

function refused(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("was not refused");
}

describe("envelope", () => {
  it("has the keys of the design in their order", () => {
    const document = whole([[form({ name: "a" }, "a.py")]]);
    assert.deepEqual(Object.keys(document), [
      "schema",
      "scope_id",
      "fingerprint",
      "commit",
      "git_object_format",
      "dirty",
      "checked_at",
      "verified",
      "operation",
      "status",
      "total",
      "truncated",
      "files",
      "items",
      "coverage",
      "limitations",
      "next",
      "answer_digest",
    ]);
    assert.equal(document.schema, "evident.query.v1");
    assert.equal(document.status, "ok");
    assert.equal(document.truncated, false);
    assert.deepEqual(document.files, { "a.py": cite("a.py").sha256 });
  });

  it("a comparison names the earlier generation and cites its files apart", () => {
    const observed = { ...OBSERVED, before: { fingerprint: "b".repeat(64), commit: null } };
    const forms = { value: { name: "a" }, cites: [cite("a.py"), cite("a.py", "before")] };
    const document = assemble(observed, answerOf([item(forms)]), 32_768, sha256);
    assert.equal(document.before_fingerprint, "b".repeat(64));
    assert.equal(document.before_commit, null);
    assert.deepEqual(document.files, { "a.py": cite("a.py").sha256 });
    assert.deepEqual(document.files_before, { "a.py": cite("a.py", "before").sha256 });
  });

  it("each cited path stands once, in UTF-8 order", () => {
    const document = whole([[form({ n: 1 }, "b", "\u{10000}", "a")], [
      form({ n: 2 }, "a", "\uffff", "__proto__"),
    ]]);
    assert.deepEqual(Object.keys(document.files as JsonObject), [
      "__proto__",
      "a",
      "b",
      "\uffff",
      "\u{10000}",
    ]);
  });

  it("the digest leaves out the clock and nothing else", () => {
    const answer = answerOf([item(form({ name: "a" }, "a.py"))]);
    const digest = (observed: typeof OBSERVED, of = answer) =>
      assemble(observed, of, 32_768, sha256).answer_digest;
    const first = assemble(OBSERVED, answer, 32_768, sha256);
    assert.equal(digest({ ...OBSERVED, checkedAt: "2030-01-01T00:00:00.000Z" }), first.answer_digest);
    assert.notEqual(digest({ ...OBSERVED, dirty: true }), first.answer_digest);
    assert.notEqual(digest(OBSERVED, { ...answer, next: ["x"] }), first.answer_digest);
    const { checked_at: _clock, answer_digest, ...body } = first;
    assert.equal(answer_digest, digestOf(JSON.stringify(body)));
  });
});

describe("cuts", () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, n) => item(form({ n, pad: "x".repeat(300) }, `f${n}`)));

  it("by bytes: partial, truncated, and the number left out", () => {
    const document = assemble(OBSERVED, answerOf(items(30)), 4_000, sha256);
    const shown = (document.items as JsonObject[]).length;
    assert.equal(document.status, "partial");
    assert.equal(document.truncated, true);
    assert.equal(document.total, 30);
    assert.deepEqual(document.limitations, [{ code: "max_bytes", count: 30 - shown }]);
    assert.deepEqual(
      Object.keys(document.files as JsonObject),
      Array.from({ length: shown }, (_, n) => `f${n}`),
    );
  });

  it("by limit: partial, truncated, and the number left out", () => {
    const document = assemble(OBSERVED, answerOf(items(4), { limit: 3, total: 9 }), 32_768, sha256);
    assert.equal((document.items as JsonObject[]).length, 3);
    assert.equal(document.status, "partial");
    assert.equal(document.truncated, true);
    assert.deepEqual(document.limitations, [{ code: "limit", count: 6 }]);
  });

  it("by a limit of the operation's own", () => {
    const limitations = [{ code: "walk_nodes", count: 500 }, { code: "walk_time", count: 0 }] as const;
    const document = assemble(OBSERVED, answerOf(items(1), { limitations }), 32_768, sha256);
    assert.equal(document.status, "partial");
    assert.equal(document.truncated, false);
    assert.deepEqual(document.limitations, [{ code: "walk_nodes", count: 500 }]);
  });

  it("what only warns does not make it partial", () => {
    const limitations = [{ code: "commit_changed", count: 1 }] as const;
    assert.equal(assemble(OBSERVED, answerOf(items(1), { limitations }), 32_768, sha256).status, "ok");
  });

  it("an item takes its longest form that fits", () => {
    const long = form({ n: 1, source: "x".repeat(5_000) }, "a", "b");
    const short = form({ n: 1 }, "a");
    assert.deepEqual(assemble(OBSERVED, answerOf([item(long, short)]), 8_000, sha256).items, [long.value]);
    const document = assemble(OBSERVED, answerOf([item(long, short)]), 2_000, sha256);
    assert.deepEqual(document.items, [short.value]);
    assert.equal(document.status, "ok");
    assert.deepEqual(Object.keys(document.files as JsonObject), ["a"], "only what is shown is cited");
  });

  it("an item that does not fit ends the answer: nothing of lower rank takes its place", () => {
    const big = item(form({ n: 2, pad: "x".repeat(9_000) }, "b"));
    const small = item(form({ n: 3 }, "c"));
    const document = assemble(OBSERVED, answerOf([item(form({ n: 1 }, "a")), big, small]), 4_000, sha256);
    assert.deepEqual(document.items, [{ n: 1 }]);
    assert.deepEqual(document.limitations, [{ code: "max_bytes", count: 2 }]);
  });

  it("forms of items that are not reached are never asked for", () => {
    const never = () => {
      throw new Error("asked");
    };
    const big = item(form({ pad: "x".repeat(9_000) }, "a"));
    const document = assemble(OBSERVED, answerOf([big, never, never]), 4_000, sha256);
    assert.deepEqual(document.items, []);
  });

  it("an envelope that does not fit is refused with the bytes it needs", () => {
    const answer = answerOf(items(3), { coverage: { note: "x".repeat(600) } });
    const failure = refused(() => assemble(OBSERVED, answer, 512, sha256));
    assert.equal(failure.code, "request.budget_too_small");
    const needed = failure.detail?.needed_bytes as number;
    assert.ok(bytesOf(assemble(OBSERVED, answer, needed, sha256)) <= needed);
    assert.equal(refused(() => assemble(OBSERVED, answer, needed - 1, sha256)).detail?.needed_bytes, needed);
  });
});

describe("the firewall", () => {
  const secret = "gh" + "p_" + "a1B2".repeat(9);

  it("an item with a secret says redacted and is counted", () => {
    const document = assemble(
      OBSERVED,
      answerOf([item(form({ doc: `token ${secret}` }, "a"))]),
      32_768,
      sha256,
    );
    assert.deepEqual(document.items, [{ doc: "token [redacted]", redacted: true }]);
    assert.deepEqual(document.limitations, [{ code: "redacted", count: 1 }]);
    assert.equal(document.status, "ok");
  });

  it("direction controls are flagged and kept", () => {
    const document = assemble(OBSERVED, answerOf([item(form({ name: "a\u202eb" }, "a"))]), 32_768, sha256);
    assert.deepEqual(document.items, [{ name: "a\u202eb", bidi_controls: true }]);
    assert.deepEqual(document.limitations, [{ code: "bidi_controls", count: 1 }]);
    assert.match(renderDocument(document, "compact"), /a\\u202eb/);
  });

  it("coverage, next and paths pass it too", () => {
    const more = { coverage: { [secret]: 1 }, next: [secret] };
    const text = renderDocument(
      assemble(OBSERVED, answerOf([item(form({ n: 1 }, secret))], more), 32_768, sha256),
      "compact",
    );
    assert.doesNotMatch(text, new RegExp(secret));
  });
});
