// What each shape of item looks like in text and in Markdown.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import type { Format, JsonObject } from "../../lib/wire/mod.ts";
import { form, whole } from "./answers.ts";
import { CALL, shown, SYMBOL } from "./showing.ts";

/** The items of a page: what stands between its title and its seals. */
function itemsShown(value: JsonObject, format: Format): string {
  const text = shown(whole([[form(value)]]), format);
  return text.slice(text.indexOf("\n\n") + 2, text.search(/\n\n(?:- )?commit/)) + "\n";
}

const GUESSED = {
  ...CALL,
  site: { path: "src/other.py", line: 7, column: 0 },
  resolution: "candidate",
  confidence: "heuristic",
  rule_id: "python.self_member@2",
  via: ["receiver src/other.py:6:8"],
};

const SHAPES: readonly [shape: string, value: JsonObject, text: string, markdown: string][] = [
  [
    "a symbol",
    { ...SYMBOL, signature: "def load(self) -> None", is_test: true, exported: false, match: "name" },
    `src/config.py:11  method  Config.load  test, not exported, match name, lines 10-12
  def load(self) -> None
`,
    `- \`src/config.py:11\` method \`Config.load\`, test, not exported, match \`name\`, lines 10-12
  - \`def load(self) -> None\`
`,
  ],
  [
    "a verdict on a claim of an earlier answer, with what differs",
    {
      verdict: "changed",
      what: "relation",
      item: 2,
      field: "relations[0]",
      kind: "calls",
      qualified_name: "Config.load",
      path: "src/config.py",
      start_line: 11,
      end_line: 11,
      column: 4,
      reason: "bound_otherwise",
      now: { path: "src/config.py", start_line: 12, end_line: 12, column: 4 },
      from: "src/config.py#Config#load().",
      to: "src/b.py#read().",
      differs: [{ field: "target", said: "src/a.py#read().", now: "src/b.py#read()." }],
    },
    `changed:
src/config.py:11:5  calls  Config.load -> read  bound_otherwise, now src/config.py:12:5, items[2].relations[0]
  target  src/a.py#read(). -> src/b.py#read().
`,
    `### changed

- \`src/config.py:11\` calls \`Config.load\` → \`read\`, \`bound_otherwise\`, now \`src/config.py:12\`, \`items[2].relations[0]\`
  - target \`src/a.py#read().\` → \`src/b.py#read().\`
`,
  ],
  [
    "a verdict on what an earlier answer says as a whole",
    { verdict: "holds", what: "file", field: "files", path: "src/config.py" },
    `holds:
src/config.py  file  files
`,
    `### holds

- \`src/config.py\` file, files
`,
  ],
  [
    "relations: what is certain goes without saying",
    {
      ...SYMBOL,
      signature: "def load(self) -> None",
      distance: 2,
      relations: [CALL, GUESSED],
      more_sites: 3,
    },
    `src/config.py:11  method  Config.load  3 more sites, 2 steps, lines 10-12
  calls  src/config.py:15:5
  calls  src/other.py:7:1    heuristic, python.self_member@2
`,
    `- \`src/config.py:11\` method \`Config.load\`, 3 more sites, 2 steps, lines 10-12, \`def load(self) -> None\`
  - calls \`src/config.py:15\`, \`python.scope@1\`
  - calls \`src/other.py:7\`, heuristic, \`python.self_member@2\`, via \`receiver src/other.py:6:8\`
`,
  ],
  [
    "a witness path, with the names of its ends",
    {
      ...SYMBOL,
      distance: 1,
      weakest: "heuristic",
      witness: [{
        ...GUESSED,
        from: "src/other.py#Other#%23run(+1).",
        to: SYMBOL.symbol_id,
        step_confidence: "syntactic",
      }],
    },
    `src/config.py:11  method  Config.load  heuristic, lines 10-12
  calls  src/other.py:7:1  Other.#run -> Config.load  heuristic, python.self_member@2, as a step syntactic
`,
    `- \`src/config.py:11\` method \`Config.load\`, heuristic, lines 10-12
  - calls \`src/other.py:7\` \`Other.#run\` → \`Config.load\`, heuristic, \`python.self_member@2\`, as a step syntactic, via \`receiver src/other.py:6:8\`
`,
  ],
  [
    "source, with line numbers in text and in a longer fence in Markdown",
    {
      ...SYMBOL,
      role: "focus",
      source: {
        path: "src/config.py",
        start_line: 9,
        end_line: 11,
        sha256: "ab",
        text: 'def load(self):\r\n\t"""```"""\r\n\r\n',
        clipped: true,
      },
    },
    `src/config.py:11  method  Config.load  focus, lines 10-12, clipped
   9  def load(self):
  10  \t"""\`\`\`"""
  11
`,
    `### \`src/config.py:11\` method \`Config.load\`, focus, lines 10-12, clipped

\`src/config.py:9-11\` sha256 \`ab\`

\`\`\`\`py
def load(self):
\t"""\`\`\`"""

\`\`\`\`
`,
  ],
  [
    "a folder",
    {
      path: "src",
      kind: "directory",
      files: 9,
      test_files: 2,
      languages: { python: 7, text: 2 },
      symbols: 40,
      central: [{ kind: "class", qualified_name: "Config", path: "src/config.py", line: 3 }],
    },
    `src/  9 files, 40 symbols, 2 with tests, python 7, text 2
  src/config.py:3  class  Config
`,
    `- \`src/\`, 9 files, 40 symbols, 2 with tests, python 7, text 2
  - \`src/config.py:3\` class \`Config\`
`,
  ],
  [
    "a cycle of imports",
    {
      ...SYMBOL,
      kind: "file",
      qualified_name: "<module>",
      line: 1,
      files_in_group: 2,
      relations: [{ ...CALL, kind: "imports", to: "src/other.py" }],
      group: ["src/config.py", "src/other.py"],
    },
    `src/config.py:1  file  2 files in group
  imports  src/config.py:15:5           -> src/other.py
  group    src/config.py, src/other.py
`,
    `- \`src/config.py:1\` file, 2 files in group
  - imports \`src/config.py:15\` → \`src/other.py\`, \`python.scope@1\`
  - group \`src/config.py\`, \`src/other.py\`
`,
  ],
  [
    "a change",
    { ...SYMBOL, change: "modified", generation: "after", signature_changed: true },
    `src/config.py:11  method  Config.load  modified, generation after, signature changed, lines 10-12
`,
    `- \`src/config.py:11\` method \`Config.load\`, modified, generation \`after\`, signature changed, lines 10-12
`,
  ],
  [
    "a reference that was not bound",
    {
      ...SYMBOL,
      unverified: {
        name: "run",
        role: "call",
        site: { path: "src/config.py", line: 12, column: 8 },
        receiver: "app",
        reason: "dynamic_receiver",
        module: null,
      },
    },
    `Not bound:
src/config.py:12:9  call  app.run  in Config.load  dynamic_receiver
`,
    `### Not bound

- \`src/config.py:12\` call \`app.run\` in \`Config.load\`, \`dynamic_receiver\`
`,
  ],
  [
    "fields that nobody taught it",
    {
      ...SYMBOL,
      owner: "a|b",
      odd: { depth: 2, deeper: { a: 1 } },
      seen: ["x_y", "z"],
      places: [{ path: "a.py", line: 3 }],
    },
    `src/config.py:11  method  Config.load  owner a|b, lines 10-12
  odd     depth 2
  odd     deeper: a 1
  seen    x_y, z
  places  a.py:3
`,
    `- \`src/config.py:11\` method \`Config.load\`, owner \`a|b\`, lines 10-12
  - odd depth 2
  - odd deeper: a 1
  - seen \`x_y\`, \`z\`
  - places \`a.py:3\`
`,
  ],
];

for (const [shape, value, text, markdown] of SHAPES) {
  describe(shape, () => {
    it("as text", () => assert.equal(itemsShown(value, "text"), text));
    it("as Markdown", () => assert.equal(itemsShown(value, "markdown"), markdown));
  });
}
