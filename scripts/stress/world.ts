// A small worktree that is edited while it is indexed and asked, and what is right to say of each of its states: every state
// was indexed from nothing beforehand, in a cache of its own and by the library, so that any answer can be held against the
// state that it says it is of.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { open } from "../../lib/app/mod.ts";
import { treeBytes } from "../../lib/host/mod.ts";
import { BINARY } from "../parts/repository.ts";
import type { Chance } from "../parts/chance.ts";

/** Files that stay as they are. */
const FIXED = 12;
/** What a question's answer is, beside clock and commit. */
const TOLD = ["total", "status", "truncated", "files", "items", "coverage", "limitations"] as const;
/** Requests by the name of their file. */
const QUESTIONS: Readonly<Record<string, object>> = {
  "callers.json": { operation: { kind: "callers", symbol: "pkg/m0.py#step0" } },
  "explore.json": { operation: { kind: "explore", query: "edited step" } },
  "map.json": { operation: { kind: "map", level: "skeleton" } },
};
const CACHE_LIMIT_BYTES = 32 * 1024 * 1024;

// deno-lint-ignore no-explicit-any
export type Document = any;

/** How one run of the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
}

export class StressWorld {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "evident-stress-")));
  readonly root: string = join(this.folder, "work");
  readonly cacheLimitBytes: number = CACHE_LIMIT_BYTES;
  readonly questions: readonly string[] = Object.keys(QUESTIONS);
  /** What each version of an edited file holds; null: the file is gone. */
  readonly #versions: readonly (readonly [path: string, contents: readonly (string | null)[]])[];
  /** What a question answers, by fingerprint and question; the export's digest, by content digest. */
  readonly #right = new Map<string, string>();
  #staged = 0;

  /** `editedFiles`: so many files have two versions, the last one a third, in which it is gone. */
  constructor(editedFiles: number) {
    this.#versions = Array.from({ length: editedFiles }, (_, at) => {
      const text = (calls: string) =>
        `from pkg.m0 import *\n\n\ndef edited${at}(x):\n    return ${calls}(x)\n`;
      const contents: (string | null)[] = [
        text("step0"),
        text("step1") + "\n\ndef more(x):\n    return step0(x)\n",
      ];
      return [`edited${at}.py`, at === editedFiles - 1 ? [...contents, null] : contents] as const;
    });
  }

  /** Makes the worktree and learns what is right. */
  async prepare(): Promise<void> {
    mkdirSync(join(this.root, "pkg"), { recursive: true });
    mkdirSync(join(this.folder, "home"));
    for (const [name, request] of Object.entries(QUESTIONS)) {
      writeFileSync(join(this.folder, name), JSON.stringify(request));
    }
    const limits = `max_cache_bytes = ${CACHE_LIMIT_BYTES}\nmax_query_ms = 120000\n`;
    const scope = `[scopes.stress]\nroot = ${JSON.stringify(this.root)}\n[scopes.stress.limits]\n${limits}`;
    writeFileSync(join(this.folder, "config.toml"), scope);
    for (let at = 0; at < FIXED; at++) {
      const steps = Array.from(
        { length: 10 },
        (_, step) => `def step${step}(x):\n    return step${step + 1}(x)\n`,
      );
      writeFileSync(
        join(this.root, "pkg", `m${at}.py`),
        `from pkg.m${(at + 1) % FIXED} import *\n\n\n${steps.join("\n\n")}`,
      );
    }
    for (const [path] of this.#versions) this.#put(path, "x = 0\n");
    this.#git("init", "-q", "-b", "main");
    this.#git("add", "-A");
    this.#git("commit", "-q", "-m", "start");
    for (const [path, contents] of this.#versions) this.#put(path, contents[0]);
    this.#git("commit", "-q", "-a", "-m", "second");
    await this.#learn(0);
  }

  /** Puts every state in turn and remembers what a fresh index of it says. */
  async #learn(at: number): Promise<void> {
    if (at < this.#versions.length) {
      const [path, contents] = this.#versions[at];
      for (const content of contents) {
        this.#put(path, content);
        await this.#learn(at + 1);
      }
      return;
    }
    const before = { ...process.env };
    Object.assign(process.env, this.environment, { EVIDENT_CACHE_DIR: join(this.folder, "fresh") });
    try {
      const project = open({ directory: this.root });
      const { fingerprint, contentDigest } = await project.index();
      for (const [name, request] of Object.entries(QUESTIONS)) {
        this.#right.set(`${fingerprint} ${name}`, told(await project.query(request)));
      }
      const lines: string[] = [];
      for await (const line of project.exportLines()) lines.push(line + "\n");
      this.#right.set(contentDigest, sha256(lines.join("")));
      await project.clear();
    } finally {
      Object.assign(process.env, before);
    }
  }

  get environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: join(this.folder, "home"),
      EVIDENT_CACHE_DIR: join(this.folder, "cache"),
      EVIDENT_CONFIG: join(this.folder, "config.toml"),
      GIT_AUTHOR_NAME: "stress",
      GIT_AUTHOR_EMAIL: "stress@example.invalid",
      GIT_COMMITTER_NAME: "stress",
      GIT_COMMITTER_EMAIL: "stress@example.invalid",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    };
  }

  /** The folder of the worktree's cache, null where there is none. */
  get binding(): string | null {
    try {
      const [binding] = readdirSync(join(this.folder, "cache"));
      return binding === undefined ? null : join(this.folder, "cache", binding);
    } catch {
      return null;
    }
  }

  get cacheBytes(): number {
    return treeBytes(join(this.folder, "cache"));
  }

  /** Gives one file another version, in one step. */
  edit(chance: Chance): void {
    const [path, contents] = chance.of(this.#versions);
    this.#put(path, chance.of(contents));
  }

  #put(path: string, content: string | null): void {
    if (content === null) return rmSync(join(this.root, path), { force: true });
    // Beside the worktree: nothing sees half of a file.
    const staged = join(this.folder, `staged${this.#staged++}`);
    writeFileSync(staged, content);
    renameSync(staged, join(this.root, path));
  }

  /** What is wrong with an answer to a question; null where it is right of the generation that it names. */
  wrongAnswer(question: string, document: Document): string | null {
    const right = this.#right.get(`${document.fingerprint} ${question}`);
    if (right === undefined) return `${question}: nobody knows fingerprint ${document.fingerprint}`;
    return right === told(document)
      ? null
      : `${question}: another answer than ${document.fingerprint} has: ${told(document)}`;
  }

  /** What is wrong with an export; null where it is right of the content that it names. */
  wrongExport(text: string): string | null {
    const { content_digest: content } = JSON.parse(text.slice(0, text.indexOf("\n")));
    return this.#right.get(content) === sha256(text) ? null : `the export is not that of content ${content}`;
  }

  /** Starts the program; `child` may be killed by its id. */
  start(args: readonly string[]): { readonly pid: number; readonly ended: Promise<Ended> } {
    const child = spawn(BINARY, args, {
      cwd: this.root,
      env: this.environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, stdout }));
    });
    return { pid: child.pid!, ended };
  }

  async run(args: readonly string[]): Promise<Ended> {
    return await this.start(args).ended;
  }

  #git(...args: string[]): void {
    const ended = spawnSync("git", args, { cwd: this.root, env: this.environment, encoding: "utf8" });
    if (ended.status !== 0) throw new Error(ended.stderr);
  }

  /** What lies in the cache and should not, while nothing runs. */
  leftovers(): string[] {
    const { binding } = this;
    if (binding === null) return [];
    const known = /^(binding\.json|current|bases|last_build\.json|generations|packs|staging|leases)$/;
    const left = readdirSync(binding).filter((name) => !known.test(name));
    for (const folder of ["staging", "leases"]) {
      left.push(...readdirSync(join(binding, folder)).map((name) => `${folder}/${name}`));
    }
    const generations = readdirSync(join(binding, "generations"));
    if (generations.length > 4) left.push(`${generations.length} generations`);
    if (this.cacheBytes > CACHE_LIMIT_BYTES) left.push(`${this.cacheBytes} bytes`);
    return left;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function told(document: Document): string {
  return JSON.stringify(TOLD.map((name) => document[name]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
