// Git as typed values. Laws kept: nothing of a repository is executed; no GIT_* of the caller counts. Never here: symbols.

export {
  convertedPaths,
  countIgnored,
  findWorktree,
  type GitWorktree,
  headCommit,
  indexDiffersFromHead,
  type IndexEntry,
  listIndex,
  listUntracked,
  tracksExecutableBit,
} from "./worktree.ts";
