// The repository that is worked on: a clone for each contender, since rivals write into it; the symbol that is asked about; and
// edits of ten files that are the same for everyone.

import { appendFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { BINARY, run } from "../parts/repository.ts";

const ecmaFunction = (name: string) => `function ${name}() { return 1; }`;
/** A function of a name as a language writes it. */
const FUNCTION: Readonly<Record<string, (name: string) => string>> = {
  py: (name) => `def ${name}():\n    return 1`,
  ts: ecmaFunction,
  tsx: ecmaFunction,
  js: ecmaFunction,
  go: (name) => `func ${name}() int { return 1 }`,
};
const EDITED = 10;
/** A symbol with more callers than this is a word of the repository rather than a question. */
const MANY = 50;

export interface Scenario {
  readonly name: string;
  readonly commit: string;
  /** Source files and their lines, in the languages that everyone knows. */
  readonly files: number;
  readonly lines: number;
  /** A function whose name is the only one, with many callers. */
  readonly symbol: string;
  readonly edited: readonly string[];
}

/** Clones a repository for one contender. */
export async function cloned(repository: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const done = await run("git", ["clone", "-q", "--no-hardlinks", repository, folder]);
  if (done.code !== 0) throw new Error(done.stderr);
}

/**
 * Looks at a clone, in a process of its own: the system counts what a process had resident to those that it starts. `cache` is a
 * folder of its own.
 */
export async function scenarioOf(repository: string, clone: string, cache: string): Promise<Scenario> {
  const { code, stdout, stderr } = await run(process.execPath, [SELF, repository, clone, cache]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const SELF = fileURLToPath(import.meta.url);

async function look(repository: string, clone: string, cache: string): Promise<Scenario> {
  const sources = (await git(clone, ["ls-files", "-z"])).split("\0")
    .filter((path) => functionOf(path) !== null && existsSync(join(clone, path))).sort();
  let lines = 0;
  for (const path of sources) lines += lineCount(await Bun.file(join(clone, path)).bytes());
  const env = { EVIDENT_CACHE_DIR: cache };
  const built = await run(BINARY, ["index"], { cwd: clone, env });
  if (built.code !== 0) throw new Error(built.stdout);
  const { stdout } = await run(BINARY, ["export"], { cwd: clone, env });
  return {
    name: basename(repository),
    commit: (await git(clone, ["rev-parse", "HEAD"])).trim(),
    files: sources.length,
    lines,
    symbol: askedSymbol(stdout),
    edited: spread(sources),
  };
}

declare const Bun: { file(path: string): { bytes(): Promise<Uint8Array> } };

async function git(clone: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run("git", ["-C", clone, ...args]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

function functionOf(path: string): ((name: string) => string) | null {
  return FUNCTION[path.slice(path.lastIndexOf(".") + 1)] ?? null;
}

function lineCount(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count++;
  return count;
}

/** Ten files, evenly over the list. */
function spread(sources: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(sources.length / EDITED));
  return sources.filter((_, at) => at % step === 0).slice(0, EDITED);
}

/** Adds a function of its own to each of the files. */
export function edit(clone: string, { edited }: Scenario, round: number): void {
  edited.forEach((path, index) => {
    appendFileSync(join(clone, path), `\n\n${functionOf(path)!(`added${round}x${index}`)}\n`);
  });
}

/** Of the functions whose name no other symbol has, the one with the most callers. */
function askedSymbol(exported: string): string {
  const names = new Map<string, number>();
  const callers = new Map<string, number>();
  const functions = new Map<string, string>();
  for (const line of exported.split("\n")) {
    if (line === "") continue;
    const row = JSON.parse(line);
    if (row.type === "symbol") {
      names.set(row.name, (names.get(row.name) ?? 0) + 1);
      if (row.kind === "function") functions.set(row.id, row.name);
    } else if (row.type === "edge" && row.kind === "calls") {
      callers.set(row.target, (callers.get(row.target) ?? 0) + 1);
    }
  }
  let best = "";
  let most = 0;
  for (const [id, name] of functions) {
    const count = callers.get(id) ?? 0;
    if (names.get(name) !== 1 || count <= most || count > MANY) continue;
    [best, most] = [name, count];
  }
  if (best === "") throw new Error("no function has callers");
  return best;
}

/** Bytes of all files below a folder; 0 where it is not there. */
export function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    sum += entry.isDirectory() ? folderBytes(path) : entry.isFile() ? statSync(path).size : 0;
  }
  return sum;
}

if (import.meta.main) {
  const [repository, clone, cache] = process.argv.slice(2);
  console.log(JSON.stringify(await look(repository, clone, cache)));
}
