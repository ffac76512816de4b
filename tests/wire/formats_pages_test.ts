// Whole pages in text and in Markdown: answers, refusals, the state of an index; and what holds for every format.

import { it } from "node:test";
import assert from "node:assert/strict";
import { assemble, formatDocument, FORMATS, type ItemForm, type JsonObject } from "../../lib/wire/mod.ts";
import { answerOf, form, item, OBSERVED, sha256, whole } from "./answers.ts";
import { ASKED, CALL, shown, SYMBOL } from "./showing.ts";

const nested = [0, 1, 2].map((
  depth,
) => [form({ ...SYMBOL, line: depth + 1, depth, signature: `def f${depth}()` })]);

it("nested symbols are indented behind their place", () => {
  assert.match(
    shown(whole(nested), "text"),
    /\.py:1 {2}method +def f0\(\).*\n.*\.py:2 {4}method +def f1\(\).*\n.*\.py:3 {6}method +def f2\(\)/,
  );
  assert.match(shown(whole(nested), "markdown"), /\n- .*f0.*\n {2}- .*f1.*\n {4}- .*f2/);
});

it("a list never begins deeper than Markdown reads as a list", () => {
  assert.match(shown(whole([nested[2]]), "markdown"), /\n- `src\/config\.py:3`/);
});

const UNBOUND: ItemForm[] = [
  form({ ...SYMBOL, unverified: { name: "load", role: "call", site: CALL.site } }, "a.py"),
];
const CUT = assemble(
  OBSERVED,
  answerOf([item(form(SYMBOL, "src/config.py")), item(...UNBOUND)], {
    operation: "callers",
    total: 12,
    limit: 2,
    limitations: [{ code: "unbound_sites", count: 4 }, { code: "further_tests_may_be_needed", count: 1 }],
    next: { operation: { kind: "map" } },
  }),
  1e9,
  sha256,
);

it("a page: title with counts apart, sentences, the next command, commit and digests", () => {
  assert.equal(
    shown(CUT, "text"),
    `1 of 8 callers of Config.load, and 1 of 4 sites that were not bound

src/config.py:11    method  Config.load  lines 10-12

Not bound:
src/config.py:15:5  call    load         in Config.load

No graph knows every test that a change concerns.
Items beyond limit (10).
References of that name that were not bound: they may or may not mean it (4).

Next: evident map

commit         ${"c".repeat(40)}
fingerprint    ${"f".repeat(64)}
coverage       files: parsed 1
answer_digest  ${CUT.answer_digest}
`,
  );
  const files = CUT.files as JsonObject;
  assert.equal(
    shown(CUT, "markdown"),
    `## 1 of 8 callers of \`Config.load\`, and 1 of 4 sites that were not bound

- \`src/config.py:11\` method \`Config.load\`, lines 10-12

### Not bound

- \`src/config.py:15\` call \`load\` in \`Config.load\`

- No graph knows every test that a change concerns.
- Items beyond limit (10).
- References of that name that were not bound: they may or may not mean it (4).

Next:

\`\`\`sh
evident map
\`\`\`

- commit: \`${"c".repeat(40)}\`
- fingerprint: \`${"f".repeat(64)}\`
- coverage: files: parsed 1
- \`answer_digest\`: \`${CUT.answer_digest}\`
- files:
  - \`a.py\` sha256 \`${files["a.py"]}\`
  - \`src/config.py\` sha256 \`${files["src/config.py"]}\`
`,
  );
});

const AMBIGUOUS = {
  schema: "evident.failure.v1",
  code: "symbol.ambiguous",
  message: "3 symbols are called load.",
  hint: "Name one of the choices.",
  detail: {
    symbol: "load",
    total: 3,
    choices: [
      { symbol: "a.py#load", kind: "function", path: "a.py", line: 3, symbol_id: "a.py#load()." },
      {
        symbol: "src/b.py#B.load",
        kind: "method",
        path: "src/b.py",
        line: 14,
        symbol_id: "src/b.py#B#load().",
      },
    ],
  },
  retry: true,
};

