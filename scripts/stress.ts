// `deno task stress`: the built binary, killed at random moments and asked by a crowd, on a worktree of its own.

import process from "node:process";
import { parseArgs } from "node:util";
import { crowd } from "./stress/crowd.ts";
import { killAtRandom } from "./stress/kills.ts";
import { StressWorld } from "./stress/world.ts";

const USAGE = `deno task stress kills|crowd [--count N] [--seconds N] [--readers N] [--builders N] [--seed N]

  kills  kills index, sync, gc, clear and queries N times (300 unless told) and looks what is left each time
  crowd  readers and builders (8 and 4) at once for N seconds (60) on a worktree that is edited meanwhile

Build the binary first (npm run build). Prints the seed, what happened and everything that was wrong.`;

const { values: flags, positionals } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seconds: { type: "string", default: "60" },
    readers: { type: "string", default: "8" },
    builders: { type: "string", default: "4" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
  allowPositionals: true,
});

const [kind] = positionals;
const seed = Number(flags.seed);
if (kind !== "kills" && kind !== "crowd") {
  console.log(USAGE);
  process.exitCode = 2;
} else {
  const world = new StressWorld(3);
  try {
    await world.prepare();
    console.log(`${kind}, seed ${seed}`);
    const { wrong, ...report } = kind === "kills"
      ? await killAtRandom(world, Number(flags.count), seed)
      : await crowd(world, {
        readers: Number(flags.readers),
        builders: Number(flags.builders),
        seconds: Number(flags.seconds),
        seed,
      });
    console.log(JSON.stringify(report, null, 2));
    for (const problem of wrong) console.log(`WRONG ${problem}`);
    console.log(`${wrong.length} wrong`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    world.remove();
  }
}
