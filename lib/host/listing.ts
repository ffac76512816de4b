// Folder listings, in the one order. Law kept: a name that is not valid UTF-8 is counted, never guessed: both runtimes
// hand such names out with replacement characters, under which nothing can be found.

import { join } from "node:path";
import { byUtf8 } from "../model/mod.ts";
import { calls } from "./calls.ts";
import { type FileKind, statPath } from "./stamps.ts";

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface FolderListing {
  readonly entries: readonly FolderEntry[];
  /** Names that are not valid UTF-8. */
  readonly undecodable: number;
}

/** Lists a folder without following links. Throws the system's error where it cannot be read. */
export function listFolder(path: string): FolderListing {
  const entries: FolderEntry[] = [];
  const seen = new Set<string>();
  let undecodable = 0;
  for (const entry of calls.list(path)) {
    const name = entry.name;
    const replaced = name.includes("\ufffd");
    if (replaced && (seen.has(name) || statPath(join(path, name)) === null)) {
      undecodable++;
      continue;
    }
    if (replaced) seen.add(name);
    entries.push({ name, kind: kindOf(entry) ?? statPath(join(path, name))?.kind ?? "other" });
  }
  return { entries: entries.sort(byUtf8((entry) => entry.name)), undecodable };
}

function kindOf(
  entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean },
): FileKind | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  // Some file systems list names without kinds.
  return entry.isSymbolicLink() ? "link" : null;
}
