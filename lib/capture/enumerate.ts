// The paths of a worktree: what Git lists, or what a folder without Git holds under its ignore files. Laws kept: no link
// is followed; paths are never normalised or case-folded; what is not UTF-8 is counted.

import ignore, { type Ignore } from "ignore";
import { countIgnored, type GitWorktree, listIndex, listUntracked } from "../git/mod.ts";
import { joinPaths, listFolder, SafeFolder } from "../host/mod.ts";
import { asRepoPath, byUtf8, type RepoPath } from "../model/mod.ts";
import { isGeneratedFolder } from "./policy.ts";

/** A listed path before anything of it is read. */
export interface ListedPath {
  readonly path: RepoPath;
  readonly mode: string;
  readonly tracked: boolean;
  /** Git's id of the content in the index, or null. */
  readonly blobId: string | null;
  /** Whether it may rightly be absent (sparse checkout). */
  readonly skipped: boolean;
}

export interface Enumeration {
  /** In UTF-8 order. */
  readonly paths: readonly ListedPath[];
  readonly undecodable: number;
  readonly ignored: number;
}

const PLAIN_MODE = "100644";

/** Lists a Git worktree; `countsIgnored` costs a walk of its own. */
export function enumerateGit(
  worktree: GitWorktree,
  includeUntracked: boolean,
  countsIgnored: boolean,
): Enumeration {
  const index = listIndex(worktree);
  const paths: ListedPath[] = index.entries.map(({ path, mode, blobId, skipped }) => ({
    path,
    mode,
    tracked: true,
    blobId,
    skipped,
  }));
  let undecodable = index.undecodable;
  if (includeUntracked) {
    const untracked = listUntracked(worktree);
    undecodable += untracked.undecodable;
    for (const path of untracked.entries) {
      // A nested repository is listed as a folder.
      const isFolder = path.endsWith("/");
      const plain = isFolder ? asRepoPath(path.slice(0, -1)) : path;
      paths.push({
        path: plain,
        mode: isFolder ? "160000" : PLAIN_MODE,
        tracked: false,
        blobId: null,
        skipped: false,
      });
    }
  }
  paths.sort(byUtf8((listed) => listed.path));
  return { paths, undecodable, ignored: countsIgnored ? countIgnored(worktree) : 0 };
}

interface Rules {
  readonly folder: string;
  readonly matcher: Ignore;
}

/** Lists a folder that is no Git worktree, under the ignore files it holds. */
export function enumerateFolder(root: string): Enumeration {
  const paths: ListedPath[] = [];
  let undecodable = 0;
  let ignored = 0;
  const visit = (folder: string, rules: readonly Rules[]): void => {
    const absolute = folder === "" ? root : joinPaths(root, folder);
    let listing;
    try {
      listing = listFolder(absolute);
    } catch {
      // A folder that cannot be listed holds nothing that can be named.
      undecodable++;
      return;
    }
    undecodable += listing.undecodable;
    const own = ignoreFile(root, folder);
    const active = own === null ? rules : [...rules, own];
    for (const { name, kind } of listing.entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      // A repository's own data, or a submodule's pointer to it.
      if (name === ".git") continue;
      if (kind === "folder") {
        if (isGeneratedFolder(name) || isIgnored(active, `${path}/`)) ignored++;
        else visit(path, active);
      } else if (isIgnored(active, path)) {
        ignored++;
      } else {
        const mode = kind === "link" ? "120000" : PLAIN_MODE;
        paths.push({ path: asRepoPath(path), mode, tracked: true, blobId: null, skipped: false });
      }
    }
  };
  visit("", []);
  paths.sort(byUtf8((listed) => listed.path));
  return { paths, undecodable, ignored };
}

const MAX_IGNORE_BYTES = 1 << 20;

/** Read as safely as any other file; what is no regular file of sensible size says nothing. */
function ignoreFile(root: string, folder: string): Rules | null {
  const opened = SafeFolder.open(root, folder);
  if (!(opened instanceof SafeFolder)) return null;
  try {
    const { bytes } = opened.read(".gitignore", { maxBytes: MAX_IGNORE_BYTES });
    if (bytes === null) return null;
    return { folder, matcher: ignore({ ignorecase: false }).add(new TextDecoder().decode(bytes)) };
  } finally {
    opened.close();
  }
}

/** The nearest ignore file that says something of a path decides. */
function isIgnored(rules: readonly Rules[], path: string): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { folder, matcher } = rules[i];
    const { ignored, unignored } = matcher.test(folder === "" ? path : path.slice(folder.length + 1));
    if (ignored || unignored) return ignored;
  }
  return false;
}
