// One generation as claims are checked against it: what stands at a place, by path, id and digest. Law kept: a path or an id of
// an earlier answer is only ever looked up in the index; nothing here opens a file by it.

import { type EdgeKind, escapePath, isCallable, LineIndex, unescapePath } from "../../model/mod.ts";
import {
  type ImpactStep,
  type ImportCycle,
  importCycles,
  ownTexts,
  stepsOfAnyWalk,
  type StoredEdge,
  type StoredMiss,
  type StoredSymbol,
  type View,
} from "../../query/mod.ts";
import { asTold } from "../../wire/mod.ts";

type StoredFile = NonNullable<ReturnType<View["reader"]["files"]["byPath"]>>;

/** Where a name stands. */
export interface Site {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The bytes of a file with its lines. */
interface Lines {
  readonly bytes: Uint8Array;
  readonly index: LineIndex;
  /** A line feed at the end opens none. */
  readonly count: number;
}

export class Ground {
  readonly view: View;
  readonly #files = new Map<string, StoredFile | null>();
  readonly #symbols = new Map<string, ReadonlyMap<string, StoredSymbol>>();
  readonly #texts = new Map<string, ReadonlyMap<number, string>>();
  readonly #edges = new Map<string, ReadonlyMap<string, readonly StoredEdge[]>>();
  readonly #misses = new Map<string, ReadonlyMap<string, readonly StoredMiss[]>>();
  readonly #steps = new Map<number, readonly ImpactStep[]>();
  readonly #lines = new Map<string, Lines>();
  readonly #lineTexts = new Map<string, string>();
  #circles: readonly ImportCycle[] | null = null;
  #bySha256: ReadonlyMap<string, readonly StoredFile[]> | null = null;
  #redacted: ReadonlyMap<string, StoredFile> | null = null;

  constructor(view: View) {
    this.view = view;
  }

  /** The captured file at a path, as an answer tells the path; omitted ones too. */
  captured(path: string): StoredFile | null {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = this.view.reader.files.byPath(path) ?? this.#toldAs(path);
      this.#files.set(path, file);
    }
    return file;
  }

  /** The included file at a path. */
  file(path: string): StoredFile | null {
    const file = this.captured(path);
    return file === null || file.status === "omitted" ? null : file;
  }

