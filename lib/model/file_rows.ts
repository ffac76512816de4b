// What the references of one file came to, as numbers: a graph has more edges than anything else, and an object each would take
// several times the room. Law kept: a file's rows stand in the order of the export, each once, however they were found.
// Not here: how a reference is bound, how its row is stored.

import {
  CONFIDENCES,
  type Edge,
  EDGE_KINDS,
  type FileRows,
  SITE_ROLES,
  type Unresolved,
  UNRESOLVED_REASONS,
} from "./graph.ts";
import { codesOf } from "./lists.ts";
import { compareUtf8 } from "./order.ts";

/** Numbers an edge, the last of which says how many numbers of its chain follow; and numbers an unresolved reference. */
const EDGE_FIELDS = 10;
const MISS_FIELDS = 9;
/** In the place of a text that is absent. */
const NO_TEXT = -1;

const EDGE_KIND = codesOf(EDGE_KINDS);
const CONFIDENCE = codesOf(CONFIDENCES);
const ROLE = codesOf(SITE_ROLES);
const REASON = codesOf(UNRESOLVED_REASONS);
/** The place of each code in the order of its words. */
const KIND_ORDER = orderOf(EDGE_KINDS);
const ROLE_ORDER = orderOf(SITE_ROLES);

function orderOf(words: readonly string[]): Int32Array {
  const sorted = [...words].sort(compareUtf8);
  return Int32Array.from(words, (word) => sorted.indexOf(word));
}

/** Goes through the edges of a file; its fields are those of the edge at hand. */
export class EdgeCursor {
  /** Indexes into `EDGE_KINDS` and `CONFIDENCES`. */
  kind = 0;
  confidence = 0;
  source = 0;
  target = 0;
  byteOffset = 0;
  line = 0;
  column = 0;
  /** Indexes into `Graph.texts`. */
  name = 0;
  rule = 0;
  /** The chain, a `Via`, is `numbers[viaStart … viaEnd)`. */
  viaStart = 0;
  viaEnd = 0;
  readonly numbers: Int32Array;

  constructor({ edges }: FileRows) {
    this.numbers = edges;
  }

  /** Whether there is a next edge, which is then at hand. */
  next(): boolean {
    const { numbers, viaEnd: at } = this;
    if (at >= numbers.length) return false;
    this.byteOffset = numbers[at];
    this.kind = numbers[at + 1];
    this.source = numbers[at + 2];
    this.target = numbers[at + 3];
    this.line = numbers[at + 4];
    this.column = numbers[at + 5];
    this.name = numbers[at + 6];
    this.confidence = numbers[at + 7];
    this.rule = numbers[at + 8];
    this.viaStart = at + EDGE_FIELDS;
    this.viaEnd = this.viaStart + numbers[at + 9];
    return true;
  }
}

/** Goes through the unresolved references of a file. */
export class MissCursor {
  source = 0;
  byteOffset = 0;
  line = 0;
  column = 0;
  /** Index into `Graph.texts`. */
  name = 0;
  /** Indexes into `SITE_ROLES` and `UNRESOLVED_REASONS`. */
  role = 0;
  reason = 0;
  /** Indexes into `Graph.texts`, or negative for none. */
  receiver = 0;
  module = 0;
  readonly #numbers: Int32Array;
  #at = 0;

  constructor({ unresolved }: FileRows) {
    this.#numbers = unresolved;
  }

  next(): boolean {
    const numbers = this.#numbers;
    const at = this.#at;
    if (at >= numbers.length) return false;
    this.byteOffset = numbers[at];
    this.role = numbers[at + 1];
    this.source = numbers[at + 2];
    this.line = numbers[at + 3];
    this.column = numbers[at + 4];
    this.name = numbers[at + 5];
    this.receiver = numbers[at + 6];
    this.reason = numbers[at + 7];
    this.module = numbers[at + 8];
    this.#at = at + MISS_FIELDS;
    return true;
  }
}

