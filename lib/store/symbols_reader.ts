// Symbols of a generation, by number, id, name and place.

import {
  addAll,
  compareUtf8,
  countWhile,
  escapePath,
  Failure,
  type GraphSymbol,
  NONE,
  unescapePath,
} from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";
import { compareSymbolPlaces } from "./content.ts";
import type { FilesReader } from "./files_reader.ts";
import { SYMBOL_KINDS, VISIBILITIES } from "./schema.ts";
import type { StringReader } from "./strings.ts";

/** A symbol with its path. Numbers hold inside one generation only; `parent` is -1 without container. */
export interface StoredSymbolRow extends GraphSymbol {
  readonly number: number;
  readonly path: string;
  /** Centrality: higher is more central. */
  readonly rank: number;
}

const COLUMNS =
  `number, file, id_prefix, descriptor, name, qualified_name, kind, line, start_line, end_line, start_byte,
  end_byte, name_start, name_end, parent, signature, doc, visibility, exported, decorators, is_test`;

export class SymbolsReader {
  readonly #files: FilesReader;
  readonly #strings: StringReader;
  readonly #ranks: Uint32Array;
  readonly #byNumber: Statement;
  readonly #inRange: Statement;
  readonly #byName: Statement;
  readonly #ofFiles = new Map<string, StoredSymbolRow | null>();
  /** A question goes over the symbols of files and asks for what lies around their sites, in whatever order those lie. */
  readonly #inFiles = new Map<string, FileSymbols>();
  readonly #byPrefix: Statement;
  readonly #known = new Map<number, StoredSymbolRow>();

  constructor(db: Database, files: FilesReader, strings: StringReader, ranks: Uint32Array) {
    this.#files = files;
    this.#strings = strings;
    this.#ranks = ranks;
    this.#byNumber = db.prepare(`SELECT ${COLUMNS} FROM code_nodes WHERE number = ?`);
    this.#inRange = db.prepare(`SELECT ${COLUMNS} FROM code_nodes WHERE number BETWEEN ? AND ?`);
    this.#byName = db.prepare("SELECT number FROM code_nodes WHERE name = ?");
    this.#byPrefix = db.prepare("SELECT number FROM code_nodes WHERE id_prefix = ? AND descriptor = ?");
  }

  /** The symbol of a number that another row names; throws `index.corrupt` where there is none. */
  byNumber(number: number): StoredSymbolRow {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const found = this.#byNumber.bindInt(1, number).step();
    const symbol = found ? this.#row(this.#byNumber) : null;
    this.#byNumber.reset();
    if (symbol === null) {
      throw new Failure("index.corrupt", `the index names symbol ${number}, which is not there`);
    }
    this.#known.set(number, symbol);
    return symbol;
  }

  byId(id: string): StoredSymbolRow | null {
    const hash = id.indexOf("#");
    if (hash < 0) return null;
    const prefix = id.slice(0, hash);
    const foreign = this.#byPrefix.bindText(1, prefix).bindText(2, id.slice(hash + 1));
    const number = foreign.step() ? foreign.int(0) : null;
    foreign.reset();
    if (number !== null) return this.byNumber(number);
    const own = this.#ofFile(unescapePath(prefix));
    if (own === null) return null;
    own.byId ??= new Map(own.symbols.toReversed().map((symbol) => [symbol.id, symbol]));
    return own.byId.get(id) ?? null;
  }

  /** All symbols of exactly that name, in order of path and place. */
  byName(name: string): StoredSymbolRow[] {
    const string = this.#strings.number(name);
    if (string === null) return [];
    const numbers = this.#byName.bindInt(1, string).all((row) => row.int(0));
    return numbers.map((number) => this.byNumber(number)).sort(compareSymbolRows);
  }

  /** All symbols of exactly that qualified name, which ends with their name after a dot. */
  byQualifiedName(qualifiedName: string): StoredSymbolRow[] {
    const found: StoredSymbolRow[] = [];
    for (let start = 0; start >= 0 && start < qualifiedName.length;) {
      const named = this.byName(qualifiedName.slice(start));
      addAll(found, named.filter((symbol) => symbol.qualifiedName === qualifiedName));
      const dot = qualifiedName.indexOf(".", start);
      start = dot < 0 ? dot : dot + 1;
    }
    return found.sort(compareSymbolRows);
  }

  /** All symbols of a file, its own among them, in order of start byte, kind and id. */
  inFile(path: string): readonly StoredSymbolRow[] {
    return this.#ofFile(path)?.symbols ?? [];
  }

