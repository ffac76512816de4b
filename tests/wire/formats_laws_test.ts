// The laws of the formats, over items whose every text is hostile: nothing breaks out of a fence or a code span, no control
// character is written, no item is lost.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { visible } from "../../lib/guard/mod.ts";
import { type Asked, formatDocument, type JsonObject, type Presentation } from "../../lib/wire/mod.ts";
import { form, whole } from "./answers.ts";

/** What a reader of Markdown, HTML or a terminal would obey, and what would break a line or a cell. */
const TRICKS = [
  "`",
  "``",
  "```",
  "````sh",
  "~~~",
  "\n",
  "\r",
  "\r\n",
  "\t",
  "    ",
  "<b>",
  "<!--",
  "</details>",
  "](javascript:x)",
  "![x](y)",
  "[a]: b",
  "|",
  "\\",
  "\\`",
  "**",
  "_",
  "# ",
  "- ",
  "1. ",
  "> ",
  "---",
  "===",
  "&lt;",
  "https://x.y",
  "www.x.y",
  "a@b.c",
  "@team",
  "#12",
  "$x$",
  "\u001b[31m",
  "\u0007",
  "\u0000",
  "\u009b",
  "\u202e",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u200b",
  "\ud800",
  "ü",
  "x",
  " ",
] as const;
const trick = fc.oneof(
  fc.array(fc.constantFrom(...TRICKS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
);
const line = fc.integer({ min: 1, max: 9_999 });
const site = fc.record({ path: trick, line, column: fc.nat(200) });
const relation = fc.record({
  kind: trick,
  site,
  confidence: fc.constantFrom("static", "heuristic"),
  rule_id: trick,
  via: fc.array(trick, { maxLength: 3 }),
  from: fc.option(trick, { nil: undefined }),
  to: fc.option(trick, { nil: undefined }),
  note: trick,
});
const symbol = {
  symbol_id: trick,
  kind: trick,
  name: trick,
  qualified_name: trick,
  path: trick,
  start_line: line,
  end_line: line,
  line,
};
const more = fc.record(
  {
    signature: trick,
    doc: trick,
    depth: fc.nat(9),
    reason: trick,
    part: trick,
    relations: fc.array(relation, { maxLength: 3 }),
    witness: fc.array(relation, { maxLength: 2 }),
    source: fc.record({ path: trick, start_line: line, end_line: line, sha256: trick, text: trick }),
    unheard_of: fc.jsonValue({ stringUnit: "binary" }),
  },
  { requiredKeys: [] },
);
const miss = fc.record({ name: trick, role: trick, site, receiver: trick, reason: trick, module: trick });
const folder = fc.record({
  path: trick,
  kind: fc.constant("directory"),
  files: fc.nat(),
  languages: fc.dictionary(trick, fc.nat()),
  central: fc.array(fc.record({ kind: trick, qualified_name: trick, path: trick, line }), { maxLength: 2 }),
});
const oneItem: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(fc.record(symbol), more).map(([one, rest]) => ({ ...one, ...rest }) as JsonObject),
  fc.tuple(fc.record(symbol), miss).map(([one, unverified]) => ({ ...one, unverified }) as JsonObject),
  folder as fc.Arbitrary<JsonObject>,
);
const documents = fc.array(oneItem, { maxLength: 5 }).map((items) =>
  whole(items.map((one) => [form(one, String(one.path))]))
);
const failures = fc.record({
  schema: fc.constant("evident.failure.v1"),
  code: trick,
  message: trick,
  hint: trick,
  detail: fc.record({
    choices: fc.array(fc.record({ symbol: trick, kind: trick, path: trick, line }), { maxLength: 3 }),
    fields: fc.array(fc.record({ path: trick, wanted: trick, came: trick }), { maxLength: 2 }),
    more: fc.jsonValue({ stringUnit: "binary" }),
  }),
  retry: fc.boolean(),
}) as fc.Arbitrary<JsonObject>;
const anyDocument = fc.oneof(
  documents,
  failures,
  fc.dictionary(trick, fc.jsonValue({ stringUnit: "binary" })) as fc.Arbitrary<JsonObject>,
);

const asked: fc.Arbitrary<Asked> = trick.map((text) => ({
  counted: ["callers", "of"],
  listsUnboundSites: true,
  subject: text,
  commandOf: () => `evident '${text}'`,
  againWith: (choice) => `evident '${choice}'`,
}));
const inPipe = (asked: Asked): Presentation => ({ isIndented: false, hasColour: false, asked });

const itemsOf = (document: JsonObject) => document.items as JsonObject[];
const onOneLine = (text: string) => visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** Where an item says that it is. */
function placeOf(one: JsonObject): string {
  const miss = one.unverified as { site: { path: string; line: number } } | undefined;
  if (miss !== undefined) return `${onOneLine(miss.site.path)}:${miss.site.line}`;
  return one.kind === "directory" && one.symbol_id === undefined
    ? onOneLine(String(one.path))
    : `${onOneLine(String(one.path))}:${one.line}`;
}

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** What may stand outside code: words and punctuation that mean nothing to Markdown within a line. */
const PROSE = /^[A-Za-z0-9 .,:;()'"→-]*$/;

/** The text outside fences, line by line, as CommonMark reads it, its code spans as a word; the fenced texts apart. */
function readMarkdown(markdown: string): { prose: string[]; fenced: string[] } {
  const prose: string[] = [];
  const fenced: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const ticks = /^ {0,3}(`{3,}) *([^`]*)$/.exec(line);
    if (fence !== "") {
      const closes = ticks !== null && ticks[2] === "" && ticks[1].length >= fence.length;
      if (closes) fence = "";
      else fenced[fenced.length - 1] += line + "\n";
    } else if (ticks !== null) {
      fence = ticks[1];
      fenced.push("");
    } else prose.push(withoutCodeSpans(line));
  }
  assert.equal(fence, "", "every fence is closed");
  return { prose, fenced };
}

