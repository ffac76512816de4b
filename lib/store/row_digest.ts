// The digest of one file's rows: equal digests mean that nothing a query could see of them differs.
// Law kept: symbols and files are named by their ids and paths, never by numbers, so that a digest holds across generations.
// Words of closed lists go in as their index: a change of a list changes the schema's digest. What many rows name, a path above
// all, goes in once.

import {
  ByteWriter,
  codesOf,
  EdgeCursor,
  type FileRows,
  type Graph,
  type GraphSymbol,
  invariant,
  MissCursor,
  VIA_FIELDS,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { FileContent } from "./content.ts";
import { SYMBOL_KINDS, VISIBILITIES } from "./schema.ts";

const KIND = codesOf(SYMBOL_KINDS);
const VISIBILITY = codesOf(VISIBILITIES);

/** Digests files of one graph; one buffer is used again and again. */
export class RowDigester {
  readonly #graph: Graph;
  readonly #out = new ByteWriter(1 << 20);
  readonly #named: { readonly symbols: NamedOnce; readonly files: NamedOnce; readonly texts: NamedOnce };
  /** Ordinals of the paths that ids of the digest at hand begin with. */
  readonly #paths = new Map<string, number>();

  constructor(graph: Graph) {
    this.#graph = graph;
    const out = this.#out;
    this.#named = {
      symbols: new NamedOnce(out, graph.symbols.length, (symbol) => this.#id(graph.symbols[symbol].id)),
      files: new NamedOnce(out, graph.files.length, (file) => out.text(graph.files[file].path)),
      texts: new NamedOnce(out, graph.texts.length, (text) => out.text(graph.texts[text])),
    };
  }

  /** In lower-case hexadecimal. */
  digest(file: FileContent, rows: FileRows): string {
    const out = this.#out;
    out.clear();
    for (const names of Object.values(this.#named)) names.begin();
    this.#paths.clear();
    out.unsigned(file.symbols.length);
    for (const number of file.symbols) {
      this.#named.symbols.name(number);
      this.#symbol(this.#graph.symbols[number]);
    }
    this.#edges(rows);
    this.#unresolved(rows);
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
    else this.#named.symbols.name(symbol.parent);
    this.#optional(symbol.signature);
    this.#optional(symbol.doc);
    out.unsigned(VISIBILITY.get(symbol.visibility)!);
    out.unsigned(Number(symbol.exported) + 2 * Number(symbol.isTest));
    this.#list(symbol.decorators);
  }

  #edges(rows: FileRows): void {
    const out = this.#out;
    const { symbols, texts } = this.#named;
    const edge = new EdgeCursor(rows);
    out.unsigned(rows.edgeCount);
    while (edge.next()) {
      out.unsigned(edge.kind);
      symbols.name(edge.source);
      symbols.name(edge.target);
      out.unsigned(edge.byteOffset);
      out.unsigned(edge.line);
      out.unsigned(edge.column);
      // Most are written as what they point to is called, which its id tells.
      const isNamed = this.#graph.texts[edge.name] !== this.#graph.symbols[edge.target].name;
      out.unsigned(2 * edge.confidence + Number(isNamed));
      if (isNamed) texts.name(edge.name);
      texts.name(edge.rule);
      this.#via(edge);
    }
  }

  #unresolved(rows: FileRows): void {
    const out = this.#out;
    const { symbols, texts } = this.#named;
    const miss = new MissCursor(rows);
    out.unsigned(rows.unresolvedCount);
    while (miss.next()) {
      symbols.name(miss.source);
      out.unsigned(miss.byteOffset);
      out.unsigned(miss.line);
      out.unsigned(miss.column);
      texts.name(miss.name);
      out.unsigned(miss.role);
      this.#optionalName(miss.receiver);
      out.unsigned(miss.reason);
      this.#optionalName(miss.module);
    }
  }

  /** An id: its path whole where this digest has it first, else by ordinal, and the rest. */
  #id(id: string): void {
    const cut = id.indexOf("#");
    const path = id.slice(0, cut);
    const known = this.#paths.get(path);
    this.#out.unsigned(known ?? this.#paths.size);
    if (known === undefined) {
      this.#paths.set(path, this.#paths.size);
      this.#out.text(path);
    }
    this.#out.text(id.slice(cut));
  }

  #via({ numbers, viaStart, viaEnd }: EdgeCursor): void {
    const { files, texts } = this.#named;
    this.#out.unsigned(viaEnd - viaStart);
    for (let at = viaStart; at < viaEnd; at += VIA_FIELDS) {
      texts.name(numbers[at]);
      files.name(numbers[at + 1]);
      this.#out.unsigned(numbers[at + 2]);
      this.#out.unsigned(numbers[at + 3]);
    }
  }

  #optionalName(text: number): void {
    this.#out.unsigned(text < 0 ? 0 : 1);
    if (text >= 0) this.#named.texts.name(text);
  }

  #list(texts: readonly string[]): void {
    this.#out.unsigned(texts.length);
    for (const text of texts) this.#out.text(text);
  }

  #optional(text: string | null): void {
    this.#out.unsigned(text === null ? 0 : 1);
    if (text !== null) this.#out.text(text);
  }
}

/** Names things of one kind: whole where a digest names them first (1, then the text), else by their ordinal there, from 2. */
class NamedOnce {
  readonly #out: ByteWriter;
  readonly #write: (number: number) => void;
  /** Ordinal of each in the digest that `#digestOf` says. */
  readonly #ordinal: Uint32Array;
  readonly #digestOf: Uint32Array;
  #digests = 0;
  #count = 0;

  constructor(out: ByteWriter, count: number, write: (number: number) => void) {
    this.#out = out;
    this.#write = write;
    this.#ordinal = new Uint32Array(count);
    this.#digestOf = new Uint32Array(count);
  }

  /** A new digest begins. */
  begin(): void {
    this.#digests++;
    this.#count = 0;
  }

  name(number: number): void {
    invariant(number < this.#digestOf.length, "a row names what is not there");
    if (this.#digestOf[number] === this.#digests) {
      this.#out.unsigned(2 + this.#ordinal[number]);
      return;
    }
    this.#digestOf[number] = this.#digests;
    this.#ordinal[number] = this.#count++;
    this.#out.unsigned(1);
    this.#write(number);
  }
}
