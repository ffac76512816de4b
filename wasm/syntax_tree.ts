// A syntax tree as flat columns: one pass copies the tree out of WASM memory, so the tree is freed at once and
// extraction reads typed arrays without an object a node. Nodes are numbered in preorder; node 0 is the root.
// Law kept: positions are UTF-8 bytes. Columns are reused: a tree is valid until its parser parses again.

import type { Language } from "web-tree-sitter";
import type { GrammarTables } from "./grammar_tables.ts";
import type { SourceText } from "./source.ts";
import { type Address, ERROR_SYMBOL, MISSING, NAMED, nodeCount, rootOf } from "./subtree.ts";
import { copyTree } from "./tree_copy.ts";

/** Node number; NO_NODE is "there is none". */
export type NodeId = number;
export const NO_NODE = -1;

/** One parsed file. All offsets are half-open UTF-8 byte ranges. */
export class SyntaxTree {
  source!: SourceText;
  /** Number of nodes. */
  count = 0;
  /** True where the parser met an error anywhere. */
  hasErrors = false;
  readonly #grammar: GrammarTables;
  readonly #types: readonly string[];
  readonly #fieldNames: readonly (string | null)[];
  #type = new Uint16Array(1 << 12);
  #field = new Uint16Array(1 << 12);
  #bits = new Uint8Array(1 << 12);
  #start = new Uint32Array(1 << 12);
  #end = new Uint32Array(1 << 12);
  #parent = new Int32Array(1 << 12);
  /** One past the last node of the subtree. */
  #past = new Int32Array(1 << 12);

  constructor(language: Language, grammar: GrammarTables) {
    this.#grammar = grammar;
    this.#types = language.types;
    this.#fieldNames = language.fields;
  }

  /** The node's type as the grammar names it; "ERROR" for text that did not parse. */
  type(node: NodeId): string {
    const type = this.#type[node];
    return type === ERROR_SYMBOL ? "ERROR" : this.#types[type];
  }

  /** Whether it is a named node rather than a token such as `(` or `async`. */
  isNamed(node: NodeId): boolean {
    return (this.#bits[node] & NAMED) !== 0;
  }

  isError(node: NodeId): boolean {
    return this.#type[node] === ERROR_SYMBOL;
  }

  /** Whether the parser put it in to mend the text; its range is empty. */
  isMissing(node: NodeId): boolean {
    return (this.#bits[node] & MISSING) !== 0;
  }

  /** The field name it has in its parent, or null. */
  field(node: NodeId): string | null {
    return this.#fieldNames[this.#field[node]] ?? null;
  }

  start(node: NodeId): number {
    return this.#start[node];
  }

  end(node: NodeId): number {
    return this.#end[node];
  }

  parent(node: NodeId): NodeId {
    return this.#parent[node];
  }

  /** One past the last node of the subtree: `for (let n = node + 1; n < tree.past(node); n++)` visits all below. */
  past(node: NodeId): NodeId {
    return this.#past[node];
  }

  /** First child, token or named. */
  first(node: NodeId): NodeId {
    return this.#past[node] > node + 1 ? node + 1 : NO_NODE;
  }

  /** Next sibling, token or named. */
  next(node: NodeId): NodeId {
    const parent = this.#parent[node];
    const past = this.#past[node];
    return parent >= 0 && past < this.#past[parent] ? past : NO_NODE;
  }

  /** First named child that is no comment. */
  firstNamed(node: NodeId): NodeId {
    return this.#named(this.first(node));
  }

  /** Next named sibling that is no comment. */
  nextNamed(node: NodeId): NodeId {
    return this.#named(this.next(node));
  }

  #named(from: NodeId): NodeId {
    for (let node = from; node !== NO_NODE; node = this.next(node)) {
      if (this.isNamed(node) && this.type(node) !== "comment") return node;
    }
    return NO_NODE;
  }

  /** First child with that field name, or NO_NODE. */
  childByField(node: NodeId, field: string): NodeId {
    for (let child = this.first(node); child !== NO_NODE; child = this.next(child)) {
      if (this.#field[child] !== 0 && this.field(child) === field) return child;
    }
    return NO_NODE;
  }

  /** First child of that type, or NO_NODE. */
  childOfType(node: NodeId, type: string): NodeId {
    for (let child = this.first(node); child !== NO_NODE; child = this.next(child)) {
      if (this.type(child) === type) return child;
    }
    return NO_NODE;
  }

  /** Named children that are no comments. */
  namedChildren(node: NodeId): NodeId[] {
    const children: NodeId[] = [];
    for (let child = this.firstNamed(node); child !== NO_NODE; child = this.nextNamed(child)) {
      children.push(child);
    }
    return children;
  }

  /** The node's source text. */
  text(node: NodeId): string {
    return this.source.slice(this.#start[node], this.#end[node]);
  }

  /** Copies a tree out of tree-sitter's memory; the caller frees it. */
  read(memory: WebAssembly.Memory, tree: Address, source: SourceText): void {
    // Made anew each time: any call into WASM may have grown the memory.
    const words = new Int32Array(memory.buffer);
    const root = rootOf(tree);
    this.source = source;
    this.count = nodeCount(words, root);
    if (this.count > this.#type.length) this.#grow();
    this.hasErrors = copyTree(words, root, this.#grammar, source, {
      type: this.#type,
      field: this.#field,
      bits: this.#bits,
      start: this.#start,
      end: this.#end,
      parent: this.#parent,
      past: this.#past,
    });
  }

  #grow(): void {
    // What they held is overwritten.
    const size = 2 ** Math.ceil(Math.log2(this.count));
    this.#type = new Uint16Array(size);
    this.#field = new Uint16Array(size);
    this.#bits = new Uint8Array(size);
    this.#start = new Uint32Array(size);
    this.#end = new Uint32Array(size);
    this.#parent = new Int32Array(size);
    this.#past = new Int32Array(size);
  }
}
