// What a reviewer of a change wants to see: what changed, which tests to run, what may break. Laws kept: what is gone is looked
// up in the earlier graph, what is there in the later one, and the two are never joined; a test that is gone is not told to be
// run. Not here: how much of it is shown.

import { byUtf8, CONFIDENCES } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import { type ChangedFile, changedSides, type ChangedSymbol } from "./changes.ts";
import { type Affected, type Impact, impactOf } from "./impact.ts";
import { isInTest } from "./map.ts";
import { fileSymbol } from "./naming.ts";
import type { View } from "./scope.ts";
import { type AffectedTest, HINTS, testsOf } from "./tests_of.ts";
import { UnboundSites } from "./walk.ts";

/** Something found in the graph of one side. */
export interface OnSide<T> {
  readonly side: "before" | "after";
  readonly found: T;
}

export interface ConcernedTests {
  /** Those that a path reaches, then hints. */
  readonly tests: readonly OnSide<AffectedTest>[];
  readonly impacts: Record<"before" | "after", Impact>;
}

/** The tests that are there now and that changes concern; what is gone is followed in the earlier graph. */
export function testsOfChanges(
  before: View,
  after: View,
  files: readonly ChangedFile[],
  symbols: readonly ChangedSymbol[],
  depth: number,
): ConcernedTests {
  const gone = goneBefore(before, files, symbols);
  const concerned = {
    before: testsOf(before, gone, depth),
    after: testsOf(after, changedSides(before, after, files, symbols).after, depth),
  };
  const now = withFilesOf(concerned.after.tests, testFilesWithLoss(after, symbols))
    .map((found) => ({ side: "after" as const, found }));
  const told = new Set(now.map(({ found }) => found.test.id));
  const then = concerned.before.tests
    .filter(({ test }) => !told.has(test.id) && after.reader.symbols.byId(test.id) !== null)
    .map((found) => ({ side: "before" as const, found }));
  const order: readonly AffectedTest["reason"][] = ["changed", "reached", "same_name", "same_folder"];
  const tests = order.flatMap((reason) => [...now, ...then].filter(({ found }) => found.reason === reason));
  return { tests, impacts: { before: concerned.before.impact, after: concerned.after.impact } };
}

/** Files of tests that lost a symbol and are there still. */
function testFilesWithLoss(after: View, symbols: readonly ChangedSymbol[]): StoredSymbolRow[] {
  const paths = new Set(symbols.flatMap(({ change, symbol }) => change === "deleted" ? [symbol.path] : []));
  return [...paths].filter((path) => after.admits(path))
    .map((path) => after.reader.symbols.ofFile(path))
    .filter((file) => file?.isTest === true) as StoredSymbolRow[];
}

/** Tests, and files that changed although no test in them is told for it; they are no hints any more. */
function withFilesOf(tests: readonly AffectedTest[], files: readonly StoredSymbolRow[]): AffectedTest[] {
  const told = new Set(tests.flatMap(({ test, reason }) => HINTS.has(reason) ? [] : [test.path]));
  const untold = files.filter(({ path }) => !told.has(path));
  const numbers = new Set(untold.map(({ number }) => number));
  return [
    ...untold.map((test) => ({ test, reason: "changed" as const, reached: null })),
    ...tests.filter(({ test }) => !numbers.has(test.number)),
  ];
}

/** Symbols and files that only the earlier generation has. */
function goneBefore(
  before: View,
  files: readonly ChangedFile[],
  symbols: readonly ChangedSymbol[],
): StoredSymbolRow[] {
  return [
    ...symbols.filter(({ change }) => change === "deleted").map(({ symbol }) => symbol),
    ...files.filter(({ change }) => change === "deleted").map(({ path }) => fileSymbol(before, path)),
  ];
}

/** A changed symbol, or a file: one that came or went stands for all that it holds. */
export interface ReviewedChange {
  readonly change: ChangedSymbol;
  /** How many symbols a file that came or went holds; null for everything else. */
  readonly symbols: number | null;
}

