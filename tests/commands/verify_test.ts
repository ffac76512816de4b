// `verify FILE` on the command line: files, standard input and formats, and files that are none.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { repository, SMALL_REPOSITORY } from "../operations/asking.ts";
import { printed } from "../../scripts/parts/command_lines.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const made = repository(SMALL_REPOSITORY);
const run = (...args: string[]) => printed("-C", made.worktree.root, ...args);
const file = (name: string) => join(made.worktree.folder, name);

/** How an answer in which all claims are shown begins. */
const STARTS: readonly [format: string, start: RegExp][] = [
  ["json", /^\{"schema":"evident\.query\.v1"/],
  ["text", /^(\d+) of \1 claims\n/],
  ["markdown", /^## (\d+) of \1 claims\n/],
];

describe("verify FILE", () => {
  for (const format of ["json", "ndjson"]) {
    it(`reads what --format ${format} printed`, async () => {
      writeFileSync(file(format), (await run("callers", "helper", "--format", format)).stdout);
      const { code, stdout } = await run("verify", file(format));
      const { earlier, total } = JSON.parse(stdout);
      assert.equal(code, 0);
      assert.deepEqual([earlier.operation, earlier.answer_digest, earlier.fingerprint], [
        "callers",
        "holds",
        "same",
      ]);
      assert.deepEqual([earlier.verdicts.holds, earlier.claims], [total, total]);
    });
  }

  it("reads standard input, and prints every format", async () => {
    const { stdout: answer } = await run("callers", "helper");
    const cli = process.versions.bun === undefined ? ["run", "-A", "--no-check", "cli.ts"] : ["cli.ts"];
    for (const [format, start] of STARTS) {
      const { stdout, status } = spawnSync(
        process.execPath,
        [...cli, "-C", made.worktree.root, "verify", "-", "--format", format],
        { cwd: ROOT, input: answer, encoding: "utf8" },
      );
      assert.equal(status, 0);
      assert.match(stdout, start);
    }
  });

  it("shows only the verdicts that are asked for", async () => {
    writeFileSync(file("some"), (await run("callers", "helper")).stdout);
    const { stdout } = await run("verify", file("some"), "--verdicts", "gone,changed");
    const { items, total, earlier, status } = JSON.parse(stdout);
    assert.deepEqual([items, total, status, earlier.verdicts.holds], [[], 0, "ok", earlier.claims]);
    assert.equal((await run("verify", file("some"), "--verdicts", "lost")).code, 2);
  });

  const refused: readonly [name: string, make: (path: string) => void, code: string][] = [
    ["a file that is not there", () => undefined, "request.malformed"],
    ["a folder", (path) => mkdirSync(path), "request.malformed"],
    ["an empty file", (path) => writeFileSync(path, ""), "request.malformed"],
    [
      "bytes that are no text",
      (path) => writeFileSync(path, new Uint8Array([0xff, 0, 0xfe])),
      "request.malformed",
    ],
    ["a failure", (path) => writeFileSync(path, '{"schema":"evident.failure.v1"}'), "request.malformed"],
    ["a file that is too long", (path) => writeFileSync(path, new Uint8Array(9_000_000)), "limit.exceeded"],
  ];
  for (const [name, make, code] of refused) {
    it(`${name} is refused`, async () => {
      const path = file(name);
      make(path);
      const { stdout } = await run("verify", path);
      const failure = JSON.parse(stdout);
      assert.equal(failure.code, code);
      assert.ok(failure.hint !== null && failure.detail !== null);
    });
  }

  it("a folder is no request file either", async () => {
    const { stdout } = await run("query", "--request-file", made.worktree.root);
    assert.equal(JSON.parse(stdout).code, "request.malformed");
  });

  it("a request file that is too long is refused", async () => {
    const path = file("long");
    writeFileSync(path, " ".repeat(5_000_000) + '{"operation":{"kind":"status"}}');
    const { stdout } = await run("query", "--request-file", path);
    assert.equal(JSON.parse(stdout).code, "limit.exceeded");
  });
});
