// Reading files of a folder that someone hostile may write to at the same time.
// Laws kept: no link is followed, neither as the file nor as a folder above it; nothing but a regular file is read, so
// nothing can block; no file is read past a limit. On Linux files are opened below a descriptor of their folder, whose
// real path was checked, so a link swapped in afterwards changes nothing.
// Not here: which files are wanted; the look after reading that finds such a link out elsewhere.

import * as fs from "node:fs";
import { calls, errorCode } from "./calls.ts";
import { type FileStat, statDescriptor, statIfShown } from "./stamps.ts";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0, O_NOCTTY = 0 } = fs.constants;
const FILE_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
const FOLDER_FLAGS = O_RDONLY | O_NOFOLLOW | O_DIRECTORY;
/** The first read of a file; what is longer is asked about before more is read. */
const HEAD_BYTES = 65_536;

/** Why a folder was not entered: `link` stays inside the root, `outside` leaves it. */
export type FolderProblem = "link" | "outside" | "missing" | "unreadable";

/** Why a file was not read; `folder`: there is a folder in its place, `declined`: the caller did not want it. */
export type ReadProblem =
  | "link"
  | "missing"
  | "folder"
  | "not_regular"
  | "unreadable"
  | "too_large"
  | "declined";

export interface ReadRequest {
  /** A longer file is `too_large`. */
  readonly maxBytes: number;
  /** Asked with the first bytes, at most 64 KiB, before the rest is read. */
  readonly wanted?: (head: Uint8Array) => boolean;
  /** Gives a buffer of so many bytes to read into; a new one each time by default. */
  readonly room?: (byteLength: number) => Uint8Array;
}

export type SafeRead =
  | { readonly bytes: Uint8Array; readonly problem: null; readonly stat: FileStat }
  | { readonly bytes: null; readonly problem: ReadProblem; readonly stat: FileStat | null };

/** One folder of a tree, open for reading its files. Close it. */
export class SafeFolder {
  readonly #path: string;
  readonly #descriptor: number | null;

  private constructor(path: string, descriptor: number | null) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /**
   * Enters a folder. `root` is a canonical absolute path, `folder` a `/`-separated path below it, "" for the root itself.
   */
  static open(root: string, folder: string): SafeFolder | FolderProblem {
    const path = folder === "" ? root : root === "/" ? root + folder : `${root}/${folder}`;
    let descriptor: number;
    try {
      descriptor = calls.open(path, FOLDER_FLAGS);
    } catch (error) {
      const code = errorCode(error);
      // A folder that may be passed but not listed, or a last component that is no folder or a link.
      if (code === "EACCES" || code === "ENOTDIR" || code === "ELOOP" || code === "EMLINK") {
        return openByPath(root, path) ?? new SafeFolder(path, null);
      }
      return folderProblem(error);
    }
    const real = descriptorPath(descriptor);
    if (real === path) return new SafeFolder(path, descriptor);
    calls.close(descriptor);
    if (real !== null) return isBelow(root, real) ? "link" : "outside";
    return openByPath(root, path) ?? new SafeFolder(path, null);
  }

  /** Reads one file of the folder. Only trouble of this process (no descriptors left) is thrown. */
  read(name: string, request: ReadRequest): SafeRead {
    let descriptor: number;
    try {
      descriptor = calls.open(this.#pathOf(name), FILE_FLAGS);
    } catch (error) {
      return { bytes: null, problem: this.#openProblem(name, error), stat: null };
    }
    try {
      return readOpened(descriptor, request);
    } catch (error) {
      return { bytes: null, problem: fileProblem(error), stat: null };
    } finally {
      calls.close(descriptor);
    }
  }

  /** The text a link of the folder points to, as bytes; null where it is none. */
  linkText(name: string): Uint8Array | null {
    try {
      return fs.readlinkSync(this.#pathOf(name), { encoding: "buffer" });
    } catch {
      return null;
    }
  }

  /** Looks at one entry without following it; null where there is none or it cannot be looked at. */
  stat(name: string): FileStat | null {
    return statIfShown(this.#pathOf(name));
  }

  close(): void {
    if (this.#descriptor !== null) calls.close(this.#descriptor);
  }

  #pathOf(name: string): string {
    return this.#descriptor === null ? joined(this.#path, name) : `/proc/self/fd/${this.#descriptor}/${name}`;
  }

  #openProblem(name: string, error: unknown): ReadProblem {
    // Opening a socket or a device without a driver fails in ways that differ between systems.
    if (errorCode(error) === "ENXIO" || errorCode(error) === "ENODEV" || errorCode(error) === "EOPNOTSUPP") {
      return "not_regular";
    }
    const problem = fileProblem(error);
    return problem === "unreadable" && this.stat(name)?.kind === "other" ? "not_regular" : problem;
  }
}

function joined(folder: string, name: string): string {
  return folder === "/" ? folder + name : `${folder}/${name}`;
}

function readOpened(descriptor: number, request: ReadRequest): SafeRead {
  const stat = statDescriptor(descriptor);
  if (stat.kind !== "file") {
    return { bytes: null, problem: stat.kind === "folder" ? "folder" : "not_regular", stat };
  }
  const sizeBytes = stat.stamp.sizeBytes;
  if (sizeBytes > request.maxBytes) return { bytes: null, problem: "too_large", stat };
  // One byte more than expected, so that a file that grew is seen as such: its length will not fit its stat.
  const buffer = request.room?.(sizeBytes + 1) ?? new Uint8Array(sizeBytes + 1);
  const headLength = fill(descriptor, buffer, 0, Math.min(buffer.length, HEAD_BYTES));
  if (request.wanted !== undefined && !request.wanted(buffer.subarray(0, headLength))) {
    return { bytes: null, problem: "declined", stat };
  }
  const length = headLength < HEAD_BYTES ? headLength : fill(descriptor, buffer, headLength, buffer.length);
  return { bytes: buffer.subarray(0, length), problem: null, stat };
}

/** Reads until `end` or the end of the file; returns the offset reached. */
function fill(descriptor: number, buffer: Uint8Array, start: number, end: number): number {
  let offset = start;
  while (offset < end) {
    const count = calls.read(descriptor, buffer, offset, end - offset, null);
    offset += count;
    // Where there was room for one byte more than there should be and none came, it would not come next time.
    if (count === 0 || offset === buffer.length - 1) break;
  }
  return offset;
}

/** What a system error says about a file; trouble of this process is thrown again. */
export function fileProblem(error: unknown): ReadProblem {
  switch (errorCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
    case "ENAMETOOLONG":
      return "missing";
    case "ELOOP":
    case "EMLINK":
      return "link";
    case "EACCES":
    case "EPERM":
    case "EIO":
    case "ESTALE":
      return "unreadable";
    default:
      throw error;
  }
}

function folderProblem(error: unknown): FolderProblem {
  const problem = fileProblem(error);
  return problem === "missing" || problem === "link" ? problem : "unreadable";
}

/** The portable check: null where the folder's real path is the path meant. */
function openByPath(root: string, path: string): FolderProblem | null {
  let real: string;
  try {
    real = calls.realPath(path);
    if (calls.lookAt(path)?.isDirectory() !== true && real === path) return "missing";
  } catch (error) {
    return folderProblem(error);
  }
  if (real === path) return null;
  return isBelow(root, real) ? "link" : "outside";
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? root : root + "/");
}

/** The real path of an open descriptor, null where the system does not tell. */
function descriptorPath(descriptor: number): string | null {
  if (process.platform !== "linux") return null;
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}
