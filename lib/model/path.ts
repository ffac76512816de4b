// Paths inside a repository: relative, `/`-separated, never normalised or case-folded, valid UTF-8.

declare const repoPath: unique symbol;
/** A path relative to the worktree root, as Git names it. */
export type RepoPath = string & { readonly [repoPath]: true };

/** Brands a string that is known to be a path Git listed. */
export function asRepoPath(path: string): RepoPath {
  return path as RepoPath;
}

/** The folder of a path, "" at the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last component of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins repository paths and folds `.` and `..`; null where the result would leave the root. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
