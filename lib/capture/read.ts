// Reading the listed files of a worktree safely. Laws kept: no link is followed out of the root, no special file is
// opened for long, and what is left out is named with its reason. What is in the worktree decides, not what Git lists.

import {
  errorCode,
  type FileStat,
  type FolderProblem,
  hasStamp,
  isFolder,
  type ReadProblem,
  type ReadRequest,
  SafeFolder,
} from "../host/mod.ts";
import { isPossible } from "../git/mod.ts";
import {
  baseName,
  Failure,
  type FileStamp,
  folderOf,
  type ManifestEntry,
  type OmissionReason,
  once,
  type Policy,
  type RepoPath,
} from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { Buffers } from "./buffers.ts";
import { EXECUTABLE_MODE, FILE_MODE, LINK_MODE, type ListedPath } from "./enumerate.ts";
import { contentReason, PathPolicy } from "./policy.ts";

/** What stands at a listed path, for the question whether it differs from the index. */
export type Seen =
  | { readonly kind: "content" | "link"; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: "absent" | "another_kind" | "unread" };

/** One listed path after reading. */
export interface ReadPath {
  readonly listed: ListedPath;
  readonly seen: Seen;
  /** Null where there is nothing. */
  readonly entry: ManifestEntry | null;
  /** Of included files only. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads listed paths in order, a folder at a time; the bytes of one hold until the next, or where they are kept.
 * Failures: worktree.not_found where not even the root can be entered, worktree.busy where this process may open no more
 * files: neither says anything of the files.
 */
export function* readListed(
  root: string,
  paths: readonly ListedPath[],
  policy: Policy,
  buffers: Buffers,
): Iterable<ReadPath> {
  const filter = new PathPolicy(policy);
  const room = (byteLength: number) => buffers.take(byteLength);
  const folders = new FolderCache(root);
  try {
    for (const listed of paths) {
      const known = listed.omitted ?? filter.reason(listed.path);
      if (known !== null) yield leftOut(listed, known, { kind: "unread" }, null);
      else yield readOne(folders, listed, { maxBytes: policy.limits.maxFileBytes, room });
    }
  } catch (error) {
    if (errorCode(error) !== "EMFILE" && errorCode(error) !== "ENFILE") throw error;
    throw new Failure("worktree.busy", "The worktree cannot be read: too many files are open.", {
      retry: true,
      cause: error,
    });
  } finally {
    folders.close();
  }
}

function readOne(folders: FolderCache, listed: ListedPath, request: ReadRequest): ReadPath {
  const folder = folders.open(folderOf(listed.path));
  if (!(folder instanceof SafeFolder)) {
    if (folder === "missing") return absent(listed);
    return leftOut(listed, FOLDER_REASONS[folder], seenInstead(folder), null);
  }
  const name = baseName(listed.path);
  const read = folder.read(name, request);
  if (read.problem !== null) {
    if (read.problem === "missing" || read.problem === "folder") return absent(listed);
    const link = read.problem === "link" && listed.mode === LINK_MODE ? folder.linkText(name) : null;
    const seen: Seen = link === null
      ? seenInstead(read.problem)
      : { kind: "link", bytes: link, executable: false };
    return leftOut(listed, FILE_REASONS[read.problem], seen, read.stat);
  }
  const reason = contentReason(listed.path, read.bytes);
  const entry: ManifestEntry = {
    path: listed.path,
    mode: fileMode(listed, read.stat),
    tracked: listed.tracked,
    sha256: sha256Hex(read.bytes),
    sizeBytes: read.bytes.length,
    stamp: read.stat.stamp,
    omitted: reason,
  };
  return {
    listed,
    seen: { kind: "content", bytes: read.bytes, executable: read.stat.executable },
    entry,
    bytes: reason === null ? read.bytes : null,
  };
}

/** A link or a special file stands where Git has a regular one; of what is too large or unreadable nothing is known. */
function seenInstead(problem: ReadProblem | FolderProblem): Seen {
  const isAnother = problem === "link" || problem === "outside" || problem === "not_regular";
  return { kind: isAnother ? "another_kind" : "unread" };
}

/** Of a tracked file the index says whether it is executable: file systems that cannot tell give no other fingerprint. */
function fileMode({ blobId, mode }: ListedPath, stat: FileStat): string {
  if (blobId !== null && mode !== LINK_MODE) return mode;
  return stat.executable ? EXECUTABLE_MODE : FILE_MODE;
}

const FOLDER_REASONS: Readonly<Record<Exclude<FolderProblem, "missing">, OmissionReason>> = {
  link: "symlink",
  outside: "outside_root",
  unreadable: "unreadable",
};

const FILE_REASONS: Readonly<Record<Exclude<ReadProblem, "missing" | "folder">, OmissionReason>> = {
  link: "symlink",
  not_regular: "not_regular",
  unreadable: "unreadable",
  too_large: "too_large",
  declined: "excluded",
};

function absent(listed: ListedPath): ReadPath {
  return { listed, seen: { kind: "absent" }, entry: null, bytes: null };
}

function leftOut(listed: ListedPath, reason: OmissionReason, seen: Seen, stat: FileStat | null): ReadPath {
  const entry: ManifestEntry = {
    path: listed.path,
    mode: reason === "symlink" ? LINK_MODE : listed.mode,
    tracked: listed.tracked,
    sha256: null,
    sizeBytes: stat?.stamp.sizeBytes ?? 0,
    stamp: stat?.stamp ?? null,
    omitted: reason,
  };
  return { listed, seen, entry, bytes: null };
}

/**
 * Why a listed path is not read for where it leads, as it is now; null where nothing of that keeps it from being read. What
 * Git itself would never write leads out of the worktree whatever stands there.
 */
export function leadsAway(folders: FolderCache, path: RepoPath): OmissionReason | null {
  if (!isPossible(path)) return FOLDER_REASONS.outside;
  const folder = folders.open(folderOf(path));
  if (folder instanceof SafeFolder) {
    return folder.stat(baseName(path))?.kind === "link" ? FILE_REASONS.link : null;
  }
  return folder === "missing" ? null : FOLDER_REASONS[folder];
}

/** Left out for where they lead: nothing was read of them, so that no stamp tells whether they do still. */
export const LEADING_AWAY: ReadonlySet<OmissionReason | null> = new Set([
  FOLDER_REASONS.link,
  FOLDER_REASONS.outside,
]);

/** Keeps the folder at hand open: paths come sorted, so that most follow one of the same folder. */
export class FolderCache {
  readonly #root: string;
  readonly #prefix: string;
  readonly #plain = new Map<string, boolean>();
  #path: string | null = null;
  #folder: SafeFolder | FolderProblem = "missing";

