// From a worktree to a generation: what a build says of files it could not read whole, and what a sync reuses.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, type Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import type { Document } from "../operations/asking.ts";
import { exported } from "../laws/checking.ts";
import { TestWorktree } from "../worktrees.ts";

/** The project of a worktree under limits that its scope sets. */
function limited(worktree: TestWorktree, limits: Readonly<Record<string, number>>): Project {
  const lines = Object.entries(limits).map(([name, value]) => `${name} = ${value}\n`);
  const folder = join(worktree.folder, "configuration");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "config.toml"),
    `[scopes.mine]\nroot = "../work"\n[scopes.mine.limits]\n${lines.join("")}`,
  );
  process.env.EVIDENT_CONFIG = join(folder, "config.toml");
  return open({ scope: "mine" });
}

/** Exported files as path to status and reason. */
async function statuses(project: Project): Promise<Record<string, [string, string | null]>> {
  const told: Record<string, [string, string | null]> = {};
  for await (const line of project.exportLines()) {
    const row: Document = JSON.parse(line);
    if (row.type === "file") told[row.path] = [row.status, row.reason];
  }
  return told;
}

describe("index", () => {
  it(
    "every file has its status and reason",
    withWorktree(() =>
      TestWorktree.git({
        "good.py": "def f():\n    return g()\n",
        "broken.py": "def f(:\n    return 1\n\n\ndef g():\n    return 2\n",
        "latin.py": new Uint8Array([
          ...new TextEncoder().encode("def f():\n    return '"),
          0xfc,
          ...new TextEncoder().encode("'\n"),
        ]),
        "notes.txt": "text\n",
        "README.md": "# Title\n",
        "rust.rs": "fn main() {}\n",
        "image.png": "\0",
        "large.py": `x = 1\n${"# padding\n".repeat(300)}`,
      }), async (worktree) => {
      const project = limited(worktree, { max_file_bytes: 1_000 });
      const report = await project.index({ workers: 1 });
      assert.deepEqual(await statuses(project), {
        "README.md": ["text", null],
        "broken.py": ["partial", "parse_error"],
        "good.py": ["parsed", null],
        "image.png": ["omitted", "binary"],
        "large.py": ["omitted", "too_large"],
        "latin.py": ["partial", "not_utf8"],
        "notes.txt": ["text", null],
        "rust.rs": ["text", null],
      });
      assert.deepEqual(report.files, { parsed: 1, partial: 2, text: 3, failed: 0, omitted: 2 });
      assert.deepEqual(report.omitted, { binary: 1, too_large: 1 });
      const found: Document = await project.query({
        operation: { kind: "symbols", query: "f", kinds: ["function"] },
      });
      assert.ok(found.items.some(({ path }: Document) => path === "latin.py"), "its ASCII names are symbols");
    }),
  );

  it(
    "a file that takes too long is failed, named, readable and no symbol's home; the others are whole",
    withWorktree(
      () =>
        TestWorktree.git({
          "slow.py": "x = [\n" + "  (1, 2, [3, {4: 5}]),\n".repeat(60_000) + "]\n",
          "b.py": "def f():\n    pass\n",
        }),
      async (worktree) => {
        const project = limited(worktree, { max_parse_ms: 40 });
        const report = await project.index({ workers: 2 });
        assert.deepEqual(await statuses(project), {
          "b.py": ["parsed", null],
          "slow.py": ["failed", "parse_timeout"],
        });
        assert.equal(report.abandonedThread, false);
        const answer: Document = await project.query({
          operation: { kind: "source", path: "slow.py", end_line: 1 },
        });
        assert.equal(answer.items[0].text, "x = [\n");
        const outline: Document = await project.query({ operation: { kind: "outline", path: "slow.py" } });
        assert.deepEqual(outline.limitations.map(({ code }: Document) => code).includes("not_parsed"), true);
      },
    ),
  );

  const aggregates: readonly [limits: Record<string, number>, name: string][] = [
    [{ max_files: 1 }, "max_files"],
    [{ max_source_bytes: 10 }, "max_source_bytes"],
    [{ max_cache_bytes: 1_000 }, "max_cache_bytes"],
  ];
  for (const [limits, name] of aggregates) {
    it(
      `over ${name} the build fails, and what serves stays`,
      withWorktree(() => TestWorktree.git({ "a.py": "x = 1\n", "b.py": "y = 2\n" }), async (worktree) => {
        const first = await limited(worktree, {}).index({ workers: 1 });
        worktree.write({ "a.py": "x = 3\n" });
        const project = limited(worktree, limits);
        await assert.rejects(
          project.sync({ workers: 1 }),
          (error: Failure) =>
            error.code === "limit.exceeded" &&
            JSON.stringify(error.detail).includes(String(Object.values(limits)[0])),
        );
        const status: Document = await limited(worktree, {}).status();
        assert.equal(status.fingerprint, first.fingerprint);
        assert.equal(status.last_build.outcome, "failed");
      }),
    );
  }
});

