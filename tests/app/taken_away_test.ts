// A reader that can hold nothing, since the cache cannot be written: what others publish and collect while it reads is no damage,
// and it answers from what serves then; what is damaged stays damage.

import assert from "node:assert/strict";
import { cpSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openCache } from "../../lib/generations/mod.ts";
import { replaceCalls } from "../../lib/host/mod.ts";
import { Failure, open } from "../../mod.ts";
import type { Document } from "../operations/asking.ts";
import { TestWorktree } from "../worktrees.ts";

const QUESTION = { operation: { kind: "source", symbol: "alpha" } };
const source = (number: number) => `def alpha():\n    return ${number}\n`;

/** Asks without a hold; when the first pack is opened, what the generation reads is gone, and `current` says `now`. */
async function askedMeanwhile(worktree: TestWorktree, aside: string, now: Uint8Array): Promise<Document> {
  const { layout } = openCache(worktree.cache, worktree.root);
  let isGone = false;
  const restore = replaceCalls({
    open: (path, flags, mode) => {
      if (flags === "wx") throw Object.assign(new Error("EROFS"), { code: "EROFS" });
      if (path.endsWith(".pack") && !isGone) {
        isGone = true;
        for (const folder of ["generations", "packs"]) {
          for (const name of readdirSync(join(aside, folder))) {
            rmSync(join(layout.folder, folder, name), { recursive: true });
          }
        }
        writeFileSync(layout.current, now);
      }
      return openSync(path, flags, mode);
    },
  });
  try {
    return await open({ directory: worktree.root }).query(QUESTION, { verify: "none" });
  } finally {
    restore();
  }
}

test("a query whose generation is collected while it reads answers from the one that serves then", async () => {
  const worktree = TestWorktree.git({ "a.py": source(1) });
  try {
    worktree.enter();
    const project = open({ directory: worktree.root });
    const { layout } = openCache(worktree.cache, worktree.root);
    await project.index({ workers: 1 });
    const aside = join(worktree.folder, "aside");
    cpSync(layout.folder, aside, { recursive: true });
    for (const number of [2, 3]) {
      worktree.write({ "a.py": source(number) });
      await project.sync({ workers: 1 });
    }
    const newest = readFileSync(layout.current);
    const old = readFileSync(join(aside, "current"));
    const bringBack = () => {
      for (const part of ["generations", "packs", "current"]) {
        cpSync(join(aside, part), join(layout.folder, part), { recursive: true });
      }
    };
    bringBack();
    const { items } = await askedMeanwhile(worktree, aside, newest);
    assert.equal(items[0].text ?? items[0].source.text, source(3));

    bringBack();
    await assert.rejects(askedMeanwhile(worktree, aside, old), (error: unknown) => {
      assert.ok(error instanceof Failure);
      return error.code === "index.corrupt";
    });
  } finally {
    worktree.remove();
  }
});
