// The laws of the design over generated repositories, through the library as others use it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { Failure, type JsonObject, open, OPERATIONS, type Project } from "../../mod.ts";
import { BUN_SOURCE_FLAGS } from "../../lib/host/mod.ts";
import { proofProblems } from "../../scripts/contract/proof.ts";

import { TestWorktree } from "../worktrees.ts";
import { apply, check, exported } from "./checking.ts";
import { editScript, startFiles } from "./repositories.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const CLI = join(ROOT, "cli.ts");
const BIN = join(ROOT, "node_modules", ".bin");

/** The digest of an answer to a search, which sees ranks, scores and order. */
async function searched(project: Project): Promise<unknown[]> {
  const digests: unknown[] = [];
  for (const query of ["alpha", "run box", "größe"]) {
    const answer = await project.query({ operation: { kind: "symbols", query } });
    digests.push(answer.answer_digest);
  }
  return digests;
}

test("law 4: a sync after edits equals a fresh index, byte for byte and answer for answer", async () => {
  const input = fc.record({ files: startFiles, edits: editScript });
  await check(input, ({ files }) => files, 8, async (worktree, { edits }) => {
    const options = { directory: worktree.root };
    await open(options).index();
    for (const edit of edits) {
      apply(worktree, edit);
      const synced = open(options);
      await synced.sync();
      const [graph, answers] = [await exported(synced), await searched(synced)];
      const cache = process.env.EVIDENT_CACHE_DIR;
      process.env.EVIDENT_CACHE_DIR = join(worktree.folder, "fresh");
      const fresh = open(options);
      await fresh.index();
      assert.equal(graph, await exported(fresh));
      assert.deepEqual(answers, await searched(fresh));
      await fresh.clear();
      process.env.EVIDENT_CACHE_DIR = cache;
    }
  });
});

test("law 5: the number of workers changes nothing", async () => {
  await check(startFiles, (files) => files, 5, async (worktree) => {
    const project = open({ directory: worktree.root });
    await project.index({ workers: 1 });
    const one = await exported(project);
    await project.index({ workers: 3 });
    assert.equal(await exported(project), one);
  });
});

test("law 5: the order in which files come to be changes nothing", async () => {
  await check(startFiles, (files) => files, 4, async (_, files) => {
    const exports: string[] = [];
    for (const order of [Object.entries(files), Object.entries(files).reverse()]) {
      const folder = new TestWorktree();
      folder.enter();
      try {
        for (const [path, content] of order) folder.write({ [path]: content });
        const project = open({ directory: folder.root });
        await project.index();
        exports.push(await exported(project));
      } finally {
        folder.remove();
      }
    }
    assert.equal(exports[0], exports[1]);
  });
});

/** The other runtime's export of a worktree, from a process and a cache of its own. */
function exportedByOther(worktree: TestWorktree): string {
  const [program, flags] = "Deno" in globalThis
    ? ["bun", [...BUN_SOURCE_FLAGS]]
    : ["deno", ["run", "-A", "--no-check"]];
  const env = { ...worktree.environment, EVIDENT_CACHE_DIR: join(worktree.folder, "other") };
  const run = (command: string) => {
    const args = [...flags, CLI, command, "-C", worktree.root];
    const ended = spawnSync(join(BIN, program), args, { env, encoding: "utf8", maxBuffer: 1 << 26 });
    assert.equal(ended.status, 0, ended.stdout + ended.stderr);
    return ended.stdout;
  };
  run("index");
  return run("export");
}

test("law 5: Bun and Deno give the same export", async () => {
  await check(startFiles, (files) => files, 2, async (worktree) => {
    const project = open({ directory: worktree.root });
    await project.index();
    assert.equal(exportedByOther(worktree), `${await exported(project)}\n`);
  });
});

test("where nothing changed nothing is published", async () => {
  await check(startFiles, (files) => files, 5, async (worktree) => {
    const project = open({ directory: worktree.root });
    const { fingerprint } = await project.index();
    worktree.run("commit", "-q", "--allow-empty", "-m", "moved");
    const report = await project.sync();
    assert.deepEqual([report.published, report.fingerprint], [false, fingerprint]);
  });
});

const requests = fc.record({
  kind: fc.constantFrom(...OPERATIONS.map(({ kind }) => kind)),
  name: fc.constantFrom("alpha", "Base.run", "src/b.ts#Box.run", "core/one.go#Box", "größe"),
  path: fc.constantFrom("pkg/alpha.py", "src/a.ts", "core/one.go", "README.md"),
  maxBytes: fc.integer({ min: 512, max: 32_768 }),
});

