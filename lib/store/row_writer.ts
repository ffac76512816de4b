// Rows of files into the tables, for a fresh file and for a changed one. Law kept: what a row holds depends on the file's
// content alone; only its numbers depend on what was there before.

import {
  ByteReader,
  ByteWriter,
  codesOf,
  EdgeCursor,
  escapePath,
  type FileRows,
  type Graph,
  type GraphSymbol,
  invariant,
  MissCursor,
} from "../model/mod.ts";
import { BulkInsert, type Database } from "../../wasm/mod.ts";
import { countSites, type FileContent } from "./content.ts";
import { FILE_STATUSES, SYMBOL_KINDS, VISIBILITIES } from "./schema.ts";
import { searchText, segmentsOf } from "./segments.ts";
import type { StringWriter } from "./strings.ts";
import { ViaEncoder } from "./via.ts";

const KIND = codesOf(SYMBOL_KINDS);
const VISIBILITY = codesOf(VISIBILITIES);
const STATUS = codesOf(FILE_STATUSES);

const FILE_COLUMNS = [
  ...["number", "path", "language", "sha256", "status", "reason", "size_bytes", "mode", "tracked", "stamp"],
  ...["omitted", "row_digest", "symbols", "first_edge", "edges", "first_unresolved", "unresolved"],
  ...["resolved_sites", "candidate_sites", "unresolved_sites"],
];
const NODE_COLUMNS = [
  ...["number", "file", "id_prefix", "descriptor", "name", "qualified_name", "kind", "line", "start_line"],
  ...["end_line", "start_byte", "end_byte", "name_start", "name_end", "parent", "signature", "doc"],
  ...["visibility", "exported", "decorators", "is_test"],
];
const EDGE_COLUMNS = [
  ...["number", "kind", "source", "target", "file", "byte_offset", "line", "col", "name", "confidence"],
  ...["rule", "via"],
];
const UNRESOLVED_COLUMNS = [
  ...["number", "source", "file", "byte_offset", "line", "col", "name", "role", "receiver", "reason"],
  "module",
];
const DIAGNOSTIC_COLUMNS = ["file", "ordinal", "start_byte", "end_byte", "code"];
export const SEARCH_COLUMNS = ["rowid", "path", "name", "segments", "signature", "doc"];

/** What full text holds of a symbol. */
export interface SearchRow {
  readonly path: string;
  readonly name: string;
  readonly segments: string;
  readonly signature: string;
  readonly doc: string;
}

/** The words of a path, which all symbols of a file share. */
export function pathWords(path: string): string {
  return segmentsOf(path).join(" ");
}

/** `path` is what `pathWords` gave. */
export function searchRow(
  path: string,
  symbol: Pick<GraphSymbol, "name" | "qualifiedName" | "kind" | "signature" | "doc">,
): SearchRow {
  return {
    path,
    name: searchText(symbol.name),
    segments: segmentsOf(symbol.kind === "file" ? symbol.name : symbol.qualifiedName).join(" "),
    signature: searchText(symbol.signature ?? ""),
    doc: searchText(symbol.doc ?? ""),
  };
}

/** Numbers that rows refer to. */
export interface Numbering {
  /** Number of a symbol of the graph. */
  symbol(graphNumber: number): number;
  /** Number of a file by path. */
  file(path: string): number | undefined;
}

/** Symbol numbers of a file, in order, as a small blob. */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const out = new ByteWriter(numbers.length * 2 + 8);
  let previous = 0;
  for (const number of numbers) {
    out.difference(number, previous);
    previous = number;
  }
  return out.view();
}

export function decodeNumbers(blob: Uint8Array): number[] {
  const input = new ByteReader(blob);
  const numbers: number[] = [];
  for (let number = 0; input.remaining > 0;) numbers.push(number = input.difference(number));
  return numbers;
}

/** The numbers that the first edge and the first unresolved reference get. */
export interface RowRanges {
  readonly firstEdge: number;
  readonly firstUnresolved: number;
}

export class RowWriter {
  readonly #graph: Graph;
  readonly #numbers: Numbering;
  readonly #strings: StringWriter;
  /** Stored numbers of texts by those of the graph. */
  readonly #textNumbers: number[] = [];
  readonly #via: ViaEncoder;
  readonly #files: BulkInsert;
  readonly #nodes: BulkInsert;
  readonly #edges: BulkInsert;
  readonly #unresolved: BulkInsert;
  readonly #diagnostics: BulkInsert;
  readonly #search: BulkInsert;
  #nextEdge: number;
  #nextUnresolved: number;

