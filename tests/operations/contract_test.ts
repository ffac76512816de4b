// The contract of every answer, over random requests to a small repository: it fits its budget, cites what it speaks of,
// stays inside its filter, tells what it cut, and is the same when asked again.

import { it } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { Failure } from "../../lib/model/mod.ts";
import { LANGUAGES } from "../../lib/languages/mod.ts";
import { OPERATIONS } from "../../lib/operations/mod.ts";
import { type Document, repository, SMALL_REPOSITORY } from "./asking.ts";

const SEED = 20_26;
const RUNS = 600;
const made = repository({
  ...SMALL_REPOSITORY,
  "app/tools.py":
    "import json\nfrom lib.core import helper\n\n\ndef tool(x):\n    return json.loads(helper()) + x.run()\n",
});

const NAMES = [
  "helper",
  "Engine",
  "Turbo.run",
  "Robot.#charge",
  "tool",
  "make",
  "run",
  "lib/core.py#Engine.run",
  "nobody",
];
const PATHS = [
  "lib/core.py",
  "app/tools.py",
  "web/robot.js",
  "docs/long.txt",
  "docs/latin.txt",
  "./lib/core.py",
];

/** Values that fields of these names may take; what an operation has no field for is left out. */
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  symbol: fc.constantFrom(...NAMES, ...PATHS.map((path) => `${path}:6`)),
  query: fc.constantFrom(...NAMES, ...PATHS, "how does the engine run", '"', "size"),
  path: fc.constantFrom(...PATHS),
  line: fc.integer({ min: 1, max: 30 }),
  column: fc.integer({ min: 0, max: 20 }),
  start_line: fc.integer({ min: 1, max: 5 }),
  end_line: fc.integer({ min: 5, max: 300 }),
  depth: fc.integer({ min: 1, max: 5 }),
  level: fc.constantFrom("directory", "skeleton", "source"),
  direction: fc.constantFrom("imports", "importers"),
  kinds: fc.constantFrom(["class"], ["function", "method"]),
  reason: fc.constantFrom("dynamic_receiver", "external"),
  name: fc.constantFrom("run", "json"),
  limit: fc.integer({ min: 1, max: 50 }),
  path_prefix: fc.constantFrom("lib/", "app", "web/robot.js", "docs/"),
  language: fc.constantFrom(...LANGUAGES.map(({ id }) => id)),
  min_confidence: fc.constantFrom("precise", "static", "heuristic", "syntactic"),
};
// There is no generation before.
const COMPARING = new Set(["changes", "impact_changes", "review"]);
const NEEDED = new Set(["symbol", "query"]);

function requestOf({ kind, schema }: (typeof OPERATIONS)[number]): fc.Arbitrary<Record<string, unknown>> {
  const has = Object.keys(schema.shape).filter((name) => name in VALUES);
  const bySymbol = has.includes("symbol");
  // A symbol is named by its name, or by a position; paths of source take lines.
  const byPosition = fc.record({ path: VALUES.path, line: VALUES.line, column: VALUES.column });
  const others = has.filter((name) =>
    !bySymbol || !["path", "line", "column", "start_line", "end_line"].includes(name)
  );
  const required = others.filter((name) => NEEDED.has(name) || (name === "path" && kind !== "unresolved"));
  const plain = fc.record(
    Object.fromEntries(others.map((name) => [name, VALUES[name]])),
    { requiredKeys: required },
  );
  if (!bySymbol) return plain.map((fields) => ({ kind, ...fields }));
  const lines = fc.record({ path: VALUES.path, start_line: VALUES.start_line, end_line: VALUES.end_line });
  const place: fc.Arbitrary<Record<string, unknown>> = "line" in schema.shape ? byPosition : lines;
  return fc.tuple(plain, fc.option(place)).map(([{ symbol, ...rest }, at]) => ({
    kind,
    ...rest,
    ...at ?? { symbol },
  }));
}

const requests = fc.record({
  operation: fc.oneof(...OPERATIONS.filter(({ kind }) => !COMPARING.has(kind)).map(requestOf)),
  max_bytes: fc.oneof(fc.integer({ min: 512, max: 4_000 }), fc.integer({ min: 512, max: 32_768 })),
});

const REFUSALS = ["symbol.not_found", "symbol.ambiguous", "request.budget_too_small", "request.malformed"];

