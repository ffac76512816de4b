// Phases are measured where somebody asked, and change nothing in what they measure.

import assert from "node:assert/strict";
import { test } from "node:test";
import { phase, profileRecords, profileText, startProfile } from "../../lib/host/mod.ts";

test("phases are measured once somebody asks, in the order of beginning, with what lies in them", async () => {
  assert.equal(phase("before", () => 1), 1);
  assert.deepEqual(profileRecords(), []);
  startProfile();
  const inner = (name: string) => phase(name, () => Promise.resolve(name));
  assert.equal(await phase("outer", async () => await inner("a") + await inner("b")), "ab");
  assert.equal(phase("sync", () => 7), 7);
  assert.throws(() => phase("fails", () => assert.fail("told on")), /told on/);
  await assert.rejects(phase("rejects", () => Promise.reject(new Error("told on"))), /told on/);
  const records = profileRecords();
  assert.deepEqual(records.map(({ name, depth }) => [name, depth]), [
    ...[["outer", 0], ["a", 1], ["b", 1], ["sync", 0], ["fails", 0], ["rejects", 0]],
  ]);
  for (const { wallMs, cpuMs, residentBytes, peakBytes } of records) {
    assert.ok(wallMs >= 0 && cpuMs >= 0 && residentBytes > 1e6 && peakBytes > 1e6);
  }
  assert.match(profileText(), /^phase .*peak MB\nouter .*\n {2}a /);
});
