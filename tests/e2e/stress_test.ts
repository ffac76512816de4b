// The built binary killed at random moments, and asked and built by many at once: a few seconds of what `deno task stress` does
// for as long as it is told to.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { crowd } from "../../scripts/stress/crowd.ts";
import { killAtRandom } from "../../scripts/stress/kills.ts";
import { StressWorld } from "../../scripts/stress/world.ts";

describe("on a worktree that is edited", () => {
  let world: StressWorld;
  before(async () => {
    world = new StressWorld(2);
    await world.prepare();
  });
  after(() => world.remove());

  it("what is killed at random moments loses nothing, answers nothing wrong and leaves nothing", async () => {
    const seed = Date.now() % 1_000_000;
    console.error(`kills: seed ${seed}`);
    const { killed, wrong } = await killAtRandom(world, 12, seed);
    assert.deepEqual(wrong, []);
    assert.ok(Object.values(killed).reduce((sum, count) => sum + count, 0) > 3, JSON.stringify(killed));
  });

  it("eight readers and four builders at once give no wrong answer and leave nothing", async () => {
    const seed = Date.now() % 1_000_000;
    console.error(`crowd: seed ${seed}`);
    const { outcomes, wrong } = await crowd(world, { readers: 8, builders: 4, seconds: 6, seed });
    assert.deepEqual(wrong, []);
    assert.ok((outcomes.answered ?? 0) + (outcomes.exported ?? 0) > 0, JSON.stringify(outcomes));
  });
});