function withoutCodeSpans(line: string): string {
  let out = "";
  for (let at = 0; at < line.length;) {
    const ticks = /^`+/.exec(line.slice(at))?.[0] ?? "";
    if (ticks === "") {
      out += line[at++];
      continue;
    }
    const close = [...line.slice(at + ticks.length).matchAll(/`+/g)].find(([run]) =>
      run.length === ticks.length
    );
    assert.ok(close !== undefined, `a code span is not closed: ${line}`);
    at += 2 * ticks.length + close.index;
    out += "code";
  }
  return out;
}

describe("laws of the formats", () => {
  it("text holds no control character, and its colours are the only escapes", () => {
    fc.assert(
      fc.property(anyDocument, asked, (document, asked) => {
        const text = formatDocument(document, "text", inPipe(asked));
        assert.doesNotMatch(text, CONTROL);
        assert.ok(text.isWellFormed());
        const coloured = formatDocument(document, "text", { ...inPipe(asked), hasColour: true });
        // deno-lint-ignore no-control-regex
        assert.equal(coloured.replace(/\u001b\[\d+m/g, ""), text);
      }),
      { numRuns: 400 },
    );
  });

  it("Markdown: nothing breaks out of a fence or a code span, and what is outside says nothing", () => {
    fc.assert(
      fc.property(anyDocument, asked, (document, asked) => {
        const markdown = formatDocument(document, "markdown", inPipe(asked));
        assert.doesNotMatch(markdown, CONTROL);
        for (const line of readMarkdown(markdown).prose) {
          const [, mark, rest] = /^(#{2,4} |(?: {2})*- |)(.*)$/s.exec(line)!;
          assert.match(rest, PROSE);
          // No blanks that would nest it or make it code, no list, rule or heading that is not ours.
          assert.doesNotMatch(rest, /^(?: |\d+[.)]|-)/, `${mark}${rest}`);
        }
      }),
      { numRuns: 600 },
    );
  });

  it("Markdown quotes source as it is, control characters as escapes", () => {
    fc.assert(fc.property(trick, (text) => {
      const source = { path: "a.py", start_line: 1, end_line: 9, sha256: "0", text };
      const markdown = formatDocument(whole([[form({ path: "a.py", line: 1, source })]]), "markdown", {
        ...inPipe(null as never),
      });
      const [quoted] = readMarkdown(markdown).fenced;
      const wanted = visible(text.replaceAll("\r\n", "\n"));
      assert.equal(quoted, wanted.endsWith("\n") ? wanted : `${wanted}\n`);
    }));
  });

  it("every item's place is there", () => {
    fc.assert(fc.property(documents, asked, (document, asked) => {
      const shown = itemsOf(document);
      for (const format of ["text", "markdown"] as const) {
        const text = formatDocument(document, format, inPipe(asked));
        for (const one of shown) assert.ok(text.includes(placeOf(one)), `${format}: ${placeOf(one)}`);
      }
    }));
  });

  it("JSON a line parses back to the envelope and the same items", () => {
    fc.assert(fc.property(documents, asked, (document, asked) => {
      const text = formatDocument(document, "ndjson", inPipe(asked));
      assert.doesNotMatch(text, CONTROL);
      assert.ok(text.endsWith("\n"));
      const [envelope, ...items] = text.slice(0, -1).split("\n").map((line) => JSON.parse(line));
      const { items: given, ...rest } = document;
      assert.equal(JSON.stringify(items), JSON.stringify(given));
      assert.equal(JSON.stringify(envelope), JSON.stringify(rest));
    }));
  });

  it("two runs give one text", () => {
    fc.assert(
      fc.property(anyDocument, asked, (document, asked) => {
        for (const format of ["text", "markdown"] as const) {
          assert.equal(
            formatDocument(document, format, inPipe(asked)),
            formatDocument(document, format, inPipe(asked)),
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});
