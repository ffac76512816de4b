// Which tests a change may concern: those that a path reaches, the likeliest first, then those whose file names or folders hint
// at it. Laws kept: a hint is told as a hint; names only order what a path reaches. Not here: how tests are recognised, which
// languages decide when they are indexed.

import { byUtf8, folderOf } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import { closeness } from "./closeness.ts";
import { type Affected, type Impact, impactOf } from "./impact.ts";
import type { Reach } from "./impact_steps.ts";
import { Likeness } from "./likeness.ts";
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

/** Tests lie further from what they run than users do from what they use. */
export const TESTS_DEPTH = 16;
const NEARBY: Reach = { nodes: 2_000, edges: 4_000, owners: "of_unused" };
/** Where few tests are reached otherwise: who has an object may call any of its members. */
const AROUND: Reach = { ...NEARBY, owners: "of_all" };
/** As many tests as any answer tells. */
const ENOUGH = 50;

export interface ConcernedBy {
  readonly tests: readonly AffectedTest[];
  readonly impact: Impact;
}

/** Tests that a change of the named symbols concerns: changed ones, reached ones likeliest first, then hints. */
export function testsOf(view: View, named: readonly StoredSymbolRow[], depth: number): ConcernedBy {
  const impact = impactOf(view, named, depth, NEARBY);
  const told = new Map<number, AffectedTest>();
  const tell = (test: AffectedTest) => {
    if (!told.has(test.test.number)) told.set(test.test.number, test);
  };
  for (const seed of impact.seeds) {
    if (view.admits(seed.path) && isInTest(view, seed)) {
      tell({ test: testAround(view, seed), reason: "changed", reached: null });
    }
  }
  const near = reachedTests(view, impact);
  near.forEach(tell);
  if (near.length < ENOUGH && impact.limit === null) {
    reachedTests(view, impactOf(view, named, depth, AROUND)).forEach(tell);
  }
  const toldFiles = new Set([...told.values()].map(({ test }) => test.path));
  // A folder says least: only where nothing better speaks for any test.
  const isKnown = told.size > 0;
  for (const { test, reason } of hints(view, impact.seeds)) {
    if (toldFiles.has(test.path) || isKnown && reason === "same_folder") continue;
    tell({ test, reason, reached: null });
  }
  return { tests: [...told.values()], impact };
}

/** The files of tests, each once in place of its likeliest test, with how many of its tests are concerned; 0 for the file as a whole. */
export function byFile<T extends { readonly found: AffectedTest }>(
  tests: readonly T[],
  viewOf: (one: T) => View,
): (T & { readonly tests: number })[] {
  const files = new Map<string, T & { readonly tests: number }>();
  for (const one of tests) {
    const { test } = one.found;
    const known = files.get(test.path);
    const counted = (known?.tests ?? 0) + Number(test.kind !== "file");
    const found = { ...one.found, test: fileSymbol(viewOf(one), test.path) };
    files.set(test.path, { ...known ?? { ...one, found }, tests: counted });
  }
  return [...files.values()];
}

interface Ranked {
  readonly test: StoredSymbolRow;
  readonly reached: Affected;
  /** Whether it is a file of which only something shared is reached: fixtures and helpers, whose users are told themselves. */
  readonly isShared: boolean;
  readonly weight: number;
}

/** Tests that paths reach: without coarse steps before others, then by closeness and names. */
function reachedTests(view: View, impact: Impact): AffectedTest[] {
  const fine = closeness(impact, false);
  const coarse = closeness(impact, true);
  const likeness = new Likeness(view, impact.seeds);
  const best = new Map<number, Ranked>();
  for (const reached of impact.affected) {
    const { symbol, isCoarse } = reached;
    if (!isInTest(view, symbol)) continue;
    const test = testAround(view, symbol);
    const isShared = test.kind === "file" && (symbol.kind !== "file" || hasTests(view, test.path));
    const close = (isCoarse ? coarse : fine).get(symbol.number) ?? 0;
    const ranked = { test, reached, isShared, weight: close + likeness.of(test) };
    const known = best.get(test.number);
    if (known === undefined || likelier(ranked, known) < 0) best.set(test.number, ranked);
  }
  return [...best.values()].sort(likelier).map(({ test, reached }) => ({ test, reason: "reached", reached }));
}

function likelier(a: Ranked, b: Ranked): number {
  return Number(a.isShared) - Number(b.isShared) || Number(a.reached.isCoarse) - Number(b.reached.isCoarse) ||
    b.weight - a.weight || byUtf8(({ test }: Ranked) => test.id)(a, b);
}

function hasTests(view: View, path: string): boolean {
  return view.reader.symbols.inFile(path).some(({ kind, isTest }) => isTest && kind !== "file");
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
  const changed = new Set(seeds.map(({ path }) => path));
  // What is beside a test that changed is no test of it.
  const tested = seeds.filter((seed) => testAround(view, seed).kind === "file").map(({ path }) => path);
  const stems = new Set(tested.map(stemOf));
  const folders = new Set(tested.map(folderOf));
  const tests = view.reader.files.all(view.storeFilter)
    .filter(({ path, status, language }) => status !== "omitted" && language !== null && !changed.has(path))
    .map(({ path }) => view.reader.symbols.ofFile(path))
    .filter((file) => file?.isTest === true) as StoredSymbolRow[];
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
