// The canonical export: one JSON object a line, in the order of types meta, file, symbol, edge, unresolved, diagnostic, inside a
// type by path, byte offset, kind, id and target. Law kept: the same content and rules give the same bytes, whatever
// numbers the rows have; no clock, no binding, no absolute path.

import { LSP_KINDS, resolutionOf } from "../model/mod.ts";
import { CONTENT_DIGEST } from "./meta.ts";
import type { GraphReader } from "./reader.ts";
import type { StoredEdgeRow } from "./edges_reader.ts";
import type { StoredSymbolRow } from "./symbols_reader.ts";

export const EXPORT_SCHEMA = "evident.export.v1";

/** The lines of the export, each without its newline. */
export function* exportLines(reader: GraphReader): Iterable<string> {
  const files = reader.files.all();
  yield JSON.stringify({
    type: "meta",
    schema: EXPORT_SCHEMA,
    content_digest: reader.meta.get(CONTENT_DIGEST) ?? null,
  });
  for (const { path, language, sha256, status, reason } of files) {
    yield JSON.stringify({ type: "file", path, language, file_sha256: sha256, status, reason });
  }
  for (const { path } of files) {
    for (const symbol of reader.symbols.inFile(path)) yield symbolLine(reader, symbol);
  }
  for (const { path } of files) {
    for (const edge of reader.edges.inFile(path)) yield edgeLine(reader, edge);
  }
  for (const { path } of files) {
    for (const miss of reader.edges.unresolvedInFile(path)) {
      yield JSON.stringify({
        type: "unresolved",
        source: reader.symbols.byNumber(miss.source).id,
        path,
        line: miss.line,
        col: miss.column,
        name: miss.name,
        role: miss.role,
        receiver: miss.receiver,
        reason: miss.reason,
        module: miss.module,
      });
    }
  }
  for (const { path } of files) {
    for (const { startByte, endByte, code } of reader.edges.diagnosticsInFile(path)) {
      yield JSON.stringify({ type: "diagnostic", path, start_byte: startByte, end_byte: endByte, code });
    }
  }
}

function symbolLine(reader: GraphReader, symbol: StoredSymbolRow): string {
  return JSON.stringify({
    type: "symbol",
    id: symbol.id,
    path: symbol.path,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    kind: symbol.kind,
    lsp_kind: LSP_KINDS[symbol.kind],
    line: symbol.line,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    start_byte: symbol.startByte,
    end_byte: symbol.endByte,
    parent: symbol.parent < 0 ? null : reader.symbols.byNumber(symbol.parent).id,
    signature: symbol.signature,
    doc: symbol.doc,
    visibility: symbol.visibility,
    exported: symbol.exported,
    decorators: symbol.decorators,
    is_test: symbol.isTest,
    rank: symbol.rank,
  });
}

function edgeLine(reader: GraphReader, edge: StoredEdgeRow): string {
  const target = reader.symbols.byNumber(edge.target);
  return JSON.stringify({
    type: "edge",
    kind: edge.kind,
    source: reader.symbols.byNumber(edge.source).id,
    target: target.id,
    path: edge.path,
    line: edge.line,
    col: edge.column,
    name: edge.name,
    resolution: resolutionOf(edge.confidence),
    confidence: edge.confidence,
    rule_id: edge.ruleId,
    via: edge.via,
    target_path: target.path,
    target_line: target.line,
  });
}
