// How what this build takes grows: one repository as several copies of itself, beside each other in one worktree. Its peers are
// not asked.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { run } from "../parts/repository.ts";
import type { Contender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import { BUILDS } from "./rounds.ts";
import { cloned, edit, folderBytes, type Scenario, scenarioOf } from "./scenario.ts";

/** What so many copies took. */
export interface Grown {
  readonly copies: number;
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  readonly done: Readonly<Record<string, Measured>>;
  readonly cacheBytes: number;
}

/** What is asked, content verified and not. */
export const ASKED = ["callers, verified", "callers, not verified"] as const;

/** Measures each number of copies once. `folder` is for the copies and goes afterwards. */
export async function grown(
  repository: string,
  copies: readonly number[],
  own: Contender,
  folder: string,
  say: (text: string) => void,
): Promise<Grown[]> {
  const one = join(folder, "one");
  mkdirSync(folder, { recursive: true });
  await cloned(repository, one);
  const scenario = { ...await scenarioOf(repository, one, own.cache(one)), name: basename(repository) };
  const all: Grown[] = [];
  for (const count of copies) {
    all.push(await measured(one, scenario, count, own, join(folder, "copies")));
    say(`${scenario.name}: ${count} copies, ${all.at(-1)!.done[BUILDS[0]].wallMs.toFixed(0)} ms`);
  }
  rmSync(folder, { recursive: true, force: true });
  return all;
}

async function measured(one: string, scenario: Scenario, count: number, own: Contender, folder: string) {
  await copied(one, count, folder);
  rmSync(own.cache(folder), { recursive: true, force: true });
  const done: Record<string, Measured> = {};
  const asked = own.command("callers", folder, scenario.symbol)!;
  const args = [...asked.args, "--path-prefix", "copy0/"];
  done[BUILDS[0]] = await measure(own.command("index", folder, "")!);
  const cacheBytes = folderBytes(own.cache(folder));
  done[BUILDS[1]] = await measure(own.command("sync", folder, "")!);
  done[ASKED[0]] = await measure({ ...asked, args });
  done[ASKED[1]] = await measure({ ...asked, args: [...args, "--verify", "none"] });
  edit(join(folder, "copy0"), scenario, 0);
  done[BUILDS[2]] = await measure(own.command("sync", folder, "")!);
  return {
    copies: count,
    name: scenario.name,
    files: count * scenario.files,
    lines: count * scenario.lines,
    done,
    cacheBytes,
  };
}

/** A worktree that holds so many copies. */
async function copied(one: string, count: number, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (let copy = 0; copy < count; copy++) {
    cpSync(one, join(folder, `copy${copy}`), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => relative(one, source).split("/")[0] !== ".git",
    });
  }
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
  for (const args of [["init", "-q"], ["add", "-A"], [...identity, "commit", "-q", "-m", "copies"]]) {
    const { code, stderr } = await run("git", ["-C", folder, ...args]);
    if (code !== 0) throw new Error(stderr);
  }
}
