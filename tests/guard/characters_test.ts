// What a terminal obeys and an eye misses.
// deno-lint-ignore-file no-control-regex

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, guardValue, hasBidiControls, type JsonValue, visible } from "../../lib/guard/mod.ts";

const HIDDEN: readonly [name: string, text: string, escaped: string][] = [
  ["delete", "\u007f", "\\u007f"],
  ["C1 control sequence introducer", "\u009b31m", "\\u009b31m"],
  ["right-to-left override", "\u202e", "\\u202e"],
  ["isolate", "\u2066x\u2069", "\\u2066x\\u2069"],
  ["Arabic letter mark", "\u061c", "\\u061c"],
  ["zero-width space", "a\u200bb", "a\\u200bb"],
  ["soft hyphen", "\u00ad", "\\u00ad"],
  ["line separator", "\u2028", "\\u2028"],
  ["paragraph separator", "\u2029", "\\u2029"],
  ["byte order mark", "\ufeff", "\\ufeff"],
  ["tag character", "\u{e0041}", "\\udb40\\udc41"],
];

describe("JSON", () => {
  for (const [name, text, escaped] of HIDDEN) {
    it(`${name} is escaped and parses back`, () => {
      const json = encodeJson({ text });
      assert.equal(json, `{"text":"${escaped}"}`);
      assert.equal(JSON.parse(json).text, text);
    });
  }

  it("ordinary text of any script stays as it is", () => {
    const text = 'naïve Ω 日本語 עברית 🙂 a\\b "q"';
    assert.equal(encodeJson(text), JSON.stringify(text));
  });

  it("indentation is JSON's own", () => {
    assert.equal(encodeJson({ a: ["\u2028"] }, 2), '{\n  "a": [\n    "\\u2028"\n  ]\n}');
  });

  it("law: any JSON value parses back to itself and holds nothing hidden", () => {
    const hidden =
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...HIDDEN.map(([, sample]) => sample)),
    );
    fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary" }), text, (value, extra) => {
      const whole = { value: value as JsonValue, [extra]: extra };
      const json = encodeJson(whole);
      assert.doesNotMatch(json, hidden);
      assert.equal(JSON.stringify(JSON.parse(json)), JSON.stringify(whole));
    }));
  });
});

describe("text for people", () => {
  const cases: readonly [name: string, text: string, shown: string][] = [
    ["escape sequences", "\u001b[31mred\u0007", "\\u001b[31mred\\u0007"],
    ["a carriage return that would overwrite the line", "safe\rfake", "safe\\u000dfake"],
    ["line feed and tab stay", "a\n\tb", "a\n\tb"],
    ["a lone surrogate", "a\ud800b", "a\\ud800b"],
    ["a pair stays", "🙂", "🙂"],
    ["direction controls", "\u202egnp.exe", "\\u202egnp.exe"],
  ];
  for (const [name, text, shown] of cases) it(name, () => assert.equal(visible(text), shown));

  it("law: nothing but line feed and tab is a control", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.doesNotMatch(
        visible(text),
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      );
    }));
  });
});

describe("direction controls", () => {
  it("are told of text and of values, and kept", () => {
    assert.equal(hasBidiControls("a\u202eb"), true);
    assert.equal(hasBidiControls("עברית"), false);
    const value = { name: "x", inner: [{ text: "a\u2067b" }] };
    assert.deepEqual(guardValue(value), { value, redacted: false, bidiControls: true });
  });
});
