// The paths of a folder that is no Git worktree, under the ignore files it holds. Laws kept: no link is followed, no ignore
// file read that is one or that is no plain file; the walk is bounded; a folder that is left out is named.

import { type FolderListing, joinPaths, listFolder, SafeFolder } from "../host/mod.ts";
import { byUtf8, Failure } from "../model/mod.ts";
import {
  type Enumeration,
  FILE_MODE,
  FOLDER_MODE,
  LINK_MODE,
  type ListedPath,
  untrackedPath,
} from "./enumerate.ts";
import { IgnoreRules } from "./ignore_rules.ts";
import { isCacheName, isTaggedCache } from "./policy.ts";

const MAX_IGNORE_BYTES = 1 << 20;
/** More paths than any limit on files can allow to be included. */
const MAX_LISTED = 1_000_000;

/** Lists a folder. Failure limit.exceeded where it holds more than can be listed. */
export function enumerateFolder(root: string): Enumeration {
  const walk = new FolderWalk(root);
  walk.visit("", IgnoreRules.NONE);
  walk.paths.sort(byUtf8(({ path }) => path));
  return { paths: walk.paths, undecodable: walk.undecodable, ignored: walk.ignored };
}

class FolderWalk {
  readonly paths: ListedPath[] = [];
  undecodable = 0;
  ignored = 0;
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  visit(folder: string, outer: IgnoreRules): void {
    const listing = this.#list(folder);
    if (listing === null) {
      this.#add(untrackedPath(folder, FOLDER_MODE, "unreadable"));
      return;
    }
    const names = new Set(listing.entries.map(({ name }) => name));
    if (folder !== "" && isTaggedCache(names)) {
      this.#add(untrackedPath(folder, FOLDER_MODE, "generated_untracked"));
      return;
    }
    this.undecodable += listing.undecodable;
    const rules = names.has(".gitignore") ? this.#rulesOf(folder, outer) : outer;
    for (const { name, kind } of listing.entries) {
      // A repository's own data, or a submodule's pointer to it.
      if (name === ".git") continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (rules.ignores(kind === "folder" ? `${path}/` : path)) this.ignored++;
      else if (kind === "folder" && isCacheName(name)) {
        this.#add(untrackedPath(path, FOLDER_MODE, "generated_untracked"));
      } else if (kind === "folder") this.visit(path, rules);
      else this.#add(untrackedPath(path, kind === "link" ? LINK_MODE : FILE_MODE, null));
    }
  }

  /** Null where a folder below the root cannot be listed. */
  #list(folder: string): FolderListing | null {
    try {
      return listFolder(folder === "" ? this.#root : joinPaths(this.#root, folder));
    } catch (cause) {
      if (folder !== "") return null;
      throw new Failure("worktree.not_found", "The folder cannot be read.", { cause });
    }
  }

  #add(listed: ListedPath): void {
    if (this.paths.length === MAX_LISTED) {
      throw new Failure("limit.exceeded", `The folder holds more than ${MAX_LISTED} files.`, {
        hint: "Name a folder further down.",
        detail: { limit: MAX_LISTED, name: "listed_files" },
      });
    }
    this.paths.push(listed);
  }

  #rulesOf(folder: string, outer: IgnoreRules): IgnoreRules {
    const opened = SafeFolder.open(this.#root, folder);
    if (!(opened instanceof SafeFolder)) return outer;
    try {
      const { bytes } = opened.read(".gitignore", { maxBytes: MAX_IGNORE_BYTES });
      return bytes === null ? outer : outer.with(folder, new TextDecoder().decode(bytes));
    } finally {
      opened.close();
    }
  }
}