/** Gathers the rows of one file after the other. */
export class RowsWriter {
  /** Texts by their numbers, which grow with every file. */
  readonly texts: string[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #edges = new Numbers();
  readonly #unresolved = new Numbers();
  /** Where each edge begins. */
  readonly #edgeStarts: number[] = [];
  readonly #missStarts: number[] = [];

  /** The number of a text. */
  text(text: string): number {
    let number = this.#numberOf.get(text);
    if (number === undefined) {
      this.#numberOf.set(text, number = this.texts.length);
      this.texts.push(text);
    }
    return number;
  }

  /** `rule` is the number of the rule's id; the words of the chain are numbers already. */
  edge(edge: Omit<Edge, "file" | "ruleId"> & { readonly rule: number }): void {
    this.#edgeStarts.push(this.#edges.length);
    const out = this.#edges;
    out.add(edge.byteOffset).add(EDGE_KIND.get(edge.kind)!).add(edge.source).add(edge.target).add(edge.line)
      .add(edge.column).add(this.text(edge.name)).add(CONFIDENCE.get(edge.confidence)!).add(edge.rule)
      .add(edge.via.length);
    for (const number of edge.via) out.add(number);
  }

  unresolved(miss: Omit<Unresolved, "file">): void {
    this.#missStarts.push(this.#unresolved.length);
    const out = this.#unresolved;
    const optional = (text: string | null) => text === null ? NO_TEXT : this.text(text);
    out.add(miss.byteOffset).add(ROLE.get(miss.role)!).add(miss.source).add(miss.line).add(miss.column)
      .add(this.text(miss.name)).add(optional(miss.receiver)).add(REASON.get(miss.reason)!)
      .add(optional(miss.module));
  }

  /** The rows since the last call, as those of a file; `idOf` gives a symbol's id. */
  finish(file: number, idOf: (symbol: number) => string): FileRows {
    const edges = this.#sortedEdges(idOf);
    const unresolved = this.#sortedMisses(idOf);
    this.#edges.length = this.#unresolved.length = 0;
    this.#edgeStarts.length = this.#missStarts.length = 0;
    return { file, ...edges, ...unresolved };
  }

  #sortedEdges(idOf: (symbol: number) => string): Pick<FileRows, "edges" | "edgeCount"> {
    const { all } = this.#edges;
    const compareIds = (a: number, b: number) => a === b ? 0 : compareUtf8(idOf(a), idOf(b));
    const compare = (a: number, b: number) =>
      all[a] - all[b] || KIND_ORDER[all[a + 1]] - KIND_ORDER[all[b + 1]] ||
      compareIds(all[a + 2], all[b + 2]) || compareIds(all[a + 3], all[b + 3]);
    const starts = this.#edgeStarts.sort(compare);
    const edges = new Int32Array(this.#edges.length);
    let length = 0;
    let edgeCount = 0;
    let last = -1;
    for (const start of starts) {
      // One edge a kind, site and pair of symbols: the one that was found first.
      if (last >= 0 && compare(last, start) === 0) continue;
      last = start;
      const end = start + EDGE_FIELDS + all[start + EDGE_FIELDS - 1];
      for (let at = start; at < end; at++) edges[length++] = all[at];
      edgeCount++;
    }
    return { edges: length === edges.length ? edges : edges.slice(0, length), edgeCount };
  }

  #sortedMisses(idOf: (symbol: number) => string): Pick<FileRows, "unresolved" | "unresolvedCount"> {
    const { all } = this.#unresolved;
    const text = (number: number) => number < 0 ? "" : this.texts[number];
    const key = (at: number) =>
      [
        idOf(all[at + 2]),
        text(all[at + 5]),
        text(all[at + 6]),
        UNRESOLVED_REASONS[all[at + 7]],
        text(all[at + 8]),
      ]
        .join("\0");
    const starts = this.#missStarts.sort((a, b) =>
      all[a] - all[b] || ROLE_ORDER[all[a + 1]] - ROLE_ORDER[all[b + 1]] || compareUtf8(key(a), key(b))
    );
    const unresolved = new Int32Array(this.#unresolved.length);
    let length = 0;
    for (const start of starts) {
      for (let at = start; at < start + MISS_FIELDS; at++) unresolved[length++] = all[at];
    }
    return { unresolved, unresolvedCount: starts.length };
  }
}

/** 32-bit integers one after the other, in a buffer that is used again and again. */
class Numbers {
  all = new Int32Array(1 << 12);
  length = 0;

  add(number: number): this {
    if (this.length === this.all.length) {
      const wider = new Int32Array(2 * this.all.length);
      wider.set(this.all);
      this.all = wider;
    }
    this.all[this.length++] = number;
    return this;
  }
}
