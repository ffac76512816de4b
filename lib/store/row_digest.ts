// The digest of one file's rows: equal digests mean that nothing a query could see of them differs.
// Law kept: symbols of other files are named by their ids, never by numbers, so that a digest holds across generations.

import { ByteWriter, type Graph, invariant } from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { FileContent } from "./content.ts";

/** No symbol. */
const NONE = "";

/** Digests files of one graph; one buffer is used again and again. */
export class RowDigester {
  readonly #graph: Graph;
  readonly #out = new ByteWriter(1 << 20);

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** In lower-case hexadecimal. */
  digest(file: FileContent): string {
    this.#out.clear();
    this.#symbols(file);
    this.#edges(file);
    this.#unresolved(file);
    this.#out.unsigned(file.diagnostics.length);
    for (const { startByte, endByte, code } of file.diagnostics) this.#write([startByte, endByte], [code]);
    return sha256Hex(this.#out.view());
  }

  #symbols({ symbols }: FileContent): void {
    this.#out.unsigned(symbols.length);
    for (const number of symbols) {
      const s = this.#graph.symbols[number];
      this.#write(
        [s.line, s.startLine, s.endLine, s.startByte, s.endByte, s.nameStart, s.nameEnd, Number(s.exported)],
        [s.id, s.name, s.qualifiedName, s.kind, this.#id(s.parent), s.visibility],
      );
      this.#optional(s.signature);
      this.#optional(s.doc);
      this.#out.unsigned(s.decorators.length * 2 + Number(s.isTest));
      this.#write([], s.decorators);
    }
  }

  #edges({ edges }: FileContent): void {
    this.#out.unsigned(edges.length);
    for (const number of edges) {
      const e = this.#graph.edges[number];
      this.#write(
        [e.byteOffset, e.line, e.column, e.via.length],
        [e.kind, this.#id(e.source), this.#id(e.target), e.name, e.confidence, e.ruleId],
      );
      this.#write([], e.via);
    }
  }

  #unresolved({ unresolved }: FileContent): void {
    this.#out.unsigned(unresolved.length);
    for (const number of unresolved) {
      const u = this.#graph.unresolved[number];
      this.#write([u.byteOffset, u.line, u.column], [this.#id(u.source), u.name, u.role, u.reason]);
      this.#optional(u.receiver);
      this.#optional(u.module);
    }
  }

  #id(symbol: number): string {
    if (symbol < 0) return NONE;
    invariant(symbol < this.#graph.symbols.length, "a row names a symbol that is not there");
    return this.#graph.symbols[symbol].id;
  }

  #write(numbers: readonly number[], texts: readonly string[]): void {
    for (const number of numbers) this.#out.unsigned(number);
    for (const text of texts) this.#out.text(text);
  }

  #optional(text: string | null): void {
    this.#out.unsigned(text === null ? 0 : 1);
    if (text !== null) this.#out.text(text);
  }
}
