// `--format` on the command line: one answer in every format, refusals too, and commands in an answer that work when they are
// copied.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { askedOf } from "../../lib/commands/asked.ts";
import { shortFormOf } from "../../lib/commands/short_form.ts";
import { formatOf } from "../../lib/commands/words.ts";
import { shellLine } from "../../lib/wire/mod.ts";
import type { QueryRequest } from "../../lib/operations/mod.ts";
import type { JsonObject } from "../../lib/wire/mod.ts";
import { repository, SMALL_REPOSITORY } from "../operations/asking.ts";
import { printed, words } from "../../scripts/parts/command_lines.ts";

const made = repository({
  ...SMALL_REPOSITORY,
  "odd/it's `x`.py": "def odd():\n    return 1\n\n\ndef even():\n    return odd()\n",
});
const asked = (line: string) => printed("-C", made.worktree.root, ...words(line));

describe("one answer", () => {
  const lines = [
    "callers helper",
    "map",
    "explore engine",
    "unresolved",
    "outline lib/core.py",
    "impact helper",
  ];
  for (const line of lines) {
    it(`${line}: the same in every format`, async () => {
      const { code, stdout } = await asked(line);
      const answer = JSON.parse(stdout);
      assert.equal(code, 0);
      assert.equal((await asked(`${line} --format json`)).stdout.length, stdout.length);
      for (const format of ["text", "markdown", "ndjson"]) {
        const { code, stdout } = await asked(`${line} --format ${format}`);
        assert.equal(code, 0);
        assert.ok(stdout.includes(answer.answer_digest), stdout);
      }
      const rows = (await asked(`${line} --format ndjson`)).stdout.trimEnd().split("\n").map((row) =>
        JSON.parse(row)
      );
      assert.deepEqual(rows.slice(1), answer.items);
      assert.equal(rows[0].items, undefined);
    });
  }

  const states: readonly [line: string, text: RegExp, markdown: RegExp][] = [
    [
      "status",
      /^The index is ready, fresh\.\n\n/,
      /^## The index is ready, fresh\.\n\n- scope id: `worktree`\n/,
    ],
    ["sync", /^Nothing changed: nothing was published\./, /^## Nothing changed: nothing was published\./],
  ];
  for (const [line, text, markdown] of states) {
    it(`${line} as text and as Markdown`, async () => {
      assert.match((await asked(`${line} --format text`)).stdout, text);
      assert.match((await asked(`${line} --format markdown`)).stdout, markdown);
      assert.equal((await asked(`${line} --format ndjson`)).stdout.split("\n").length, 2);
    });
  }
});

describe("a refusal", () => {
  const refused: readonly [line: string, code: number, starts: string][] = [
    ["callers nobody --format text", 1, "symbol.not_found: No symbol is called nobody.\n"],
    ["callers nobody --format markdown", 1, "## `symbol.not_found`: No symbol is called nobody.\n"],
    ["callers nobody --format ndjson", 1, '{"schema":"evident.failure.v1","code":"symbol.not_found"'],
    ["callers helper --limit many --format text", 2, "usage.bad_flag: "],
    ["callers --format=text", 2, "request.malformed: "],
    ["frobnicate --format text", 2, "usage."],
    ["callers helper --format yaml", 2, '{"schema":"evident.failure.v1","code":"usage.bad_flag"'],
    ["export --format text", 2, "usage.bad_flag: "],
  ];
  for (const [line, code, starts] of refused) {
    it(`${line}: exit ${code}, in that format`, async () => {
      const ended = await asked(line);
      assert.equal(ended.code, code);
      assert.ok(ended.stdout.startsWith(starts), ended.stdout);
    });
  }

  it("what stands behind -- is no format", () => {
    assert.equal(formatOf(["symbols", "--", "--format", "text"]), null);
    assert.equal(formatOf(["symbols", "x", "--format", "text", "--format=ndjson"]), "ndjson");
    assert.equal(formatOf(["symbols", "--format"]), null);
  });
});

describe("commands in a text", () => {
  /** The command lines that a text offers. */
  const offered = (text: string): string[] => text.match(/evident -C .*$/gm) ?? [];

  const ambiguous: readonly [line: string, kept: string][] = [
    ["callers run --format text", "--format text"],
    [
      "callers run --depth 2 --min-confidence heuristic --verify none --format text",
      "--depth 2 --min-confidence heuristic",
    ],
    ["impact helper run --format text", "impact helper "],
    ["definition run --max-bytes 9000 --format markdown", "--max-bytes 9000"],
  ];
  for (const [line, kept] of ambiguous) {
    it(`${line}: each choice comes with a command that answers`, async () => {
      const { code, stdout } = await asked(line);
      assert.equal(code, 1);
      assert.match(stdout, /3 symbols are called run/);
      const commands = offered(stdout).map((command) => command.replace(/`$/, ""));
      assert.equal(commands.length, 3);
      for (const command of commands) {
        assert.ok(command.includes(kept), command);
        assert.equal((await printed(...words(command).slice(1))).code, 0, command);
      }
    });
  }

  it("the next command answers", async () => {
    const { stdout } = await asked("symbols run --limit 1 --format text");
    const [next] = offered(stdout);
    assert.match(next, /^evident -C \S+ symbols run .*--format text$/);
    const again = await printed(...words(next).slice(1));
    assert.equal(again.code, 0);
    assert.match(again.stdout, /^\d of \d symbols for run\n/);
  });

  it("a path that a shell would read otherwise is quoted", async () => {
    const { stdout } = await asked("callers odd --limit 1 --path-prefix odd/ --format text");
    assert.match(stdout, /^odd\/it's `x`\.py:5 {2}function {2}even/m);
    const narrow = { kind: "callers", symbol: "odd/it's `x`.py#odd", path_prefix: "odd/" };
    const line = shellLine(shortFormOf(narrow)!);
    assert.equal(line, `callers 'odd/it'\\''s \`x\`.py#odd' --path-prefix odd/`);
    assert.deepEqual(words(line), ["callers", "odd/it's `x`.py#odd", "--path-prefix", "odd/"]);
  });
});

const SHORT_FORMS: readonly [operation: JsonObject, words: string | null][] = [
  [{ kind: "status" }, "status"],
  [{ kind: "callers", symbol: "A.b", depth: 1, limit: 20 }, "callers A.b"],
  [{ kind: "callers", symbol: "A.b", depth: 2 }, "callers A.b --depth 2"],
  [{ kind: "symbols", query: "two words" }, "symbols 'two words'"],
  [{ kind: "symbols", query: "-x", limit: 5 }, "symbols --limit 5 -- -x"],
  [{ kind: "symbols", query: "x", kinds: ["class", "enum"] }, "symbols x --kinds class,enum"],
  [{ kind: "impact", symbols: ["a", "b.c"], paths: ["x/y.py"] }, "impact a b.c --paths x/y.py"],
  [{ kind: "impact", paths: ["one,two.py"] }, null],
  [{ kind: "definition", path: "a.py", line: 3, column: 0 }, "definition --path a.py --line 3 --column 0"],
  [{ kind: "nothing" }, null],
];

describe("short forms", () => {
  for (const [operation, line] of SHORT_FORMS) {
    it(`${JSON.stringify(operation)}: ${line}`, () => {
      const form = shortFormOf(operation);
      assert.equal(form === null ? null : shellLine(form), line);
    });
  }

  it("what has none is told as a request", () => {
    const request = { operation: { kind: "map" }, max_bytes: 20_000 } as QueryRequest;
    const { commandOf } = askedOf(request, ["--scope", "s"], ["--format", "text"]);
    assert.equal(
      commandOf({ operation: { kind: "impact", paths: ["a,b.py"] } }),
      `evident --scope s query --request-file - --format text <<< '{"operation":{"kind":"impact","paths":["a,b.py"]},"max_bytes":20000}'`,
    );
    assert.equal(
      commandOf({ operation: { kind: "map" } }),
      "evident --scope s map --max-bytes 20000 --format text",
    );
    assert.equal(
      commandOf({ operation: { kind: "callers", symbol_id: "a.py#f()." }, expected_fingerprint: "ab" }),
      "evident --scope s callers --symbol-id 'a.py#f().' --max-bytes 20000 --expected-fingerprint ab --format text",
    );
  });
});
