// SQLite's view of the disk: a synchronous file system that reads pages straight into WASM memory and writes them
// straight out of it. Laws kept: only files that `admit` named are opened, so no SQL can reach another file; a published
// file is opened read-only and called immutable, so it is never locked, journalled or written.
// Not here: locks between processes, journals (staging files have none) and temporary files (they stay in memory).

import { constants, fstatSync } from "node:fs";
import { fileCalls } from "./file_calls.ts";
import type { Heap, Pointer } from "./heap.ts";
import { OPEN, RESULT } from "./sqlite_exports.ts";

export const VFS_NAME = "evident";
/** Bytes of the longest path that SQLite accepts. */
export const MAX_PATH_BYTES = 4096;

const IMMUTABLE = 0x2000;
const SECTOR_BYTES = 4096;
const UNIX_EPOCH_JULIAN_MS = 210_866_760_000_000;

/** Looks at what was read of a file, and throws where it is not what it should be. The bytes are only lent. */
export type ReadCheck = (bytes: Uint8Array, byteOffset: number) => void;

interface Admission {
  readonly readonly: boolean;
  readonly check: ReadCheck | null;
}

interface OpenFile extends Admission {
  readonly descriptor: number;
  readonly path: string;
}

/** The files that SQLite has open, and the C functions through which it reaches them. */
export class FileSystemVfs {
  readonly #heap: Heap;
  readonly #admitted = new Map<string, Admission>();
  readonly #files = new Map<Pointer, OpenFile>();
  /** Address of the table of file functions, which every open file points to. */
  ioMethods: Pointer = 0;
  #lastError: unknown = undefined;

  constructor(heap: Heap) {
    this.#heap = heap;
  }

  /** Runs an open during which SQLite may open exactly this path; `check` sees every read of it. */
  admit<T>(path: string, admission: Admission, open: () => T): T {
    this.#admitted.set(path, admission);
    try {
      return open();
    } finally {
      this.#admitted.delete(path);
    }
  }

  /** What the operating system said since the last call, or undefined; for the message of a Failure. */
  takeError(): unknown {
    const error = this.#lastError;
    this.#lastError = undefined;
    return error;
  }

  /** Number of files that are open. */
  get openCount(): number {
    return this.#files.size;
  }

  /** Makes what was written to an open file durable. */
  flush(path: string): void {
    for (const file of this.#files.values()) if (file.path === path) fileCalls.sync(file.descriptor);
  }

  /** The functions of `sqlite3_io_methods`, version 1. */
  readonly fileFunctions = {
    xClose: (file: Pointer) => this.#answer(RESULT.ioerrClose, () => this.#close(file)),
    xRead: (file: Pointer, into: Pointer, byteLength: number, byteOffset: bigint) =>
      this.#answer(RESULT.ioerrRead, () => this.#read(file, into, byteLength, Number(byteOffset))),
    xWrite: (file: Pointer, from: Pointer, byteLength: number, byteOffset: bigint) =>
      this.#answer(RESULT.ioerrWrite, () => this.#write(file, from, byteLength, Number(byteOffset))),
    xTruncate: (file: Pointer, byteLength: bigint) =>
      this.#answer(
        RESULT.ioerrTruncate,
        () => fileCalls.truncate(this.#file(file).descriptor, Number(byteLength)),
      ),
    xSync: (file: Pointer, _flags: number) =>
      this.#answer(RESULT.ioerrFsync, () => fileCalls.sync(this.#file(file).descriptor)),
    xFileSize: (file: Pointer, size: Pointer) =>
      this.#answer(RESULT.ioerrFstat, () => {
        const byteLength = fstatSync(this.#file(file).descriptor).size;
        this.#heap.view.setBigInt64(size, BigInt(byteLength), true);
      }),
    xLock: () => RESULT.ok,
    xUnlock: () => RESULT.ok,
    xCheckReservedLock: (_file: Pointer, held: Pointer) => {
      this.#heap.view.setInt32(held, 0, true);
      return RESULT.ok;
    },
    xFileControl: () => RESULT.notfound,
    xSectorSize: () => SECTOR_BYTES,
    xDeviceCharacteristics: (file: Pointer) => this.#files.get(file)?.readonly ? IMMUTABLE : 0,
  };

