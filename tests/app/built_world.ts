// A worktree with a cache that tests spoil, and how it looks to `doctor`: built once for a file of tests, and as it was again
// for each of them.

import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { bindingIdOf } from "../../lib/generations/cache.ts";
import { Layout } from "../../lib/generations/layout.ts";
import { documentSchema } from "../../lib/operations/mod.ts";
import { doctor, open } from "../../mod.ts";
import type { Document } from "../operations/asking.ts";
import { isValid } from "../operations/json_schema.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = { "a.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n" };

/** A worktree that was indexed and synced, with a current and a previous generation. */
export interface World {
  readonly worktree: TestWorktree;
  readonly layout: Layout;
}

let world: World;
let saved: string;
/** Builds the world of a file of tests before them, and removes it after. */
export function useWorld(): void {
  before(make);
  after(() => world.worktree.remove());
}

async function make(): Promise<void> {
  const worktree = TestWorktree.git(FILES);
  worktree.enter();
  const project = open({ directory: worktree.root });
  await project.index({ workers: 1 });
  worktree.write({ "a.py": FILES["a.py"] + "# more\n" });
  await project.sync({ workers: 1 });
  world = { worktree, layout: new Layout(worktree.cache, bindingIdOf(worktree.root)) };
  saved = join(worktree.folder, "saved");
  cpSync(worktree.cache, saved, { recursive: true });
}

/** Runs a body with the cache as it was built, and the worktree where it was. */
export async function inWorld(body: (world: World) => Promise<void>): Promise<void> {
  const { worktree } = world;
  const variables = { ...process.env };
  worktree.enter();
  try {
    await body(world);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    if (existsSync(gone(worktree))) {
      rmSync(worktree.root, { recursive: true, force: true });
      renameSync(gone(worktree), worktree.root);
    }
    rmSync(worktree.cache, { recursive: true, force: true });
    cpSync(saved, worktree.cache, { recursive: true });
    chmodSync(worktree.cache, 0o700);
    chmodSync(world.layout.folder, 0o700);
  }
}

/** Where the worktree is while it is not in its place. */
export const gone = (worktree: TestWorktree): string => `${worktree.root}-gone`;

export const examine = async ({ worktree }: World): Promise<Document> => {
  const document = JSON.parse(JSON.stringify(await doctor({ directory: worktree.root })));
  assert.ok(isValid(documentSchema("doctor"), document), JSON.stringify(document));
  assert.ok(
    !JSON.stringify({
      ...document,
      findings: document.findings.map(({ command: _, ...rest }: Document) => rest),
    })
      .includes(worktree.folder),
    "a path is told that nobody asked for",
  );
  return document;
};

export const codes = (document: Document): string[] => document.findings.map(({ code }: Document) => code);
