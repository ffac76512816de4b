// A query's time is the user's to say, and looking at the worktree is part of it.

import { it } from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}.py`, `x = ${at}\n`]));

it(
  "a check that takes longer than a query may is index.verify_timeout, exit 1, and may be tried again",
  withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
    const config = join(worktree.folder, "config.toml");
    writeFileSync(config, `[scopes.mine]\nroot = "work"\n[scopes.mine.limits]\nmax_query_ms = 1\n`);
    process.env.EVIDENT_CONFIG = config;
    const project = open({ scope: "mine" });
    await project.index({ workers: 1 });
    await assert.rejects(project.query({ operation: { kind: "map" } }), (error) => {
      assert.ok(error instanceof Failure);
      assert.deepEqual([error.code, error.exitCode, error.retry], ["index.verify_timeout", 1, true]);
      return true;
    });
  }),
);