function checkFilter(answer: Document, { path_prefix: prefix = "", language }: Document): void {
  const paths = [
    ...Object.keys(answer.files),
    ...answer.items.flatMap((one: Document) => [
      one.path,
      ...(one.relations ?? []).map(({ site }: Document) => site.path),
    ]),
  ];
  const extensions = LANGUAGES.find(({ id }) => id === language)?.extensions;
  for (const path of paths) {
    // A folder of the map is named although only a file of it is let in.
    assert.ok(path.startsWith(prefix) || prefix.startsWith(path), `${path} outside ${prefix}`);
    const isFile = path in answer.files;
    if (extensions !== undefined && isFile) {
      assert.ok(Object.keys(extensions).some((one) => path.endsWith(one)), `${path} is no ${language}`);
    }
  }
}

function checkItem(answer: Document, one: Document): void {
  if (one.kind === "directory") return;
  for (const field of ["symbol_id", "name", "qualified_name", "path"]) {
    assert.equal(typeof one[field], "string");
  }
  assert.ok(1 <= one.start_line && one.start_line <= one.end_line);
  assert.match(answer.files[one.path], /^[0-9a-f]{64}$/);
  for (const { site, resolution, confidence, rule_id, via } of one.relations ?? []) {
    assert.ok(site.line >= 1 && site.column >= 0 && site.path in answer.files);
    assert.equal(resolution, ["precise", "static"].includes(confidence) ? "resolved_static" : "candidate");
    assert.match(rule_id, /@\d+$/);
    assert.ok(Array.isArray(via));
  }
  if (one.unverified !== undefined) assert.ok(one.unverified.site.path in answer.files);
}

it("holds for every operation", async () => {
  let answered = 0;
  const property = fc.asyncProperty(requests, async ({ operation, max_bytes }) => {
    let answer: Document;
    try {
      answer = await made.ask(operation, { max_bytes }, { verify: "none" });
    } catch (error) {
      assert.ok(error instanceof Failure && REFUSALS.includes(error.code), String(error));
      if (error.code !== "request.budget_too_small") return;
      const needed = error.detail!.needed_bytes as number;
      assert.ok(needed > max_bytes);
      if (needed <= 32_768) await made.ask(operation, { max_bytes: needed }, { verify: "none" });
      return;
    }
    answered++;
    assert.ok(new TextEncoder().encode(JSON.stringify(answer)).length + 1 <= max_bytes);
    assert.ok(answer.items.length <= answer.total);
    assert.equal(answer.truncated, answer.items.length < answer.total);
    if (answer.truncated) assert.equal(answer.status, "partial");
    checkFilter(answer, operation);
    for (const one of answer.items) checkItem(answer, one);
    const again = await made.ask(operation, { max_bytes }, { verify: "none" });
    assert.equal(again.answer_digest, answer.answer_digest);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
  assert.ok(answered > RUNS / 3, `only ${answered} were answered`);
});

const FILTERS: readonly Record<string, unknown>[] = [
  { path_prefix: "lib/" },
  { path_prefix: "app" },
  { language: "javascript" },
  { min_confidence: "static" },
];

for (const { kind, schema } of OPERATIONS.filter(({ schema }) => "path_prefix" in schema.shape)) {
  if (COMPARING.has(kind)) continue;
  it(`${kind} stays inside each filter whatever it is asked`, async () => {
    const has = (name: string) => name in schema.shape;
    const subjects = has("symbol")
      ? NAMES.map((symbol) => ({ symbol }))
      : has("query")
      ? NAMES.map((query) => ({ query }))
      : has("path")
      ? PATHS.map((path) => ({ path }))
      : [{}];
    const directions = has("direction") ? [{ direction: "imports" }, { direction: "importers" }] : [{}];
    for (const subject of subjects) {
      for (const direction of directions) {
        for (const filter of FILTERS.filter((one) => Object.keys(one).every(has))) {
          const operation = { kind, ...subject, ...direction, ...filter };
          const answer = await made.ask(operation, {}, { verify: "none" }).catch((error) => {
            assert.ok(error instanceof Failure && REFUSALS.includes(error.code), String(error));
            return null;
          });
          if (answer !== null) checkFilter(answer, operation);
        }
      }
    }
  });
}