it("parts have headings, and items with source headings of their own", () => {
  const source = { path: "a.py", start_line: 1, end_line: 1, sha256: "ab", text: "x = 1\n" };
  const page = whole([
    [form({ ...SYMBOL, part: "seed", signature: "def load()", relations: [CALL] })],
    [form({ ...SYMBOL, part: "source", source })],
  ]);
  assert.ok(
    shown(page, "text").includes(`seed:
src/config.py:11  method  Config.load  lines 10-12
  calls  src/config.py:15:5

source:
src/config.py:11  method  Config.load  lines 10-12
  1  x = 1
`),
    shown(page, "text"),
  );
  assert.ok(
    shown(page, "markdown").includes(`### seed

#### \`src/config.py:11\` method \`Config.load\`, lines 10-12

- \`def load()\`
- calls \`src/config.py:15\`, \`python.scope@1\`

### source

#### \`src/config.py:11\` method \`Config.load\`, lines 10-12

\`a.py:1-1\` sha256 \`ab\`

\`\`\`py
x = 1
\`\`\`
`),
    shown(page, "markdown"),
  );
});

it("a failure: the hint first, each choice with the command that takes it", () => {
  assert.equal(
    shown(AMBIGUOUS, "text"),
    `symbol.ambiguous: 3 symbols are called load.
Name one of the choices.

a.py:3       function  evident callers 'a.py#load'
src/b.py:14  method    evident callers 'src/b.py#B.load'

And 1 more.
The same call may succeed later.
`,
  );
  assert.equal(
    shown(AMBIGUOUS, "markdown", null),
    `## \`symbol.ambiguous\`: 3 symbols are called load.

Name one of the choices.

- \`a.py:3\` function \`a.py#load\`
- \`src/b.py:14\` method \`src/b.py#B.load\`

- And 1 more.
- The same call may succeed later.
`,
  );
});

const STATES: readonly [document: JsonObject, text: string][] = [
  [
    {
      schema: "evident.status.v1",
      state: "stale",
      freshness: "stale",
      coverage: { files: { parsed: 3, omitted: { binary: 1 } } },
    },
    "The index is stale, freshness stale.\n\nstate      stale\nfreshness  stale\ncoverage   files: parsed 3\n           files omitted: binary 1\n",
  ],
  [
    {
      schema: "evident.build.v1",
      published: true,
      files: { parsed: 2, text: 1 },
      symbols: 4,
      edges: 5,
      elapsed_ms: 6,
    },
    "Published 3 files, 4 symbols and 5 relationships in 6 ms.\n\npublished   yes\nfiles       parsed 2, text 1\nsymbols     4\nedges       5\nelapsed ms  6\n",
  ],
  [
    { schema: "evident.clear.v1", removed: false, left: [] },
    "There was no cache to remove.\n\nremoved  no\n",
  ],
  [
    { schema: "evident.gc.v1", removed_bytes: 5, kept_bytes: 9, max_bytes: 7, over_max_bytes: 2, hint: null },
    "Removed 5 bytes, kept 9. That is 2 more than was allowed.\n\nremoved bytes   5\nkept bytes      9\nmax bytes       7\nover max bytes  2\n",
  ],
  [
    { schema: "evident.doctor.v1", healthy: true, findings: [], cache_bytes: 3 },
    "Nothing is wrong.\n\ncache bytes  3\n",
  ],
  [
    {
      schema: "evident.doctor.v1",
      healthy: false,
      findings: [
        {
          code: "index.corrupt",
          severity: "error",
          message: "damaged",
          command: "evident index",
          hint: null,
        },
        { code: "lock.left", severity: "note", message: "left", command: null, hint: null },
      ],
    },
    "One thing is wrong.\n\nerror  index.corrupt  damaged\n  evident index\nnote   lock.left      left\n",
  ],
  [{ schema: "evident.other.v1", answer: 42 }, "evident.other.v1\n\nanswer  42\n"],
];

for (const [document, text] of STATES) {
  it(`${document.schema} as text`, () => assert.equal(shown(document, "text"), text));
}

it("colours are put around the text, and nothing else changes", () => {
  const coloured = formatDocument(CUT, "text", { isIndented: true, hasColour: true, asked: ASKED });
  assert.ok(coloured.includes("\u001b[36msrc/config.py:11\u001b[0m"));
  // deno-lint-ignore no-control-regex
  assert.equal(coloured.replace(/\u001b\[\d+m/g, ""), shown(CUT, "text"));
});

it("JSON is indented where a person reads it; JSON a line is not", () => {
  const forPeople = { isIndented: true, hasColour: true, asked: null };
  assert.equal(formatDocument(AMBIGUOUS, "json", forPeople), JSON.stringify(AMBIGUOUS, null, 2) + "\n");
  assert.equal(formatDocument(AMBIGUOUS, "ndjson", forPeople), JSON.stringify(AMBIGUOUS) + "\n");
});

it("the digest is in every format", () => {
  for (const format of FORMATS) assert.ok(shown(CUT, format).includes(CUT.answer_digest as string), format);
});
