// A file that ends the thread it is in costs no other file its facts, and none keeps the build waiting for ever.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { extractAll } from "../../lib/extract/mod.ts";
import { PoolWorker } from "../../lib/extract/pool_worker.ts";
import { DEFAULT_LIMITS, type ParseFailure } from "../../lib/model/mod.ts";

const limits = { ...DEFAULT_LIMITS, maxParseMs: 100 };
const STUCK = { url: new URL("./stuck_worker.ts", import.meta.url).href, graceMs: 900 };

/** Extracts files that say what becomes of the thread; their failures by number. */
async function failuresOf(texts: readonly string[], workers: number) {
  const jobs = texts.map((text, index) => ({
    index,
    language: "python",
    dialect: "python",
    bytes: new TextEncoder().encode(text),
  }));
  let told = 0;
  const { results, abandoned } = await extractAll(jobs, {
    workers,
    limits,
    onResult: () => told++,
    thread: () => new PoolWorker(limits, STUCK),
  });
  assert.equal(told, texts.length, "every file is told of once");
  assert.deepEqual(results.map(({ index }) => index), texts.map((_, index) => index));
  for (const { facts, failure } of results) assert.equal(facts === null, failure !== null);
  const failures: Record<number, ParseFailure> = {};
  for (const { index, failure } of results) if (failure !== null) failures[index] = failure;
  return { failures, abandoned };
}

describe("a file that ends its thread is named alone", () => {
  const texts = (what: string) => ["a", "b", what, "c", "d", what, "e"];
  const cases: readonly [what: string, failure: ParseFailure, abandoned: boolean][] = [
    ["break", "parse_memory", false],
    ["throw", "extract_failed", false],
    ["hang", "parse_timeout", true],
  ];
  for (const [what, failure, abandoned] of cases) {
    for (const workers of [1, 3]) {
      it(`${what}, ${workers} at a time`, async () => {
        assert.deepEqual(await failuresOf(texts(what), workers), {
          failures: { 2: failure, 5: failure },
          abandoned,
        });
      });
    }
  }

  it("big ones wait for each other and go on all the same", async () => {
    const big = (what: string) => what + " ".repeat(300_000);
    const { failures } = await failuresOf([big("a"), big("throw"), big("b"), "c", big("break"), big("d")], 2);
    assert.deepEqual(failures, { 1: "extract_failed", 4: "parse_memory" });
  });
});

it("where the time of all is over the work ends, whatever the threads are at", async () => {
  const endMs = performance.now() + 300;
  const clock = {
    leftMs: () => endMs - performance.now(),
    check: () => {
      throw new Error("over");
    },
  };
  const job = { index: 0, language: "python", dialect: "python", bytes: new TextEncoder().encode("hang") };
  const thread = () => new PoolWorker({ ...limits, maxParseMs: 60_000 }, STUCK);
  await assert.rejects(extractAll([job], { workers: 1, limits, clock, thread }), /over/);
  assert.ok(performance.now() - endMs < 2_000);
});
