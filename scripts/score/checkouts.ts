// The checkouts that are scored: which repository at which commit, and what the program exports of one.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Finished, readJson, run } from "../parts/repository.ts";

/** A public repository with a ground truth. */
export interface ScoredRepository {
  /** Folder of the checkout, and head of the ground truth's file names. */
  readonly name: string;
  /** Owner and name. */
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
  /** Where its ground truth comes from. */
  readonly compiler: string;
}

/** The scored repositories, or those of the given names. Throws at a name that is none. */
export function scoredRepositories(names: readonly string[] = []): ScoredRepository[] {
  const all = readJson<ScoredRepository[]>("scripts/score/repositories.json");
  for (const name of names) {
    if (!all.some((one) => one.name === name)) throw new Error(`${name} is not in repositories.json`);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

/** Throws where a checkout is not the commit that the ground truth speaks of, or has changes. */
export async function checkCommit(folder: string, commit: string): Promise<void> {
  const head = succeeded(await run("git", ["rev-parse", "HEAD"], { cwd: folder })).trim();
  if (head !== commit) throw new Error(`${folder} is at ${head}, the ground truth at ${commit}`);
  const status = await run("git", ["status", "--porcelain", "--untracked-files=no"], { cwd: folder });
  if (succeeded(status) !== "") throw new Error(`${folder} has changes`);
}

/** Indexes a checkout in a cache of its own and returns the export's bytes. */
export async function exportOf(binary: string, folder: string): Promise<Uint8Array> {
  const cache = mkdtempSync(join(tmpdir(), "evident-score-"));
  const options = { cwd: folder, env: { EVIDENT_CACHE_DIR: cache, EVIDENT_CONFIG: undefined } };
  try {
    succeeded(await run(binary, ["index"], options));
    const exported = await run(binary, ["export", "--format", "ndjson"], options);
    return new TextEncoder().encode(succeeded(exported));
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** What a program says of itself: version and commit. */
export async function describedBinary(binary: string): Promise<string> {
  const { version, commit } = JSON.parse(succeeded(await run(binary, ["--version"])));
  return `evident ${version}, commit ${commit}`;
}

/** What a command printed. Throws where it failed. */
export function succeeded({ code, stdout, stderr }: Finished): string {
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}${stdout.slice(0, 2_000)}`);
  return stdout;
}
