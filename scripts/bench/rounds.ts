// All contenders through the same work on one repository, in turn, round after round, so that what else the machine does
// falls on everyone alike.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { BINARY, ROOT, run } from "../parts/repository.ts";
import { type Contender, QUESTIONS, type Work } from "./contenders.ts";
import { measure, type Measured, median, medians } from "./measure.ts";
import { cloned, edit, folderBytes, type Scenario, scenarioOf } from "./scenario.ts";

/** What was measured on one repository, by contender and by what was done. Null where a contender has no such work. */
export interface Results {
  readonly scenario: Scenario;
  readonly contenders: readonly {
    readonly name: string;
    readonly done: Readonly<Record<string, Measured | null>>;
    readonly cacheBytes: number;
  }[];
  /** Milliseconds of an answer by the resident library: the middle one, and what one of twenty exceeds. */
  readonly resident: { readonly medianMs: number; readonly p95Ms: number };
}

export const BUILDS = ["cold index", "nothing changed", "ten files changed"] as const;

/** Measures everyone on one repository. `folder` is for clones and goes afterwards. */
export async function measured(
  repository: string,
  all: readonly Contender[],
  runs: number,
  folder: string,
  say: (text: string) => void,
): Promise<Results> {
  mkdirSync(folder, { recursive: true });
  const clone = (index: number) => join(folder, `clone${index}`);
  for (const index of all.keys()) await cloned(repository, clone(index));
  const scenario = await scenarioOf(repository, clone(0), all[0].cache(clone(0)));
  say(`${scenario.name}: ${scenario.files} files, ${scenario.lines} lines, asked about ${scenario.symbol}`);
  const done = all.map((): Record<string, (Measured | null)[]> => ({}));
  const cacheBytes = all.map(() => 0);
  for (let round = 0; round < runs; round++) {
    for (const [index, contender] of all.entries()) {
      const work = async (label: string, what: Work) => {
        const command = contender.command(what, clone(index), scenario.symbol);
        (done[index][label] ??= []).push(command === null ? null : await measure(command));
      };
      rmSync(contender.cache(clone(index)), { recursive: true, force: true });
      await work(BUILDS[0], "index");
      cacheBytes[index] = folderBytes(contender.cache(clone(index)));
      await work(BUILDS[1], "sync");
      for (const question of QUESTIONS) await work(question, question);
      edit(clone(index), scenario, round);
      await work(BUILDS[2], "sync");
      say(`  round ${round + 1}, ${contender.name}: ${told(done[index])}`);
    }
  }
  const resident = await residentAnswers(clone(0), all[0], scenario.symbol);
  rmSync(folder, { recursive: true, force: true });
  return {
    scenario,
    resident,
    contenders: all.map(({ name }, index) => ({
      name,
      cacheBytes: cacheBytes[index],
      done: Object.fromEntries(
        Object.entries(done[index]).map(([label, each]) => {
          const known = each.filter((one) => one !== null);
          return [label, known.length === 0 ? null : medians(known)];
        }),
      ),
    })),
  };
}

function told(done: Readonly<Record<string, (Measured | null)[]>>): string {
  return Object.entries(done).map(([label, each]) => {
    const last = each.at(-1) ?? null;
    return last === null ? `${label} -` : `${label} ${(last.wallMs / 1000).toFixed(2)}`;
  }).join(", ");
}

async function residentAnswers(clone: string, { cache }: Contender, symbol: string) {
  const env = { EVIDENT_CACHE_DIR: cache(clone) };
  const synced = await run(BINARY, ["sync"], { cwd: clone, env });
  const asked = await run(process.execPath, [join(ROOT, "scripts", "bench", "resident.ts"), clone, symbol], {
    cwd: ROOT,
    env,
  });
  if (synced.code !== 0 || asked.code !== 0) throw new Error(synced.stdout + asked.stderr);
  const tookMs: number[] = JSON.parse(asked.stdout).sort((a: number, b: number) => a - b);
  return { medianMs: median(tookMs), p95Ms: tookMs[Math.floor(tookMs.length * 0.95)] };
}
