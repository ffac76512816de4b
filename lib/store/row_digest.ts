// The digest of one file's rows: equal digests mean that nothing a query could see of them differs.
// Law kept: symbols of other files are named by their ids, never by numbers, so that a digest holds across generations.
// Words of closed lists go in as their index: a change of a list changes the schema's digest. What many rows begin with, a
// path above all, goes in once.

import {
  ByteWriter,
  CONFIDENCES,
  EDGE_KINDS,
  type Graph,
  type GraphSymbol,
  invariant,
  UNRESOLVED_REASONS,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { FileContent } from "./content.ts";
import { codesOf, SITE_ROLES, SYMBOL_KINDS, VISIBILITIES } from "./schema.ts";

const KIND = codesOf(SYMBOL_KINDS);
const VISIBILITY = codesOf(VISIBILITIES);
const EDGE_KIND = codesOf(EDGE_KINDS);
const CONFIDENCE = codesOf(CONFIDENCES);
const ROLE = codesOf(SITE_ROLES);
const REASON = codesOf(UNRESOLVED_REASONS);

/** Digests files of one graph; one buffer is used again and again. */
export class RowDigester {
  readonly #graph: Graph;
  readonly #out = new ByteWriter(1 << 20);
  /** Ordinal of each symbol in the digest that `#digestOf` names, so that an id is written once a digest. */
  readonly #ordinal: Uint32Array;
  readonly #digestOf: Uint32Array;
  /** Ordinal of what ids and steps of the digest at hand begin with. */
  readonly #beginnings = new Map<string, number>();
  #digests = 0;
  #named = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#ordinal = new Uint32Array(graph.symbols.length);
    this.#digestOf = new Uint32Array(graph.symbols.length);
  }

  /** In lower-case hexadecimal. */
  digest(file: FileContent): string {
    const out = this.#out;
    out.clear();
    this.#beginnings.clear();
    this.#digests++;
    this.#named = 0;
    out.unsigned(file.symbols.length);
    for (const number of file.symbols) {
      this.#name(number);
      this.#symbol(this.#graph.symbols[number]);
    }
    this.#edges(file);
    this.#unresolved(file);
    out.unsigned(file.diagnostics.length);
    for (const { startByte, endByte, code } of file.diagnostics) {
      out.unsigned(startByte);
      out.unsigned(endByte);
      out.text(code);
    }
    return sha256Hex(out.view());
  }

  #symbol(symbol: GraphSymbol): void {
    const out = this.#out;
    out.text(symbol.name);
    out.text(symbol.qualifiedName);
    out.unsigned(KIND.get(symbol.kind)!);
    out.unsigned(symbol.line);
    out.unsigned(symbol.startLine);
    out.unsigned(symbol.endLine);
    out.unsigned(symbol.startByte);
    out.unsigned(symbol.endByte);
    out.unsigned(symbol.nameStart);
    out.unsigned(symbol.nameEnd);
    if (symbol.parent < 0) out.unsigned(0);
    else this.#name(symbol.parent);
    this.#optional(symbol.signature);
    this.#optional(symbol.doc);
    out.unsigned(VISIBILITY.get(symbol.visibility)!);
    out.unsigned(Number(symbol.exported) + 2 * Number(symbol.isTest));
    this.#texts(symbol.decorators);
  }

  #edges({ edges }: FileContent): void {
    const out = this.#out;
    out.unsigned(edges.length);
    for (const number of edges) {
      const edge = this.#graph.edges[number];
      out.unsigned(EDGE_KIND.get(edge.kind)!);
      this.#name(edge.source);
      this.#name(edge.target);
      out.unsigned(edge.byteOffset);
      out.unsigned(edge.line);
      out.unsigned(edge.column);
      out.text(edge.name);
      out.unsigned(CONFIDENCE.get(edge.confidence)!);
      out.text(edge.ruleId);
      const { via } = edge;
      out.unsigned(via.length);
      for (const step of via) this.#begun(step, step.lastIndexOf(":", step.lastIndexOf(":") - 1));
    }
  }

  #unresolved({ unresolved }: FileContent): void {
    const out = this.#out;
    out.unsigned(unresolved.length);
    for (const number of unresolved) {
      const miss = this.#graph.unresolved[number];
      this.#name(miss.source);
      out.unsigned(miss.byteOffset);
      out.unsigned(miss.line);
      out.unsigned(miss.column);
      out.text(miss.name);
      out.unsigned(ROLE.get(miss.role)!);
      this.#optional(miss.receiver);
      out.unsigned(REASON.get(miss.reason)!);
      this.#optional(miss.module);
    }
  }

  /** A symbol by its id where this digest names it first (1, then the id), else by its ordinal there, from 2. */
  #name(symbol: number): void {
    invariant(symbol < this.#digestOf.length, "a row names a symbol that is not there");
    if (this.#digestOf[symbol] === this.#digests) {
      this.#out.unsigned(2 + this.#ordinal[symbol]);
      return;
    }
    this.#digestOf[symbol] = this.#digests;
    this.#ordinal[symbol] = this.#named++;
    this.#out.unsigned(1);
    const { id } = this.#graph.symbols[symbol];
    this.#begun(id, id.indexOf("#"));
  }

  /** A text in two parts: the first whole where this digest has it first, else its ordinal there. */
  #begun(text: string, cut: number): void {
    const first = text.slice(0, Math.max(0, cut));
    const known = this.#beginnings.get(first);
    this.#out.unsigned(known ?? this.#beginnings.size);
    if (known === undefined) {
      this.#beginnings.set(first, this.#beginnings.size);
      this.#out.text(first);
    }
    this.#out.text(text.slice(first.length));
  }

  #texts(texts: readonly string[]): void {
    this.#out.unsigned(texts.length);
    for (const text of texts) this.#out.text(text);
  }

  #optional(text: string | null): void {
    this.#out.unsigned(text === null ? 0 : 1);
    if (text !== null) this.#out.text(text);
  }
}
