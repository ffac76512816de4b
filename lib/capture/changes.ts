// Two manifests compared: which files were added, modified, deleted. Law kept: content decides, never times or commits.

import { byUtf8, type Manifest, type ManifestEntry, type RepoPath } from "../model/mod.ts";

export interface FileChange {
  readonly path: RepoPath;
  readonly change: "added" | "modified" | "deleted";
}

/** Changes from one manifest to another, in path order. A file that is omitted otherwise than before counts as modified. */
export function manifestChanges(before: Manifest, after: Manifest): FileChange[] {
  const changes: FileChange[] = [];
  const earlier = new Map(before.entries.map((entry) => [entry.path, entry]));
  for (const entry of after.entries) {
    const old = earlier.get(entry.path);
    earlier.delete(entry.path);
    if (old === undefined) changes.push({ path: entry.path, change: "added" });
    else if (differs(old, entry)) changes.push({ path: entry.path, change: "modified" });
  }
  for (const path of earlier.keys()) changes.push({ path, change: "deleted" });
  return changes.sort(byUtf8((change) => change.path));
}

function differs(a: ManifestEntry, b: ManifestEntry): boolean {
  return a.sha256 !== b.sha256 || a.mode !== b.mode || a.omitted !== b.omitted || a.sizeBytes !== b.sizeBytes;
}
