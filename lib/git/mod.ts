// Git as typed values. Laws kept: nothing of a repository is executed; no GIT_* of the caller counts. Never here: symbols.

export { convertedPaths, tracksExecutableBit } from "./conversion.ts";
export { type Head, indexDiffersFromHead, readHead } from "./head.ts";
export { HeadMemory } from "./head_memory.ts";
export {
  countIgnored,
  type IndexEntry,
  isPossible,
  type Listing,
  listPaths,
  readRememberedStats,
  type RememberedStat,
} from "./listing.ts";
export { looking, statIndex } from "./looking.ts";
export { defaultBase, MAX_REVISION_UNITS, mergeBase, renamesSince, resolveCommit } from "./revisions.ts";
export { gitVersion } from "./version.ts";
export { blobSizes, listTree, readBlobs, type TreeEntry, type TreeListing } from "./tree.ts";
export { findWorktree, type GitWorktree } from "./worktree.ts";
