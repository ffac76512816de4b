// The canonical export, line by line, as tools read it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { asRepoPath, type GraphSymbol, type Manifest, type ManifestEntry } from "../../lib/model/mod.ts";
import { exportLines, GraphReader, writeGraph } from "../../lib/store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { packed, type WrittenGraph } from "../told_graph.ts";
import { rankedAs, RESOLVED } from "./graphs.ts";

const folder = mkdtempSync(join(tmpdir(), "evident-export-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const SHA = "ab".repeat(32);

function symbol(id: string, file: number, rest: Partial<GraphSymbol>): GraphSymbol {
  return {
    ...{ id, file, name: "x", qualifiedName: "<module>", kind: "file", line: 1, startLine: 1, endLine: 9 },
    ...{ startByte: 0, endByte: 90, nameStart: 0, nameEnd: 0, parent: -1, signature: null, doc: null },
    ...{ visibility: "public", exported: true, decorators: [], isTest: false },
    ...rest,
  };
}

const entry = (path: string, omitted: ManifestEntry["omitted"]): ManifestEntry => ({
  ...{ path: asRepoPath(path), mode: "100644", tracked: true, sizeBytes: 90, stamp: null },
  ...{ sha256: omitted === null ? SHA : null, omitted },
});

const manifest: Manifest = {
  entries: [
    entry("logo.png", "binary"),
    entry("notes.txt", null),
    entry("src/a.py", null),
    entry("src/b.py", null),
    entry("src/ü.go", null),
  ],
  ...{ ignoredCount: 0, undecodablePaths: 0, objectFormat: "sha1" },
};

const graph: WrittenGraph = {
  files: [
    { path: "notes.txt", language: null, sha256: SHA, status: "text", reason: null, sizeBytes: 90 },
    { path: "src/a.py", language: "python", sha256: SHA, status: "parsed", reason: null, sizeBytes: 90 },
    {
      path: "src/b.py",
      language: "python",
      sha256: SHA,
      status: "partial",
      reason: "parse_error",
      sizeBytes: 90,
    },
    { path: "src/ü.go", language: "go", sha256: SHA, status: "parsed", reason: null, sizeBytes: 90 },
  ],
  symbols: [
    symbol("notes.txt#", 0, { name: "notes.txt" }),
    symbol("src/a.py#", 1, { name: "a.py" }),
    symbol("src/a.py#A#", 1, {
      ...{
        name: "A",
        qualifiedName: "A",
        kind: "class",
        parent: 1,
        startByte: 0,
        endByte: 70,
        nameStart: 6,
        nameEnd: 7,
      },
      ...{ signature: "class A", doc: 'Says "hi".\n', endLine: 5 },
    }),
    symbol("src/a.py#A#run().", 1, {
      ...{ name: "run", qualifiedName: "A.run", kind: "method", line: 3, startLine: 2, endLine: 5 },
      ...{ startByte: 20, endByte: 61, nameStart: 36, nameEnd: 39, parent: 2, signature: "def run(self)" },
      decorators: ["cached"],
    }),
    symbol("src/b.py#", 2, { name: "b.py" }),
    symbol("src/b.py#go().", 2, {
      ...{
        name: "go",
        qualifiedName: "go",
        kind: "function",
        parent: 4,
        startByte: 0,
        endByte: 30,
        nameStart: 4,
      },
      ...{ nameEnd: 6, visibility: "private", exported: false, isTest: true, signature: "def go()" },
    }),
    symbol("src/ü.go#", 3, { name: "ü.go", parent: 7 }),
    symbol("src#main/", 3, {
      ...{
        name: "main",
        qualifiedName: "main",
        kind: "package",
        startByte: 8,
        endByte: 12,
        nameStart: 8,
        nameEnd: 12,
      },
      signature: "package main",
    }),
  ],
  edges: [
    {
      ...{ kind: "calls", source: 3, target: 5, file: 1, byteOffset: 50, line: 4, column: 8, name: "go" },
      ...{
        confidence: "static",
        ruleId: "python.import_from@1",
        via: [0, 1, 1, 14, 1, 2, 1, 4],
      },
    },
    {
      ...{ kind: "imports", source: 3, target: 7, file: 1, byteOffset: 50, line: 4, column: 8, name: "go" },
      ...{ confidence: "syntactic", ruleId: "x@1", via: [] },
    },
    {
      ...{ kind: "contains", source: 1, target: 2, file: 1, byteOffset: 6, line: 1, column: 6, name: "A" },
      ...{ confidence: "precise", ruleId: "core.contains@1", via: [] },
    },
  ],
  unresolved: [{
    ...{
      source: 3,
      file: 1,
      byteOffset: 64,
      line: 9,
      column: 4,
      name: "loads",
      role: "call",
      receiver: "json",
    },
    ...{ reason: "external", module: "json" },
  }],
  diagnostics: [{ file: 2, startByte: 40, endByte: 66, code: "parse_error" }],
  words: ["import", "export"],
};

const RANKS = [1, 2, 3, 1234, 5, 6, 7, 8];

const EXPECTED = `
{"type":"meta","schema":"evident.export.v1","content_digest":"c0ffee"}
{"type":"file","path":"logo.png","language":null,"file_sha256":null,"status":"omitted","reason":"binary"}
{"type":"file","path":"notes.txt","language":null,"file_sha256":"${SHA}","status":"text","reason":null}
{"type":"file","path":"src/a.py","language":"python","file_sha256":"${SHA}","status":"parsed","reason":null}
{"type":"file","path":"src/b.py","language":"python","file_sha256":"${SHA}","status":"partial","reason":"parse_error"}
{"type":"file","path":"src/ü.go","language":"go","file_sha256":"${SHA}","status":"parsed","reason":null}
{"type":"symbol","id":"notes.txt#","path":"notes.txt","name":"notes.txt","qualified_name":"<module>","kind":"file","lsp_kind":1,"line":1,"start_line":1,"end_line":9,"start_byte":0,"end_byte":90,"parent":null,"signature":null,"doc":null,"visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":1}
{"type":"symbol","id":"src/a.py#A#","path":"src/a.py","name":"A","qualified_name":"A","kind":"class","lsp_kind":5,"line":1,"start_line":1,"end_line":5,"start_byte":0,"end_byte":70,"parent":"src/a.py#","signature":"class A","doc":"Says \\"hi\\".\\n","visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":3}
{"type":"symbol","id":"src/a.py#","path":"src/a.py","name":"a.py","qualified_name":"<module>","kind":"file","lsp_kind":1,"line":1,"start_line":1,"end_line":9,"start_byte":0,"end_byte":90,"parent":null,"signature":null,"doc":null,"visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":2}
{"type":"symbol","id":"src/a.py#A#run().","path":"src/a.py","name":"run","qualified_name":"A.run","kind":"method","lsp_kind":6,"line":3,"start_line":2,"end_line":5,"start_byte":20,"end_byte":61,"parent":"src/a.py#A#","signature":"def run(self)","doc":null,"visibility":"public","exported":true,"decorators":["cached"],"is_test":false,"rank":1234}
{"type":"symbol","id":"src/b.py#","path":"src/b.py","name":"b.py","qualified_name":"<module>","kind":"file","lsp_kind":1,"line":1,"start_line":1,"end_line":9,"start_byte":0,"end_byte":90,"parent":null,"signature":null,"doc":null,"visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":5}
{"type":"symbol","id":"src/b.py#go().","path":"src/b.py","name":"go","qualified_name":"go","kind":"function","lsp_kind":12,"line":1,"start_line":1,"end_line":9,"start_byte":0,"end_byte":30,"parent":"src/b.py#","signature":"def go()","doc":null,"visibility":"private","exported":false,"decorators":[],"is_test":true,"rank":6}
{"type":"symbol","id":"src/ü.go#","path":"src/ü.go","name":"ü.go","qualified_name":"<module>","kind":"file","lsp_kind":1,"line":1,"start_line":1,"end_line":9,"start_byte":0,"end_byte":90,"parent":"src#main/","signature":null,"doc":null,"visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":7}
{"type":"symbol","id":"src#main/","path":"src/ü.go","name":"main","qualified_name":"main","kind":"package","lsp_kind":4,"line":1,"start_line":1,"end_line":9,"start_byte":8,"end_byte":12,"parent":null,"signature":"package main","doc":null,"visibility":"public","exported":true,"decorators":[],"is_test":false,"rank":8}
{"type":"edge","kind":"contains","source":"src/a.py#","target":"src/a.py#A#","path":"src/a.py","line":1,"col":6,"name":"A","resolution":"resolved_static","confidence":"precise","rule_id":"core.contains@1","via":[],"target_path":"src/a.py","target_line":1}
{"type":"edge","kind":"calls","source":"src/a.py#A#run().","target":"src/b.py#go().","path":"src/a.py","line":4,"col":8,"name":"go","resolution":"resolved_static","confidence":"static","rule_id":"python.import_from@1","via":["import src/a.py:1:14","export src/b.py:1:4"],"target_path":"src/b.py","target_line":1}
{"type":"edge","kind":"imports","source":"src/a.py#A#run().","target":"src#main/","path":"src/a.py","line":4,"col":8,"name":"go","resolution":"candidate","confidence":"syntactic","rule_id":"x@1","via":[],"target_path":"src/ü.go","target_line":1}
{"type":"unresolved","source":"src/a.py#A#run().","path":"src/a.py","line":9,"col":4,"name":"loads","role":"call","receiver":"json","reason":"external","module":"json"}
{"type":"diagnostic","path":"src/b.py","start_byte":40,"end_byte":66,"code":"parse_error"}
`.trim();

test("the export is these lines", async () => {
  const path = join(folder, "graph.db");
  const db = (await startSqlite()).stage(path);
  const { ranks } = writeGraph(db, {
    graph: packed(graph),
    manifest,
    ranking: rankedAs(RANKS),
    resolved: RESOLVED,
    meta: { content_digest: "c0ffee", secret: "x" },
  });
  db.close();
  const reader = await GraphReader.open(path, ranks);
  const lines = [...exportLines(reader)];
  EXPECTED.split("\n").forEach((line, index) => assert.equal(lines[index], line));
  assert.equal(lines.length, EXPECTED.split("\n").length);
  assert.equal(reader.symbols.byId("src#main/")?.path, "src/ü.go");
  reader.close();
});
