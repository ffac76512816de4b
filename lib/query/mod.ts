// Read-only questions to a generation. Each answers with a ranked list that its caller cuts. Never here: writing, parsing,
// counting bytes.

export {
  type Change,
  type ChangedFile,
  changedFiles,
  type ChangedSymbol,
  changedSymbols,
} from "./changes.ts";
export { explore, type Explored, MAX_CANDIDATES, MAX_SEEDS } from "./explore.ts";
export { centralSymbols, folderMap, type FolderSummary } from "./map.ts";
export {
  hierarchyOf,
  importsOf,
  referencesTo,
  type Related,
  type Relations,
  unresolvedIn,
} from "./relations.ts";
export { type Filter, NO_FILTER, View } from "./scope.ts";
export { type Found, searchSymbols, type Tier, TIERS } from "./search.ts";
export { indexedFile, namedSymbols, referencedAt, type Selector, selectSymbol } from "./select.ts";
export {
  constructedClass,
  MAX_EDGES,
  MAX_NODES,
  type Reached,
  unboundSites,
  type Walk,
  walkCalls,
} from "./walk.ts";
export type {
  StoredEdgeRow as StoredEdge,
  StoredSymbolRow as StoredSymbol,
  StoredUnresolvedRow as StoredMiss,
} from "../store/mod.ts";
