// What a later resolution of a part goes on from, a row a file: whether it has to be resolved each time, the lines of other files
// that its chains name, the pairs of symbols that rank flows along. Law kept: no question reads it, and no export shows it.

import { addTo, ByteReader, ByteWriter, type Edge, type Graph, VIA_FIELDS } from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import type { FileContent, GenerationContent } from "./content.ts";
import type { Numbering } from "./row_writer.ts";

/** How ranks are made. */
export interface Ranking {
  /** Whether rank flows along an edge. */
  flows(edge: Edge): boolean;
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
  readonly ranking: Ranking;
}

/** Writes the rows of all files that were resolved. */
export function writeResolved(
  db: Database,
  { graph }: GenerationContent,
  resolved: Resolved,
  files: readonly FileContent[],
  numbers: Numbering,
): void {
  const writer = new ResolvedFilesWriter(db, graph, resolved, numbers);
  const own = new Map(graph.files.map(({ path }, index) => [path, index]));
  for (const file of files) {
    const index = own.get(file.path);
    if (index === undefined || resolved.files?.has(index) === false) continue;
    writer.write(index, numbers.file(file.path)!, file);
  }
  writer.finish();
}

class ResolvedFilesWriter {
  readonly #graph: Graph;
  readonly #resolved: Resolved;
  readonly #numbers: Numbering;
  readonly #insert: Statement;

  constructor(db: Database, graph: Graph, resolved: Resolved, numbers: Numbering) {
    this.#graph = graph;
    this.#resolved = resolved;
    this.#numbers = numbers;
    this.#insert = db.prepare(
      "INSERT OR REPLACE INTO resolved_files(file, circular, places, pairs) VALUES (?, ?, ?, ?)",
    );
  }

  /** `own` is the file's index in the graph, `number` its stored one. */
  write(own: number, number: number, { edges }: FileContent): void {
    const all = edges.map((edge) => this.#graph.edges[edge]);
    this.#insert.bindInt(1, number).bindInt(2, Number(this.#resolved.circular.has(own)))
      .bindBlob(3, this.#places(own, all)).bindBlob(4, this.#pairs(all)).run();
  }

  #places(own: number, edges: readonly Edge[]): Uint8Array {
    const lines = new Map<number, Set<number>>();
    for (const { via } of edges) {
      for (let at = 0; at < via.length; at += VIA_FIELDS) {
        if (via[at + 1] === own) continue;
        const known = lines.get(via[at + 1]);
        if (known === undefined) lines.set(via[at + 1], new Set([via[at + 2]]));
        else known.add(via[at + 2]);
      }
    }
    const out = new ByteWriter();
    for (const [file, ofFile] of lines) {
      out.unsigned(this.#numbers.file(this.#graph.files[file].path)!);
      out.unsigned(ofFile.size);
      writeAscending(out, [...ofFile]);
    }
    return out.view();
  }

  #pairs(edges: readonly Edge[]): Uint8Array {
    const targets = new Map<number, number[]>();
    for (const edge of edges) {
      if (!this.#resolved.ranking.flows(edge)) continue;
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

  finish(): void {
    this.#insert.finalize();
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
