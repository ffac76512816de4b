// Laws of verify over every operation: an answer that was just made holds in every claim; whichever of its values is altered, the
// claim is found out; and after random edits each verdict is what the exports and the bytes of both generations say.

import { after, before, describe, it } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { open, type Project } from "../../lib/app/mod.ts";
import { OPERATIONS } from "../../lib/operations/mod.ts";
import { proofProblems } from "../../scripts/contract/proof.ts";
import { TestWorktree } from "../worktrees.ts";
import type { Document } from "./asking.ts";
import { EDITS, REQUESTS, TALKATIVE } from "./every_answer.ts";
import { Generation, valueAt, wrongVerdict } from "./judging.ts";

const environment = { ...process.env };
let worktree: TestWorktree;
let project: Project;

function entered(): void {
  worktree = TestWorktree.git(TALKATIVE);
  // What a clone knows of where it came from: review compares with that.
  worktree.run("update-ref", "refs/remotes/origin/main", "HEAD");
  worktree.run("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  worktree.enter();
  project = open({ directory: worktree.root });
}

function left(): void {
  for (const name of ["EVIDENT_CACHE_DIR", "EVIDENT_CONFIG", "HOME"]) {
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  }
  worktree.remove();
}

async function asked(operation: object): Promise<Document> {
  const answer = await project.query({ operation, max_bytes: 32_768 }, { verify: "none" });
  return JSON.parse(JSON.stringify(answer));
}

const WRONG = ["gone", "changed", "moved", "unchecked"];

async function verified(answer: Document, verdicts: readonly string[]): Promise<Document> {
  return await asked({ kind: "verify", answer, verdicts, limit: 50 });
}

describe("every operation's answer", () => {
  before(async () => {
    entered();
    await project.index({ workers: 1 });
    worktree.write(EDITS);
    worktree.run("add", "-A");
    await project.sync({ workers: 1 });
  });
  after(left);

  it("is asked for, and says something", async () => {
    const kinds = new Set(REQUESTS.map(({ kind }) => kind));
    assert.deepEqual(
      OPERATIONS.map(({ kind }) => kind).filter((kind) => kind !== "verify" && !kinds.has(kind)),
      [],
    );
    for (const kind of kinds) {
      const answers = await Promise.all(REQUESTS.filter((one) => one.kind === kind).map(asked));
      assert.ok(answers.some(({ items }) => items.length > 0), String(kind));
    }
  });

  for (const operation of REQUESTS) {
    it(`${JSON.stringify(operation)} holds, and no value of it can be altered unseen`, async () => {
      const answer = await asked(operation);
      assert.deepEqual(await proofProblems(project, answer), []);
      for (const { where, altered } of alterations(answer)) {
        const { items, earlier } = await verified(altered, WRONG);
        assert.equal(earlier.answer_digest, "differs");
        assert.ok(
          items.length > 0,
          `${where.join(".")} was altered: ${JSON.stringify(valueAt(altered, where))}`,
        );
      }
    });
  }
});

/** Fields of items that say how they are told, or why they answer the question. */
const NO_CLAIMS = new Set([
  "match",
  "part",
  "role",
  "reason",
  "test_count",
  "matches",
  "clipped",
  "redacted",
  "more_sites",
  "more_tests",
]);

/** The answer with one value altered, for each field that an item or the citations have; the first of each kind of place. */
function* alterations(
  answer: Document,
): Iterable<{ where: readonly (string | number)[]; altered: Document }> {
  const seen = new Set<string>();
  for (const part of ["items", "files", "files_before"]) {
    for (const where of leaves(answer[part], [part])) {
      const field = where.findLast((one) => typeof one === "string") as string;
      const isOfSite = where.includes("unverified");
      const isOfWalk = field === "distance" && answer.operation.startsWith("call") ||
        field === "distance" && answer.operation === "hierarchy";
      const isOfReview = field === "symbols" && answer.operation === "review";
      if (NO_CLAIMS.has(field) && !isOfSite || isOfWalk || isOfReview) continue;
      const kind = where.map((one) =>
        typeof one === "number" ? "#" : part === "items" || one === part ? one : "path"
      ).join(".");
      if (seen.has(kind)) continue;
      seen.add(kind);
      const altered = structuredClone(answer);
      const holder = valueAt(altered, where.slice(0, -1));
      const value = holder[where.at(-1)!];
      holder[where.at(-1)!] = typeof value === "string"
        ? `${value}x`
        : typeof value === "number"
        ? value + 1
        : value === null
        ? "x"
        : !value;
      yield { where, altered };
    }
  }
}

function* leaves(
  value: Document,
  where: readonly (string | number)[],
): Iterable<readonly (string | number)[]> {
  if (value === undefined) return;
  if (value === null || typeof value !== "object") yield where;
  else if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) {
      yield* leaves(one, [...where, at]);
    }
  } else for (const key of Object.keys(value)) yield* leaves(value[key], [...where, key]);
}

