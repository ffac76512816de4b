// Reading the listed files of a worktree safely. Laws kept: no link is followed out of the root, no special file is
// opened for long, and what is left out is named with its reason.

import { type FileStat, type FolderProblem, type ReadProblem, SafeFolder } from "../host/mod.ts";
import { baseName, folderOf, type ManifestEntry, type OmissionReason, type Policy } from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import type { ListedPath } from "./enumerate.ts";
import type { Seen } from "./git_state.ts";
import { contentReason, PathPolicy } from "./policy.ts";

const LINK_MODE = "120000";
const SUBMODULE_MODE = "160000";

/** One listed path after reading; `bytes` of included files only, `seen` for the question whether it changed. */
export interface ReadEntry {
  readonly entry: ManifestEntry;
  readonly bytes: Uint8Array | null;
  readonly seen: Seen;
}

/** Reads listed paths in order, a folder at a time. A path that is not there is passed over. */
export function* readListed(root: string, paths: readonly ListedPath[], policy: Policy): Iterable<ReadEntry> {
  const filter = new PathPolicy(policy);
  const folders = new FolderCache(root);
  try {
    for (const listed of paths) {
      const known = omittedUnread(listed, filter);
      if (known !== null) {
        yield { entry: omitted(listed, known, null), bytes: null, seen: "unasked" };
        continue;
      }
      const read = readOne(folders, listed, policy.limits.maxFileBytes);
      if (read !== null) yield read;
    }
  } finally {
    folders.close();
  }
}

function omittedUnread(listed: ListedPath, filter: PathPolicy): OmissionReason | null {
  if (listed.mode === SUBMODULE_MODE) return "submodule";
  if (listed.mode === LINK_MODE) return "symlink";
  return filter.reason(listed.path, listed.tracked);
}

function readOne(folders: FolderCache, listed: ListedPath, maxBytes: number): ReadEntry | null {
  const folder = folders.open(folderOf(listed.path));
  if (!(folder instanceof SafeFolder)) {
    return folder === "missing"
      ? null
      : { entry: omitted(listed, FOLDER_REASONS[folder], null), bytes: null, seen: kindOrTrouble(folder) };
  }
  const read = folder.read(baseName(listed.path), { maxBytes });
  if (read.problem !== null) {
    if (read.problem === "missing" || read.problem === "folder") return null;
    const entry = omitted(listed, FILE_REASONS[read.problem], read.stat);
    return { entry, bytes: null, seen: kindOrTrouble(read.problem) };
  }
  const reason = contentReason(listed.path, read.bytes);
  const entry: ManifestEntry = {
    path: listed.path,
    mode: modeOf(listed, read.stat),
    tracked: listed.tracked,
    sha256: sha256Hex(read.bytes),
    sizeBytes: read.bytes.length,
    stamp: read.stat.stamp,
    omitted: reason,
  };
  const seen = { bytes: read.bytes, executable: read.stat.executable };
  return { entry, bytes: reason === null ? read.bytes : null, seen };
}

/** A link or a special file stands where Git has a regular one; of what is too large or unreadable nothing is known. */
function kindOrTrouble(problem: ReadProblem | FolderProblem): Seen {
  return problem === "link" || problem === "outside" || problem === "not_regular"
    ? "another_kind"
    : "unreadable";
}

/** The executable bit is the worktree's own; a folder without Git has only that. */
function modeOf(listed: ListedPath, stat: FileStat): string {
  return listed.blobId === null && stat.executable ? "100755" : listed.mode;
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

function omitted(listed: ListedPath, reason: OmissionReason, stat: FileStat | null): ManifestEntry {
  return {
    path: listed.path,
    mode: listed.mode,
    tracked: listed.tracked,
    sha256: null,
    sizeBytes: stat?.stamp.sizeBytes ?? 0,
    stamp: stat?.stamp ?? null,
    omitted: reason,
  };
}

/** Keeps the folder at hand open: paths come sorted, so that most follow one of the same folder. */
export class FolderCache {
  readonly #root: string;
  #path: string | null = null;
  #folder: SafeFolder | FolderProblem = "missing";

  constructor(root: string) {
    this.#root = root;
  }

  open(path: string): SafeFolder | FolderProblem {
    if (this.#path !== path) {
      this.close();
      this.#folder = SafeFolder.open(this.#root, path);
      this.#path = path;
    }
    return this.#folder;
  }

  close(): void {
    if (this.#folder instanceof SafeFolder) this.#folder.close();
    this.#folder = "missing";
    this.#path = null;
  }
}
