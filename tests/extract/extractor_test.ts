// One file's bytes to facts: what a file is told that has none.

import { after, describe, it } from "node:test";
import assert from "node:assert/strict";
import { extractAll, Extractor, ReadyThread, threadsFor } from "../../lib/extract/mod.ts";
import { decodeFacts, DEFAULT_LIMITS } from "../../lib/model/mod.ts";
import { assetTable, useAssets } from "../../wasm/mod.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const python = { index: 0, language: "python", dialect: "python" };
const assets = { ...assetTable() };
after(() => useAssets(assets));

describe("extractor", () => {
  it("a grammar that cannot be loaded fails its files, and no others", async () => {
    useAssets({ ...assets, "grammar:python": "/nowhere/python.wasm" });
    const extractor = new Extractor(DEFAULT_LIMITS);
    assert.equal(
      (await extractor.extract({ ...python, bytes: bytes("x = 1\n") })).failure,
      "grammar_unavailable",
    );
    const markdown = { index: 1, language: "markdown", dialect: "markdown", bytes: bytes("# T\n") };
    assert.equal((await extractor.extract(markdown)).failure, null);
    assert.equal(
      (await extractor.extract({ index: 2, language: "go", dialect: "go", bytes: bytes("package p\n") }))
        .failure,
      null,
    );
    useAssets(assets);
  });

  it("a workers' pool tells it too, in the caller's order", async () => {
    useAssets({ ...assets, "grammar:python": "/nowhere/python.wasm" });
    const jobs = ["python", "go", "python"].map((language, index) => ({
      index: index * 10,
      language,
      dialect: language,
      bytes: bytes(language === "go" ? "package p\n" : "x = 1\n"),
    }));
    const { results, abandoned } = await extractAll(jobs, { workers: 2, limits: DEFAULT_LIMITS });
    useAssets(assets);
    assert.equal(abandoned, false);
    assert.deepEqual(results.map(({ index, failure }) => [index, failure]), [
      [0, "grammar_unavailable"],
      [10, null],
      [20, "grammar_unavailable"],
    ]);
  });

  it("a thread that started beforehand works as any other, once", async () => {
    const ready = new ReadyThread(DEFAULT_LIMITS);
    const taken = new Set<unknown>();
    const thread = () => {
      const one = ready.take();
      taken.add(one);
      return one;
    };
    const go = { language: "go", dialect: "go", bytes: bytes("package p\n") };
    for (const index of [0, 1]) {
      const { results } = await extractAll([{ index, ...go }], {
        workers: 1,
        limits: DEFAULT_LIMITS,
        thread,
      });
      assert.deepEqual(results.map(({ failure }) => failure), [null]);
    }
    assert.equal(taken.size, 2);
    ready.end();
  });

  it("another thread is started where there is a megabyte for it, and as many as run at once", () => {
    const files = (count: number) => [...Array(count).keys()].map((index) => ({ ...half, index }));
    const half = { language: "go", dialect: "go", bytes: new Uint8Array(1 << 19) };
    assert.deepEqual([0, 1, 3, 4, 6, 40].map((count) => threadsFor(files(count), 4)), [1, 1, 1, 2, 3, 4]);
  });

  it("a limit of no time is a timeout, and the next file is parsed as ever", async () => {
    const slow = new Extractor({ ...DEFAULT_LIMITS, maxParseMs: -1 });
    assert.equal((await slow.extract({ ...python, bytes: bytes("x = 1\n") })).failure, "parse_timeout");
    const facts =
      (await new Extractor(DEFAULT_LIMITS).extract({ ...python, bytes: bytes("def f(): pass\n") })).facts!;
    assert.deepEqual(decodeFacts(facts).definitions.map(({ name }) => name), ["f"]);
  });

  it("what is not UTF-8 is read one unit a byte, so that offsets are those of the file", async () => {
    const source = new Uint8Array([...bytes("s = '"), 0xff, 0xfc, ...bytes("'\ndef f(): pass\n")]);
    const facts = decodeFacts(
      (await new Extractor(DEFAULT_LIMITS).extract({ ...python, bytes: source })).facts!,
    );
    assert.deepEqual(facts.problems[0], { start: 0, end: source.length, code: "not_utf8" });
    const [definition] = facts.definitions.filter(({ name }) => name === "f");
    assert.equal(source[definition.nameStart], "f".charCodeAt(0));
  });

  it("memory that ran out costs no file that would have had it, in whatever order they come", async () => {
    const dense = bytes(`x = [${"f(1),".repeat(40_000)}]\n`);
    const limits = { ...DEFAULT_LIMITS, maxParserBytes: 64 << 20 };
    const jobs = [dense, bytes("x = 1\n"), dense, bytes(`x = [${"f(1),".repeat(200_000)}]\n`), dense].map(
      (content, index) => ({ ...python, index, bytes: content }),
    );
    for (const order of [jobs, jobs.toReversed()]) {
      const { results } = await extractAll(order, { workers: 1, limits });
      const failed = results.filter(({ failure }) => failure !== null);
      assert.deepEqual(failed.map(({ index, failure }) => [index, failure]), [[3, "parse_memory"]]);
    }
  });

  it("no file at all is no work", async () => {
    assert.deepEqual(await extractAll([], { workers: 2, limits: DEFAULT_LIMITS }), {
      results: [],
      abandoned: false,
    });
  });
});
