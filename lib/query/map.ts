// The repository at a glance: folders with what is in them, or the most central symbols. Not here: their source text.

import { byUtf8, type EdgeKind, folderOf, isCallable, isType } from "../model/mod.ts";
import type { StoredFileRow, StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

export interface FolderSummary {
  /** "" is the root. */
  readonly folder: string;
  readonly files: number;
  readonly testFiles: number;
  /** File counts by language, text files under "text". */
  readonly languages: Readonly<Record<string, number>>;
  readonly symbols: number;
  /** The most central symbols in it, best first. */
  readonly central: readonly StoredSymbolRow[];
}

const CENTRAL_SHOWN = 5;

/** Folders down to a depth below the filter's folder, in path order; deeper files count for the folder above. */
export function folderMap(view: View, depth: number): FolderSummary[] {
  const base = folderOf(view.filter.pathPrefix ?? "");
  const levels = depth + (base === "" ? 0 : base.split("/").length);
  const folders = new Map<string, FolderCount>();
  for (const file of includedFiles(view)) {
    const folder = folderOf(file.path).split("/").slice(0, levels).join("/");
    const count = folders.get(folder) ?? new FolderCount();
    folders.set(folder, count);
    count.add(file, view.reader.symbols.inFile(file.path));
  }
  return [...folders].map(([folder, count]) => count.summary(folder)).sort(byUtf8(({ folder }) => folder));
}

function includedFiles(view: View): StoredFileRow[] {
  return view.reader.files.all(view.storeFilter).filter(({ status }) => status !== "omitted");
}

class FolderCount {
  #files = 0;
  #testFiles = 0;
  readonly #languages = new Map<string, number>();
  readonly #symbols: StoredSymbolRow[] = [];

  add(file: StoredFileRow, symbols: readonly StoredSymbolRow[]): void {
    const language = file.language ?? "text";
    this.#files++;
    this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
    for (const symbol of symbols) {
      if (symbol.kind !== "file") this.#symbols.push(symbol);
      else if (symbol.isTest) this.#testFiles++;
    }
  }

  summary(folder: string): FolderSummary {
    return {
      folder,
      files: this.#files,
      testFiles: this.#testFiles,
      languages: Object.fromEntries([...this.#languages].sort(byUtf8(([language]) => language))),
      symbols: this.#symbols.length,
      central: centralFirst(this.#symbols.filter(isStructure)).slice(0, CENTRAL_SHOWN),
    };
  }
}

/** Types and callables outside tests, most central first. */
export function centralSymbols(view: View): StoredSymbolRow[] {
  const symbols = includedFiles(view)
    .filter(({ language }) => language !== null)
    .flatMap(({ path }) => view.reader.symbols.inFile(path));
  return centralFirst(symbols.filter((symbol) => isStructure(symbol) && !symbol.isTest));
}

function isStructure({ kind }: StoredSymbolRow): boolean {
  return isType(kind) || isCallable(kind) || kind === "namespace";
}

function centralFirst(symbols: readonly StoredSymbolRow[]): StoredSymbolRow[] {
  return [...symbols].sort((a, b) => b.rank - a.rank || byUtf8(({ id }: StoredSymbolRow) => id)(a, b));
}

const TESTING: readonly EdgeKind[] = ["calls", "references"];

/** Paths of tests that use a symbol directly, in order. */
export function directTests(view: View, symbol: StoredSymbolRow): string[] {
  const paths = new Set<string>();
  for (const edge of view.reader.edges.to(symbol.number, TESTING)) {
    const user = view.symbol(edge.source);
    if (view.sees(edge, user) && !paths.has(user.path) && isInTest(view, user)) paths.add(user.path);
  }
  return [...paths];
}

/** Whether a symbol is a test or lies in a file of tests. */
export function isInTest(view: View, symbol: StoredSymbolRow): boolean {
  return symbol.isTest || view.reader.symbols.ofFile(symbol.path)?.isTest === true;
}
