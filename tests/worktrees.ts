// Worktrees for tests: temporary folders with a Git identity, configuration, home and cache of their own. Nothing of the
// user's is read or touched.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const IDENTITY = {
  GIT_AUTHOR_NAME: "test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
  GIT_AUTHOR_DATE: "2020-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2020-01-01T00:00:00Z",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A temporary folder with a worktree in it. Remove it at the end. */
export class TestWorktree {
  /** Holds the worktree, its cache and its home. */
  readonly folder: string;
  readonly root: string;
  readonly cache: string;

  constructor(name = "work") {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "evident-test-")));
    this.root = join(this.folder, name);
    this.cache = join(this.folder, "cache");
    mkdirSync(this.root);
    mkdirSync(join(this.folder, "home"));
  }

  /** A Git worktree with these files committed. */
  static git(files: Readonly<Record<string, string | Uint8Array>> = {}, ...init: string[]): TestWorktree {
    const worktree = new TestWorktree();
    worktree.run("init", "-q", "-b", "main", ...init);
    worktree.write(files);
    if (Object.keys(files).length > 0) worktree.commit("start");
    return worktree;
  }

  /** Writes files; their folders are made. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(files)) {
      const target = join(this.root, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }

  delete(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  commit(message: string): void {
    this.run("add", "-A");
    this.run("commit", "-q", "--allow-empty", "-m", message);
  }

  /** Runs git in the worktree; throws where it fails. */
  run(...args: string[]): string {
    const result = spawnSync("git", args, { cwd: this.root, encoding: "utf8", env: this.environment });
    if (result.status !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.trim();
  }

  /** The environment for a child: an empty home and a cache of its own. */
  get environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: join(this.folder, "home"),
      DENO_DIR: process.env.DENO_DIR ?? join(this.folder, "deno"),
      EVIDENT_CACHE_DIR: this.cache,
      ...IDENTITY,
    };
  }

  /** Makes this process use the worktree's cache and home. */
  enter(): void {
    process.env.EVIDENT_CACHE_DIR = this.cache;
    process.env.HOME = join(this.folder, "home");
    process.env.EVIDENT_CONFIG = "";
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
