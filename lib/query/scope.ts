// What a question sees of a generation, and what it is told to leave out. Law kept: the filter applies before ranking and
// bounds every walk; what lies outside is only counted.

import { type Confidence, CONFIDENCES } from "../model/mod.ts";
import type { GraphReader, StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";

/** What a request lets in. Null means everything. */
export interface Filter {
  readonly pathPrefix: string | null;
  readonly language: string | null;
  readonly minConfidence: Confidence | null;
}

export const NO_FILTER: Filter = { pathPrefix: null, language: null, minConfidence: null };

/** One generation as a question sees it. */
export class View {
  readonly reader: GraphReader;
  readonly filter: Filter;
  /** Bytes of an included file, of this same generation. */
  readonly sourceOf: (path: string) => Uint8Array;
  readonly #inside = new Map<string, boolean>();

  constructor(reader: GraphReader, filter: Filter, sourceOf: (path: string) => Uint8Array) {
    this.reader = reader;
    this.filter = filter;
    this.sourceOf = sourceOf;
  }

  /** Whether the filter lets a path in. */
  admits(path: string): boolean {
    let inside = this.#inside.get(path);
    if (inside === undefined) {
      const { pathPrefix, language } = this.filter;
      inside = (pathPrefix === null || path.startsWith(pathPrefix)) &&
        (language === null || this.reader.files.byPath(path)?.language === language);
      this.#inside.set(path, inside);
    }
    return inside;
  }

  /** Whether an edge is as sure as the filter wants. */
  isSure(edge: StoredEdgeRow): boolean {
    const { minConfidence } = this.filter;
    return minConfidence === null ||
      CONFIDENCES.indexOf(edge.confidence) <= CONFIDENCES.indexOf(minConfidence);
  }

  symbol(number: number): StoredSymbolRow {
    return this.reader.symbols.byNumber(number);
  }

  /** The filter as the store takes it. */
  get storeFilter(): { pathPrefix?: string; language?: string } {
    return {
      ...this.filter.pathPrefix !== null && { pathPrefix: this.filter.pathPrefix },
      ...this.filter.language !== null && { language: this.filter.language },
    };
  }
}