  constructor(root: string) {
    this.#root = root;
    this.#prefix = root === "/" ? root : `${root}/`;
  }

  open(path: string): SafeFolder | FolderProblem {
    if (this.#path !== path) {
      this.close();
      this.#folder = SafeFolder.open(this.#root, path);
      if (path === "" && this.#folder === "unreadable") {
        throw new Failure("worktree.not_found", "The root folder of the worktree cannot be read.", {
          hint: "Check that it is there and that you may enter it.",
        });
      }
      this.#path = path;
    }
    return this.#folder;
  }

  /** Whether a listed path still leads to the very file that a stamp is of, unchanged, and through folders alone. */
  leadsTo(path: RepoPath, stamp: FileStamp): boolean {
    // A folder that was moved away and linked to holds the same files with the same stamps.
    return this.#isPlain(folderOf(path)) && hasStamp(this.#prefix + path, stamp);
  }

  /** Whether a folder and all above it below the root are no links, looked at once. */
  #isPlain(folder: string): boolean {
    return once(
      this.#plain,
      folder,
      () =>
        folder === ""
          ? this.open("") instanceof SafeFolder
          : this.#isPlain(folderOf(folder)) && isFolder(this.#prefix + folder),
    );
  }

  close(): void {
    if (this.#folder instanceof SafeFolder) this.#folder.close();
    this.#folder = "missing";
    this.#path = null;
  }
}

/** Of some listed paths those where something stands: Git also lists what was deleted in the worktree alone. */
export function standingPaths(root: string, paths: readonly RepoPath[]): RepoPath[] {
  const folders = new FolderCache(root);
  try {
    return paths.filter((path) => {
      const folder = folders.open(folderOf(path));
      if (!(folder instanceof SafeFolder)) return folder !== "missing";
      const kind = folder.stat(baseName(path))?.kind;
      return kind !== undefined && kind !== "folder";
    });
  } finally {
    folders.close();
  }
}
