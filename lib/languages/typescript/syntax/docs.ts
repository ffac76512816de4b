// Documentation comments: the block comment or run of line comments that ends on the line above a declaration and does
// not trail other code. Not here: what JSDoc tags mean.

import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";

/** Byte range of a documentation comment. */
export interface DocRange {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
const SLASH = 47;

/** Follows the children of one node and knows which comment documents the next of them. */
export class DocTracker {
  readonly #tree: SyntaxTree;
  #start = -1;
  #end = -1;
  #lineComment = false;
  #previousEnd: number;
  /** Where the line of the code before ends; sought once for all that stands on that line. */
  #lineEnd: { readonly of: number; readonly at: number } = { of: 0, at: -1 };

  constructor(tree: SyntaxTree, parent: NodeId) {
    this.#tree = tree;
    this.#previousEnd = tree.parent(parent) === NO_NODE ? -1 : tree.start(parent);
  }

  /** Whether the child is a comment, which is then taken note of. */
  isComment(child: NodeId): boolean {
    const tree = this.#tree;
    if (tree.type(child) !== "comment") return false;
    const start = tree.start(child);
    const lineComment = tree.source.bytes[start + 1] === SLASH;
    if (this.#start >= 0 && lineComment && this.#lineComment && this.#newlines(this.#end, start) <= 1) {
      this.#end = tree.end(child);
      return true;
    }
    const trails = start < this.#codeLineEnd();
    this.#start = trails && lineComment ? -1 : start;
    this.#end = tree.end(child);
    this.#lineComment = lineComment;
    return true;
  }

  /** The comment that documents this child. */
  before(child: NodeId): DocRange | null {
    const start = this.#start;
    this.#start = -1;
    this.#previousEnd = this.#tree.end(child);
    if (start < 0 || this.#newlines(this.#end, this.#tree.start(child)) > 1) return null;
    return { start, end: this.#end };
  }

  /** Passes a child that is never documented, such as a brace. */
  pass(child: NodeId): void {
    this.#previousEnd = this.#tree.end(child);
  }

  #codeLineEnd(): number {
    const of = this.#previousEnd;
    if (of < 0) return -1;
    if (this.#lineEnd.of <= of && of <= this.#lineEnd.at) return this.#lineEnd.at;
    const at = this.#tree.source.bytes.indexOf(NEWLINE, of);
    this.#lineEnd = { of, at: at < 0 ? Infinity : at };
    return this.#lineEnd.at;
  }

  #newlines(from: number, to: number): number {
    const bytes = this.#tree.source.bytes;
    let count = 0;
    for (let i = from; i < to && count < 2; i++) if (bytes[i] === NEWLINE) count++;
    return count;
  }
}
