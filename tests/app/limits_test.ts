// The limits of the user's configuration: each is there, checked, told of in the README, and holds.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDocument, open, type Project } from "../../lib/app/mod.ts";
import { DEFAULT_LIMITS, Failure } from "../../lib/model/mod.ts";
import { documentSchema } from "../../lib/operations/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { isValid } from "../operations/json_schema.ts";
import { TestWorktree } from "../worktrees.ts";

const README = readFileSync(
  join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "README.md"),
  "utf8",
);
/** As the configuration file writes them. */
const NAMES = Object.keys(DEFAULT_LIMITS).map((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
);

/** The scope of a worktree under limits, written as TOML. */
function openWith(worktree: TestWorktree, limits: string): Project {
  const folder = join(worktree.folder, "configuration");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "config.toml");
  writeFileSync(config, `[scopes.mine]\nroot = "../work"\n[scopes.mine.limits]\n${limits}\n`);
  process.env.EVIDENT_CONFIG = config;
  return open({ scope: "mine" });
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

describe("a limit that is none", () => {
  const bad = [`"many"`, "true", "-1", "0", "1.5", "nan", "inf", "9007199254740993", "[1]"];
  for (const name of NAMES) {
    it(
      `${name} is refused by its name`,
      withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
        for (const value of bad) {
          assert.throws(() => openWith(worktree, `${name} = ${value}`), (error) => {
            assert.ok(error instanceof Failure && error.code === "config.malformed", value);
            assert.ok(
              error.message.includes(`scopes.mine.limits.${name}`) || error.message.includes("TOML"),
              `${value}: ${error.message}`,
            );
            return true;
          });
        }
        openWith(worktree, `${name} = ${name.endsWith("_bytes") ? 64 << 20 : 100}`);
      }),
    );
  }

  const unkeepable = [
    "max_parser_bytes = 1000",
    "max_parser_bytes = 5000000000",
    "max_file_bytes = 5000000000",
    "max_parsing_bytes = 1000",
    "max_fils = 3",
  ];
  for (const line of unkeepable) {
    it(
      `${line} is refused`,
      withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
        assert.throws(() => openWith(worktree, line), (error) => {
          assert.ok(error instanceof Failure && error.code === "config.malformed");
          assert.ok(error.message.includes(line.split(" ")[0]), error.message);
          return true;
        });
      }),
    );
  }
});

it("the README has each limit in a row of its own", () => {
  const told = [...README.matchAll(/^\| `(max_\w+)` +\|/gm)].map(([, name]) => name);
  assert.deepEqual(told.filter((name) => name !== "max_bytes" && name !== "max_lines").sort(), NAMES.sort());
});

const FILES = { "a.py": "def a():\n    return 1\n", "b.py": "from a import a\na()\n" };

