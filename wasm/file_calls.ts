// Every system call of the VFS goes through this one record, so that a test can make the n-th read, write, truncation or
// flush of a database fail or tear, and nothing else has to know. Not here: any decision.

import * as fs from "node:fs";

/** The synchronous disk calls of the VFS. */
export const fileCalls = {
  open: fs.openSync as (path: string, flags: number, mode: number) => number,
  close: fs.closeSync as (descriptor: number) => void,
  read: fs.readSync as (
    descriptor: number,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number,
  write: fs.writeSync as (
    descriptor: number,
    from: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number,
  truncate: fs.ftruncateSync as (descriptor: number, byteLength: number) => void,
  sync: fs.fsyncSync as (descriptor: number) => void,
};

export type FileCalls = typeof fileCalls;

/** Replaces some calls until the returned function is called. For tests that inject faults. */
export function replaceFileCalls(replacements: Partial<FileCalls>): () => void {
  const before = { ...fileCalls };
  Object.assign(fileCalls, replacements);
  return () => void Object.assign(fileCalls, before);
}