  /** A file whose path is altered before it leaves. */
  #toldAs(path: string): StoredFile | null {
    this.#redacted ??= new Map(
      this.view.reader.files.all().map((file) => [asTold(file.path), file] as const)
        .filter(([told, file]) => told !== file.path),
    );
    return this.#redacted.get(path) ?? null;
  }

  /** Included files of a content. */
  filesOf(sha256: string): readonly StoredFile[] {
    this.#bySha256 ??= Map.groupBy(
      this.view.reader.files.all().filter(({ status }) => status !== "omitted"),
      (file) => file.sha256 ?? "",
    );
    return this.#bySha256.get(sha256) ?? [];
  }

  /** The symbol of an id. */
  symbol(id: string): StoredSymbol | null {
    const hash = id.indexOf("#");
    if (hash < 0) return null;
    const own = this.#idsOf(unescapePath(id.slice(0, hash))).get(id);
    return own ?? this.view.reader.symbols.byId(id);
  }

  /** The symbols of a file by their ids, as answers tell them. */
  #idsOf(path: string): ReadonlyMap<string, StoredSymbol> {
    let ids = this.#symbols.get(path);
    if (ids === undefined) {
      ids = new Map(this.symbolsIn(path).map((symbol) => [asTold(symbol.id), symbol]));
      this.#symbols.set(path, ids);
    }
    return ids;
  }

  symbolsIn(path: string): readonly StoredSymbol[] {
    const file = this.file(path);
    return file === null ? [] : this.view.reader.symbols.inFile(file.path);
  }

  /** The symbol of an id as it would be if its file lay at another path. */
  symbolMoved(id: string, path: string): StoredSymbol | null {
    return this.symbol(`${escapePath(path)}${id.slice(id.indexOf("#"))}`);
  }

  named(qualifiedName: string, kind: string): StoredSymbol[] {
    return this.view.reader.symbols.byQualifiedName(qualifiedName).filter((symbol) => symbol.kind === kind);
  }

  /** The text that a claim about a symbol is of: all of what runs, else that without what is in it; null for what has none. */
  textOf(symbol: StoredSymbol): string | null {
    const { path, number, startByte, endByte, kind } = symbol;
    if (isCallable(kind)) return plain(this.#linesOf(path)!.bytes.subarray(startByte, endByte));
    let texts = this.#texts.get(path);
    if (texts === undefined) this.#texts.set(path, texts = ownTexts(this.view, path));
    return texts.get(number) ?? null;
  }

  /** All edges at a site. */
  edgesAt(site: Site): readonly StoredEdge[] {
    return this.#edgesOf(site.path).get(`${site.line}:${site.column}`) ?? [];
  }

  /** Edges of a kind whose site lies in a file. */
  edgesIn(path: string, kind: EdgeKind): StoredEdge[] {
    return [...this.#edgesOf(path).values()].flat().filter((edge) => edge.kind === kind);
  }

  #edgesOf(path: string): ReadonlyMap<string, readonly StoredEdge[]> {
    let sites = this.#edges.get(path);
    if (sites === undefined) {
      const file = this.file(path);
      const edges = file === null ? [] : this.view.reader.edges.inFile(file.path);
      this.#edges.set(path, sites = Map.groupBy(edges, placeKey));
    }
    return sites;
  }

  /** References at a site that were not bound. */
  missesAt(site: Site): readonly StoredMiss[] {
    return this.#missesOf(site.path).get(placeKey(site)) ?? [];
  }

  missesIn(path: string): StoredMiss[] {
    return [...this.#missesOf(path).values()].flat();
  }

  #missesOf(path: string): ReadonlyMap<string, readonly StoredMiss[]> {
    let sites = this.#misses.get(path);
    if (sites === undefined) {
      const file = this.file(path);
      const misses = file === null ? [] : this.view.reader.edges.unresolvedInFile(file.path);
      this.#misses.set(path, sites = Map.groupBy(misses, placeKey));
    }
    return sites;
  }

  /** Every step of a witness path away from a symbol. */
  stepsFrom(symbol: StoredSymbol): readonly ImpactStep[] {
    let steps = this.#steps.get(symbol.number);
    if (steps === undefined) this.#steps.set(symbol.number, steps = stepsOfAnyWalk(this.view, symbol));
    return steps;
  }

  /** All circles of imports. */
  circles(): readonly ImportCycle[] {
    return this.#circles ??= importCycles(this.view);
  }

  /** Bytes of whole lines; null where the file has fewer. */
  bytesOf(path: string, startLine: number, endLine: number): Uint8Array | null {
    const lines = this.#linesOf(path);
    if (lines === null || endLine > lines.count || startLine > endLine) return null;
    const { start, end } = lines.index.range(startLine, endLine);
    return lines.bytes.subarray(start, end);
  }

  /** A line as text to be compared. */
  lineText(path: string, line: number): string {
    const key = `${line}:${path}`;
    let text = this.#lineTexts.get(key);
    if (text === undefined) {
      text = plain(this.bytesOf(path, line, line) ?? new Uint8Array());
      this.#lineTexts.set(key, text);
    }
    return text;
  }

  /** The first lines of places where a text stands verbatim in whole lines, at most so many; null where time is over. */
  placesOf(path: string, text: Uint8Array, most: number): number[] | null {
    const lines = this.#linesOf(path);
    if (lines === null || text.length === 0) return [];
    const places: number[] = [];
    const { bytes, index } = lines;
    for (let line = 1; line <= lines.count && places.length < most; line++) {
      if (this.view.isOver()) return null;
      const start = index.starts[line - 1];
      const end = start + text.length;
      const isWhole = end === bytes.length || end <= bytes.length && bytes[end - 1] === LINE_FEED;
      if (isWhole && startsAt(bytes, start, text)) places.push(line);
    }
    return places;
  }

  #linesOf(path: string): Lines | null {
    const known = this.#lines.get(path);
    if (known !== undefined) return known;
    const file = this.file(path);
    if (file === null) return null;
    const bytes = this.view.sourceOf(file.path);
    const index = LineIndex.ofBytes(bytes);
    const last = index.starts.length - 1;
    const count = last > 0 && index.starts[last] === bytes.length ? last : index.starts.length;
    const lines = { bytes, index, count };
    this.#lines.set(path, lines);
    return lines;
  }
}

const LINE_FEED = 10;
const decoder = new TextDecoder("latin1");

const BLANKS = new Set([..." \t\r\n"].map((character) => character.charCodeAt(0)));

/** Bytes as text to be compared: one unit a byte, whatever the line ends, without blanks around it. */
function plain(bytes: Uint8Array): string {
  let [first, past] = [0, bytes.length];
  while (first < past && BLANKS.has(bytes[first])) first++;
  while (first < past && BLANKS.has(bytes[past - 1])) past--;
  return decoder.decode(bytes.subarray(first, past)).replaceAll("\r\n", "\n");
}

function startsAt(bytes: Uint8Array, start: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

function placeKey({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}
