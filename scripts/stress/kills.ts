// Kills the program at random moments of whatever it does, and looks what is left each time: what serves answers right, the
// next build needs no help and leaves nothing lying about.

import process from "node:process";
import { Chance } from "../parts/chance.ts";
import type { StressWorld } from "./world.ts";

const ACTIONS: readonly (readonly string[])[] = [
  ["index"],
  ["index"],
  ["sync"],
  ["sync"],
  ["gc", "--keep", "1"],
  ["clear"],
  ["changes", "--base", "HEAD~1", "--sync"],
  ["callers", "pkg/m0.py#step0", "--sync"],
];
/** How often what was killed is killed again before anything is built to its end. */
const AGAIN = 0.4;

export interface KillsReport {
  /** How many were still running when they were killed, by what they did. */
  readonly killed: Readonly<Record<string, number>>;
  /** What was wrong, in words. */
  readonly wrong: readonly string[];
}

/** Kills so many runs. */
export async function killAtRandom(world: StressWorld, count: number, seed: number): Promise<KillsReport> {
  const chance = new Chance(seed);
  const killed: Record<string, number> = {};
  const wrong: string[] = [];
  const longestMs: Record<string, number> = {};
  let isCleared = false;
  await world.run(["index"]);
  for (let number = 0; number < count; number++) {
    const action = chance.of(ACTIONS);
    const [name] = action;
    world.edit(chance);
    const startedAtMs = performance.now();
    const { pid, ended } = world.start(action);
    const timer = setTimeout(() => kill(pid), chance.next() * (longestMs[name] ?? 1_000));
    const { signal } = await ended;
    clearTimeout(timer);
    if (signal === "SIGKILL") killed[name] = (killed[name] ?? 0) + 1;
    else longestMs[name] = Math.max(longestMs[name] ?? 0, performance.now() - startedAtMs);
    isCleared ||= name === "clear";
    const what = `seed ${seed}, number ${number}, ${action.join(" ")}`;
    const say = (problem: string | null) => void (problem !== null && wrong.push(`${what}: ${problem}`));
    await checkServing(world, chance, isCleared, say);
    if (number < count - 1 && chance.next() < AGAIN) continue;
    await checkNextBuild(world, chance, say);
    isCleared = false;
  }
  return { killed, wrong };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended at this moment.
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

type Say = (problem: string | null) => void;

/** What serves answers as the generation that it says it is of; nothing is served where the cache may be cleared. */
async function checkServing(world: StressWorld, chance: Chance, isCleared: boolean, say: Say): Promise<void> {
  const status = await world.run(["status"]);
  if (status.code !== 0) say(`status ended with ${status.code}: ${status.stdout.slice(0, 300)}`);
  const question = chance.of(world.questions);
  const args = ["query", "--request-file", `${world.folder}/${question}`, "--verify", "none"];
  const answer = await world.run(args);
  const document = JSON.parse(answer.stdout);
  if (answer.code === 0) say(world.wrongAnswer(question, document));
  else if (!(isCleared && document.code === "index.missing")) {
    say(`a query: ${document.code} ${document.message}`);
  }
  const exported = await world.run(["export"]);
  if (exported.code === 0) say(world.wrongExport(exported.stdout));
  else if (!isCleared) say(`the export: ${exported.stdout.slice(0, 300)}`);
}

/** The next build works without help, answers right and leaves nothing. */
async function checkNextBuild(world: StressWorld, chance: Chance, say: Say): Promise<void> {
  const build = chance.of(["index", "sync"]);
  const built = await world.run([build]);
  if (built.code !== 0) say(`the next ${build} ended with ${built.code}: ${built.stdout.slice(0, 300)}`);
  const question = chance.of(world.questions);
  const answer = await world.run(["query", "--request-file", `${world.folder}/${question}`]);
  if (answer.code !== 0) say(`after it: ${answer.stdout.slice(0, 300)}`);
  else say(world.wrongAnswer(question, JSON.parse(answer.stdout)));
  for (const left of world.leftovers()) say(`left: ${left}`);
}
