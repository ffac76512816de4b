// Ranges of an outline in the units of the language server protocol.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, repository } from "./asking.ts";

const made = repository({
  "plain.py": "class A:\n    def run(self):\n        pass\n",
  "wide.ts": '/* 😀é */ export function go() {}\r\nexport const é = () => "x";\r\n',
  "bom.py": "\uFEFFdef first(): pass\n",
  "latin.py": new Uint8Array([...Buffer.from("'"), 0xe9, ...Buffer.from("'; "), ...Buffer.from("x = 1\n")]),
});

/** Start and end as `line:character`. */
const shown = ({ start, end }: Document) => `${start.line}:${start.character}-${end.line}:${end.character}`;

describe("ranges of the language server protocol", () => {
  const cases: readonly [
    path: string,
    ranges: Record<string, readonly [range: string, selection: string]>,
  ][] = [
    ["plain.py", { A: ["0:0-2:12", "0:6-0:7"], "A.run": ["1:4-2:12", "1:8-1:11"] }],
    ["wide.ts", { go: ["0:10-0:33", "0:26-0:28"], "é": ["1:0-1:27", "1:13-1:14"] }],
    ["bom.py", { first: ["0:0-0:17", "0:4-0:9"] }],
    ["latin.py", { x: ["0:5-0:10", "0:5-0:6"] }],
  ];
  for (const [path, ranges] of cases) {
    it(path, async () => {
      const { items } = await made.ask({ kind: "outline", path, lsp: true });
      const told = items.map((one: Document) => [
        one.qualified_name,
        [shown(one.range), shown(one.selection_range)],
      ]);
      assert.deepEqual(Object.fromEntries(told), ranges);
    });
  }

  it("are not told where nobody asks for them", async () => {
    const { items } = await made.ask({ kind: "outline", path: "plain.py" });
    assert.equal(items[0].range, undefined);
  });
});
