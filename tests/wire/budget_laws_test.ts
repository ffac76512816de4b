// The laws of the byte budget, over made-up answers.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { assemble, type ItemForm, type JsonObject, renderDocument } from "../../lib/wire/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { answerOf, form, item, OBSERVED, sha256, utf8Bytes, whole } from "./answers.ts";

const bytesOf = (document: JsonObject): number => utf8Bytes(renderDocument(document, "compact"));

describe("laws of the budget", () => {
  const path = fc.oneof(
    fc.constantFrom("a", "b/c.py", "1", "__proto__", "ü\u2028", "\u{1f642}"),
    fc.string({ minLength: 1 }),
  );
  const value = fc.record({
    n: fc.integer(),
    text: fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom("\u202e\u2028", "gh" + "p_" + "a1B2".repeat(9)),
    ),
    more: fc.jsonValue({ stringUnit: "binary" }),
  }) as fc.Arbitrary<JsonObject>;
  const forms = fc.array(
    fc.record({ value, paths: fc.array(path, { maxLength: 3 }) }).map(({ value, paths }) =>
      form(value, ...paths)
    ),
    { minLength: 1, maxLength: 3 },
  );
  const maxBytes = fc.oneof(fc.integer({ min: 512, max: 4_000 }), fc.integer({ min: 512, max: 32_768 }));
  const listed = fc.array(forms, { maxLength: 40 });
  const limit = fc.integer({ min: 1, max: 50 });

  /** The document, or null where the envelope was refused. */
  function cut(items: ItemForm[][], limit: number, maxBytes: number, left = 0): JsonObject | null {
    const answer = answerOf(items.map((forms) => item(...forms)), { limit, total: items.length + left });
    try {
      return assemble(OBSERVED, answer, maxBytes, sha256);
    } catch (error) {
      assert.ok(error instanceof Failure && error.code === "request.budget_too_small");
      assert.ok(error.detail?.needed_bytes as number > maxBytes);
      return null;
    }
  }

  const shownOf = (document: JsonObject) => document.items as JsonObject[];
  /** What one form becomes when it stands alone. */
  const alone = (form: ItemForm) => shownOf(whole([[form]]))[0];

  it("at most max_bytes, and it parses back", () => {
    fc.assert(
      fc.property(listed, limit, maxBytes, fc.nat(9), (items, limit, maxBytes, left) => {
        const document = cut(items, limit, maxBytes, left);
        if (document === null) return;
        const text = renderDocument(document, "compact");
        assert.ok(utf8Bytes(text) <= maxBytes);
        assert.equal(JSON.stringify(JSON.parse(text)), JSON.stringify(document));
      }),
      { numRuns: 300 },
    );
  });

  it("what is shown is a prefix, each item one of its forms, and says what it left out", () => {
    fc.assert(fc.property(listed, limit, maxBytes, (items, limit, maxBytes) => {
      const document = cut(items, limit, maxBytes);
      if (document === null) return;
      const shown = shownOf(document);
      assert.ok(shown.length <= Math.min(items.length, limit));
      shown.forEach((value, n) => {
        const texts = items[n].map((form) => JSON.stringify(alone(form)));
        assert.ok(texts.includes(JSON.stringify(value)));
      });
      const counts = Object.fromEntries(
        (document.limitations as { code: string; count: number }[]).map(({ code, count }) => [code, count]),
      );
      assert.equal((counts.limit ?? 0) + (counts.max_bytes ?? 0), items.length - shown.length);
      assert.equal(document.truncated, shown.length < items.length);
      assert.equal(document.status, shown.length < items.length ? "partial" : "ok");
    }));
  });

  it("files are exactly what the shown items cite", () => {
    const single = forms.map((all) => [all[0]]);
    fc.assert(fc.property(fc.array(single, { maxLength: 20 }), maxBytes, (items, maxBytes) => {
      const document = cut(items, 50, maxBytes);
      if (document === null) return;
      const cited = items.slice(0, shownOf(document).length).flatMap(([form]) => form.cites);
      const wanted = new Map(cited.map(({ path, sha256 }) => [path, sha256]));
      assert.deepEqual(new Map(Object.entries(document.files as JsonObject)), wanted);
    }));
  });

  it("the prefix is the largest that fits: one item more would not", () => {
    const single = forms.map((all) => [all[0]]);
    fc.assert(fc.property(fc.array(single, { minLength: 1, maxLength: 20 }), maxBytes, (items, maxBytes) => {
      const document = cut(items, 50, maxBytes);
      const shown = document === null ? -1 : shownOf(document).length;
      for (let more = shown + 1; more <= items.length; more++) {
        const page = whole(items.slice(0, more), items.length);
        const left = items.length - more;
        const notices = page.limitations as { code: string; count: number }[];
        const others = notices.filter(({ code }) => code !== "limit");
        const limitations = left === 0 ? others : [...others, { code: "max_bytes", count: left }];
        assert.ok(bytesOf({ ...page, limitations }) > maxBytes);
      }
    }));
  });

  it("counted to the byte: an answer fits in its own size and loses an item at one byte less", () => {
    const single = forms.map((all) => [all[0]]);
    fc.assert(
      fc.property(fc.array(single, { minLength: 1, maxLength: 12 }), maxBytes, (items, maxBytes) => {
        for (const document of [whole(items), cut(items, 50, maxBytes)]) {
          if (document === null || shownOf(document).length === 0) continue;
          const bytes = bytesOf(document);
          assert.deepEqual(cut(items, 50, bytes), document);
          const less = cut(items, 50, bytes - 1);
          assert.ok(less === null || shownOf(less).length < shownOf(document).length);
        }
      }),
    );
  });

  it("items that fit only without the notice of a cut are shown", () => {
    const items = [1, 2, 3].map((n) => [form({ n })]);
    const all = whole(items);
    assert.deepEqual(cut(items, 50, bytesOf(all)), all);
  });

  it("two runs give one text", () => {
    fc.assert(fc.property(listed, maxBytes, (items, maxBytes) => {
      assert.equal(JSON.stringify(cut(items, 50, maxBytes)), JSON.stringify(cut(items, 50, maxBytes)));
    }));
  });
});
