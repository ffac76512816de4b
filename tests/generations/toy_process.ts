// A process of its own for `processes_test.ts`: builds toy indexes in a cache it is told about, and may end itself with
// SIGKILL at a disk call of a given number. Arguments: cache folder, worktree, prefix, number of builds, call to die at.

import * as fs from "node:fs";
import { openCache } from "../../lib/generations/mod.ts";
import { type DiskCalls, replaceCalls } from "../../lib/host/mod.ts";
import { buildToy, filesOf } from "./scene.ts";

const [cacheFolder, worktree, prefix, builds, dieAt] = process.argv.slice(2);
let calls = 0;
const counted = <A extends unknown[], R>(call: (...args: A) => R) => (...args: A): R => {
  if (++calls === Number(dieAt)) process.kill(process.pid, "SIGKILL");
  return call(...args);
};
replaceCalls({
  open: counted(fs.openSync as DiskCalls["open"]),
  write: counted(fs.writeSync as DiskCalls["write"]),
  sync: counted(() => {}),
  rename: counted(fs.renameSync as DiskCalls["rename"]),
  link: counted(fs.linkSync as DiskCalls["link"]),
  unlink: counted(fs.unlinkSync as DiskCalls["unlink"]),
  remove: counted(fs.rmSync as DiskCalls["remove"]),
});
for (let number = 0; number < Number(builds); number++) {
  await buildToy(openCache(cacheFolder, worktree), filesOf(prefix, number), { waitMs: 60_000 });
}
console.log(calls);