const LAW_REQUESTS: readonly Record<string, unknown>[] = [
  { kind: "map", level: "source", limit: 10 },
  { kind: "symbols", query: "helper" },
  { kind: "outline", path: "lib/core.py" },
  { kind: "references", symbol: "lib/core.py#helper" },
  { kind: "callers", symbol: "lib/core.py#helper", depth: 2 },
  { kind: "pack", symbol: "lib/core.py#helper" },
  { kind: "impact", symbols: ["lib/core.py#helper"], depth: 2, limit: 8 },
  { kind: "source", symbol: "lib/core.py#helper" },
  { kind: "unresolved", limit: 8 },
];

/** Edits of a text, line by line. */
const LINE_EDITS: readonly ((lines: string[], at: number) => void)[] = [
  (lines) => lines.unshift("# a line above\n"),
  (lines, at) => lines.splice(at, 1),
  (lines, at) => lines.splice(at, 0, "\n"),
  (lines, at) => lines.splice(at, 1, lines[at]?.replace("helper()", "other()") ?? ""),
  (lines, at) => lines.splice(at, 1, lines[at]?.replace("return", "return 1 +") ?? ""),
  (lines, at) => lines.push(...lines.slice(at, at + 4)),
  (lines) => lines.push("\n\ndef added():\n", "    return helper()\n"),
  (lines, at) => lines.splice(at, 1, lines[at]?.replace(/def (\w+)/, "def new_$1") ?? ""),
  (lines) =>
    lines.splice(
      0,
      lines.length,
      ...lines.map((line) => line.replace(/def (helper|left|tally)/, "def new_$1")),
    ),
  (lines) => lines.splice(0, lines.length, ...lines.map((line) => line.replace("helper()", "2"))),
];

function codeFiles(folder = ""): string[] {
  return readdirSync(join(worktree.root, folder)).filter((name) => name !== ".git").flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    return statSync(join(worktree.root, path)).isDirectory()
      ? codeFiles(path)
      : path.endsWith(".py")
      ? [path]
      : [];
  }).sort();
}

/** Edits one file, or renames it. */
function edit({ file, kind, at }: { file: number; kind: number; at: number }): void {
  const paths = codeFiles();
  const path = paths[file % paths.length];
  const text = readFileSync(join(worktree.root, path), "utf8");
  if (kind >= LINE_EDITS.length) {
    rmSync(join(worktree.root, path));
    if (kind === LINE_EDITS.length) worktree.write({ [path.replace(/(\.\w+)$/, "_moved$1")]: text });
    return;
  }
  const lines = text.split(/(?<=\n)/);
  LINE_EDITS[kind](lines, at % Math.max(1, lines.length));
  worktree.write({ [path]: lines.join("") });
}

describe("after random edits", () => {
  before(async () => {
    entered();
    await project.index({ workers: 1 });
  });
  after(left);

  const EDITED = fc.array(
    fc.record({
      file: fc.noBias(fc.integer({ min: 0, max: 999 })),
      kind: fc.noBias(fc.integer({ min: 0, max: LINE_EDITS.length + 1 })),
      at: fc.noBias(fc.integer({ min: 0, max: 60 })),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it("each verdict is what exports and bytes say", async () => {
    const counts = new Map<string, number>();
    const REMOVED = [{ file: codeFiles().indexOf("lib/core.py"), kind: LINE_EDITS.length + 1, at: 0 }];
    const then = await Generation.of(project);
    for (const edits of [REMOVED, ...fc.sample(EDITED, { seed: 20_26, numRuns: 15 })]) {
      worktree.run("reset", "-q", "--hard", "HEAD");
      await project.sync({ workers: 1 });
      const answers = await Promise.all(LAW_REQUESTS.map(asked));
      for (const one of edits) edit(one);
      worktree.run("add", "-A");
      await project.sync({ workers: 1 });
      const now = await Generation.of(project);
      for (const answer of answers) {
        for (const verdicts of [WRONG, ["holds"]]) {
          for (const claim of (await verified(answer, verdicts)).items) {
            const kind = `${claim.what} ${claim.verdict}`;
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
            const wrong = wrongVerdict({ then, now, answer }, claim);
            assert.equal(
              wrong,
              null,
              `${JSON.stringify(claim)} of ${JSON.stringify(answer.items[claim.item])}`,
            );
          }
        }
      }
    }
    for (const what of ["file", "symbol", "relation", "source"]) {
      for (const verdict of ["gone", "changed", "moved", "holds"]) {
        if (what === "source" && verdict === "gone") continue;
        assert.ok(
          (counts.get(`${what} ${verdict}`) ?? 0) > 0,
          `no ${what} ${verdict}: ${JSON.stringify([...counts])}`,
        );
      }
    }
  });
});
