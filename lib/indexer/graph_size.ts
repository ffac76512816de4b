// How much memory a graph will take, told from facts before it is resolved. Law kept: a repository whose graph would take more
// than the user allows fails with the numbers, before it takes it.

import { Failure, type FileFacts, type Limits } from "../model/mod.ts";

/** Bytes while a graph is resolved and written, as measured: for each symbol, each time its path is told, each reference. */
const SYMBOL_BYTES = 3_000;
const PATHS_A_SYMBOL = 8;
const REFERENCE_BYTES = 1_500;
/** Files that are named as those with the most. */
const MAX_NAMED = 3;

/** Adds up what files bring to a graph. */
export class GraphSize {
  readonly #limit: number;
  readonly #largest: { path: string; bytes: number }[] = [];
  #bytes = 0;
  #symbols = 0;
  #references = 0;

  constructor({ maxGraphBytes }: Limits) {
    this.#limit = maxGraphBytes;
  }

  /** Failure limit.exceeded where this file makes it too much. */
  add(path: string, facts: FileFacts): void {
    const symbols = facts.definitions.length;
    const references = facts.references.expr.length;
    const bytes = symbols * (SYMBOL_BYTES + PATHS_A_SYMBOL * path.length) + references * REFERENCE_BYTES;
    this.#symbols += symbols;
    this.#references += references;
    this.#bytes += bytes;
    if (this.#largest.length < MAX_NAMED || bytes > this.#largest[MAX_NAMED - 1].bytes) {
      this.#largest.push({ path, bytes });
      this.#largest.sort((a, b) => b.bytes - a.bytes).splice(MAX_NAMED);
    }
    if (this.#bytes > this.#limit) throw this.#exceeded();
  }

  #exceeded(): Failure {
    return new Failure("limit.exceeded", `The graph would take more than ${this.#limit} bytes of memory.`, {
      hint: "Exclude paths, or raise limits.max_graph_bytes in the configuration file.",
      detail: {
        limit: this.#limit,
        name: "max_graph_bytes",
        estimated_bytes: this.#bytes,
        symbols: this.#symbols,
        references: this.#references,
        largest_files: this.#largest.map((file) => ({ ...file })),
      },
    });
  }
}