  constructor(db: Database, graph: Graph, strings: StringWriter, numbers: Numbering, next: RowRanges) {
    this.#graph = graph;
    this.#strings = strings;
    this.#numbers = numbers;
    this.#via = new ViaEncoder(graph.files, {
      text: (text) => this.#text(text),
      file: (path) => numbers.file(path),
    });
    this.#files = new BulkInsert(db, "files", FILE_COLUMNS);
    this.#nodes = new BulkInsert(db, "code_nodes", NODE_COLUMNS);
    this.#edges = new BulkInsert(db, "code_edges", EDGE_COLUMNS);
    this.#unresolved = new BulkInsert(db, "unresolved", UNRESOLVED_COLUMNS);
    this.#diagnostics = new BulkInsert(db, "diagnostics", DIAGNOSTIC_COLUMNS);
    this.#search = new BulkInsert(db, "code_search_fts", SEARCH_COLUMNS);
    this.#nextEdge = next.firstEdge;
    this.#nextUnresolved = next.firstUnresolved;
  }

  /** All rows of a file, its own among them, but those of full text. */
  file(number: number, file: FileContent, rows: FileRows, digest: string): void {
    const { entry } = file;
    const sites = countSites(rows);
    this.#files.int(number).text(file.path).text(file.language).hex(file.sha256)
      .int(STATUS.get(file.status)!).text(file.reason).int(file.sizeBytes)
      .text(entry?.mode ?? null).int(entry === null ? null : Number(entry.tracked)).text(stampText(file))
      .text(entry?.omitted ?? null).hex(digest)
      .blob(encodeNumbers(file.symbols.map((symbol) => this.#numbers.symbol(symbol))))
      .int(this.#nextEdge).int(rows.edgeCount).int(this.#nextUnresolved).int(rows.unresolvedCount)
      .int(sites.resolved).int(sites.candidate).int(sites.unresolved);
    for (const symbol of file.symbols) this.#symbol(number, file.path, this.#graph.symbols[symbol], symbol);
    const edge = new EdgeCursor(rows);
    while (edge.next()) this.#edge(number, edge);
    const miss = new MissCursor(rows);
    while (miss.next()) this.#miss(number, miss);
    file.diagnostics.forEach(({ startByte, endByte, code }, ordinal) => {
      this.#diagnostics.int(number).int(ordinal).int(startByte).int(endByte).int(this.#strings.number(code));
    });
  }

  search(symbol: number, row: SearchRow): void {
    this.#search.int(symbol).text(row.path).text(row.name).text(row.segments).text(row.signature).text(
      row.doc,
    );
  }

  finish(): void {
    for (const rows of [this.#files, this.#nodes, this.#edges, this.#unresolved, this.#diagnostics]) {
      rows.finish();
    }
    this.#search.finish();
  }

  #symbol(file: number, path: string, symbol: GraphSymbol, graphNumber: number): void {
    const { prefix, descriptor } = idParts(symbol.id, path);
    this.#nodes.int(this.#numbers.symbol(graphNumber)).int(file).text(prefix).text(descriptor)
      .int(this.#strings.number(symbol.name))
      .text(symbol.qualifiedName === symbol.name ? null : symbol.qualifiedName)
      .int(KIND.get(symbol.kind)!).int(symbol.line).int(symbol.startLine).int(symbol.endLine)
      .int(symbol.startByte).int(symbol.endByte).int(symbol.nameStart).int(symbol.nameEnd)
      .int(symbol.parent < 0 ? null : this.#numbers.symbol(symbol.parent))
      .text(symbol.signature).text(symbol.doc).int(VISIBILITY.get(symbol.visibility)!)
      .int(Number(symbol.exported))
      .text(symbol.decorators.length === 0 ? null : JSON.stringify(symbol.decorators))
      .int(Number(symbol.isTest));
  }

  #edge(file: number, edge: EdgeCursor): void {
    this.#edges.int(this.#nextEdge++).int(edge.kind)
      .int(this.#numbers.symbol(edge.source)).int(this.#numbers.symbol(edge.target))
      .int(file).int(edge.byteOffset).int(edge.line).int(edge.column)
      .int(this.#text(edge.name)).int(edge.confidence).int(this.#text(edge.rule)).blob(
        this.#via.encode(edge),
      );
  }

  #miss(file: number, miss: MissCursor): void {
    const optional = (text: number) => text < 0 ? null : this.#text(text);
    this.#unresolved.int(this.#nextUnresolved++).int(this.#numbers.symbol(miss.source)).int(file)
      .int(miss.byteOffset).int(miss.line).int(miss.column)
      .int(this.#text(miss.name)).int(miss.role).int(optional(miss.receiver))
      .int(miss.reason).int(optional(miss.module));
  }

  #text(text: number): number {
    return this.#textNumbers[text] ??= this.#strings.number(this.#graph.texts[text]);
  }
}

/** Cuts an id at its first `#`, which paths escape; the prefix is null where it is the file's own path. */
function idParts(id: string, path: string): { prefix: string | null; descriptor: string } {
  const hash = id.indexOf("#");
  invariant(hash >= 0, `the symbol id ${id} has no path`);
  const prefix = id.slice(0, hash);
  return { prefix: prefix === escapePath(path) ? null : prefix, descriptor: id.slice(hash + 1) };
}

/** The fields of a stamp, separated by spaces. */
export function stampText({ entry }: FileContent): string | null {
  const stamp = entry?.stamp ?? null;
  if (stamp === null) return null;
  return [stamp.sizeBytes, stamp.mtimeNs, stamp.ctimeNs, stamp.inode, stamp.device].join(" ");
}
