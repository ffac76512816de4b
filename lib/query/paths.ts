// Paths as requests write them. Laws kept: a path that leaves the root is refused whatever else is wrong with it; one that
// is in the worktree and was left out says why. Lexical only: nothing here looks at the disk.

import { Failure, joinPath } from "../model/mod.ts";
import type { StoredFileRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** The included file at a path of this generation. Failure path.not_found. */
export function indexedFile(view: View, path: string): StoredFileRow {
  const file = view.reader.files.byPath(path);
  if (file === null || file.status === "omitted") throw pathNotFound(view, path, file?.reason ?? null);
  return file;
}

function pathNotFound(view: View, path: string, omitted: string | null): Failure {
  if (omitted !== null) {
    return new Failure("path.not_found", `${path} is in the worktree and was left out: ${omitted}.`, {
      hint: "Nothing is known of what it holds. status counts what was left out, by reason.",
      detail: { path, omitted },
    });
  }
  if (path === "" || view.reader.files.all({ pathPrefix: `${path.replace(/\/$/, "")}/` }).length > 0) {
    return new Failure("path.not_found", `${path === "" ? "." : path} is a folder.`, {
      hint: "Name a file; path_prefix takes a folder.",
      detail: { path },
    });
  }
  return new Failure("path.not_found", `${path} is not in the index.`, {
    hint: "Paths are relative to the root of the worktree, as Git writes them.",
    detail: { path },
  });
}

/**
 * A written path as the index names it: relative to the root, `.` and `..` folded, a slash at the end kept.
 * `root` is the worktree's absolute folder. Failure path.outside_root.
 */
export function repositoryPath(written: string, root: string): string {
  const relative = written.startsWith("/") ? belowRoot(written, root) : written;
  const folded = relative === null || DRIVE.test(relative) ? null : joinPath("", relative);
  if (folded === null) {
    throw new Failure("path.outside_root", "The path leads out of the worktree.", {
      hint: "Paths are relative to the root of the worktree, as Git writes them.",
      detail: { path: written },
    });
  }
  return folded !== "" && written.endsWith("/") ? `${folded}/` : folded;
}

/** A drive letter or a share of another system, which on none is a path below the root. */
const DRIVE = /^(?:[A-Za-z]:[\\/]|\\\\)|(?:^|\\)\.\.(?:\\|$)/;

function belowRoot(absolute: string, root: string): string | null {
  const folded = joinPath("", absolute);
  const base = joinPath("", root);
  if (folded === null || base === null) return null;
  if (folded === base) return "";
  return folded.startsWith(`${base}/`) ? folded.slice(base.length + 1) : null;
}
