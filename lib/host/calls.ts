// Every system call of this room that changes a disk, reads it or looks at what is on it goes through this one record, so that
// a test can make the n-th write, sync, rename, read or look fail or tear, and nothing else has to know. Not here: any decision;
// questions whose refusal is an answer too (may it be written, where does a link lead, how much is free).

import * as fs from "node:fs";

/** The synchronous disk calls this room uses. */
export const calls = {
  open: fs.openSync as (path: string, flags: number | string, mode?: number) => number,
  close: fs.closeSync as (descriptor: number) => void,
  read: fs.readSync as (
    descriptor: number,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ) => number,
  write: fs.writeSync as (descriptor: number, from: Uint8Array, offset: number, length: number) => number,
  sync: fs.fsyncSync as (descriptor: number) => void,
  rename: fs.renameSync as (from: string, to: string) => void,
  link: fs.linkSync as (from: string, to: string) => void,
  unlink: fs.unlinkSync as (path: string) => void,
  copy: fs.copyFileSync as (from: string, to: string, mode?: number) => void,
  makeFolder: fs.mkdirSync as (path: string, options: { recursive: boolean; mode: number }) => unknown,
  remove: fs.rmSync as (path: string, options: { recursive: boolean; force: boolean }) => void,
  removeFolder: fs.rmdirSync as (path: string) => void,
  changeMode: fs.chmodSync as (path: string, mode: number) => void,
  /** Follows a last link; undefined where there is nothing. */
  stat: (path: string): fs.Stats | undefined => fs.statSync(path, { throwIfNoEntry: false }),
  /** Follows no last link; undefined where there is nothing. */
  lookAt: (path: string): fs.BigIntStats | undefined =>
    fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  /** The same in doubles, a fifth quicker: times are good to a quarter of a microsecond, inodes to 53 bits. */
  glanceAt: (path: string): fs.Stats | undefined => fs.lstatSync(path, { throwIfNoEntry: false }),
  lookAtOpen: (descriptor: number): fs.BigIntStats => fs.fstatSync(descriptor, { bigint: true }),
  list: (path: string): fs.Dirent[] => fs.readdirSync(path, { withFileTypes: true }),
  realPath: fs.realpathSync.native as (path: string) => string,
};

export type DiskCalls = typeof calls;

/** Replaces some calls until the returned function is called. For tests that inject faults. */
export function replaceCalls(replacements: Partial<DiskCalls>): () => void {
  const before = { ...calls };
  Object.assign(calls, replacements);
  return () => void Object.assign(calls, before);
}

/** The path that a system error is of; null where it names none. */
export function errorPath(error: unknown): string | null {
  const path = (error as { path?: unknown } | null)?.path;
  return typeof path === "string" ? path : null;
}

/** The same error, of that path where it names none: what fails on an open file does not say which. */
export function ofPath(error: unknown, path: string): unknown {
  return error instanceof Error && errorPath(error) === null ? Object.assign(error, { path }) : error;
}

/** The system's error code (`ENOENT`), or "" where the error is of another kind. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