  #ofFile(path: string): FileSymbols | null {
    const known = this.#inFiles.get(path);
    if (known !== undefined) return known;
    const file = this.#files.byPath(path);
    if (file === null) return null;
    const { symbols: numbers } = this.#files.rowsOf(file);
    this.#readRun(numbers);
    const symbols = numbers.map((number) => this.byNumber(number));
    const own = { symbols, nesting: null, byId: null };
    this.#inFiles.set(path, own);
    return own;
  }

  /** Reads symbols at once where their numbers follow each other, as those of most files do. */
  #readRun(numbers: readonly number[]): void {
    const [first] = numbers;
    if (first === undefined || numbers.some((number, at) => number !== first + at)) return;
    this.#inRange.bindInt(1, first).bindInt(2, first + numbers.length - 1);
    while (this.#inRange.step()) {
      const number = this.#inRange.int(0);
      if (!this.#known.has(number)) this.#known.set(number, this.#row(this.#inRange));
    }
    this.#inRange.reset();
  }

  /** The symbol that a file itself is; null for an unknown path. */
  ofFile(path: string): StoredSymbolRow | null {
    let own = this.#ofFiles.get(path);
    if (own === undefined) {
      own = this.#ownOf(path);
      this.#ofFiles.set(path, own);
    }
    return own;
  }

  /** It stands at the start of its file, so that the others need not be read for it. */
  #ownOf(path: string): StoredSymbolRow | null {
    const file = this.#files.byPath(path);
    for (const number of file === null ? [] : this.#files.rowsOf(file).symbols) {
      const symbol = this.byNumber(number);
      if (symbol.kind === "file") return symbol;
    }
    return null;
  }

  /** The innermost symbol whose range holds the byte offset: at worst the file's own; null for an unknown path. */
  atByte(path: string, byteOffset: number): StoredSymbolRow | null {
    return innermost(this.ofFile(path), this.around(path, byteOffset), () => true);
  }

  /** All symbols whose range holds the byte offset, in order of start byte; those that do not hold it are not gone over. */
  around(path: string, byteOffset: number): StoredSymbolRow[] {
    const own = this.#ofFile(path);
    if (own === null) return [];
    const { symbols } = own;
    const nesting = own.nesting ??= nestingOf(symbols);
    const around: StoredSymbolRow[] = [];
    for (let at = lastStart(symbols, byteOffset); at >= 0; at = nesting[at]) {
      if (byteOffset < symbols[at].endByte) around.push(symbols[at]);
    }
    return around.reverse();
  }

  /** The innermost symbol whose lines hold the 1-based line. */
  atLine(path: string, line: number): StoredSymbolRow | null {
    return innermost(
      this.ofFile(path),
      this.inFile(path),
      (s) => s.startLine <= line && line <= s.endLine,
    );
  }

  /** The symbol whose name, as declared, holds the byte offset. */
  namedAt(path: string, byteOffset: number): StoredSymbolRow | null {
    return this.inFile(path).find((s) => s.nameStart <= byteOffset && byteOffset < s.nameEnd) ?? null;
  }

  rank(number: number): number {
    return this.#ranks[number] ?? 0;
  }

  /** Forgets the symbols read so far, for a walk over all of them. */
  forget(): void {
    this.#known.clear();
    this.#inFiles.clear();
  }

  #row(row: Statement): StoredSymbolRow {
    const number = row.int(0);
    const file = this.#files.byNumber(row.int(1));
    if (file === null) {
      throw new Failure("index.corrupt", `symbol ${number} lies in a file that is not there`);
    }
    const name = this.#strings.text(row.int(4));
    return {
      number,
      id: `${row.textOrNull(2) ?? escapePath(file.path)}#${row.text(3)}`,
      file: file.number,
      path: file.path,
      name,
      qualifiedName: row.textOrNull(5) ?? name,
      kind: SYMBOL_KINDS[row.int(6)],
      line: row.int(7),
      startLine: row.int(8),
      endLine: row.int(9),
      startByte: row.int(10),
      endByte: row.int(11),
      nameStart: row.int(12),
      nameEnd: row.int(13),
      parent: row.isNull(14) ? NONE : row.int(14),
      signature: row.textOrNull(15),
      doc: row.textOrNull(16),
      visibility: VISIBILITIES[row.int(17)],
      exported: row.int(18) === 1,
      decorators: decoratorsOf(row.textOrNull(19)),
      isTest: row.int(20) === 1,
      rank: this.rank(number),
    };
  }
}

/** By path, then place: the order that lists of symbols have where nothing ranks them. */
export function compareSymbolRows(a: StoredSymbolRow, b: StoredSymbolRow): number {
  return compareUtf8(a.path, b.path) || compareSymbolPlaces(a, b);
}

function decoratorsOf(text: string | null): readonly string[] {
  return text === null ? [] : JSON.parse(text);
}

/** The symbols of one file, for each the index of the one around its start, and all by id: of equal ids the first. */
interface FileSymbols {
  readonly symbols: readonly StoredSymbolRow[];
  nesting: Int32Array | null;
  byId: ReadonlyMap<string, StoredSymbolRow> | null;
}

/** For each symbol, in order of start, the index of an earlier one that ends behind its start; -1 without any. */
function nestingOf(symbols: readonly StoredSymbolRow[]): Int32Array {
  const nesting = new Int32Array(symbols.length);
  const open: number[] = [];
  symbols.forEach(({ startByte }, index) => {
    while (open.length > 0 && symbols[open[open.length - 1]].endByte <= startByte) open.pop();
    nesting[index] = open.length === 0 ? -1 : open[open.length - 1];
    open.push(index);
  });
  return nesting;
}

/** The index of the last symbol that starts at or before a byte; -1 without any. */
function lastStart(symbols: readonly StoredSymbolRow[], byteOffset: number): number {
  return countWhile(symbols.length, (at) => symbols[at].startByte <= byteOffset) - 1;
}

/** The smallest that fits, of equals the last; else the file's own; null without any. */
function innermost(
  own: StoredSymbolRow | null,
  symbols: readonly StoredSymbolRow[],
  fits: (symbol: StoredSymbolRow) => boolean,
): StoredSymbolRow | null {
  const size = (symbol: StoredSymbolRow) =>
    symbol.kind === "file" ? Infinity : symbol.endByte - symbol.startByte;
  let best = own;
  for (const symbol of symbols) {
    if (symbol.kind !== "file" && fits(symbol) && (best === null || size(symbol) <= size(best))) {
      best = symbol;
    }
  }
  return best;
}
