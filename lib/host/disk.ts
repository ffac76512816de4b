// Files and folders of our own: the cache, configuration, outputs. Laws kept: what replaces a file is complete and on
// the disk before it takes the name; folders are private. Not here: reading a repository (`safe_read.ts`).

import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { calls, type DiskCalls, errorCode, ofPath } from "./calls.ts";

/** Reads a whole file of ours; null where there is none. Other errors are thrown. */
export function readFile(path: string): Uint8Array | null {
  const opened = openToRead(path);
  if (opened === null) return null;
  try {
    return readAndClose(opened);
  } catch (error) {
    throw ofPath(error, path);
  }
}

/**
 * Reads what the user names, a device or a pipe too, which may block; of what is longer than `mostBytes` only so many. Null where
 * there is nothing.
 */
export function readInput(path: string, mostBytes = Infinity): Uint8Array | null {
  const descriptor = opened(path, fs.constants.O_RDONLY);
  return descriptor === null ? null : readAndClose({ descriptor, sizeBytes: 0 }, mostBytes);
}

interface Opened {
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/**
 * Opens a file of ours for reading; null where there is none. What is no file fails with EISDIR or ENXIO and never blocks,
 * as a pipe in a file's place would.
 */
export function openToRead(path: string): Opened | null {
  const descriptor = opened(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  if (descriptor === null) return null;
  let stat: fs.BigIntStats;
  try {
    stat = calls.lookAtOpen(descriptor);
  } catch (error) {
    calls.close(descriptor);
    throw ofPath(error, path);
  }
  if (stat.isFile()) return { descriptor, sizeBytes: Number(stat.size) };
  calls.close(descriptor);
  const code = stat.isDirectory() ? "EISDIR" : "ENXIO";
  throw Object.assign(new Error(`${code}: no file`), { code, path });
}

function opened(path: string, flags: number): number | null {
  try {
    return calls.open(path, flags);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

function readAndClose({ descriptor, sizeBytes }: Opened, mostBytes = Infinity): Uint8Array {
  try {
    return readToEnd(descriptor, sizeBytes, mostBytes);
  } finally {
    calls.close(descriptor);
  }
}

/** Reads a descriptor to its end, or its first `mostBytes`; `expectedBytes` sizes the first buffer, `read` reads a part. */
export function readToEnd(
  descriptor: number,
  expectedBytes: number,
  mostBytes = Infinity,
  read: DiskCalls["read"] = calls.read,
): Uint8Array {
  let buffer = new Uint8Array(Math.min(expectedBytes + 1, mostBytes));
  let length = 0;
  for (;;) {
    if (length === mostBytes) return buffer;
    if (length === buffer.length) {
      const wider = new Uint8Array(Math.min(buffer.length * 2, mostBytes));
      wider.set(buffer);
      buffer = wider;
    }
    const count = read(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
}

/** Reads a whole UTF-8 text; null where there is no file. */
export function readText(path: string): string | null {
  const bytes = readFile(path);
  return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Writes a new or existing file, private to the user; `sync` flushes it to the disk. */
export function writeFile(
  path: string,
  content: Uint8Array | string,
  options: { sync?: boolean } = {},
): void {
  const descriptor = calls.open(path, "w", 0o600);
  try {
    writeAll(descriptor, toBytes(content));
    if (options.sync === true) calls.sync(descriptor);
  } finally {
    calls.close(descriptor);
  }
}

/** Writes all bytes to a descriptor. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length;) {
    offset += calls.write(descriptor, bytes, offset, bytes.length - offset);
  }
}

let replacements = 0;

/** Puts content in the place of a file in one step: a reader, or a crash, sees the old or the new, never a part. */
export function replaceFile(path: string, content: Uint8Array | string): void {
  const staged = `${path}.${process.pid}.${replacements++}.new`;
  try {
    writeFile(staged, content, { sync: true });
    calls.rename(staged, path);
  } catch (error) {
    removeFile(staged);
    throw error;
  }
  syncFolder(dirname(path));
}

/** Renames in one step and flushes the folder of the new name. */
export function renamePath(from: string, to: string): void {
  calls.rename(from, to);
  syncFolder(dirname(to));
}

/** Flushes a file's content. */
export function syncFile(path: string): void {
  const descriptor = calls.open(path, "r+");
  try {
    calls.sync(descriptor);
  } finally {
    calls.close(descriptor);
  }
}

/** Flushes a folder's names. Does nothing where the platform has no such thing. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = calls.open(path, fs.constants.O_RDONLY);
  try {
    calls.sync(descriptor);
  } finally {
    calls.close(descriptor);
  }
}

/** Makes a folder and its parents, private to the user. */
export function makeFolder(path: string): void {
  calls.makeFolder(path, { recursive: true, mode: 0o700 });
}

/** Takes others' rights to a folder away. */
export function makePrivate(path: string): void {
  calls.changeMode(path, 0o700);
}

/** Removes a file if it is there; says whether it was. */
export function removeFile(path: string): boolean {
  try {
    calls.unlink(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Removes a file or folder with all below it; links are removed, never followed. Nothing there is no error. */
export function removeTree(path: string): void {
  calls.remove(path, { recursive: true, force: true });
}

/** Copies a file, sharing its blocks where the file system can. The target is private and replaced if it is there. */
export function copyFile(from: string, to: string): void {
  calls.copy(from, to, fs.constants.COPYFILE_FICLONE);
}

/** What the system says of a path that leads to nothing: nothing there, a file on the way, links in a circle, a name too long. */
const NOWHERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/** Whether anything has this path; a dangling link counts. */
export function pathExists(path: string): boolean {
  try {
    return calls.lookAt(path) !== undefined;
  } catch (error) {
    if (NOWHERE.has(errorCode(error))) return false;
    throw error;
  }
}

/** The path with every link resolved; null where it leads to nothing. Other errors are thrown. */
export function realPath(path: string): string | null {
  try {
    return calls.realPath(path);
  } catch (error) {
    if (NOWHERE.has(errorCode(error))) return null;
    throw error;
  }
}

/** Sum of the sizes of all files below a folder, in bytes; 0 where there is none. */
export function treeBytes(path: string): number {
  const stats = calls.lookAt(path);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return Number(stats.size);
  let sum = 0;
  for (const { name } of listed(path)) sum += treeBytes(join(path, name));
  return sum;
}

/** What a folder holds; nothing where it went meanwhile. */
function listed(path: string): readonly { readonly name: string }[] {
  try {
    return calls.list(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** An absolute path of a path given by the user. */
export function absolutePath(path: string, from: string = process.cwd()): string {
  return resolve(from, path);
}

/** Joins path components with the platform's separator. */
export function joinPaths(...parts: string[]): string {
  return join(...parts);
}

/** The folder of a platform path. */
export function parentPath(path: string): string {
  return dirname(path);
}

/**
 * The `/`-separated path of `path` below `folder`, "" for the folder itself, null where it lies outside. Both are
 * absolute; links are not looked at.
 */
export function pathBelow(folder: string, path: string): string | null {
  const below = relative(folder, path);
  if (below === ".." || below.startsWith(".." + sep) || isAbsolute(below)) return null;
  return sep === "/" ? below : below.replaceAll(sep, "/");
}

function toBytes(content: Uint8Array | string): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
