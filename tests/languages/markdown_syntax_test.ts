// Markdown's headings as symbols: one text a behaviour.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { syntax } from "../../lib/languages/markdown/syntax/mod.ts";
import { NONE } from "../../lib/model/mod.ts";
import { SourceText } from "../../wasm/mod.ts";

function factsOf(text: string) {
  return syntax.extractText(new SourceText(new TextEncoder().encode(text)), "markdown");
}

/** Headings as their names behind those of the headings they stand under. */
function headings(text: string): string[] {
  const { definitions } = factsOf(text);
  const nameOf = (at: number): string =>
    at === NONE ? "" : `${nameOf(definitions[at].parent)}/${definitions[at].name}`;
  return definitions.map((_, at) => nameOf(at));
}

describe("markdown headings", () => {
  const cases: readonly [name: string, text: string, expected: string[]][] = [
    ["nest by level", "# A\n## B\n### C\n## D\n# E\n", ["/A", "/A/B", "/A/B/C", "/A/D", "/E"]],
    ["a level that is left out", "# A\n### C\n## B\n", ["/A", "/A/C", "/A/B"]],
    ["the first is not the highest", "## A\n# B\n", ["/A", "/B"]],
    ["underlined", "A\n===\n\nB\n---\n", ["/A", "/A/B"]],
    ["an underline is underlined by nothing", "A\n===\n---\n", ["/A"]],
    ["a rule under a heading", "# A\n---\n", ["/A"]],
    ["a rule", "text\n\n---\n", []],
    ["a table and a list", "|a|\n---\n- a\n---\n", []],
    ["closing signs", "# A ##\n## B#\n", ["/A", "/A/B#"]],
    ["no space, too many signs, too deep", "#A\n####### B\n    # C\n", []],
    ["an empty one", "#\n# \n", []],
    ["in a fence", "```\n# no\n```\n# A\n", ["/A"]],
    ["a fence is not closed by an opening one", "```\n```js\n# no\n```\n# A\n", ["/A"]],
    ["a longer fence", "````\n```\n# no\n````\n~~~\n# no\n```\n~~~\n# A\n", ["/A"]],
    ["an unclosed fence", "# A\n```\n# no\n", ["/A"]],
    ["code in a line is no fence", "``` x ```\n# A\n", ["/A"]],
    ["front matter", "---\ntitle: x\n---\n# A\n", ["/A"]],
    ["no front matter further down", "a\n\n---\n# A\n", ["/A"]],
    ["line ends of another system", "# A\r\n\r\nB\r\n---\r\n", ["/A", "/A/B"]],
    ["not ASCII", "# Größe 🎉\n## Ω\n", ["/Größe 🎉", "/Größe 🎉/Ω"]],
    ["same names", "# A\n# A\n", ["/A", "/A"]],
    ["nothing", "", []],
  ];
  for (const [name, text, expected] of cases) {
    it(name, () => assert.deepEqual(headings(text), expected));
  }

  it("ranges are bytes: a heading's reaches to the next of its level, its name's is its own", () => {
    const text = "---\nt: ü\n---\n# Größe\ntext\n## B\nmore\n# C\n";
    const bytes = new TextEncoder().encode(text);
    const cut = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    const told = factsOf(text).definitions.map(({ start, end, nameStart, nameEnd }) => [
      cut(start, end),
      cut(nameStart, nameEnd),
    ]);
    assert.deepEqual(told, [
      ["# Größe\ntext\n## B\nmore\n", "Größe"],
      ["## B\nmore\n", "B"],
      ["# C\n", "C"],
    ]);
  });

  it("a very long text of open constructs is read in one pass", () => {
    const started = performance.now();
    assert.deepEqual(headings("---\n" + "a\n".repeat(200_000)), []);
    assert.deepEqual(headings("#".repeat(1_000_000)), []);
    assert.deepEqual(headings("# " + " #".repeat(100_000) + "x").length, 1);
    assert.ok(performance.now() - started < 20_000);
  });
});
