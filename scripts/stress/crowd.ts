// Many readers and builders on one worktree that is edited all the time. Every answer is held against the generation that it
// says it is of; at the end nothing is left lying about.

import { Chance } from "../parts/chance.ts";
import type { StressWorld } from "./world.ts";

/** Refusals that an edited and busy worktree may give. */
const FINE: ReadonlySet<string> = new Set(["index.code_changed", "worktree.busy", "index.locked"]);
const READER_FLAGS: readonly (readonly string[])[] = [
  [],
  ["--verify", "stat"],
  ["--verify", "none"],
  ["--sync"],
  ["--sync", "--wait", "5000"],
];
const BUILDS: readonly (readonly string[])[] = [
  ["index"],
  ["index", "--wait", "3000"],
  ["sync"],
  ["sync", "--wait", "3000"],
  ["gc", "--keep", "1"],
  ["changes", "--base", "HEAD~1", "--verify", "none", "--wait", "3000"],
];
const LONGEST_PAUSE_MS = 500;

export interface CrowdReport {
  /** How often each outcome came: "answered", "built" or a code. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly largestCacheBytes: number;
  readonly wrong: readonly string[];
}

/** Lets them all work for so long. */
export async function crowd(
  world: StressWorld,
  { readers, builders, seconds, seed }: { readers: number; builders: number; seconds: number; seed: number },
): Promise<CrowdReport> {
  const outcomes: Record<string, number> = {};
  const wrong: string[] = [];
  let largestCacheBytes = 0;
  await world.run(["index"]);
  const endMs = performance.now() + seconds * 1000;
  const count = (outcome: string) => outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;

  /** One worker: runs a command, looks at what came, until the time is over. */
  const work = async (chance: Chance, turn: (chance: Chance) => Promise<string | null>): Promise<void> => {
    while (performance.now() < endMs) {
      const problem = await turn(chance).catch((error: unknown) => `it broke: ${error}`);
      if (problem !== null) wrong.push(`seed ${seed}: ${problem}`);
    }
  };
  const ran = async (args: readonly string[]) => {
    const { code, signal, stdout } = await world.run(args);
    if (signal === null && stdout !== "") return { code, stdout };
    throw new Error(`${args.join(" ")}: ended by ${signal}, exit ${code}: ${stdout}`);
  };
  const read = async (chance: Chance): Promise<string | null> => {
    if (chance.next() < 0.2) {
      const exported = await world.run(["export"]);
      count("exported");
      return exported.code === 0
        ? world.wrongExport(exported.stdout)
        : `export: ${exported.stdout.slice(0, 300)}`;
    }
    const question = chance.of(world.questions);
    const args = ["query", "--request-file", `${world.folder}/${question}`, ...chance.of(READER_FLAGS)];
    const { code, stdout } = await ran(args);
    const document = JSON.parse(stdout);
    count(code === 0 ? "answered" : document.code);
    if (code === 0) return world.wrongAnswer(question, document);
    return FINE.has(document.code) ? null : `${args.slice(3).join(" ")}: ${stdout.slice(0, 400)}`;
  };
  const build = async (chance: Chance): Promise<string | null> => {
    const args = chance.of(BUILDS);
    const { code, stdout } = await ran(args);
    count(code === 0 ? args[0] : JSON.parse(stdout).code);
    if (code === 0 || FINE.has(JSON.parse(stdout).code)) return null;
    return `${args.join(" ")}: ${stdout.slice(0, 400)}`;
  };
  const edit = async (chance: Chance): Promise<null> => {
    world.edit(chance);
    largestCacheBytes = Math.max(largestCacheBytes, world.cacheBytes);
    await new Promise((resolve) => setTimeout(resolve, chance.next() * LONGEST_PAUSE_MS));
    return null;
  };

  await Promise.all([
    ...Array.from({ length: readers }, (_, at) => work(new Chance(seed + at), read)),
    ...Array.from({ length: builders }, (_, at) => work(new Chance(seed + 100 + at), build)),
    work(new Chance(seed + 200), edit),
  ]);
  if (largestCacheBytes > world.cacheLimitBytes) wrong.push(`the cache took ${largestCacheBytes} bytes`);
  const last = await world.run(["index"]);
  if (last.code !== 0) wrong.push(`the last index: ${last.stdout.slice(0, 300)}`);
  for (const left of world.leftovers()) wrong.push(`left: ${left}`);
  return { outcomes, largestCacheBytes, wrong };
}
