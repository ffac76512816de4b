// Which cache folder belongs to a worktree, and what it remembers about it. Laws kept: the cache lies outside the
// worktree, belongs to this user and is private; opening one writes nothing.

import {
  absolutePath,
  folderPrivacy,
  joinPaths,
  parentPath,
  pathBelow,
  readFile,
  realPath,
  replaceFile,
  statPath,
} from "../host/mod.ts";
import { Failure, type Policy } from "../model/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { corrupt, newerFormat, onDisk } from "./damage.ts";
import { Layout } from "./layout.ts";
import { seal, unseal } from "./sealed.ts";

/** A worktree and the place of its cache, which need not exist yet. */
export interface Cache {
  /** Opaque; the same for the same path, whatever lies there. */
  readonly bindingId: string;
  /** Canonical absolute path of the worktree. */
  readonly root: string;
  /** What the root's folder is on this disk, decimal. */
  readonly device: string;
  readonly inode: string;
  readonly layout: Layout;
}

/** What a cache remembers of the worktree it was built for. */
export interface Binding {
  readonly root: string;
  readonly device: string;
  readonly inode: string;
  /** The user's flags, which hold for every later command. */
  readonly policy: Partial<Policy>;
}

/**
 * Finds the cache of a worktree. Fails with `worktree.not_found`, `cache.inside_worktree`, or `index.unavailable` where
 * the folder is someone else's.
 */
export function openCache(cacheFolder: string, root: string): Cache {
  return onDisk("the cache cannot be opened", () => {
    const canonicalRoot = realPath(root);
    const rootStat = canonicalRoot === null ? null : statPath(canonicalRoot);
    if (canonicalRoot === null || rootStat?.kind !== "folder") {
      throw new Failure("worktree.not_found", "there is no folder at the path of the worktree", {
        hint: "check -C or the scope's root",
      });
    }
    const canonicalCache = canonicalPathOf(cacheFolder);
    if (pathBelow(canonicalRoot, canonicalCache) !== null) {
      throw new Failure("cache.inside_worktree", "the cache folder lies inside the worktree", {
        hint: "set EVIDENT_CACHE_DIR or cache_dir to a folder outside it",
      });
    }
    const bindingId = bindingIdOf(canonicalRoot);
    const layout = new Layout(canonicalCache, bindingId);
    const privacy = folderPrivacy(layout.folder);
    if (privacy === "foreign" || privacy === "other") {
      throw new Failure("index.unavailable", "the cache folder belongs to another user or is no folder", {
        hint: "set EVIDENT_CACHE_DIR or cache_dir to a folder of your own",
      });
    }
    const { device, inode } = rootStat.stamp;
    return { bindingId, root: canonicalRoot, device, inode, layout };
  });
}

/** The id of a canonical root's cache. */
export function bindingIdOf(canonicalRoot: string): string {
  return sha256Hex(`evident.binding\0${canonicalRoot}`).slice(0, 32);
}

/** The canonical path of a folder that need not exist: its nearest existing parent's, with the rest as it stands. */
function canonicalPathOf(path: string): string {
  const absolute = absolutePath(path);
  const real = realPath(absolute);
  if (real !== null) return real;
  const parent = parentPath(absolute);
  return parent === absolute ? absolute : joinPaths(canonicalPathOf(parent), absolute.slice(parent.length));
}

/**
 * What the cache remembers, null where it was never built (or by an older format). Fails with `index.corrupt` or
 * `index.newer_format`.
 */
export function readBinding(cache: Cache): Binding | null {
  const bytes = onDisk("the cache cannot be read", () => readFile(cache.layout.binding));
  if (bytes === null) return null;
  const unsealed = unseal(bytes);
  if (unsealed.state === "newer") throw newerFormat(unsealed.format);
  if (unsealed.state === "older") return null;
  if (unsealed.state !== "whole") throw corrupt("binding.json", unsealed.state);
  return unsealed.body as unknown as Binding;
}

/** Whether the worktree at the path is another one than the cache was built for. */
export function isReplaced(cache: Cache, binding: Binding): boolean {
  // The device number of one and the same folder changes with each start of a container or a network mount; the inode
  // stays. Content is compared in any case before an answer.
  return binding.inode !== cache.inode;
}

/** Remembers this worktree with a policy, durably; nothing is written where nothing changed. */
export function writeBinding(cache: Cache, policy: Partial<Policy>): void {
  const binding = { root: cache.root, device: cache.device, inode: cache.inode, policy };
  const bytes = seal(binding);
  const before = readFile(cache.layout.binding);
  if (before !== null && before.length === bytes.length && before.every((byte, at) => byte === bytes[at])) {
    return;
  }
  replaceFile(cache.layout.binding, bytes);
}
