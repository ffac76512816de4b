// What one generation's file is written from, put in order: every captured path with its rows.
// Law kept: the same content gives the same order of rows however it came.

import {
  byUtf8,
  compareUtf8,
  CONFIDENCES,
  type Diagnostic,
  EDGE_KINDS,
  EdgeCursor,
  type FileRows,
  type FileStatus,
  type Graph,
  type GraphSymbol,
  invariant,
  type Manifest,
  type ManifestEntry,
  resolutionOf,
} from "../model/mod.ts";
import type { Ranking, Resolved } from "./resolved_files.ts";

/** Everything a generation's database holds. */
export interface GenerationContent {
  readonly graph: Graph;
  readonly manifest: Manifest;
  readonly ranking: Ranking;
  readonly resolved: Resolved;
  /** Build metadata by key; `content_digest` is needed by the export. */
  readonly meta: Readonly<Record<string, string>>;
}

/** A captured path with what it holds beside its references. Symbols are indexes into the graph's list, in stored order. */
export interface FileContent {
  /** Index into the graph's files; negative where the graph does not list it. */
  readonly file: number;
  readonly path: string;
  readonly language: string | null;
  readonly sha256: string | null;
  readonly status: FileStatus;
  readonly reason: string | null;
  readonly sizeBytes: number;
  /** Null for a path that the manifest does not list. */
  readonly entry: ManifestEntry | null;
  readonly symbols: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reference sites by what became of them; a site with several edges counts once, by its best. */
export interface SiteCounts {
  readonly resolved: number;
  readonly candidate: number;
  readonly unresolved: number;
}

/** Every path of manifest and graph in UTF-8 order, with its symbols and diagnostics in stored order. */
export function fileContents({ graph, manifest }: GenerationContent): FileContent[] {
  const entries = new Map(manifest.entries.map((entry) => [entry.path as string, entry]));
  const count = graph.files.length;
  const symbols = grouped(count, graph.symbols, compareSymbols(graph));
  const diagnostics = grouped(count, graph.diagnostics, compareDiagnostics(graph));
  const files = graph.files.map((file, index): FileContent => {
    const entry = entries.get(file.path) ?? null;
    entries.delete(file.path);
    return {
      ...file,
      file: index,
      sha256: file.sha256 ?? entry?.sha256 ?? null,
      entry,
      symbols: symbols[index],
      diagnostics: diagnostics[index].map((number) => graph.diagnostics[number]),
    };
  });
  for (const entry of entries.values()) files.push(unlisted(entry));
  return files.sort(byUtf8((file) => file.path));
}

/** The rows of a file that has none. */
const NO_ROWS: FileRows = {
  file: -1,
  edges: new Int32Array(),
  edgeCount: 0,
  unresolved: new Int32Array(),
  unresolvedCount: 0,
};

/** The rows of a whole graph by the index of their file. */
export function rowsByFile({ rows }: Graph): (file: number) => FileRows {
  const byFile = new Map(rows.map((ofFile) => [ofFile.file, ofFile]));
  return (file) => byFile.get(file) ?? NO_ROWS;
}

/** A manifest entry that the graph does not list: it was omitted. */
function unlisted(entry: ManifestEntry): FileContent {
  invariant(entry.omitted !== null, `the graph lacks the included file ${entry.path}`);
  return {
    file: -1,
    path: entry.path,
    language: null,
    sha256: entry.sha256,
    status: "omitted",
    reason: entry.omitted,
    sizeBytes: entry.sizeBytes,
    entry,
    symbols: [],
    diagnostics: [],
  };
}

/** Kinds, as numbers, that stand for a reference: containment and overriding are structure. */
const IS_REFERENCE = EDGE_KINDS.map((kind) => kind !== "contains" && kind !== "overrides");
const IS_RESOLVED = CONFIDENCES.map((confidence) => resolutionOf(confidence) === "resolved_static");

export function countSites(rows: FileRows): SiteCounts {
  const counts = { resolved: 0, candidate: 0, unresolved: rows.unresolvedCount };
  const edge = new EdgeCursor(rows);
  let site = -1;
  let best: "resolved" | "candidate" | null = null;
  const count = () => best !== null && counts[best]++;
  // Edges stand in the order of their sites.
  while (edge.next()) {
    if (edge.byteOffset !== site) {
      count();
      [site, best] = [edge.byteOffset, null];
    }
    if (!IS_REFERENCE[edge.kind]) continue;
    if (IS_RESOLVED[edge.confidence]) best = "resolved";
    else best ??= "candidate";
  }
  count();
  return counts;
}

type Compare = (a: number, b: number) => number;

function compareSymbols({ symbols }: Graph): Compare {
  return (a, b) => compareSymbolPlaces(symbols[a], symbols[b]);
}

/** By byte offset, kind and id: the order of the export inside a file. */
export function compareSymbolPlaces(
  a: Pick<GraphSymbol, "startByte" | "kind" | "id">,
  b: Pick<GraphSymbol, "startByte" | "kind" | "id">,
): number {
  return a.startByte - b.startByte || compareUtf8(a.kind, b.kind) || compareUtf8(a.id, b.id);
}

function compareDiagnostics({ diagnostics }: Graph): Compare {
  return (a, b) => {
    const x = diagnostics[a];
    const y = diagnostics[b];
    return x.startByte - y.startByte || compareUtf8(x.code, y.code) || x.endByte - y.endByte;
  };
}

/** Indexes of items by their file, each file's in order. */
function grouped(files: number, items: readonly { readonly file: number }[], compare: Compare): number[][] {
  const groups: number[][] = Array.from({ length: files }, () => []);
  items.forEach((item, index) => groups[item.file].push(index));
  for (const group of groups) {
    // Resolution gives most lists in order already.
    if (group.some((item, i) => i > 0 && compare(group[i - 1], item) > 0)) group.sort(compare);
  }
  return groups;
}
