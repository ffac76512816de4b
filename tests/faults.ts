// Disk calls that fail, of this room's two seams: those of `host` and those of SQLite's VFS. For tests of what a build or a
// reader leaves behind.

import * as fs from "node:fs";
import { type DiskCalls, replaceCalls } from "../lib/host/mod.ts";
import { type FileCalls, replaceFileCalls } from "../wasm/mod.ts";

/**
 * `torn`: the call fails with EIO, after half of its bytes where it writes. `full`: it fails with ENOSPC where it takes
 * room, with EIO elsewhere. `dies`: torn, and every later call fails too, as if the process had ended there.
 */
export type FaultKind = "torn" | "full" | "dies";
export const FAULT_KINDS: readonly FaultKind[] = ["torn", "full", "dies"];

export interface Faults {
  /** The calls that were made, by name. */
  readonly calls: readonly string[];
  /** The call that failed first, as `write`. */
  readonly struck: string | null;
  restore(): void;
}

/** Makes the call of that number fail. Flushes do nothing else: they show only after a power failure, and take most of the time. */
export function failAt(number: number, kind: FaultKind): Faults {
  const calls: string[] = [];
  let struck: string | null = null;
  /** Whether this call fails. */
  const strike = (name: string): boolean => {
    calls.push(name);
    if (calls.length === number) struck = name;
    return calls.length === number || (kind === "dies" && calls.length > number);
  };
  const fault = (takesRoom: boolean) => {
    const code = kind === "full" && takesRoom ? "ENOSPC" : "EIO";
    return Object.assign(new Error(`${code}: injected`), { code });
  };
  const wrapped =
    <A extends unknown[], R>(name: string, call: (...args: A) => R, takesRoom = false) => (...args: A): R => {
      if (strike(name)) throw fault(takesRoom);
      return call(...args);
    };
  const open =
    <F extends number | string>(name: string) => (path: string, flags: F, mode?: number): number => {
      const creates = typeof flags === "number" ? (flags & fs.constants.O_CREAT) !== 0 : flags !== "r+";
      if (strike(name)) throw fault(creates);
      return fs.openSync(path, flags, mode);
    };
  const write =
    (name: string) =>
    (descriptor: number, from: Uint8Array, offset: number, length: number, position?: number): number => {
      if (!strike(name)) return fs.writeSync(descriptor, from, offset, length, position);
      if (calls.length === number && kind !== "full") {
        fs.writeSync(descriptor, from, offset, length >> 1, position);
      }
      throw fault(true);
    };
  const restoreDisk = replaceCalls({
    open: open("open"),
    read: wrapped("read", fs.readSync as DiskCalls["read"]),
    write: write("write"),
    sync: wrapped("sync", () => {}, true),
    rename: wrapped("rename", fs.renameSync as DiskCalls["rename"], true),
    link: wrapped("link", fs.linkSync as DiskCalls["link"], true),
    unlink: wrapped("unlink", fs.unlinkSync as DiskCalls["unlink"]),
    copy: wrapped("copy", fs.copyFileSync as DiskCalls["copy"], true),
    makeFolder: wrapped("makeFolder", fs.mkdirSync as DiskCalls["makeFolder"], true),
    remove: wrapped("remove", fs.rmSync as DiskCalls["remove"]),
    removeFolder: wrapped("removeFolder", fs.rmdirSync as DiskCalls["removeFolder"]),
    changeMode: wrapped("changeMode", fs.chmodSync as DiskCalls["changeMode"]),
    stat: wrapped("stat", (path: string) => fs.statSync(path, { throwIfNoEntry: false })),
    lookAt: wrapped("lookAt", (path: string) => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })),
    glanceAt: wrapped("glanceAt", (path: string) => fs.lstatSync(path, { throwIfNoEntry: false })),
    lookAtOpen: wrapped("lookAtOpen", (descriptor: number) => fs.fstatSync(descriptor, { bigint: true })),
    list: wrapped("list", (path: string) => fs.readdirSync(path, { withFileTypes: true })),
    realPath: wrapped("realPath", fs.realpathSync.native as DiskCalls["realPath"]),
  });
  const restoreFiles = replaceFileCalls({
    open: open("database open"),
    read: wrapped("database read", fs.readSync as FileCalls["read"]),
    write: write("database write"),
    truncate: wrapped("database truncate", fs.ftruncateSync as FileCalls["truncate"], true),
    sync: wrapped("database sync", () => {}, true),
  });
  return {
    calls,
    get struck() {
      return struck;
    },
    restore() {
      restoreFiles();
      restoreDisk();
    },
  };
}
