// What the readers answer of one small generation, and what they refuse.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Failure, type FailureCode, type Graph } from "../../lib/model/mod.ts";
import {
  decodeRanks,
  encodeRanks,
  GraphReader,
  matchAll,
  matchAny,
  SCHEMA_VERSION,
  schemaDigest,
  searchTerms,
  writeGraph,
} from "../../lib/store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { contentOf, type FileSpec } from "./graphs.ts";

const folder = mkdtempSync(join(tmpdir(), "evident-reader-"));
const sqlite = await startSqlite();

const symbol = (name: string, owner: string, doc: string | null, ...calls: string[]) => ({
  ...{ name, owner, doc, calls },
  gap: 0,
  rank: name.length,
});
const FILES: FileSpec[] = [
  {
    path: "src/app.py",
    symbols: [
      symbol("readFile", "", "Reads a file — all of it.", "loads", "Robot", "run"),
      symbol("run", "Robot", null, "readFile", "run"),
      symbol("run", "", "Runs the größe thing", "readFile"),
    ],
    mtime: 3,
    omitted: false,
  },
  {
    path: "src/app2.py",
    symbols: [symbol("test_run", "", null, "loads", "readFile")],
    mtime: 2,
    omitted: false,
  },
  { path: "odd #%.py", symbols: [symbol("loadsOf", "", null, "loads")], mtime: 2, omitted: false },
  { path: "big.bin", symbols: [], mtime: 2, omitted: true },
  { path: "notes.txt", symbols: [], mtime: 2, omitted: false },
];

