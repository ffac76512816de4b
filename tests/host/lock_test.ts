// The lock file: one holder, recovered only from the dead.

import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isLocked,
  livenessOf,
  processIdentity,
  readHolder,
  removeDeadRecovery,
  replaceCalls,
  tryLock,
  uptimeMs,
  waitForLock,
} from "../../lib/host/mod.ts";

function inFolder(body: (folder: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), "evident-lock-"));
    try {
      await body(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

test(
  "a second holder is refused and told who holds it; release frees it and leaves nothing",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const first = tryLock(path);
    assert.ok(first.lock);
    const second = tryLock(path);
    assert.equal(second.lock, null);
    assert.equal(second.holder?.pid, process.pid);
    assert.ok(isLocked(path));
    first.lock.release();
    assert.equal(isLocked(path), false);
    assert.deepEqual(readdirSync(folder), []);
    const third = tryLock(path);
    assert.ok(third.lock);
    assert.ok(third.lock.isHeld());
    third.lock.release();
  }),
);

const dead: [string, (lock: Record<string, unknown>) => Record<string, unknown>][] = [
  ["whose number nobody has", (lock) => ({ ...lock, pid: 2 ** 22 - 3 })],
  ["whose number another process has by now", (lock) => ({ ...lock, start: "1" })],
  ["of an earlier boot", (lock) => ({ ...lock, boot: "earlier" })],
  ["of another container, long ago", (lock) => ({
    ...lock,
    namespace: "other",
    acquiredAtMs: 0,
    acquiredUpMs: -1e9,
  })],
  ["of another container, long ago, and of an earlier version", (lock) => ({
    ...lock,
    namespace: "other",
    acquiredAtMs: 0,
    acquiredUpMs: undefined,
  })],
];
for (const [what, change] of dead) {
  test(
    `the lock of a process ${what} is recovered`,
    inFolder((folder) => {
      const path = join(folder, "build.lock");
      assert.ok(tryLock(path).lock);
      const content = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(path, JSON.stringify(change({ ...content, token: "dead" })));
      assert.equal(isLocked(path), false);
      const attempt = tryLock(path);
      assert.ok(attempt.lock);
      assert.ok(attempt.lock.isHeld());
      assert.deepEqual(readdirSync(folder), ["build.lock"]);
      attempt.lock.release();
    }),
  );
}

const DAYS_MS = 3 * 86_400_000;
/** When another container's process took a lock that may still be held, by the wall clock and by the machine's own. */
const may: [string, number, number | undefined][] = [
  ["just now", 0, 0],
  ["just now, by an earlier version", 0, undefined],
  ["before the clock was set days forward", -DAYS_MS, 0],
  ["before the clock was set days back", DAYS_MS, 0],
  ["in a container whose uptime counts from elsewhere", 0, 10 * DAYS_MS],
];
for (const [when, wall, up] of may) {
  test(
    `the lock of another container that may live is not taken: ${when}`,
    inFolder((folder) => {
      const path = join(folder, "build.lock");
      const holder = { ...processIdentity(), namespace: "other", token: "t" };
      const acquired = {
        acquiredAtMs: Date.now() + wall,
        acquiredUpMs: up === undefined ? up : uptimeMs() + up,
      };
      writeFileSync(path, JSON.stringify({ ...holder, ...acquired }));
      assert.equal(tryLock(path).lock, null);
    }),
  );
}

test(
  "what a killed recovery left goes, and that of a living one stays",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const guard = path + ".recovery";
    for (const [start, left] of [["1", []], [processIdentity().start, ["build.lock.recovery"]]] as const) {
      writeFileSync(guard, JSON.stringify({ ...processIdentity(), start, token: "t", acquiredAtMs: 0 }));
      removeDeadRecovery(path);
      assert.deepEqual(readdirSync(folder), left);
    }
  }),
);

test(
  "a damaged lock file is waited for a moment and then recovered",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    writeFileSync(path, '{"pid":');
    assert.equal(tryLock(path).lock, null);
    utimesSync(path, 1, 1);
    assert.ok(tryLock(path).lock);
  }),
);

test(
  "a recovery that was killed half-way does not block the next",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const gone = JSON.stringify({ ...processIdentity(), start: "1", token: "dead", acquiredAtMs: 0 });
    writeFileSync(path, gone);
    writeFileSync(path + ".recovery", gone);
    assert.ok(tryLock(path).lock);
    assert.deepEqual(readdirSync(folder), ["build.lock"]);
  }),
);

test(
  "a file system without hard links still admits one holder",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const restore = replaceCalls({
      link() {
        throw Object.assign(new Error("no links here"), { code: "EPERM" });
      },
    });
    try {
      const first = tryLock(path);
      assert.ok(first.lock);
      assert.ok(first.lock.isHeld());
      assert.equal(tryLock(path).lock, null);
      first.lock.release();
    } finally {
      restore();
    }
  }),
);

const failing = (): never => {
  throw Object.assign(new Error("EIO"), { code: "EIO" });
};
for (const call of ["write", "sync", "link", "unlink"] as const) {
  test(
    `a disk that fails (${call}) while a lock is taken leaves nobody locked out`,
    inFolder((folder) => {
      const path = join(folder, "build.lock");
      const restore = replaceCalls({ [call]: failing });
      try {
        assert.throws(() => tryLock(path), { code: "EIO" });
      } finally {
        restore();
      }
      const after = tryLock(path);
      assert.ok(after.lock);
      after.lock.release();
      // A name that could not be unlinked goes with the process.
      assert.equal(readdirSync(folder).length, call === "unlink" ? 1 : 0);
    }),
  );
}

test(
  "a lock that was given up and could not be removed is held by nobody",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const { lock } = tryLock(path);
    const restore = replaceCalls({ unlink: failing });
    try {
      assert.throws(() => lock!.release(), { code: "EIO" });
    } finally {
      restore();
    }
    assert.equal(isLocked(path), false);
    const again = tryLock(path);
    assert.ok(again.lock);
    lock!.release();
    assert.ok(again.lock.isHeld());
  }),
);

test(
  "waiting ends when the holder releases, or at the limit",
  inFolder(async (folder) => {
    const path = join(folder, "build.lock");
    const first = tryLock(path);
    assert.ok(first.lock);
    assert.equal((await waitForLock(path, 30)).lock, null);
    const held = first.lock;
    setTimeout(() => held.release(), 30);
    const second = await waitForLock(path, 10_000);
    assert.ok(second.lock?.isHeld());
  }),
);

test(
  "releasing a lock that someone else holds by now leaves theirs alone",
  inFolder((folder) => {
    const path = join(folder, "build.lock");
    const first = tryLock(path);
    assert.ok(first.lock);
    writeFileSync(path, JSON.stringify({ ...processIdentity(), token: "theirs", acquiredAtMs: Date.now() }));
    first.lock.release();
    assert.equal(readHolder(path)?.token, "theirs");
  }),
);

test("a running child is alive, a killed one is gone", async () => {
  const child = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
  await new Promise((resolve) => child.on("spawn", resolve));
  const identity = { ...processIdentity(), pid: child.pid!, start: "" };
  assert.equal(livenessOf(identity), "alive");
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  assert.equal(livenessOf(identity), "gone");
  assert.equal(livenessOf(processIdentity()), "alive");
});