/** Changes, those that can break others first, more central ones before others. */
export function rankedChanges(
  before: View,
  after: View,
  files: readonly ChangedFile[],
  symbols: readonly ChangedSymbol[],
): ReviewedChange[] {
  const whole = new Set(files.filter(({ change }) => change !== "modified").map(({ path }) => path));
  const told = new Map<string, number>();
  for (const { symbol } of symbols) told.set(symbol.path, (told.get(symbol.path) ?? 0) + 1);
  const ofFiles = files.filter(({ path }) => whole.has(path) || !told.has(path)).map(({ path, change }) => {
    const side: "before" | "after" = change === "deleted" ? "before" : "after";
    const symbol = fileSymbol(side === "before" ? before : after, path);
    const held = told.get(path) ?? 0;
    return {
      change: { change, symbol, side, signatureChanged: false },
      symbols: whole.has(path) ? held : null,
    };
  });
  // A test that changed is told where it is told to be run.
  const ofSymbols = symbols.filter(({ symbol, change }) =>
    !whole.has(symbol.path) && (change === "deleted" || !symbol.isTest)
  )
    .map((change) => ({ change, symbols: null }));
  const weights = new Map([...ofFiles, ...ofSymbols].map((one) => [one, weight(before, after, one)]));
  return [...weights.keys()].sort((a, b) =>
    weights.get(a)! - weights.get(b)! || b.change.symbol.rank - a.change.symbol.rank ||
    byUtf8(({ change }: ReviewedChange) => change.symbol.id)(a, b)
  );
}

/** The less, the sooner somebody else is hurt by it. */
function weight(before: View, after: View, { change }: ReviewedChange): number {
  const { symbol, side } = change;
  if (isInTest(side === "before" ? before : after, symbol)) return 5;
  if (symbol.kind === "heading") return 4;
  if (change.change === "deleted") return 0;
  if (change.signatureChanged) return 1;
  if (change.change === "added") return 3;
  return symbol.kind === "file" ? 4 : 2;
}

export interface Breaks {
  /** Surest first, and users of what is gone before others. */
  readonly affected: readonly OnSide<Affected>[];
  readonly impacts: readonly Impact[];
}

/** What changes may break beside tests and what changed itself. Changes of tests break nothing. */
export function breaksOf(
  before: View,
  after: View,
  files: readonly ChangedFile[],
  symbols: readonly ChangedSymbol[],
  depth: number,
): Breaks {
  const seeds = {
    before: goneBefore(before, files, symbols),
    after: changedSides(before, after, files, symbols).after,
  };
  const changed = new Set(symbols.map(({ symbol }) => symbol.id));
  const told = new Set<string>();
  const impacts: Impact[] = [];
  const affected: OnSide<Affected>[] = [];
  for (const [side, view] of [["before", before], ["after", after]] as const) {
    const impact = impactOf(view, seeds[side].filter((symbol) => !isInTest(view, symbol)), depth);
    impacts.push(impact);
    for (const found of impact.affected) {
      const { symbol } = found;
      if (told.has(symbol.id) || changed.has(symbol.id) || isInTest(view, symbol)) continue;
      // What is gone itself is broken no more.
      if (after.reader.symbols.byId(symbol.id) === null) continue;
      told.add(symbol.id);
      affected.push({ side, found });
    }
  }
  affected.sort((a, b) => CONFIDENCES.indexOf(a.found.weakest) - CONFIDENCES.indexOf(b.found.weakest));
  return { affected, impacts };
}

/** Sites that name something that changed or went, and were not bound: they may or may not mean it. */
export function unboundSitesOfChanges(after: View, symbols: readonly ChangedSymbol[]): number {
  const known = symbols.filter(({ change }) => change !== "added");
  const changed = known.filter(({ side }) => side === "after").map(({ symbol }) => symbol);
  const gone = new Set(known.filter(({ side }) => side === "before").map(({ symbol }) => symbol.name));
  const sites = new Set<string>();
  for (const misses of new UnboundSites(after).lists(changed, [...gone])) {
    for (const { path, byteOffset } of misses) sites.add(`${path}:${byteOffset}`);
  }
  return sites.size;
}
