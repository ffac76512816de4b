// The depth of a walk, bounded: what nests deeper than a stack holds is a problem of the source, never an exception.

import type { NodeId, SyntaxTree } from "../../../wasm/mod.ts";
import type { FactsBuilder } from "./builder.ts";

/** A walk over one tree that may not go deeper than a limit. */
export class BoundedWalk {
  readonly tree: SyntaxTree;
  readonly facts: FactsBuilder;
  readonly #maxDepth: number;
  #depth = 0;

  constructor(tree: SyntaxTree, facts: FactsBuilder, maxDepth: number) {
    this.tree = tree;
    this.facts = facts;
    this.#maxDepth = maxDepth;
  }

  /** Goes one level deeper, or says no: then the node is told as a problem and must be left out. Every yes needs a `leave`. */
  enter(node: NodeId): boolean {
    if (this.#depth >= this.#maxDepth) {
      this.facts.problems.push({
        start: this.tree.start(node),
        end: this.tree.end(node),
        code: "parse_error",
      });
      return false;
    }
    this.#depth++;
    return true;
  }

  leave(): void {
    this.#depth--;
  }

  /** Counts frames that no `enter` stands for; a negative number takes them back. */
  protected deepen(frames: number): void {
    this.#depth += frames;
  }
}
