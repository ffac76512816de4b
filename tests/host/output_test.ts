// stdin is read whole, stdout arrives whole, a reader that left is no error, progress stays on its line.

import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readStdin, replaceCalls, selfCommand, terminalProgress } from "../../lib/host/mod.ts";

const writer = fileURLToPath(new URL("./writer.ts", import.meta.url));
const { program, args } = selfCommand(writer);

test("two megabytes arrive through a pipe", async () => {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let length = 0;
  child.stdout.on("data", (chunk: Uint8Array) => length += chunk.length);
  const exitCode = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(exitCode, 0);
  assert.equal(length, 2_000_000);
});

test("a reader that leaves early ends the writing quietly", () => {
  const line = [program, ...args].map((part) => `'${part}'`).join(" ");
  const result = spawnSync("/bin/sh", ["-c", `{ ${line}; echo "exit $?" >&2; } | head -c 10`], {
    encoding: "utf8",
  });
  assert.equal(result.stdout, "x".repeat(10));
  assert.equal(result.stderr, "exit 3\n");
});

test("a pipe that has nothing yet is waited for", () => {
  const sent = ["now ", null, null, "and ", null, "then", ""];
  const restore = replaceCalls({
    read: (_, into, offset) => {
      const part = sent.shift() ?? null;
      if (part === null) throw Object.assign(new Error("nothing yet"), { code: "EAGAIN" });
      into.set(new TextEncoder().encode(part), offset);
      return part.length;
    },
  });
  try {
    assert.equal(new TextDecoder().decode(readStdin()), "now and then");
  } finally {
    restore();
  }
});

test("progress is one line, redrawn seldom and cleared at the end", () => {
  let shown = "";
  let clockMs = 1000;
  const progress = terminalProgress((text) => void (shown += text), () => clockMs);
  progress.phase("reading", 3);
  progress.advance();
  clockMs += 150;
  progress.advance();
  progress.done();
  assert.equal(shown.replaceAll("\r\u001b[2K", "|"), "|reading 0/3|reading 2/3|");
});
