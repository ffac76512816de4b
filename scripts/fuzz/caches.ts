// A real index with one of its files changed: bits flipped, cut, grown, pages of zeros, two files in each other's place. What
// must hold: every answer is the one that the whole index gave, or a refusal that says the cache is at fault; building anew
// mends it.

import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { open, type Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { Chance } from "../parts/chance.ts";

/** Codes that say that the cache cannot be answered from. */
const AT_FAULT = new Set(["index.corrupt", "index.missing", "index.unavailable", "index.newer_format"]);
const QUESTIONS: readonly Record<string, unknown>[] = [
  { kind: "map", level: "skeleton" },
  { kind: "symbols", query: "run" },
  { kind: "explore", query: "how does it run" },
  { kind: "unresolved" },
  { kind: "unused" },
];
const PAGE_BYTES = 4_096;

/** A worktree that is indexed, its cache kept beside it whole, and what it answers. */
export class CacheWorld {
  readonly #root: string;
  readonly #cache: string;
  readonly #whole: string;
  /** What each question answers. */
  readonly #right = new Map<string, string>();

  private constructor(root: string, cache: string) {
    this.#root = root;
    this.#cache = cache;
    this.#whole = `${cache}.whole`;
  }

  /** Indexes the worktree at `root` into the cache folder `cache`, which must be the one in force. */
  static async of(root: string, cache: string): Promise<CacheWorld> {
    const world = new CacheWorld(root, cache);
    const project = world.#open();
    await project.index({ workers: 1 });
    for (const question of QUESTIONS) {
      world.#right.set(JSON.stringify(question), await world.#ask(project, question));
    }
    world.#right.set("export", await exportOf(project));
    cpSync(cache, world.#whole, { recursive: true, preserveTimestamps: true });
    return world;
  }

  #open(): Project {
    return open({ directory: this.#root });
  }

  async #ask(project: Project, operation: Record<string, unknown>): Promise<string> {
    return String((await project.query({ operation }, { verify: "none" })).answer_digest);
  }

  /** What is wrong with a cache in which one thing was changed by chance. */
  async problems(seed: number): Promise<string[]> {
    rmSync(this.#cache, { recursive: true, force: true });
    cpSync(this.#whole, this.#cache, { recursive: true, preserveTimestamps: true });
    const what = spoil(this.#cache, new Chance(seed));
    const problems = await this.#answers(false);
    const project = this.#open();
    await project.status("none");
    await project.index({ workers: 1 });
    problems.push(...(await this.#answers(true)).map((problem) => `after index: ${problem}`));
    return problems.map((problem) => `${what}: ${problem}`);
  }

  async #answers(isMended: boolean): Promise<string[]> {
    const problems: string[] = [];
    for (const [question, right] of this.#right) {
      try {
        const project = this.#open();
        const answer = question === "export"
          ? await exportOf(project)
          : await this.#ask(project, JSON.parse(question));
        if (answer !== right) problems.push(`another answer to ${question}`);
      } catch (error) {
        if (!(error instanceof Failure)) problems.push(`${question}: thrown: ${(error as Error).stack}`);
        else if (isMended || !AT_FAULT.has(error.code)) {
          problems.push(`${question}: ${error.code}: ${error.message}`);
        }
      }
    }
    return problems;
  }
}

async function exportOf(project: Project): Promise<string> {
  const lines: string[] = [];
  for await (const line of project.exportLines()) lines.push(line);
  return lines.join("\n");
}

/** Every plain file below a folder, in order. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((path) => join(folder, path))
    .filter((
      path,
    ) => statSync(path).isFile());
}

/** Changes one file, or two; says what was done. */
function spoil(cache: string, chance: Chance): string {
  const files = filesBelow(cache);
  const path = chance.of(files);
  const name = path.slice(cache.length + 1).replace(/[0-9a-f]{16,}/g, "…");
  const bytes = readFileSync(path);
  const write = (content: Uint8Array) => {
    chmodSync(path, 0o600);
    writeFileSync(path, content);
  };
  const at = chance.between(0, bytes.length + 1);
  switch (chance.between(0, 7)) {
    case 0: {
      const count = chance.between(1, 5);
      for (let i = 0; i < count && bytes.length > 0; i++) {
        bytes[chance.between(0, bytes.length)] ^= 1 << chance.between(0, 8);
      }
      write(bytes);
      return `${name}, ${count} bits flipped`;
    }
    case 1:
      write(bytes.subarray(0, at));
      return `${name}, cut to ${at}`;
    case 2:
      write(Buffer.concat([bytes, bytes.subarray(at)]));
      return `${name}, grown`;
    case 3: {
      const page = Math.floor(at / PAGE_BYTES) * PAGE_BYTES;
      write(bytes.fill(0, page, Math.min(bytes.length, page + PAGE_BYTES)));
      return `${name}, a page of zeros at ${page}`;
    }
    case 4: {
      const other = chance.of(files);
      renameSync(path, `${path}.swap`);
      if (other !== path) renameSync(other, path);
      renameSync(`${path}.swap`, other);
      return `${name} and ${other.slice(cache.length + 1)} in each other's place`;
    }
    case 5:
      rmSync(path);
      return `${name} removed`;
    default: {
      const from = chance.between(0, bytes.length + 1);
      write(Buffer.concat([bytes.subarray(0, at), bytes.subarray(from)]));
      return `${name}, what lies from ${from} put at ${at}`;
    }
  }
}
