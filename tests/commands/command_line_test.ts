// The command line from source, as a process of its own on the runtime that runs the test: exit codes and documents.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { selfCommand } from "../../lib/host/mod.ts";
import { DOCUMENT_KINDS, documentSchema, jsonSchemas } from "../../lib/operations/mod.ts";
import { FAILURE_CODES, GRAMMAR_DIGESTS, VERSION } from "../../lib/model/mod.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Runs the command line in an empty folder with an empty HOME. */
function evident(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "evident-command-line-"));
  const { program, args: start } = selfCommand(CLI);
  const ended = spawnSync(program, [...start, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, DENO_DIR: process.env.DENO_DIR },
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

describe("command line", () => {
  it("schema prints the JSON Schemas of requests and answers, or one of them", () => {
    const told = (...args: string[]) => JSON.parse(evident("schema", ...args).stdout);
    const { documents, ...asked } = told();
    assert.deepEqual(asked, jsonSchemas(null));
    assert.deepEqual(Object.keys(documents), [...DOCUMENT_KINDS]);
    assert.deepEqual(told("--document", "gc"), documentSchema("gc"));
    assert.deepEqual(told("--operation", "callers"), jsonSchemas("callers"));
    assert.deepEqual(told("--request", "--operation", "callers"), jsonSchemas("callers").request);
    assert.deepEqual(told("--response", "--operation", "status"), jsonSchemas("status").response);
    assert.equal(told("--operation", "nothing").code, "usage.bad_flag");
  });

  it("--version says version, commit, runtime and grammar digests", () => {
    const { code, stdout } = evident("--version");
    const document = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(Object.keys(document), ["schema", "version", "commit", "runtime", "grammars"]);
    assert.equal(document.version, VERSION);
    assert.equal(document.commit, "source");
    assert.match(document.runtime.version, /^\d+\.\d+/);
    assert.deepEqual(document.grammars, GRAMMAR_DIGESTS);
    for (const digest of Object.values(GRAMMAR_DIGESTS)) assert.match(digest, /^[0-9a-f]{64}$/);
  });

  it("a command is found by its name with dashes too", () => {
    assert.match(evident("affected-tests", "--help").stdout, /^Usage: evident affected_tests/);
  });

  it("--help shows usage and an example, exit 0", () => {
    const { code, stdout } = evident("--help");
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: evident/);
    assert.match(stdout, /Examples:\n {2}\$ evident /);
  });

  const refused: readonly [name: string, args: readonly string[], code: keyof typeof FAILURE_CODES][] = [
    ["no command", [], "usage.unknown_command"],
    ["a command that is none", ["frobnicate"], "usage.unknown_command"],
    ["a command that is none, with a flag", ["frobnicate", "--limit", "3"], "usage.unknown_command"],
    ["a flag that is none", ["--frobnicate"], "usage.bad_flag"],
    ["a flag that is none before a command", ["--frobnicate", "status"], "usage.bad_flag"],
  ];
  for (const [name, args, failure] of refused) {
    it(`${name} is one failure document, exit ${FAILURE_CODES[failure]}`, () => {
      const { code, stdout, stderr } = evident(...args);
      const document = JSON.parse(stdout);
      assert.equal(code, FAILURE_CODES[failure]);
      assert.deepEqual(Object.keys(document), ["schema", "code", "message", "hint", "detail", "retry"]);
      assert.equal(document.schema, "evident.failure.v1");
      assert.equal(document.code, failure);
      assert.equal(stdout, JSON.stringify(document) + "\n", "compact in a pipe");
      assert.equal(stderr, "");
    });
  }

  const FORMATS = ["json", "ndjson", "text", "markdown"];
  const completed: readonly [command: string, formats: readonly string[]][] = [
    ["callers", FORMATS],
    ["query", FORMATS],
    ["status", FORMATS],
    ["index", FORMATS],
    ["export", ["ndjson"]],
  ];
  for (const [command, formats] of completed) {
    it(`completions offer the formats of ${command}`, () => {
      const { stdout } = evident("complete", "--", command, "--format", "");
      assert.deepEqual(stdout.match(/^\w+(?=\t)/gm), formats);
    });
  }

  it("a name with control characters reaches no terminal raw", () => {
    const { stdout } = evident("bad\u001b[31m\u202ename\u009b");
    assert.match(stdout, /bad\\u001b\[31m\\u202ename\\u009b/);
    assert.equal(JSON.parse(stdout).detail.command, "bad\u001b[31m\u202ename\u009b");
  });
});
