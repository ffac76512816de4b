// `deno task bench`: this build and its rivals on the same repositories, in turn. What is measured is told in
// docs/PERFORMANCE.md. A time here never fails anything.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Contender, contenders, ourselves } from "./bench/contenders.ts";
import { asTheyAre, copiesOf, generated, type Growth } from "./bench/growth.ts";
import { blocks, growthBlock } from "./bench/page.ts";
import { measured, type Results } from "./bench/rounds.ts";
import { buildIfStale } from "./parts/build.ts";
import { refreshed } from "./parts/page_blocks.ts";
import { ROOT } from "./parts/repository.ts";

const USAGE = `deno task bench REPOSITORY... [--runs N] [--rivals FOLDER] [--alone] [--markdown FILE]
deno task bench REPOSITORY... --growth N,N [--generated N,N] [--markdown FILE]

  Clones each repository for everyone, then N times (3 unless told) in turn: a cold index, a sync with nothing changed,
  questions about one symbol, a sync of ten changed files. Prints medians and their ratios to the best rival.

  --rivals    where the rivals are installed from npm; dist/rivals unless told
  --alone     this build only
  --growth    instead, this build alone on so many copies of the first repository in one worktree (1,3,7), then on all
              others as they are
  --generated with it, on programs of so many generated units of a hundred files (1,10,100)
  --markdown  writes the tables into the page's blocks`;

const { values: flags, positionals } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    rivals: { type: "string", default: join(ROOT, "dist", "rivals") },
    alone: { type: "boolean", default: false },
    growth: { type: "string" },
    generated: { type: "string" },
    markdown: { type: "string" },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

async function main(): Promise<void> {
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), "evident-bench-"));
  try {
    const home = join(folder, "home");
    const written = flags.growth === undefined
      ? await compared(folder, home)
      : await growing(numbers(flags.growth), folder, home);
    console.log(Object.values(written).join("\n\n"));
    if (flags.markdown !== undefined) {
      const page = readFileSync(flags.markdown, "utf8");
      writeFileSync(
        flags.markdown,
        refreshed(page, written, flags.growth === undefined ? "measured" : "grown"),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compared(folder: string, home: string): Promise<Record<string, string>> {
  const all = flags.alone ? [await ourselves(home)] : await contenders(resolve(flags.rivals), home);
  const results: Results[] = [];
  for (const repository of positionals) {
    const work = join(folder, "work");
    results.push(await measured(resolve(repository), all, Number(flags.runs), work, console.error));
  }
  return blocks(results, `${told(all)}; medians of ${flags.runs} rounds.`);
}

async function growing(copies: number[], folder: string, home: string): Promise<Record<string, string>> {
  const own = await ourselves(home);
  const measuring = { own, folder: join(folder, "work"), say: console.error };
  const [first, ...others] = positionals.map((repository) => resolve(repository));
  const growths: Growth[] = [await copiesOf(first, copies, measuring)];
  if (flags.generated !== undefined) growths.push(await generated(numbers(flags.generated), measuring));
  if (others.length > 0) growths.push(await asTheyAre(others, measuring));
  return { growth: [`${told([own])}; one run each.`, ...growths.map(growthBlock)].join("\n\n") };
}

const numbers = (text: string): number[] => text.split(",").map(Number);

/** Versions and machine. */
function told(all: readonly Contender[]): string {
  const machine = `${availableParallelism()} cores (${cpus()[0].model.trim()}), ${
    Math.round(totalmem() / 2 ** 30)
  } GiB, ${process.platform}-${process.arch}`;
  return `${all.map(({ name, version }) => `${name} ${version}`).join(", ")}; ${machine}`;
}

if (flags.help || positionals.length === 0) {
  console.error(USAGE);
  process.exitCode = flags.help ? 0 : 2;
} else await main();
