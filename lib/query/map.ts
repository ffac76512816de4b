// The repository at a glance: folders with what is in them, or the most central symbols. Not here: their source text.

import { byUtf8, folderOf, isCallable, isType } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
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

/** Folders down to a depth, in path order; deeper files count for the folder above. */
export function folderMap(view: View, depth: number): FolderSummary[] {
  const folders = new Map<
    string,
    { files: number; tests: number; languages: Record<string, number>; symbols: StoredSymbolRow[] }
  >();
  for (const file of view.reader.files.all(view.storeFilter)) {
    if (file.status === "omitted") continue;
    const folder = folderOf(file.path).split("/").slice(0, depth).join("/");
    const entry = folders.get(folder) ?? { files: 0, tests: 0, languages: {}, symbols: [] };
    folders.set(folder, entry);
    entry.files++;
    const language = file.language ?? "text";
    entry.languages[language] = (entry.languages[language] ?? 0) + 1;
    const [own, ...symbols] = view.reader.symbols.inFile(file.path);
    if (own?.isTest) entry.tests++;
    entry.symbols.push(...symbols);
  }
  return [...folders].map(([folder, { files, tests, languages, symbols }]) => ({
    folder,
    files,
    testFiles: tests,
    languages: Object.fromEntries(Object.entries(languages).sort(byUtf8(([language]) => language))),
    symbols: symbols.length,
    central: centralFirst(symbols.filter(isStructure)).slice(0, CENTRAL_SHOWN),
  })).sort(byUtf8(({ folder }) => folder));
}

/** Types and callables outside tests, most central first. */
export function centralSymbols(view: View): StoredSymbolRow[] {
  const symbols = view.reader.files.all(view.storeFilter)
    .filter(({ status }) => status === "parsed" || status === "partial")
    .flatMap(({ path }) => view.reader.symbols.inFile(path));
  return centralFirst(symbols.filter((symbol) => isStructure(symbol) && !symbol.isTest));
}

function isStructure({ kind }: StoredSymbolRow): boolean {
  return isType(kind) || isCallable(kind) || kind === "namespace";
}

function centralFirst(symbols: readonly StoredSymbolRow[]): StoredSymbolRow[] {
  return [...symbols].sort((a, b) => b.rank - a.rank || byUtf8(({ id }: StoredSymbolRow) => id)(a, b));
}
