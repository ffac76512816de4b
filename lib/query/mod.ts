// Read-only questions to a generation. Each answers with a ranked list that its caller cuts. Never here: writing, parsing,
// counting bytes.

export {
  type Change,
  type ChangedFile,
  changedSides,
  type ChangedSymbol,
  changedSymbols,
  compareFiles,
  type FileComparison,
  ownTexts,
  type SameFiles,
} from "./changes.ts";
export { type ImportCycle, importCycles } from "./cycles.ts";
export { explore, type Explored, MAX_CANDIDATES, MAX_PLACES, MAX_SEEDS } from "./explore.ts";
export { type Affected, type Impact, impactOf } from "./impact.ts";
export { type ImpactStep, stepsOfAnyWalk } from "./impact_steps.ts";
export { centralSymbols, directTests, folderMap, type FolderSummary } from "./map.ts";
export { fileSymbol, nameAlone } from "./naming.ts";
export { type Pack, type Packed, packOf, STRATEGIES, type Strategy } from "./pack.ts";
export { indexedFile, repositoryPath } from "./paths.ts";
export { lineCountOf, requireLine } from "./places.ts";
export { importsOf, referencesTo, type Related, type Relations, unresolvedIn } from "./relations.ts";
export { type Filter, NO_FILTER, type Surroundings, View } from "./scope.ts";
export {
  type Breaks,
  breaksOf,
  type ConcernedTests,
  type OnSide,
  rankedChanges,
  type ReviewedChange,
  testsOfChanges,
  unboundSitesOfChanges,
} from "./review.ts";
export { type Found, searchSymbols, type Tier, TIERS } from "./search.ts";
export {
  type Position,
  type Selected,
  type Selector,
  selectSymbol,
  type Standing,
  standingAt,
} from "./select.ts";
export { type AffectedTest, byFile, HINTS, TESTS_DEPTH, testsOf } from "./tests_of.ts";
export { isUnused, type Unused, unusedSymbols } from "./unused.ts";
export {
  MAX_EDGES,
  MAX_NODES,
  type Reached,
  type Step,
  unboundSites,
  type Walk,
  walkCalls,
  walkTypes,
} from "./walk.ts";
export type {
  StoredEdgeRow as StoredEdge,
  StoredSymbolRow as StoredSymbol,
  StoredUnresolvedRow as StoredMiss,
} from "../store/mod.ts";
