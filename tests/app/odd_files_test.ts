// Files that are odd and honest: their names, their bytes, their lines. Each is asked for as it is called and answers as any
// other file does.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { open } from "../../lib/app/mod.ts";
import { renderDocument } from "../../lib/wire/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

// deno-lint-ignore no-explicit-any
type Document = any;

/** The lines at which the symbols of a file start, by name. */
async function outlineOf(worktree: TestWorktree, path: string): Promise<Record<string, number>> {
  const answer: Document = await open({ directory: worktree.root }).query({
    operation: { kind: "outline", path },
  });
  return Object.fromEntries(answer.items.map((item: Document) => [item.name, item.start_line]));
}

/** Callers of a symbol, each with the line of its first site. */
async function callersOf(worktree: TestWorktree, symbol: string): Promise<Record<string, number>> {
  const answer: Document = await open({ directory: worktree.root }).query({
    operation: { kind: "callers", symbol },
  });
  return Object.fromEntries(answer.items.map((item: Document) => [item.name, item.relations[0].site.line]));
}

describe("names", () => {
  const names = [
    "grün über.py",
    "名前.py",
    "two words.py",
    " first.py",
    "--help.py",
    'a"b.py',
    "a'b.py",
    "a\\b.py",
    "$(a);b.py",
    "a[1]*?.py",
    "a\tb.py",
    "a\nb.py",
    "папка/файл.py",
    "\u001b[31m.py",
    "\u202eyp.py",
    "A.py",
    "a.py",
    "e\u0301.py",
    "\u00e9.py",
    `${"n".repeat(252)}.py`,
    `${"d/".repeat(800)}deep.py`,
  ];
  const text = (at: number) => `def f${at}():\n    return ${at}\n`;

  it(
    "are what their files are asked for by, from the index and after a sync",
    withWorktree(
      () => TestWorktree.git(Object.fromEntries(names.map((name, at) => [name, text(at)]))),
      async (worktree) => {
        const project = open({ directory: worktree.root });
        await project.index({ workers: 1 });
        for (const [at, name] of names.entries()) {
          assert.deepEqual(await outlineOf(worktree, name), { [`f${at}`]: 1 }, JSON.stringify(name));
        }
        worktree.write(
          Object.fromEntries(
            names.map((name, at) => [name, `# new\n${text(at)}def more():\n    f${at}()\n`]),
          ),
        );
        await project.sync({ workers: 1 });
        for (const [at, name] of names.entries()) {
          assert.deepEqual(await outlineOf(worktree, name), { [`f${at}`]: 2, more: 4 }, JSON.stringify(name));
          assert.deepEqual(await callersOf(worktree, `f${at}`), { more: 5 });
        }
      },
    ),
  );
});

describe("bytes", () => {
  const files = {
    "a.py":
      "\ufeff# Größe ☃ \u{1f600}\r\nA = 'ß'\r\n\r\n\r\ndef äußer():\r\n    return inner()\r\n\r\n\r\ndef inner():\r\n    return A\r\n",
    "b.ts":
      "\ufeffexport function außen() {\r\n  return innen('☃\u{1f600}');\r\n}\r\n\r\nfunction innen(s: string) { return s; }\r\n",
    "c.go": "\ufeffpackage p\r\n\r\n// Öffnet ☃\r\nfunc Öffne() { schließe() }\r\n\r\nfunc schließe() {}\r\n",
  };
  const told: readonly [
    path: string,
    outline: Record<string, number>,
    callee: string,
    caller: string,
    line: number,
  ][] = [
    ["a.py", { A: 2, äußer: 5, inner: 9 }, "inner", "äußer", 6],
    ["b.ts", { außen: 1, innen: 5 }, "innen", "außen", 2],
    ["c.go", { p: 1, Öffne: 4, schließe: 6 }, "schließe", "Öffne", 4],
  ];

  it(
    "of a mark, of other line ends and of long characters move no name and no line",
    withWorktree(() => TestWorktree.git(files), async (worktree) => {
      await open({ directory: worktree.root }).index({ workers: 1 });
      for (const [path, outline, callee, caller, line] of told) {
        assert.deepEqual(await outlineOf(worktree, path), outline);
        assert.deepEqual(await callersOf(worktree, callee), { [caller]: line });
      }
    }),
  );
});

describe("lines", () => {
  const files = {
    "table.py": `def first():\n    return last()\n\n\nDATA = "${
      "x".repeat(40_000)
    }"\n\n\ndef last():\n    return DATA\n`,
    "site/app.min.js": `${"function a(){return b()}".repeat(4_000)}\n`,
  };

  it(
    "that are very long cost their file nothing, and no answer its size; a bundle is named and left out",
    withWorktree(() => TestWorktree.git(files), async (worktree) => {
      const project = open({ directory: worktree.root });
      const report = await project.index({ workers: 1 });
      assert.deepEqual(report.omitted, { minified: 1 });
      assert.deepEqual(await outlineOf(worktree, "table.py"), { first: 1, DATA: 5, last: 8 });
      assert.deepEqual(await callersOf(worktree, "last"), { first: 2 });
      for (
        const operation of [{ kind: "symbols", query: "first" }, { kind: "outline", path: "table.py" }, {
          kind: "explore",
          query: "DATA",
        }]
      ) {
        const text = renderDocument(await project.query({ operation }), "compact");
        assert.doesNotMatch(text, /x{2001}/, operation.kind);
      }
    }),
  );
});
