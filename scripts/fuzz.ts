// `deno task fuzz`: sources, requests and caches changed by chance for as long as is told. Whatever breaks is printed with the
// seed that makes it again.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { open } from "../lib/app/mod.ts";
import { worldOf } from "./contract/world.ts";
import { CacheWorld } from "./fuzz/caches.ts";
import { corpusOf, ownCorpus } from "./fuzz/corpus.ts";
import { mutatedRequest, requestProblems, rightRequests } from "./fuzz/requests.ts";
import { indexProblems, repositoryOf, sourceProblems } from "./fuzz/sources.ts";
import { Chance } from "./parts/chance.ts";

const USAGE = `deno task fuzz SECONDS [FOLDER...] [--seed N] [--only sources|requests|caches]

  Changes sources, requests and the files of caches by chance, a third of the time each, and holds what comes of it against
  what must hold. Sources come from the fixtures, or from the folders that are named. Exit code 1 where anything broke.`;

const { values: flags, positionals: [seconds, ...folders] } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
/** What one seed takes of the processor is a fraction of this. */
const SLOW_MS = 15_000;
/** Of so many repositories one is indexed whole. */
const WHOLE_EVERY = 25;
const MAX_SHOWN = 3;

/** What is done again and again, by seed. */
type Work = (seed: number) => Promise<string[]>;

const corpus = folders.length > 0 ? corpusOf(folders) : ownCorpus();

const KINDS: Readonly<Record<string, (folder: string) => Promise<Work>>> = {
  sources: () =>
    Promise.resolve(async (seed) => {
      const files = repositoryOf(seed, corpus);
      return seed % WHOLE_EVERY === 0 ? await indexProblems(files) : await sourceProblems(files);
    }),
  requests: async (folder) => {
    const project = open({ directory: worktree(folder) });
    await project.index();
    const world = await worldOf(project);
    const requests = rightRequests(world);
    return (seed) => requestProblems(project, world, mutatedRequest(requests(seed), new Chance(seed)));
  },
  caches: async (folder) => {
    const world = await CacheWorld.of(worktree(folder), process.env.EVIDENT_CACHE_DIR!);
    return (seed) => world.problems(seed);
  },
};

/** A worktree of some of the corpus. */
function worktree(folder: string): string {
  const root = join(folder, "work");
  const chance = new Chance(1);
  for (let count = 0; count < 40; count++) {
    const { path, bytes } = chance.of(corpus);
    mkdirSync(dirname(join(root, `${count}`, path)), { recursive: true });
    writeFileSync(join(root, `${count}`, path), bytes);
  }
  return root;
}

/** How many seeds broke something. */
async function fuzz(kind: string, untilMs: number): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "evident-fuzz-")));
  const cache = process.env.EVIDENT_CACHE_DIR = join(folder, "cache");
  let broken = 0;
  let seed = Number(flags.seed);
  try {
    const work = await KINDS[kind](folder);
    for (; Date.now() < untilMs; seed++) {
      process.env.EVIDENT_CACHE_DIR = cache;
      const before = process.cpuUsage();
      const problems = await work(seed).catch((
        error,
      ) => [`thrown: ${error.stack} ${error.cause?.stack ?? ""}`]);
      const { user, system } = process.cpuUsage(before);
      const cpuMs = (user + system) / 1_000;
      if (cpuMs > SLOW_MS) problems.push(`took ${Math.round(cpuMs)} ms of the processor`);
      if (problems.length === 0) continue;
      broken++;
      console.log(`${kind}, seed ${seed}:\n  ${problems.slice(0, MAX_SHOWN).join("\n  ")}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${kind}: seeds ${flags.seed} to ${seed - 1}, ${broken} broke something`);
  return broken;
}

const kinds = flags.only === undefined ? Object.keys(KINDS) : [flags.only];
if (flags.help || !(Number(seconds) > 0) || kinds.some((kind) => KINDS[kind] === undefined)) {
  console.log(USAGE);
  process.exitCode = flags.help ? 0 : 2;
} else {
  const startedAtMs = Date.now();
  for (const [index, kind] of kinds.entries()) {
    const endMs = startedAtMs + Number(seconds) * 1_000 * (index + 1) / kinds.length;
    if (await fuzz(kind, endMs) > 0) process.exitCode = 1;
  }
}
