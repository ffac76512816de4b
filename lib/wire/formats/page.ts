// What a document says to a reader, before it is text or Markdown: lines made of spans, each with its role. Law kept: what
// comes from a repository or a request is a span of its own, so that a format can keep it from being read as anything else.
// Not here: what a document means (answer, documents), how a page looks (text, markdown).

/**
 * `place` is a path with line and column, `code` a name or a value, `source` text of a file; the others are words of ours:
 * `quiet` ones matter to few, a `warning` is what a reader should not miss.
 */
export type Role = "place" | "code" | "source" | "words" | "quiet" | "warning";

export interface Span {
  readonly role: Role;
  readonly text: string;
  /** Of a place: UTF-8 bytes from 0. */
  readonly column?: number;
}

/** Spans that follow each other; blanks between them are spans' own. */
export type Line = readonly Span[];

/** One line of an entry: cells stand in columns, tags behind them. */
export interface Row {
  readonly cells: readonly Line[];
  readonly tags: readonly Line[];
  /** What proves the row: told where there is room for it. */
  readonly evidence: readonly Line[];
}

/** Lines of a file as they are quoted. */
export interface Quote {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly sha256: string;
  readonly text: string;
}

/** An item. */
export interface Entry {
  /** Heading that it stands under with those before and behind it that have the same; "" without one. */
  readonly section: string;
  /** How deep it is nested. */
  readonly depth: number;
  readonly head: Row;
  readonly rows: readonly Row[];
  readonly quote: Quote | null;
}

/** A named fact. */
export interface Fact {
  readonly name: string;
  readonly lines: readonly Line[];
}

export interface Page {
  readonly title: Line;
  /** Sentences right below the title. */
  readonly lead: readonly Line[];
  readonly facts: readonly Fact[];
  readonly entries: readonly Entry[];
  /** Plain sentences: what is left out, what can be done. */
  readonly notes: readonly Line[];
  /** Command lines that lead on from here. */
  readonly commands: readonly string[];
  /** What the page can be checked by. */
  readonly seals: readonly Fact[];
  /** Files that the page speaks of, with their digests: told where there is room for them. */
  readonly cited: readonly Fact[];
}

export const words = (text: string): Span => ({ role: "words", text });
export const source = (text: string): Span => ({ role: "source", text });
export const code = (text: string): Span => ({ role: "code", text });
export const quiet = (text: string): Span => ({ role: "quiet", text });
export const warning = (text: string): Span => ({ role: "warning", text });

/** A path, or a path with a line and perhaps a column. */
export function place(path: string, line?: number, column?: number): Span {
  const text = line === undefined ? path : `${path}:${line}`;
  return { role: "place", text, ...column !== undefined && { column } };
}

/** Lines as one, with a text of ours between them. */
export function joined(lines: readonly Line[], separator: string): Line {
  return lines.filter((line) => line.length > 0).flatMap((line, at) =>
    at === 0 ? line : [words(separator), ...line]
  );
}

/** A row; empty tags and evidence are left out. */
export function row(cells: readonly Line[], tags: readonly Line[] = [], evidence: readonly Line[] = []): Row {
  const told = (lines: readonly Line[]) => lines.filter((line) => line.length > 0);
  return { cells, tags: told(tags), evidence: told(evidence) };
}
