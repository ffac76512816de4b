// What a question sees of a generation, and what it is told to leave out. Law kept: the filter applies before ranking and
// bounds every walk; what lies outside is only counted.

import { type Confidence, CONFIDENCES, once } from "../model/mod.ts";
import type { GraphReader, StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";

/** What a request lets in. Null means everything. */
export interface Filter {
  readonly pathPrefix: string | null;
  readonly language: string | null;
  readonly minConfidence: Confidence | null;
}

export const NO_FILTER: Filter = { pathPrefix: null, language: null, minConfidence: null };

/** What a view is handed beside the graph. */
export interface Surroundings {
  /** Bytes of an included file, of the same generation. */
  readonly sourceOf: (path: string) => Uint8Array;
  /** Languages of one family can name each other; by default each is a family of its own. */
  readonly familyOf?: (language: string) => string;
  /** Whether the time of the question is over; walks then stop and say so. */
  readonly isOver?: () => boolean;
}

/** One generation as a question sees it. */
export class View {
  readonly reader: GraphReader;
  readonly filter: Filter;
  readonly sourceOf: (path: string) => Uint8Array;
  readonly isOver: () => boolean;
  readonly #familyOf: (language: string) => string;
  readonly #inside = new Map<string, boolean>();
  readonly #families = new Map<string, string | null>();

  constructor(reader: GraphReader, filter: Filter, surroundings: Surroundings) {
    this.reader = reader;
    this.filter = filter;
    this.sourceOf = surroundings.sourceOf;
    this.isOver = surroundings.isOver ?? (() => false);
    this.#familyOf = surroundings.familyOf ?? ((language) => language);
  }

  /** Whether the filter lets a path in. */
  admits(path: string): boolean {
    return once(this.#inside, path, () => {
      const { pathPrefix, language } = this.filter;
      return (pathPrefix === null || path.startsWith(pathPrefix)) &&
        (language === null || this.reader.files.byPath(path)?.language === language);
    });
  }

  /** Whether the filter lets in an edge with its site and the symbol at its other end. */
  sees(edge: StoredEdgeRow, other: StoredSymbolRow): boolean {
    return this.#isSure(edge) && this.admits(edge.path) && this.admits(other.path);
  }

  #isSure(edge: StoredEdgeRow): boolean {
    const { minConfidence } = this.filter;
    return minConfidence === null ||
      CONFIDENCES.indexOf(edge.confidence) <= CONFIDENCES.indexOf(minConfidence);
  }

  /** Whether code at one path can name what is at the other. */
  sameFamily(one: string, other: string): boolean {
    return this.family(one) === this.family(other);
  }

  /** What can name each other: the family of a path's language, null for text. */
  family(path: string): string | null {
    return once(this.#families, path, () => {
      const language = this.reader.files.byPath(path)?.language ?? null;
      return language === null ? null : this.#familyOf(language);
    });
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
