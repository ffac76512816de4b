// How what this build takes grows: one repository as several copies of itself, beside each other in one worktree, programs
// that are generated, and repositories as they are. Its peers are not asked.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { run } from "../parts/repository.ts";
import type { Contender } from "./contenders.ts";
import { writeGenerated } from "./generated.ts";
import { measure, type Measured } from "./measure.ts";
import { BUILDS } from "./rounds.ts";
import { cloned, edit, folderBytes, type Scenario, scenarioOf } from "./scenario.ts";

/** What one worktree took. */
export interface Grown {
  readonly label: string;
  readonly files: number;
  readonly lines: number;
  readonly done: Readonly<Record<string, Measured>>;
  readonly cacheBytes: number;
}

/** Worktrees that are compared with each other, smallest first. */
export interface Growth {
  /** What they are, before their labels. */
  readonly what: string;
  readonly all: readonly Grown[];
}

/** What is asked, content verified and not. */
export const ASKED = ["callers, verified", "callers, not verified"] as const;

interface Measuring {
  readonly own: Contender;
  /** For the worktrees; goes afterwards. */
  readonly folder: string;
  readonly say: (text: string) => void;
}

/** Measures a repository as so many copies of itself, each number once. */
export async function copiesOf(
  repository: string,
  counts: readonly number[],
  measuring: Measuring,
): Promise<Growth> {
  const { own, folder } = measuring;
  const one = join(folder, "one");
  mkdirSync(folder, { recursive: true });
  await cloned(repository, one);
  const scenario = await scenarioOf(repository, one, own.cache(one));
  const all: Grown[] = [];
  for (const count of counts) {
    await copied(one, count, join(folder, "work"));
    all.push(
      await measured(`×${count}`, "copy0", {
        ...scenario,
        files: count * scenario.files,
        lines: count * scenario.lines,
      }, measuring),
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return { what: `${basename(repository)}, copies of it`, all };
}

/** Measures programs of so many generated units. */
export async function generated(units: readonly number[], measuring: Measuring): Promise<Growth> {
  const all: Grown[] = [];
  for (const count of units) {
    const work = emptied(join(measuring.folder, "work"));
    writeGenerated(count, work);
    await committed(work);
    all.push(await looked(`×${count}`, work, measuring));
  }
  return { what: "generated, units of a hundred files", all };
}

/** Measures repositories as they are. */
export async function asTheyAre(repositories: readonly string[], measuring: Measuring): Promise<Growth> {
  const all: Grown[] = [];
  for (const repository of repositories) {
    const work = emptied(join(measuring.folder, "work"));
    await cloned(repository, work);
    all.push(await looked(basename(repository), work, measuring));
  }
  return { what: "as it is", all };
}

async function looked(label: string, work: string, measuring: Measuring): Promise<Grown> {
  const scenario = await scenarioOf(work, work, measuring.own.cache(work));
  const grown = await measured(label, "", scenario, measuring);
  rmSync(measuring.folder, { recursive: true, force: true });
  return grown;
}

/** Measures the worktree `work` of the folder; what is asked about and edited lies below `part` of it. */
async function measured(
  label: string,
  part: string,
  scenario: Scenario,
  { own, folder, say }: Measuring,
): Promise<Grown> {
  const work = join(folder, "work");
  rmSync(own.cache(work), { recursive: true, force: true });
  const done: Record<string, Measured> = {};
  const asked = own.command("callers", work, scenario.symbol)!;
  const args = [...asked.args, ...part === "" ? [] : ["--path-prefix", `${part}/`]];
  done[BUILDS[0]] = await measure(own.command("index", work, "")!);
  const cacheBytes = folderBytes(own.cache(work));
  done[BUILDS[1]] = await measure(own.command("sync", work, "")!);
  done[ASKED[0]] = await measure({ ...asked, args });
  done[ASKED[1]] = await measure({ ...asked, args: [...args, "--verify", "none"] });
  edit(join(work, part), scenario, 0);
  done[BUILDS[2]] = await measure(own.command("sync", work, "")!);
  say(`${label}: ${done[BUILDS[0]].wallMs.toFixed(0)} ms`);
  return { label, files: scenario.files, lines: scenario.lines, done, cacheBytes };
}

/** A worktree that holds so many copies. */
async function copied(one: string, count: number, folder: string): Promise<void> {
  emptied(folder);
  for (let copy = 0; copy < count; copy++) {
    cpSync(one, join(folder, `copy${copy}`), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => relative(one, source).split("/")[0] !== ".git",
    });
  }
  await committed(folder);
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function committed(folder: string): Promise<void> {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
  for (const args of [["init", "-q"], ["add", "-A"], [...identity, "commit", "-q", "-m", "copies"]]) {
    const { code, stderr } = await run("git", ["-C", folder, ...args]);
    if (code !== 0) throw new Error(stderr);
  }
}