  /** The functions of `sqlite3_vfs`, version 1. */
  readonly systemFunctions = {
    xOpen: (_vfs: Pointer, name: Pointer, file: Pointer, flags: number, outFlags: Pointer) => {
      // SQLite closes a file whose methods are set even where the open failed.
      this.#heap.view.setInt32(file, 0, true);
      return this.#answer(RESULT.cantopen, () => this.#open(name, file, flags, outFlags));
    },
    xDelete: () => RESULT.ioerrDelete,
    xAccess: (_vfs: Pointer, _name: Pointer, _flags: number, found: Pointer) => {
      this.#heap.view.setInt32(found, 0, true);
      return RESULT.ok;
    },
    xFullPathname: (_vfs: Pointer, name: Pointer, byteLength: number, out: Pointer) => {
      const bytes = this.#heap.bytes;
      const end = bytes.indexOf(0, name);
      if (end - name >= byteLength) return RESULT.cantopen;
      bytes.copyWithin(out, name, end + 1);
      return RESULT.ok;
    },
    xRandomness: (_vfs: Pointer, byteLength: number, out: Pointer) => {
      crypto.getRandomValues(this.#heap.bytes.subarray(out, out + byteLength));
      return byteLength;
    },
    xSleep: () => 0,
    xCurrentTime: (_vfs: Pointer, out: Pointer) => {
      this.#heap.view.setFloat64(out, (UNIX_EPOCH_JULIAN_MS + Date.now()) / 86_400_000, true);
      return RESULT.ok;
    },
    xGetLastError: () => 0,
  };

  #answer(failed: number, act: () => number | void): number {
    try {
      return act() ?? RESULT.ok;
    } catch (error) {
      this.#lastError = error;
      const code = (error as { code?: string }).code;
      return code === "ENOSPC" || code === "EDQUOT" ? RESULT.full : failed;
    }
  }

  #file(file: Pointer): OpenFile {
    const open = this.#files.get(file);
    if (open === undefined) throw new Error("SQLite used a file that is not open");
    return open;
  }

  #open(name: Pointer, file: Pointer, flags: number, outFlags: Pointer): number {
    if (name === 0) return RESULT.cantopen;
    const path = this.#heap.readCText(name);
    const admission = this.#admitted.get(path);
    if (admission === undefined) return RESULT.cantopen;
    const mode = admission.readonly
      ? constants.O_RDONLY
      : constants.O_RDWR | ((flags & OPEN.create) !== 0 ? constants.O_CREAT : 0);
    // Windows has no O_NOFOLLOW.
    const descriptor = fileCalls.open(
      path,
      mode | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      0o600,
    );
    this.#files.set(file, { descriptor, path, ...admission });
    const view = this.#heap.view;
    view.setInt32(file, this.ioMethods, true);
    if (outFlags !== 0) view.setInt32(outFlags, admission.readonly ? OPEN.readonly : flags, true);
    return RESULT.ok;
  }

  #close(file: Pointer): void {
    const { descriptor } = this.#file(file);
    this.#files.delete(file);
    fileCalls.close(descriptor);
  }

  #read(file: Pointer, into: Pointer, byteLength: number, byteOffset: number): number {
    const { descriptor, check } = this.#file(file);
    const bytes = this.#heap.bytes;
    let done = 0;
    while (done < byteLength) {
      const count = fileCalls.read(descriptor, bytes, into + done, byteLength - done, byteOffset + done);
      if (count === 0) break;
      done += count;
    }
    check?.(bytes.subarray(into, into + done), byteOffset);
    if (done === byteLength) return RESULT.ok;
    bytes.fill(0, into + done, into + byteLength);
    return RESULT.ioerrShortRead;
  }

  #write(file: Pointer, from: Pointer, byteLength: number, byteOffset: number): void {
    const { descriptor } = this.#file(file);
    const bytes = this.#heap.bytes;
    let done = 0;
    while (done < byteLength) {
      done += fileCalls.write(descriptor, bytes, from + done, byteLength - done, byteOffset + done);
    }
  }
}