describe("sync", () => {
  it(
    "resolves what a change can reach, and has all that an index has",
    withWorktree(
      () =>
        TestWorktree.git({
          "a.py": "from b import f\n\ndef use():\n    return f()\n",
          "b.py": "import c\n\ndef f():\n    return c.C()\n\ndef g():\n    print(1)\n",
          "c.py": "class C:\n    def run(self): ...\n\nclass D:\n    def run(self): ...\n",
          "d.py": "from a import use\n\nuse().run()\n",
          "e.py": "def other(): ...\n",
          "f.py": "from e import other\n\nother()\n",
        }),
      async (worktree) => {
        const project = open({ directory: worktree.root });
        assert.equal((await project.index({ workers: 1 })).resolvedFiles, 6);
        const b = "import c\n\ndef f():\n    return c.C()\n\ndef g():\n";
        const edits: [text: string, resolved: number][] = [
          [`${b}    print(2)\n`, 1],
          [`${b}    f()\n    print(2)\n`, 1],
          [`${b.replace("C()", "D()")}    f()\n`, 3],
          [`# new\n${b.replace("C()", "D()")}    f()\n`, 2],
        ];
        for (const [text, resolved] of edits) {
          worktree.write({ "b.py": text });
          const report = await project.sync({ workers: 1 });
          assert.equal(report.resolvedFiles, resolved, text);
          const lines = await exported(project);
          const { symbols, edges, unresolved } = await project.index({ workers: 1 });
          assert.equal(lines, await exported(project));
          assert.deepEqual([report.symbols, report.edges, report.unresolved], [symbols, edges, unresolved]);
        }
      },
    ),
  );
  it(
    "extracts only what is new",
    withWorktree(
      () => TestWorktree.git({ "a.py": "a = 1\n", "b.py": "b = 1\n", "c.py": "c = 1\n", "n.txt": "" }),
      async (worktree) => {
        const project = open({ directory: worktree.root });
        const counts = async (kind: "index" | "sync") => {
          const { published, extractedFiles, reusedFiles } = await project[kind]({ workers: 1 });
          return [published, extractedFiles, reusedFiles];
        };
        assert.deepEqual(await counts("index"), [true, 3, 1]);
        assert.deepEqual(await counts("sync"), [false, 0, 4]);
        worktree.write({ "a.py": "a = 2\n" });
        assert.deepEqual(await counts("sync"), [true, 1, 3]);
        worktree.run("mv", "b.py", "moved.py");
        assert.deepEqual(await counts("sync"), [true, 0, 4], "a rename needs no parsing");
        worktree.write({ "a.py": "a = 1\n" });
        assert.deepEqual((await counts("sync"))[0], true);
        assert.deepEqual(await counts("index"), [true, 3, 1], "an index reads no earlier facts");
      },
    ),
  );
});