describe("what all have too much of", () => {
  const limits: readonly [limit: string, detail: (told: Record<string, unknown>) => void][] = [
    ["max_files = 2", (told) => assert.deepEqual([told.files_read, told.listed_files], [3, 3])],
    ["max_source_bytes = 50", (told) => assert.ok(Number(told.bytes_read) > 50)],
    ["max_graph_bytes = 9000", (told) => {
      assert.ok(Number(told.estimated_bytes) > 9_000);
      assert.ok(Number(told.symbols) > 0 && Number(told.references) > 0);
      assert.ok((told.largest_files as unknown[]).length > 1);
    }],
    ["max_build_ms = 1", (told) => {
      assert.ok(Number(told.elapsed_ms) > 1);
      assert.equal(typeof told.phase, "string");
    }],
    ["max_cache_bytes = 1000", (told) => assert.equal(typeof told.limit, "number")],
  ];
  for (const [line, check] of limits) {
    it(
      `${line} fails the build with the numbers, and what served serves on`,
      withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
        const before = openWith(worktree, "");
        await before.index({ workers: 1 });
        worktree.write({ "c.py": "from a import a\n\n\ndef c():\n    return a()\n" });
        worktree.commit("third");
        const project = openWith(worktree, line);
        for (const build of [() => project.index({ workers: 1 }), () => project.sync({ workers: 1 })]) {
          const { code, detail } = await failureOf(build());
          assert.equal(code, "limit.exceeded");
          assert.deepEqual(
            [detail!.name, detail!.limit],
            line.split(" = ").map((part, at) => at ? +part : part),
          );
          check(detail!);
        }
        // What the limit keeps from being read is not known, and nothing else fails for it.
        // deno-lint-ignore no-explicit-any
        const over: any = await project.status();
        assert.ok(["stale", "unknown"].includes(over.freshness), over.freshness);
        assert.notEqual(over.fingerprint, null);
        worktree.run("reset", "-q", "--hard", "HEAD~1");
        const answer = await openWith(worktree, "").query({ operation: { kind: "callers", symbol: "a" } });
        assert.deepEqual([answer.status, answer.total], ["ok", 1]);
        // deno-lint-ignore no-explicit-any
        const status: any = await openWith(worktree, "").status();
        assert.deepEqual(
          [status.state, status.last_build.outcome, status.last_build.failure.code],
          ["ready", "failed", "limit.exceeded"],
        );
      }),
    );
  }
});

/** Dense code of about a megabyte. */
const DENSE = `x = [${"f(1),".repeat(200_000)}]\n`;
/** A body that the grammar's scanner reads again for every line. */
const SLOW = `def slow():\n    pass\n${"# c\n".repeat(30_000)}`;

describe("what one file has too much of", () => {
  const limits: readonly [limit: string, text: string, reason: string][] = [
    ["max_parse_ms = 50", SLOW, "parse_timeout"],
    ["max_parser_bytes = 33554432", DENSE, "parse_memory"],
  ];
  for (const [line, text, reason] of limits) {
    it(
      `${line} costs that file alone, and every answer about it says ${reason}`,
      withWorktree(() => TestWorktree.git({ ...FILES, "large.py": text }), async (worktree) => {
        const project = openWith(worktree, line);
        const report = await project.index({ workers: 1 });
        assert.deepEqual(report.notParsed, [{ path: "large.py", reason }]);
        assert.ok(isValid(documentSchema("build"), buildDocument(report)));
        // deno-lint-ignore no-explicit-any
        const status: any = await project.status();
        assert.deepEqual(status.not_parsed, { total: 1, files: [{ path: "large.py", reason }] });
        assert.equal(status.coverage.files.failed, 1);
        const callers = await project.query({ operation: { kind: "callers", symbol: "a" } });
        assert.equal(callers.total, 1);
        const unknown = await failureOf(project.query({ operation: { kind: "callers", symbol: "slow" } }));
        assert.deepEqual([unknown.code, unknown.detail!.not_parsed], ["symbol.not_found", 1]);
        assert.match(unknown.hint!, /could not be parsed is not known \(1\)/);
        for (const kind of ["outline", "unresolved"]) {
          // deno-lint-ignore no-explicit-any
          const answer: any = await project.query({ operation: { kind, path: "large.py" } });
          // deno-lint-ignore no-explicit-any
          const codes = answer.limitations.map(({ code }: any) => code);
          assert.ok(codes.includes("not_parsed") && codes.includes(reason), `${kind}: ${codes}`);
          assert.equal(answer.coverage.files.failed, 1);
        }
      }),
    );
  }

  it(
    "max_file_bytes leaves it out, and the answer says so",
    withWorktree(() => TestWorktree.git({ ...FILES, "large.py": DENSE }), async (worktree) => {
      const project = openWith(worktree, "max_file_bytes = 1000");
      const report = await project.index({ workers: 1 });
      assert.deepEqual(report.omitted, { too_large: 1 });
      const { code, detail } = await failureOf(
        project.query({ operation: { kind: "outline", path: "large.py" } }),
      );
      assert.deepEqual([code, detail!.omitted], ["path.not_found", "too_large"]);
    }),
  );
});