function requestOf(
  { kind, name, path, maxBytes }: { kind: string; name: string; path: string; maxBytes: number },
  earlier: JsonObject,
) {
  const { shape } = OPERATIONS.find((one) => one.kind === kind)!.schema();
  const fields: Record<string, unknown> = { kind };
  if ("symbol" in shape) fields.symbol = name;
  else if ("query" in shape) fields.query = name;
  else if ("path" in shape) fields.path = path;
  else if ("symbols" in shape) fields.symbols = [name];
  else if (kind === "review") fields.base = "HEAD";
  else if ("answer" in shape) fields.answer = earlier;
  return { operation: fields, max_bytes: maxBytes };
}

test("laws 1 and 7: citations lie in their files with their digests, and the budget holds", async () => {
  const input = fc.record({
    files: startFiles,
    edit: editScript,
    asked: fc.array(requests, { minLength: 40, maxLength: 40, size: "max" }),
  });
  let answered = 0;
  await check(input, ({ files }) => files, 6, async (worktree, { edit, asked }) => {
    const project = open({ directory: worktree.root });
    await project.index();
    const before = contents(worktree);
    const earlier = await project.query({ operation: { kind: "map", level: "source" } });
    apply(worktree, edit[0]);
    await project.sync();
    for (const request of asked.map((one) => requestOf(one, earlier))) {
      try {
        const answer = await project.query(request);
        const text = JSON.stringify(answer);
        assert.ok(
          new TextEncoder().encode(text).length <= request.max_bytes,
          `${text.length} of ${request.max_bytes}`,
        );
        const now = contents(worktree);
        checkCitations(now, answer.files);
        checkCitations(before, answer.files_before);
        // Of an earlier answer, a verdict speaks of places that are no more.
        if (answer.operation !== "verify") {
          checkPlaces(answer.items, {
            now: lineCounts(now, answer.files),
            before: lineCounts(before, answer.files_before),
          });
        }
        assert.deepEqual(await proofProblems(project, answer), []);
        checkSources(now, answer.items as unknown as Item[]);
        answered++;
      } catch (error) {
        assert.ok(error instanceof Failure, String(error));
        const refusals = [
          "symbol.not_found",
          "symbol.ambiguous",
          "path.not_found",
          "request.budget_too_small",
          "index.baseline_unavailable",
        ];
        assert.ok(refusals.includes(error.code), `${error.code}: ${error.message}`);
      }
    }
  });
  assert.ok(answered > 60, `only ${answered} requests were answered`);
});

interface Item {
  readonly source?: { path: string; start_line: number; end_line: number; sha256: string; text: string };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function contents(worktree: TestWorktree): Map<string, Buffer> {
  const paths = worktree.run("ls-files", "-z").split("\0").filter((path) =>
    path !== "" && existsSync(join(worktree.root, path))
  );
  return new Map(paths.map((path) => [path, readFileSync(join(worktree.root, path))]));
}

function checkCitations(files: ReadonlyMap<string, Buffer>, cited: unknown): void {
  for (const [path, digest] of Object.entries((cited ?? {}) as Record<string, string>)) {
    assert.equal(sha256(files.get(path)!), digest, path);
  }
}

/** How many lines each cited file has. */
function lineCounts(files: ReadonlyMap<string, Buffer>, cited: unknown): Map<string, number> {
  const paths = Object.keys((cited ?? {}) as Record<string, string>);
  return new Map(paths.map((path) => [path, files.get(path)!.toString("latin1").split("\n").length]));
}

interface Cited {
  readonly now: ReadonlyMap<string, number>;
  readonly before: ReadonlyMap<string, number>;
}

/** Every place at any depth of an answer lies in a file that the answer cites, in the generation that it speaks of. */
function checkPlaces(value: unknown, cited: Cited, generation: keyof Cited = "now"): void {
  if (Array.isArray(value)) { for (const part of value) checkPlaces(part, cited, generation); }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const { path, line, start_line: start, end_line: end, ...rest } = value as Record<string, unknown>;
  const spoken = rest.generation === "before" ? "before" : rest.generation === "after" ? "now" : generation;
  for (const at of [line, start, end]) {
    if (typeof path !== "string" || typeof at !== "number") continue;
    const lines = cited[spoken].get(path);
    assert.ok(lines !== undefined, `${path} is spoken of and not cited: ${JSON.stringify(value)}`);
    assert.ok(at >= 1 && at <= lines, `${path}:${at} of ${lines} lines`);
  }
  for (const part of Object.values(rest)) checkPlaces(part, cited, spoken);
}

function checkSources(files: ReadonlyMap<string, Buffer>, items: readonly Item[]): void {
  for (const { source } of items) {
    if (source === undefined) continue;
    const lines = files.get(source.path)!.toString("utf8").split(/(?<=\n)/);
    assert.equal(source.text, lines.slice(source.start_line - 1, source.end_line).join(""));
    assert.equal(source.sha256, sha256(Buffer.from(source.text)));
  }
}
