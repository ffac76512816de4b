// Which tests a change may concern: those that a path reaches, then those whose file names or folders hint at it. Law kept: a
// hint is told as a hint. Not here: how tests are recognised, which languages decide when they are indexed.

import { byUtf8, folderOf } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import type { Affected, Impact } from "./impact.ts";
import { isInTest } from "./map.ts";
import { fileSymbol } from "./naming.ts";
import type { View } from "./scope.ts";

export interface AffectedTest {
  /** The test, or the file of tests where none of its own encloses what was reached. */
  readonly test: StoredSymbolRow;
  readonly reason: "changed" | "reached" | "same_name" | "same_folder";
  /** The best path to something in it; null for a hint and for a test that was changed itself. */
  readonly reached: Affected | null;
}

/** Reasons that nothing but a name or a folder speaks for. */
export const HINTS: ReadonlySet<AffectedTest["reason"]> = new Set(["same_name", "same_folder"]);

/** Hints of one kind that are told at most. */
const MAX_HINTS = 10;

/** Tests that an impact concerns: changed ones, reached ones in its order, then hints. */
export function testsOf(view: View, impact: Impact): AffectedTest[] {
  const told = new Map<number, AffectedTest>();
  const tell = (test: AffectedTest) => {
    if (!told.has(test.test.number)) told.set(test.test.number, test);
  };
  for (const seed of impact.seeds) {
    if (view.admits(seed.path) && isInTest(view, seed)) {
      tell({ test: testAround(view, seed), reason: "changed", reached: null });
    }
  }
  for (const reached of impact.affected) {
    if (isInTest(view, reached.symbol)) {
      tell({ test: testAround(view, reached.symbol), reason: "reached", reached });
    }
  }
  const toldFiles = new Set([...told.values()].map(({ test }) => test.path));
  for (const { test, reason } of hints(view, impact.seeds)) {
    if (!toldFiles.has(test.path)) tell({ test, reason, reached: null });
  }
  return [...told.values()];
}

/** The innermost test around a symbol, else the file that it lies in. */
function testAround(view: View, symbol: StoredSymbolRow): StoredSymbolRow {
  for (let at = symbol; at.parent >= 0; at = view.symbol(at.parent)) {
    if (at.isTest && at.kind !== "file") return at;
  }
  return fileSymbol(view, symbol.path);
}

interface Hint {
  readonly test: StoredSymbolRow;
  readonly reason: "same_name" | "same_folder";
}

function hints(view: View, seeds: readonly StoredSymbolRow[]): Hint[] {
  const changed = [...new Set(seeds.map(({ path }) => path))];
  // What is beside a test that changed is no test of it.
  const tested = seeds.filter((seed) => testAround(view, seed).kind === "file").map(({ path }) => path);
  const stems = new Set(tested.map(stemOf));
  const folders = new Set(tested.map(folderOf));
  const tests = view.reader.files.all(view.storeFilter)
    .filter(({ path, status, language }) =>
      status !== "omitted" && language !== null && !changed.includes(path)
    )
    .map(({ path }) => view.reader.symbols.inFile(path).find(({ kind }) => kind === "file"))
    .filter((file) => file !== undefined && file.isTest) as StoredSymbolRow[];
  const near = (test: StoredSymbolRow) => folders.has(folderOf(test.path)) ? 0 : 1;
  const named = tests.filter(({ path }) => stems.has(stemOf(path)))
    .sort((a, b) => near(a) - near(b) || byUtf8(({ path }: StoredSymbolRow) => path)(a, b));
  const beside = tests.filter(({ path }) => !stems.has(stemOf(path)) && folders.has(folderOf(path)));
  return [
    ...named.slice(0, MAX_HINTS).map((test) => ({ test, reason: "same_name" as const })),
    ...beside.slice(0, MAX_HINTS).map((test) => ({ test, reason: "same_folder" as const })),
  ];
}

/** What a file and its tests are both named after: `user` of `user.ts`, `user.test.ts`, `test_user.py`, `user_test.go`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/^(.+?)\..*$/s, "$1");
  return stem.replace(/^tests?[_-]|[_-](tests?|spec)$/g, "");
}
