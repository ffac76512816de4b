// Files held open: read at any place, or written from start to end. Law kept: a new file never takes the place of one
// that is there. Not here: whole files (`disk.ts`), a repository's files (`safe_read.ts`).

import * as fs from "node:fs";
import { dirname } from "node:path";
import { calls, errorCode, ofPath } from "./calls.ts";
import { openToRead, writeAll } from "./disk.ts";

/** A file open for reading at any place. Close it. */
export class RandomReader {
  readonly sizeBytes: number;
  readonly #descriptor: number;
  readonly #path: string;

  private constructor(descriptor: number, sizeBytes: number, path: string) {
    this.#descriptor = descriptor;
    this.sizeBytes = sizeBytes;
    this.#path = path;
  }

  /** Opens a file; null where there is none. Other errors are thrown. */
  static open(path: string): RandomReader | null {
    const opened = openToRead(path);
    return opened === null ? null : new RandomReader(opened.descriptor, opened.sizeBytes, path);
  }

  /** The bytes at a place; fewer than asked for where the file ends before. */
  read(byteOffset: number, byteLength: number): Uint8Array {
    const buffer = new Uint8Array(byteLength);
    let filled = 0;
    while (filled < byteLength) {
      const count = this.#readInto(buffer, filled, byteOffset + filled);
      if (count === 0) return buffer.subarray(0, filled);
      filled += count;
    }
    return buffer;
  }

  #readInto(buffer: Uint8Array, filled: number, byteOffset: number): number {
    try {
      return calls.read(this.#descriptor, buffer, filled, buffer.length - filled, byteOffset);
    } catch (error) {
      throw ofPath(error, this.#path);
    }
  }

  close(): void {
    calls.close(this.#descriptor);
  }
}

/** Small pieces are gathered until so many bytes wait. */
const GATHER_BYTES = 1 << 20;

/** A new file written from its start on. Finish it with `close`, after `sync` where it must be on the disk. */
export class SequentialWriter {
  readonly #descriptor: number;
  readonly #waiting = new Uint8Array(GATHER_BYTES);
  #waitingBytes = 0;
  #writtenBytes = 0;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Creates a file private to the user; fails with EEXIST where there is one. */
  static create(path: string): SequentialWriter {
    return new SequentialWriter(calls.open(path, "wx", 0o600));
  }

  /** Bytes appended so far. */
  get lengthBytes(): number {
    return this.#writtenBytes + this.#waitingBytes;
  }

  append(bytes: Uint8Array): void {
    if (bytes.length > GATHER_BYTES - this.#waitingBytes) this.flush();
    if (bytes.length > GATHER_BYTES) {
      writeAll(this.#descriptor, bytes);
      this.#writtenBytes += bytes.length;
      return;
    }
    this.#waiting.set(bytes, this.#waitingBytes);
    this.#waitingBytes += bytes.length;
  }

  /** Hands what waits to the system: then other readers of the file see it. */
  flush(): void {
    if (this.#waitingBytes === 0) return;
    writeAll(this.#descriptor, this.#waiting.subarray(0, this.#waitingBytes));
    this.#writtenBytes += this.#waitingBytes;
    this.#waitingBytes = 0;
  }

  /** Flushes everything to the disk. */
  sync(): void {
    this.flush();
    calls.sync(this.#descriptor);
  }

  /** Closes the file; what still waits is not written. */
  close(): void {
    calls.close(this.#descriptor);
  }
}

/** Creates an empty file private to the user in one step; fails with EEXIST where there is one. */
export function createMarker(path: string): void {
  calls.close(calls.open(path, "wx", 0o600));
}

/** Removes a folder if it is empty; says whether it is gone. */
export function removeEmptyFolder(path: string): boolean {
  try {
    calls.removeFolder(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return true;
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Who may look into a folder of ours: `open` others may, `foreign` it belongs to another user, `other` it is no folder
 * (or a link to one). Where a platform has no owners and modes, a folder is `private`.
 */
export function folderPrivacy(path: string): "missing" | "private" | "open" | "foreign" | "other" {
  const stats = calls.lookAt(path);
  if (stats === undefined) return "missing";
  if (!stats.isDirectory()) return "other";
  if (process.platform === "win32") return "private";
  if (Number(stats.uid) !== process.geteuid?.()) return "foreign";
  return (stats.mode & 0o077n) === 0n ? "private" : "open";
}

/** Whether other users may add to and rename in a folder of any owner, and so replace what lies in it. */
export function othersMayWrite(path: string): boolean {
  const stats = calls.stat(path);
  if (stats === undefined || process.platform === "win32") return false;
  const STICKY = 0o1000;
  return (stats.mode & 0o022) !== 0 && (stats.mode & STICKY) === 0;
}

/** Whether this process may write to a folder, as far as the system tells without trying. */
export function canWrite(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Bytes that are free for this user where a path lies or would lie; null where the system does not tell. */
export function freeBytes(path: string): number | null {
  for (let at = path;; at = dirname(at)) {
    if (!fs.existsSync(at) && dirname(at) !== at) continue;
    try {
      const { bavail, bsize } = fs.statfsSync(at);
      return bavail * bsize;
    } catch {
      return null;
    }
  }
}
