// What one generation's file is written from, put in order: every captured path with its rows.
// Law kept: the same content gives the same order of rows however it came.

import {
  byUtf8,
  compareUtf8,
  type Diagnostic,
  type Edge,
  type FileStatus,
  type Graph,
  type GraphSymbol,
  invariant,
  type Manifest,
  type ManifestEntry,
  resolutionOf,
  type Unresolved,
} from "../model/mod.ts";

import type { Resolved } from "./resolved_files.ts";

/** Everything a generation's database holds. */
export interface GenerationContent {
  readonly graph: Graph;
  readonly manifest: Manifest;
  /** Rank by the graph's symbol number; of no use where only a part of the graph was resolved. */
  readonly ranks: ArrayLike<number>;
  /** What was resolved; without it the next resolution has nothing to go on from. */
  readonly resolved?: Resolved;
  /** Build metadata by key; `content_digest` is needed by the export. */
  readonly meta: Readonly<Record<string, string>>;
}

/** A captured path with all its rows. Numbers are indexes into the graph's lists, in stored order. */
export interface FileContent {
  readonly path: string;
  readonly language: string | null;
  readonly sha256: string | null;
  readonly status: FileStatus;
  readonly reason: string | null;
  readonly sizeBytes: number;
  /** Null for a path that the manifest does not list. */
  readonly entry: ManifestEntry | null;
  readonly symbols: readonly number[];
  readonly edges: readonly number[];
  readonly unresolved: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sites: SiteCounts;
}

/** Reference sites by what became of them; a site with several edges counts once, by its best. */
export interface SiteCounts {
  readonly resolved: number;
  readonly candidate: number;
  readonly unresolved: number;
}

/** Every path of manifest and graph in UTF-8 order, with its rows in stored order. */
export function fileContents(content: GenerationContent): FileContent[] {
  const { graph, manifest } = content;
  const entries = new Map(manifest.entries.map((entry) => [entry.path as string, entry]));
  const count = graph.files.length;
  const symbols = grouped(count, graph.symbols, compareSymbols(graph));
  const edges = grouped(count, graph.edges, compareEdges(graph));
  const unresolved = grouped(count, graph.unresolved, compareUnresolved(graph));
  const diagnostics = grouped(count, graph.diagnostics, compareDiagnostics(graph));
  const files = graph.files.map((file, index): FileContent => {
    const entry = entries.get(file.path) ?? null;
    entries.delete(file.path);
    return {
      ...file,
      sha256: file.sha256 ?? entry?.sha256 ?? null,
      entry,
      symbols: symbols[index],
      edges: edges[index],
      unresolved: unresolved[index],
      diagnostics: diagnostics[index].map((number) => graph.diagnostics[number]),
      sites: countSites(edges[index].map((number) => graph.edges[number]), unresolved[index].length),
    };
  });
  for (const entry of entries.values()) files.push(unlisted(entry));
  return files.sort(byUtf8((file) => file.path));
}

/** A manifest entry that the graph does not list: it was omitted. */
function unlisted(entry: ManifestEntry): FileContent {
  invariant(entry.omitted !== null, `the graph lacks the included file ${entry.path}`);
  return {
    path: entry.path,
    language: null,
    sha256: entry.sha256,
    status: "omitted",
    reason: entry.omitted,
    sizeBytes: entry.sizeBytes,
    entry,
    symbols: [],
    edges: [],
    unresolved: [],
    diagnostics: [],
    sites: { resolved: 0, candidate: 0, unresolved: 0 },
  };
}

/** Edges that stand for a reference: containment and overriding are structure. */
function isReference(edge: Edge): boolean {
  return edge.kind !== "contains" && edge.kind !== "overrides";
}

/** Expects the edges in order of their byte offset. */
function countSites(edges: readonly Edge[], unresolved: number): SiteCounts {
  let resolved = 0;
  let candidate = 0;
  for (let i = 0; i < edges.length;) {
    const { byteOffset } = edges[i];
    let best = 0;
    for (; i < edges.length && edges[i].byteOffset === byteOffset; i++) {
      if (!isReference(edges[i])) continue;
      best = Math.max(best, resolutionOf(edges[i].confidence) === "resolved_static" ? 2 : 1);
    }
    if (best === 2) resolved++;
    else if (best === 1) candidate++;
  }
  return { resolved, candidate, unresolved };
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

function compareEdges({ edges, symbols }: Graph): Compare {
  return (a, b) => {
    const x = edges[a];
    const y = edges[b];
    return x.byteOffset - y.byteOffset || compareUtf8(x.kind, y.kind) ||
      compareUtf8(symbols[x.source].id, symbols[y.source].id) ||
      compareUtf8(symbols[x.target].id, symbols[y.target].id);
  };
}

function compareUnresolved({ unresolved, symbols }: Graph): Compare {
  const key = (miss: Unresolved) =>
    [symbols[miss.source].id, miss.name, miss.receiver ?? "", miss.reason, miss.module ?? ""].join("\0");
  return (a, b) => {
    const x = unresolved[a];
    const y = unresolved[b];
    return x.byteOffset - y.byteOffset || compareUtf8(x.role, y.role) || compareUtf8(key(x), key(y));
  };
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
