// A graph whose edges and unresolved references are objects, as tests look at them and write them down.

import {
  CONFIDENCES,
  type Edge,
  EDGE_KINDS,
  EdgeCursor,
  type Graph,
  MissCursor,
  RowsWriter,
  SITE_ROLES,
  type Unresolved,
  UNRESOLVED_REASONS,
  VIA_FIELDS,
} from "../lib/model/mod.ts";

/** What its rows say, written out. */
export interface ToldGraph extends Graph {
  readonly edges: readonly Edge[];
  readonly unresolved: readonly Unresolved[];
}

export function told(graph: Graph): ToldGraph {
  return { ...graph, edges: edgesOf(graph), unresolved: unresolvedOf(graph) };
}

/** A graph as a test writes it down: steps name their words by index into `words`. */
export interface WrittenGraph extends Omit<Graph, "rows" | "texts"> {
  readonly edges: readonly Edge[];
  readonly unresolved: readonly Unresolved[];
  readonly words: readonly string[];
}

/** The same as resolution hands it over. */
export function packed({ edges, unresolved, words, ...start }: WrittenGraph): Graph {
  const writer = new RowsWriter();
  const rows = start.files.flatMap((_, file) => {
    for (const edge of edges) {
      if (edge.file !== file) continue;
      const via = edge.via.map((number, at) => at % VIA_FIELDS === 0 ? writer.text(words[number]) : number);
      writer.edge({ ...edge, rule: writer.text(edge.ruleId), via });
    }
    for (const miss of unresolved) if (miss.file === file) writer.unresolved(miss);
    const ofFile = writer.finish(file, (symbol) => start.symbols[symbol].id);
    return ofFile.edgeCount + ofFile.unresolvedCount === 0 ? [] : [ofFile];
  });
  return { ...start, rows, texts: writer.texts };
}

/** All edges of a graph. */
function edgesOf({ rows, texts }: Pick<Graph, "rows" | "texts">): Edge[] {
  return rows.flatMap((ofFile) => {
    const edges: Edge[] = [];
    const cursor = new EdgeCursor(ofFile);
    while (cursor.next()) {
      const { source, target, byteOffset, line, column, numbers, viaStart, viaEnd } = cursor;
      edges.push({
        kind: EDGE_KINDS[cursor.kind],
        source,
        target,
        file: ofFile.file,
        byteOffset,
        line,
        column,
        name: texts[cursor.name],
        confidence: CONFIDENCES[cursor.confidence],
        ruleId: texts[cursor.rule],
        via: [...numbers.subarray(viaStart, viaEnd)],
      });
    }
    return edges;
  });
}

/** All its unresolved references. */
function unresolvedOf({ rows, texts }: Pick<Graph, "rows" | "texts">): Unresolved[] {
  return rows.flatMap((ofFile) => {
    const misses: Unresolved[] = [];
    const cursor = new MissCursor(ofFile);
    const optional = (text: number) => text < 0 ? null : texts[text];
    while (cursor.next()) {
      const { source, byteOffset, line, column } = cursor;
      misses.push({
        source,
        file: ofFile.file,
        byteOffset,
        line,
        column,
        name: texts[cursor.name],
        role: SITE_ROLES[cursor.role],
        receiver: optional(cursor.receiver),
        reason: UNRESOLVED_REASONS[cursor.reason],
        module: optional(cursor.module),
      });
    }
    return misses;
  });
}
