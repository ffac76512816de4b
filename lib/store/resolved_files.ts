// What a later resolution of a part goes on from, a row a file: whether it has to be resolved each time, the lines of other files
// that its chains name, the pairs of symbols that rank flows along. Law kept: no question reads it, and no export shows it.

import {
  addTo,
  ByteReader,
  ByteWriter,
  type Confidence,
  CONFIDENCES,
  EDGE_KINDS,
  EdgeCursor,
  type EdgeKind,
  type FileRows,
  type Graph,
  VIA_FIELDS,
} from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import type { GenerationContent } from "./content.ts";
import type { Numbering } from "./row_writer.ts";

/** How ranks are made. */
export interface Ranking {
  /** Whether rank flows along edges like that. */
  flows(kind: EdgeKind, confidence: Confidence): boolean;
  /** Ranks of so many symbols from pairs of them, each as source × count + target; a pair counts once. */
  ranks(count: number, pairs: Float64Array): ArrayLike<number>;
}

/** What of a graph was resolved, and what the next resolution may go on from. */
export interface Resolved {
  /** Indexes into the graph's files; null for all of them. */
  readonly files: ReadonlySet<number> | null;
  /** Those whose answers depend on the order of questions. */
  readonly circular: ReadonlySet<number>;
  readonly isResumable: boolean;
}

/** The pairs of symbols that rank flows along, in a graph's own numbers. */
export class RankFlow {
  /** Whether rank flows, by kind and confidence as numbers. */
  readonly #flows: readonly boolean[];
  readonly #pairs: number[] = [];
  readonly #count: number;

  constructor(ranking: Ranking, symbols: number) {
    this.#flows = EDGE_KINDS.flatMap((kind) =>
      CONFIDENCES.map((confidence) => ranking.flows(kind, confidence))
    );
    this.#count = symbols;
  }

  has({ kind, confidence, source, target }: EdgeCursor): boolean {
    return source !== target && this.#flows[kind * CONFIDENCES.length + confidence];
  }

  add(source: number, target: number): void {
    this.#pairs.push(source * this.#count + target);
  }

  /** Adds those of a file. */
  addAll(rows: FileRows): void {
    const edge = new EdgeCursor(rows);
    while (edge.next()) if (this.has(edge)) this.add(edge.source, edge.target);
  }

  /** The rank of each symbol. */
  ranks(ranking: Ranking): ArrayLike<number> {
    return ranking.ranks(this.#count, Float64Array.from(this.#pairs));
  }
}

/** Writes the rows of the files that were resolved, of which there are none yet; gives the pairs that rank flows along in them. */
export function writeResolved(
  db: Database,
  { graph, ranking, resolved }: GenerationContent,
  numbers: Numbering,
): RankFlow {
  const flow = new RankFlow(ranking, graph.symbols.length);
  const writer = new ResolvedFilesWriter(db, graph, flow, numbers);
  for (const rows of graph.rows) {
    writer.write(rows, resolved.circular.has(rows.file));
    flow.addAll(rows);
  }
  writer.finish();
  return flow;
}

class ResolvedFilesWriter {
  readonly #graph: Graph;
  readonly #flow: RankFlow;
  readonly #numbers: Numbering;
  readonly #insert: Statement;

  constructor(db: Database, graph: Graph, flow: RankFlow, numbers: Numbering) {
    this.#graph = graph;
    this.#flow = flow;
    this.#numbers = numbers;
    this.#insert = db.prepare(
      "INSERT INTO resolved_files(file, circular, places, pairs) VALUES (?, ?, ?, ?)",
    );
  }

  write(rows: FileRows, isCircular: boolean): void {
    this.#insert.bindInt(1, this.#number(rows.file)).bindInt(2, Number(isCircular))
      .bindBlob(3, this.#places(rows)).bindBlob(4, this.#pairs(rows)).run();
  }

  finish(): void {
    this.#insert.finalize();
  }

  #number(file: number): number {
    return this.#numbers.file(this.#graph.files[file].path)!;
  }

  #places(rows: FileRows): Uint8Array {
    const lines = new Map<number, Set<number>>();
    const edge = new EdgeCursor(rows);
    const { numbers } = edge;
    while (edge.next()) {
      for (let at = edge.viaStart; at < edge.viaEnd; at += VIA_FIELDS) {
        if (numbers[at + 1] === rows.file) continue;
        const known = lines.get(numbers[at + 1]);
        if (known === undefined) lines.set(numbers[at + 1], new Set([numbers[at + 2]]));
        else known.add(numbers[at + 2]);
      }
    }
    const out = new ByteWriter();
    for (const [file, ofFile] of lines) {
      out.unsigned(this.#number(file));
      out.unsigned(ofFile.size);
      writeAscending(out, [...ofFile]);
    }
    return out.view();
  }

  #pairs(rows: FileRows): Uint8Array {
    const targets = new Map<number, number[]>();
    const edge = new EdgeCursor(rows);
    while (edge.next()) {
      if (!this.#flow.has(edge)) continue;
      addTo(targets, this.#numbers.symbol(edge.source), this.#numbers.symbol(edge.target));
    }
    const out = new ByteWriter();
    for (const [source, all] of targets) {
      const distinct = [...new Set(all)];
      out.unsigned(source);
      out.unsigned(distinct.length);
      writeAscending(out, distinct);
    }
    return out.view();
  }
}

function writeAscending(out: ByteWriter, numbers: number[]): void {
  let previous = 0;
  for (const number of numbers.sort((a, b) => a - b)) {
    out.unsigned(number - previous);
    previous = number;
  }
}

function readAscending(input: ByteReader, count: number, each: (number: number) => void): void {
  let number = 0;
  for (let i = 0; i < count; i++) each(number += input.unsigned());
}

/** Calls with each stored pair of symbols of a file. */
export function readPairs(blob: Uint8Array, each: (source: number, target: number) => void): void {
  const input = new ByteReader(blob);
  while (input.remaining > 0) {
    const source = input.unsigned();
    readAscending(input, input.unsigned(), (target) => each(source, target));
  }
}

/** Calls with each line of another file, by its stored number, that a file's chains name. */
export function readPlaces(blob: Uint8Array, each: (file: number, line: number) => void): void {
  const input = new ByteReader(blob);
  while (input.remaining > 0) {
    const file = input.unsigned();
    readAscending(input, input.unsigned(), (line) => each(file, line));
  }
}
