// Disk calls that fail, for tests of what a build leaves behind.

import * as fs from "node:fs";
import { type DiskCalls, replaceCalls } from "../../lib/host/mod.ts";

export interface Faults {
  /** How many calls were made. */
  readonly calls: number;
  restore(): void;
}

/**
 * Makes the call of that number fail with EIO, after half of its bytes where it writes. With `dies` every later call
 * fails too, as if the process had ended there.
 */
export function failAt(number: number, dies: boolean): Faults {
  let calls = 0;
  const strike = () => {
    calls++;
    return calls === number || (dies && calls > number);
  };
  const fault = () => Object.assign(new Error("EIO: injected"), { code: "EIO" });
  const wrapped = <A extends unknown[], R>(call: (...args: A) => R) => (...args: A): R => {
    if (strike()) throw fault();
    return call(...args);
  };
  const restore = replaceCalls({
    open: wrapped(fs.openSync as DiskCalls["open"]),
    read: wrapped(fs.readSync as DiskCalls["read"]),
    write: (descriptor, from, offset, length) => {
      if (!strike()) return fs.writeSync(descriptor, from, offset, length);
      if (calls === number) fs.writeSync(descriptor, from, offset, length >> 1);
      throw fault();
    },
    sync: wrapped(() => {}),
    rename: wrapped(fs.renameSync as DiskCalls["rename"]),
    link: wrapped(fs.linkSync as DiskCalls["link"]),
    unlink: wrapped(fs.unlinkSync as DiskCalls["unlink"]),
    makeFolder: wrapped(fs.mkdirSync as DiskCalls["makeFolder"]),
    remove: wrapped(fs.rmSync as DiskCalls["remove"]),
  });
  return {
    get calls() {
      return calls;
    },
    restore,
  };
}
