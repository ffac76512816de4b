// The digest of one file's rows: equal digests mean that nothing a query could see of them differs.
// Law kept: symbols and files are named by their ids and paths, never by numbers, so that a digest holds across generations.
// Words of closed lists go in as their index: a change of a list changes the schema's digest. What many rows name, a path above
// all, goes in once.

import {
  ByteWriter,
  CONFIDENCES,
  EDGE_KINDS,
  type Graph,
  type GraphSymbol,
  invariant,
  UNRESOLVED_REASONS,
  type Via,
  VIA_FIELDS,
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
  readonly #symbols: NamedOnce;
  readonly #files: NamedOnce;
  readonly #words: NamedOnce;
  readonly #rules: NamedOnce;
  /** Each rule's id as a number. */
  readonly #ruleNumbers: ReadonlyMap<string, number>;
  /** Ordinals of the paths that ids of the digest at hand begin with. */
  readonly #paths = new Map<string, number>();

  constructor(graph: Graph) {
    this.#graph = graph;
    const out = this.#out;
    this.#symbols = new NamedOnce(out, graph.symbols.length, (symbol) => this.#id(graph.symbols[symbol].id));
    this.#files = new NamedOnce(out, graph.files.length, (file) => out.text(graph.files[file].path));
    this.#words = new NamedOnce(out, graph.words.length, (word) => out.text(graph.words[word]));
    const rules = [...new Set(graph.edges.map(({ ruleId }) => ruleId))];
    this.#ruleNumbers = new Map(rules.map((rule, number) => [rule, number]));
    this.#rules = new NamedOnce(out, rules.length, (rule) => out.text(rules[rule]));
  }

  /** In lower-case hexadecimal. */
  digest(file: FileContent): string {
    const out = this.#out;
    out.clear();
    for (const names of [this.#symbols, this.#files, this.#words, this.#rules]) names.begin();
    this.#paths.clear();
    out.unsigned(file.symbols.length);
    for (const number of file.symbols) {
      this.#symbols.name(number);
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
    else this.#symbols.name(symbol.parent);
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
      this.#symbols.name(edge.source);
      this.#symbols.name(edge.target);
      out.unsigned(edge.byteOffset);
      out.unsigned(edge.line);
      out.unsigned(edge.column);
      // Most are written as what they point to is called, which its id tells.
      const isNamed = edge.name !== this.#graph.symbols[edge.target].name;
      out.unsigned(2 * CONFIDENCE.get(edge.confidence)! + Number(isNamed));
      if (isNamed) out.text(edge.name);
      this.#rules.name(this.#ruleNumbers.get(edge.ruleId)!);
      this.#via(edge.via);
    }
  }

  #unresolved({ unresolved }: FileContent): void {
    const out = this.#out;
    out.unsigned(unresolved.length);
    for (const number of unresolved) {
      const miss = this.#graph.unresolved[number];
      this.#symbols.name(miss.source);
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

  #via(via: Via): void {
    this.#out.unsigned(via.length);
    for (let at = 0; at < via.length; at += VIA_FIELDS) {
      this.#words.name(via[at]);
      this.#files.name(via[at + 1]);
      this.#out.unsigned(via[at + 2]);
      this.#out.unsigned(via[at + 3]);
    }
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

/** Names things of one kind: whole where a digest names them first (1, then the text), else by their ordinal there, from 2. */
class NamedOnce {
  readonly #out: ByteWriter;
  readonly #write: (number: number) => void;
  /** Ordinal of each in the digest that `#digestOf` says. */
  readonly #ordinal: Uint32Array;
  readonly #digestOf: Uint32Array;
  #digests = 0;
  #named = 0;

  constructor(out: ByteWriter, count: number, write: (number: number) => void) {
    this.#out = out;
    this.#write = write;
    this.#ordinal = new Uint32Array(count);
    this.#digestOf = new Uint32Array(count);
  }

  /** A new digest begins. */
  begin(): void {
    this.#digests++;
    this.#named = 0;
  }

  name(number: number): void {
    invariant(number < this.#digestOf.length, "a row names what is not there");
    if (this.#digestOf[number] === this.#digests) {
      this.#out.unsigned(2 + this.#ordinal[number]);
      return;
    }
    this.#digestOf[number] = this.#digests;
    this.#ordinal[number] = this.#named++;
    this.#out.unsigned(1);
    this.#write(number);
  }
}
