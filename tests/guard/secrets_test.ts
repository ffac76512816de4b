// Which texts are secrets and which only look like it. The samples are put together from parts, so that this file holds
// no secret's shape itself.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { findSecrets, guardValue, redact } from "../../lib/guard/mod.ts";

const run = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const MIXED = "aZ3bY7cX1dW9";
const marker = (edge: string, kind = "RSA "): string => `-----${edge} ${kind}PRIVATE` + " KEY-----";

const SECRETS: readonly [name: string, secret: string][] = [
  ["AWS access key", "AK" + "IA" + run("QZ7", 16)],
  ["GitHub token", "gh" + "p_" + run(MIXED, 36)],
  ["GitHub fine-grained token", "github" + "_pat_" + run(MIXED, 82)],
  ["GitLab token", "glp" + "at-" + run(MIXED, 20)],
  ["Slack token", "xox" + "b-" + run("123456789-", 30) + "aB"],
  ["Google key", "AI" + "za" + run(MIXED, 35)],
  ["Stripe key", "sk_" + "live_" + run(MIXED, 24)],
  ["npm token", "npm" + "_" + run(MIXED, 36)],
  ["web token", "ey" + "J" + run(MIXED, 20) + ".ey" + "J" + run(MIXED, 40) + "." + run(MIXED, 43)],
];

describe("tokens", () => {
  for (const [name, secret] of SECRETS) {
    it(`${name} is redacted, what stands around it is not`, () => {
      assert.deepEqual(redact(`key = "${secret}"; // note`), {
        text: 'key = "[redacted]"; // note',
        redacted: true,
      });
    });
    it(`${name} as part of a longer word is none`, () => {
      assert.equal(redact(`x${secret}`).redacted, false);
    });
  }

  const ordinary: readonly [name: string, text: string][] = [
    ["a digest", run("0123456789abcdef", 64)],
    ["a commit", run("0123456789abcdef", 40)],
    ["a prefix alone", "ghp_ and sk-ant- and AKIA"],
    ["a class name", "sk-very-long-kebab-case-class-name-of-a-widget"],
    ["a long identifier", "npm_config_registry_and_other_settings_of_it"],
    ["base64 data", run("QUJDREVGR0hJSktMTU5P", 200)],
    ["a mention of the marker", `if (text.includes("${marker("BEGIN")}")) throw new Error("a key");`],
    ["a public key", "-----BEGIN PUBLIC KEY-----\n" + run(MIXED, 64) + "\n-----END PUBLIC KEY-----"],
  ];
  for (const [name, text] of ordinary) {
    it(`${name} is quoted exactly`, () => assert.deepEqual(redact(text), { text, redacted: false }));
  }
});

describe("private key blocks", () => {
  const body = `${run(MIXED, 64)}\n${run(MIXED, 64)}\n${run(MIXED, 20)}==`;

  it("markers and line ends stay, the lines between are redacted", () => {
    const text = `a\n${marker("BEGIN")}\n${body}\n${marker("END")}\nb\n`;
    const lines = "[redacted]\n[redacted]\n[redacted]";
    assert.equal(redact(text).text, `a\n${marker("BEGIN")}\n${lines}\n${marker("END")}\nb\n`);
  });

  it("carriage returns stay", () => {
    const text = `${marker("BEGIN", "")}\r\n${run(MIXED, 64)}\r\n${marker("END", "")}\r\n`;
    assert.equal(redact(text).text, `${marker("BEGIN", "")}\r\n[redacted]\r\n${marker("END", "")}\r\n`);
  });

  it("a block inside a string with escaped line ends", () => {
    const text = `key: "${marker("BEGIN", "")}\\n${run(MIXED, 64)}\\n${marker("END", "")}\\n", next: 1`;
    assert.equal(
      redact(text).text,
      `key: "${marker("BEGIN", "")}[redacted]${marker("END", "")}\\n", next: 1`,
    );
  });

  it("an unclosed block ends where its body does", () => {
    const text = `${marker("BEGIN")}\n${body}\n{ code }`;
    assert.match(redact(text).text, /\{ code \}$/);
    assert.doesNotMatch(redact(text).text, /aZ3/);
  });

  it("a text full of open markers is no secret and is read once", () => {
    assert.deepEqual(findSecrets((marker("BEGIN") + "\n").repeat(50_000)), []);
  });
});

describe("values", () => {
  it("every string is passed, keys included, and the value says that it was altered", () => {
    const [, secret] = SECRETS[1];
    const guarded = guardValue({ a: [secret, 1, null], [secret]: true, b: { c: "fine" } });
    assert.deepEqual(guarded, {
      value: { a: ["[redacted]", 1, null], "[redacted]": true, b: { c: "fine" } },
      redacted: true,
      bidiControls: false,
    });
  });

  it("an unaltered value is the same object", () => {
    const value = { a: ["x"], b: 1 };
    assert.equal(guardValue(value).value, value);
  });
});

describe("laws", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "\n",
      "\r\n",
      marker("BEGIN"),
      marker("END"),
      run(MIXED, 64),
      ...SECRETS.map(([, secret]) => secret),
    ),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

  it("line ends stay where they are", () => {
    fc.assert(fc.property(text, (sample) => {
      assert.deepEqual(redact(sample).text.match(/\r?\n/g), sample.match(/\r?\n/g));
    }));
  });

  it("what was redacted is clean", () => {
    fc.assert(fc.property(text, (sample) => assert.equal(redact(redact(sample).text).redacted, false)));
  });

  it("spans are in order, disjoint and inside", () => {
    fc.assert(fc.property(text, (sample) => {
      let end = 0;
      for (const span of findSecrets(sample)) {
        assert.ok(span.start >= end && span.end > span.start && span.end <= sample.length);
        end = span.end;
      }
    }));
  });
});
