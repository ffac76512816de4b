// The paths of a Git worktree before anything of them is read. Laws kept: paths are never normalised or case-folded; what is
// not UTF-8 is counted; what is left out already here says why. A folder without Git: `folder_walk.ts`.

import { type GitWorktree, listPaths } from "../git/mod.ts";
import { addAll, asRepoPath, byUtf8, type OmissionReason, type RepoPath } from "../model/mod.ts";
import { GeneratedFolders } from "./policy.ts";

/** A listed path before anything of it is read. */
export interface ListedPath {
  readonly path: RepoPath;
  readonly mode: string;
  readonly tracked: boolean;
  /** Git's id of the content in the index, or null. */
  readonly blobId: string | null;
  /** Whether it may rightly be absent (sparse checkout). */
  readonly skipped: boolean;
  readonly conflicted: boolean;
  /** Why it is not to be read; null where its name and content decide. */
  readonly omitted: OmissionReason | null;
}

export interface Enumeration {
  /** In UTF-8 order. */
  readonly paths: readonly ListedPath[];
  readonly undecodable: number;
  /** Null where they were not counted. */
  readonly ignored: number | null;
}

export const FILE_MODE = "100644";
export const EXECUTABLE_MODE = "100755";
export const LINK_MODE = "120000";
export const SUBMODULE_MODE = "160000";
export const FOLDER_MODE = "040000";

/** A path that Git does not track. */
export function untrackedPath(path: string, mode: string, omitted: OmissionReason | null): ListedPath {
  return {
    path: asRepoPath(path),
    mode,
    tracked: false,
    blobId: null,
    skipped: false,
    conflicted: false,
    omitted,
  };
}

/** Lists a Git worktree; what it ignores is not counted. */
export function enumerateGit(git: GitWorktree, includeUntracked: boolean): Enumeration {
  const listing = listPaths(git, { untracked: includeUntracked });
  const paths = listing.tracked.map((entry): ListedPath => ({
    ...entry,
    tracked: true,
    omitted: entry.mode === SUBMODULE_MODE ? "submodule" : null,
  }));
  for (const path of listing.impossible) {
    paths.push({ ...untrackedPath(path, FILE_MODE, "outside_root"), tracked: true });
  }
  addAll(paths, untrackedPaths(listing.untracked));
  paths.sort(byUtf8(({ path }) => path));
  return { paths, undecodable: listing.undecodable, ignored: null };
}

/** A folder of caches or build outputs stands for all that is untracked in it. */
function untrackedPaths(paths: readonly RepoPath[]): ListedPath[] {
  const generated = new GeneratedFolders(paths);
  const folders = new Set<string>();
  const listed: ListedPath[] = [];
  for (const path of paths) {
    const folder = generated.folderOf(path);
    if (folder !== null) folders.add(folder);
    else if (path.endsWith("/")) listed.push(untrackedPath(path.slice(0, -1), SUBMODULE_MODE, "submodule"));
    else listed.push(untrackedPath(path, FILE_MODE, null));
  }
  for (const folder of folders) listed.push(untrackedPath(folder, FOLDER_MODE, "generated_untracked"));
  return listed;
}
