// Who is measured: this build and its rivals from npm, each as its own command line. Rivals are no dependency of the project:
// they are installed into a folder of their own when somebody measures.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { BINARY, run } from "../parts/repository.ts";
import type { CommandLine } from "./measure.ts";

/** What is asked of everyone: a build, a sync, and questions about one symbol. */
export const WORKS = ["index", "sync", "symbols", "callers", "callees", "impact", "explore"] as const;
export type Work = (typeof WORKS)[number];
export const QUESTIONS: readonly Work[] = ["symbols", "callers", "callees", "impact", "explore"];

export interface Contender {
  readonly name: string;
  readonly version: string;
  /** The command for some work on a repository; the symbol is what a question is about. Null where it has none such. */
  command(work: Work, repository: string, symbol: string): CommandLine | null;
  /** The folder that its index lies in. */
  cache(repository: string): string;
}

interface Rival {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The words of each work; SYMBOL and REPOSITORY stand for what they say. */
  readonly words: Readonly<Partial<Record<Work, string>>>;
}

const RIVALS: readonly Rival[] = [
  {
    name: "CodeGraph",
    package: "@colbymchenry/codegraph",
    version: "1.6.1",
    words: {
      index: "init REPOSITORY",
      sync: "sync REPOSITORY",
      symbols: "query SYMBOL",
      callers: "callers SYMBOL",
      callees: "callees SYMBOL",
      impact: "impact SYMBOL",
      explore: "explore SYMBOL",
    },
  },
  {
    name: "optave",
    package: "@optave/codegraph",
    version: "3.11.2",
    words: {
      index: "build REPOSITORY",
      sync: "build REPOSITORY",
      symbols: "where SYMBOL",
      callers: "query SYMBOL",
      callees: "query SYMBOL",
      impact: "fn-impact SYMBOL",
      explore: "context SYMBOL",
    },
  },
];

/** All contenders, this build first. `folder` is where rivals are, or will be, installed. */
export async function contenders(folder: string, home: string): Promise<Contender[]> {
  const all = [await ourselves(home)];
  for (const rival of RIVALS) all.push(await installed(rival, folder, home));
  return all;
}

function environment(home: string): Record<string, string> {
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  // No rival may ask its maker whether there is a newer one.
  return { PATH, LANG, HOME: home, CI: "1", NO_COLOR: "1", NO_UPDATE_CHECK: "1", CODEGRAPH_NO_DOWNLOAD: "1" };
}

/** This build. */
export async function ourselves(home: string): Promise<Contender> {
  const { version, commit } = JSON.parse((await run(BINARY, ["--version"])).stdout);
  const cacheOf = (repository: string) => `${repository}.cache`;
  return {
    name: "evident",
    version: `${version} ${String(commit).slice(0, 12)}`,
    cache: cacheOf,
    command: (work, repository, symbol) => ({
      program: BINARY,
      args: work === "index" || work === "sync" ? [work] : [work, symbol],
      cwd: repository,
      env: { ...environment(home), EVIDENT_CACHE_DIR: cacheOf(repository) },
    }),
  };
}

async function installed(rival: Rival, folder: string, home: string): Promise<Contender> {
  const own = join(folder, rival.name.toLowerCase());
  const at = join(own, "node_modules", rival.package);
  const isThere = () =>
    existsSync(join(at, "package.json")) &&
    JSON.parse(readFileSync(join(at, "package.json"), "utf8")).version === rival.version;
  if (!isThere()) {
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "package.json"), '{ "private": true }\n');
    const installing = await run("npm", [
      ...["install", "--no-audit", "--no-fund", "--save-exact"],
      `${rival.package}@${rival.version}`,
    ], { cwd: own });
    if (!isThere()) throw new Error(`${rival.package} cannot be installed: ${installing.stderr}`);
  }
  const { bin } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  const entry = join(at, typeof bin === "string" ? bin : Object.values<string>(bin)[0]);
  return {
    name: rival.name,
    version: rival.version,
    cache: (repository) => join(repository, ".codegraph"),
    command: (work, repository, symbol) => {
      const words = rival.words[work];
      if (words === undefined) return null;
      const args = words.split(" ").map((word) =>
        word === "SYMBOL" ? symbol : word === "REPOSITORY" ? repository : word
      );
      return { program: "node", args: [entry, ...args], cwd: repository, env: environment(home) };
    },
  };
}