const path = join(folder, "graph.db");
const staging = sqlite.stage(path);
const { ranks } = writeGraph(staging, contentOf(FILES));
staging.close();
const reader = await GraphReader.open(path, decodeRanks(encodeRanks(ranks)));
after(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const ids = (symbols: readonly { id: string }[]) => symbols.map(({ id }) => id);
function fails(code: FailureCode, act: () => unknown): void {
  assert.throws(act, (error) => error instanceof Failure && error.code === code, code);
}

test("files are found by path and listed in order, omitted ones too", () => {
  assert.deepEqual(reader.files.all().map(({ path, status, reason }) => [path, status, reason]), [
    ["big.bin", "omitted", "too_large"],
    ["notes.txt", "text", null],
    ["odd #%.py", "parsed", null],
    ["src/app.py", "parsed", null],
    ["src/app2.py", "parsed", null],
  ]);
  assert.equal(reader.files.byPath("notes.txt")?.language, null);
  assert.equal(reader.files.byPath("big.bin")?.sha256, null);
  assert.match(reader.files.byPath("src/app.py")?.sha256 ?? "", /^[0-9a-f]{64}$/);
  assert.equal(reader.files.byPath("src"), null);
  assert.deepEqual(reader.files.all({ pathPrefix: "src/app." }).map(({ path }) => path), ["src/app.py"]);
  assert.deepEqual(reader.files.all({ language: "python", pathPrefix: "" }).length, 3);
});

test("symbols are found by id, name, qualified name and file", () => {
  for (const symbol of contentOf(FILES).graph.symbols) {
    assert.equal(reader.symbols.byId(symbol.id)?.id, symbol.id);
  }
  for (const id of ["", "x", "src/app.py", "src/app.py#nothing().", "nowhere#", "#"]) {
    assert.equal(reader.symbols.byId(id), null);
  }
  assert.deepEqual(ids(reader.symbols.byName("run")), ["src/app.py#Robot#run().", "src/app.py#run()."]);
  assert.deepEqual(reader.symbols.byName("RUN"), []);
  assert.deepEqual(ids(reader.symbols.byQualifiedName("Robot.run")), ["src/app.py#Robot#run()."]);
  assert.deepEqual(ids(reader.symbols.byQualifiedName("run")), ["src/app.py#run()."]);
  assert.deepEqual(reader.symbols.byQualifiedName(".run"), []);
  assert.deepEqual(ids(reader.symbols.inFile("odd #%.py")), ["odd %23%25.py#", "odd %23%25.py#loadsOf()."]);
});

test("a symbol comes back with everything the graph says of it", () => {
  const { graph, ranking } = contentOf(FILES);
  const ranks = ranking.ranks(graph.symbols.length, new Float64Array());
  for (const [index, expected] of graph.symbols.entries()) {
    const { number: _, path, rank, parent, file: _file, ...rest } = reader.symbols.byId(expected.id)!;
    const { file, parent: container, ...wanted } = expected;
    assert.deepEqual(rest, wanted);
    assert.equal(path, graph.files[file].path);
    assert.equal(rank, ranks[index]);
    assert.equal(
      parent < 0 ? null : reader.symbols.byNumber(parent).id,
      graph.symbols[container]?.id ?? null,
    );
  }
});

test("a place gives the innermost symbol around it", () => {
  const run = reader.symbols.byId("src/app.py#Robot#run().")!;
  assert.equal(reader.symbols.atByte("src/app.py", run.startByte)?.id, run.id);
  assert.equal(reader.symbols.atByte("src/app.py", run.startByte - 1)?.id, "src/app.py#Robot#");
  assert.equal(reader.symbols.atByte("src/app.py", 0)?.id, "src/app.py#");
  assert.equal(reader.symbols.atLine("src/app.py", run.line)?.id, run.id);
  assert.equal(reader.symbols.atLine("src/app.py", 1)?.id, "src/app.py#");
  assert.equal(reader.symbols.namedAt("src/app.py", run.nameStart)?.id, run.id);
  assert.equal(reader.symbols.namedAt("src/app.py", run.nameEnd), null);
  assert.equal(reader.symbols.atByte("nowhere.py", 0), null);
});

test("edges are found from both ends, by kind, and by file", () => {
  const readFile = reader.symbols.byId("src/app.py#readFile().")!.number;
  const callers = reader.edges.to(readFile, ["calls"]);
  assert.deepEqual(callers.map(({ source }) => reader.symbols.byNumber(source).id), [
    "src/app.py#Robot#run().",
    "src/app.py#run().",
    "src/app2.py#test_run().",
  ]);
  assert.equal(reader.edges.countTo(readFile, ["calls"]), 3);
  assert.equal(reader.edges.countTo(readFile), 4);
  assert.deepEqual(reader.edges.to(readFile).map(({ kind }) => kind), [
    "contains",
    "calls",
    "calls",
    "calls",
  ]);
  assert.deepEqual(callers[2].via, ["import src/app2.py:1:1", "member src/app.py:2:0"]);
  assert.deepEqual(reader.edges.from(readFile, ["imports"]), []);
  assert.deepEqual(reader.edges.from(readFile, ["calls"]).map(({ name, confidence }) => [name, confidence]), [
    ["Robot", "static"],
    ["run", "syntactic"],
    ["run", "syntactic"],
  ]);
  const robot = reader.symbols.byId("src/app.py#Robot#")!.number;
  assert.deepEqual(ids(reader.edges.children(robot)), ["src/app.py#Robot#run()."]);
  const offsets = reader.edges.inFile("src/app.py").map(({ byteOffset }) => byteOffset);
  assert.deepEqual(offsets, [...offsets].sort((a, b) => a - b));
  assert.equal(offsets.length, 11);
  assert.deepEqual(reader.edges.inFile("nowhere.py"), []);
});

test("unbound references are found by name and by file, diagnostics by file", () => {
  const loads = reader.edges.unresolvedByName("loads");
  assert.deepEqual(
    loads.map(({ path, role, receiver, reason, module }) => [path, role, receiver, reason, module]),
    [
      ["odd #%.py", "call", "json", "external", "json"],
      ["src/app.py", "call", "json", "external", "json"],
      ["src/app2.py", "call", "json", "external", "json"],
    ],
  );
  assert.deepEqual(reader.edges.unresolvedByName("nothing"), []);
  assert.deepEqual(reader.edges.unresolvedInFile("src/app.py").map(({ name }) => name), ["loads"]);
  assert.deepEqual(reader.edges.diagnosticsInFile("src/app.py").map(({ code }) => code), ["parse_error"]);
  assert.deepEqual(reader.edges.diagnosticsInFile("src/app2.py"), []);
});

test("reference sites count once each, by the best of their edges", () => {
  assert.deepEqual(reader.files.coverage({ language: "python", pathPrefix: "src/" }), [{
    ...{ language: "python", status: "parsed", reason: null, files: 2 },
    ...{ resolvedSites: 4, candidateSites: 2, unresolvedSites: 2 },
  }]);
  assert.deepEqual(reader.files.reasons({ language: "python", pathPrefix: "src/" }), [
    { language: "python", reason: "external", count: 2 },
  ]);
  assert.deepEqual(reader.files.reasons({ language: "go" }), []);
  assert.deepEqual(reader.files.coverage().map(({ language, status, files }) => [language, status, files]), [
    [null, "text", 1],
    [null, "omitted", 1],
    ["python", "parsed", 3],
  ]);
});

test("what is stored of all files is what is counted of some", () => {
  const all = reader.files.coverage();
  for (const language of new Set(all.map(({ language }) => language))) {
    if (language === null) continue;
    assert.deepEqual(reader.files.coverage({ language }), all.filter((row) => row.language === language));
  }
  assert.deepEqual(reader.files.coverage({ pathPrefix: "" }), all);
});

function found(question: string, limit = 10, filter = {}): string[] {
  return ids(
    reader.search.search(matchAll(searchTerms(question)), limit, filter).hits.map(({ symbol }) => symbol),
  );
}

test("full text finds names, segments, signatures, docs and paths", () => {
  assert.equal(found("readFile")[0], "src/app.py#readFile().");
  assert.equal(found("read file")[0], "src/app.py#readFile().");
  assert.deepEqual(found("GRÖSSE"), []);
  assert.deepEqual(found("größe"), ["src/app.py#run()."]);
  assert.deepEqual(found("notes"), ["notes.txt#"]);
  assert.deepEqual(found("odd loads"), ["odd %23%25.py#loadsOf()."]);
  assert.deepEqual(found("all of it"), ["src/app.py#readFile()."]);
  assert.deepEqual(found("nothing_like_it"), []);
});

test("full text obeys limit and filters, and counts all it found", () => {
  const any = matchAny(searchTerms("self value"));
  const all = reader.search.search(any, 10);
  assert.equal(all.total, 6);
  const scores = all.hits.map(({ score }) => score);
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  assert.ok(scores.every(Number.isInteger));
  const [rare] = reader.search.search(matchAny(searchTerms("größe")), 1).hits;
  assert.ok(rare.score > 1_000_000, `a rare word weighs: ${rare.score}`);
  assert.deepEqual(reader.search.search(any, 2).hits, all.hits.slice(0, 2));
  assert.deepEqual(reader.search.search(any, 10, { kinds: ["method"] }).total, 1);
  assert.deepEqual(reader.search.search(any, 10, { pathPrefix: "src/app2" }).total, 1);
  assert.deepEqual(reader.search.search(any, 10, { kinds: [] }).total, 0);
  assert.deepEqual(reader.search.search(null, 10), { hits: [], total: 0 });
});

test("manifest and metadata come back", () => {
  const content = contentOf(FILES);
  assert.deepEqual(reader.manifest(), content.manifest);
  assert.equal(reader.meta.get("content_digest"), "d");
});

test("an included path that the graph lacks is a bug, an omitted one is kept", () => {
  const content = contentOf(FILES);
  const without = (gone: string): Graph => ({
    ...content.graph,
    files: content.graph.files.map((file) => file.path === gone ? { ...file, path: "zzz" } : file),
  });
  const db = sqlite.stage(join(folder, "lacking.db"));
  fails("internal.invariant", () => writeGraph(db, { ...content, graph: without("notes.txt") }));
  db.close();
  const other = sqlite.stage(join(folder, "omitted.db"));
  writeGraph(other, { ...content, graph: without("big.bin") });
  const read = new GraphReader(other, ranks);
  assert.deepEqual(read.files.byPath("big.bin")?.reason, "too_large");
  read.close();
});

test("a database that is no index, or of another format, is refused", async () => {
  const refused = async (sql: string, code: FailureCode) => {
    const file = join(folder, `${code}.db`);
    const db = sqlite.stage(file);
    db.exec(sql);
    db.close();
    await assert.rejects(
      GraphReader.open(file, ranks),
      (error) => error instanceof Failure && error.code === code,
      code,
    );
  };
  const ours = "CREATE TABLE t(x); PRAGMA application_id = 1163281492;";
  await refused("CREATE TABLE t(x)", "index.corrupt");
  await refused(`${ours} PRAGMA user_version = ${SCHEMA_VERSION + 1}`, "index.newer_format");
  await refused(`${ours} PRAGMA user_version = ${SCHEMA_VERSION - 1}`, "index.missing");
  const text = join(folder, "text.db");
  writeFileSync(
    text,
    "this is no database, but it is long enough to be read as the header of one, is it not?",
  );
  await assert.rejects(
    GraphReader.open(text, ranks),
    (error) => error instanceof Failure && error.code === "index.corrupt",
  );
  assert.equal(sqlite.openFiles, 1);
});

test("ranks come back from their bytes, and cut ones are refused", () => {
  const some = Uint32Array.of(0, 1, 2 ** 32 - 1);
  assert.deepEqual([...encodeRanks(some)], [0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]);
  assert.deepEqual(decodeRanks(encodeRanks(some)), some);
  fails("index.corrupt", () => decodeRanks(encodeRanks(some).subarray(1)));
});

test("the schema's digest is one of its own", () => assert.match(schemaDigest(), /^[0-9a-f]{64}$/));
