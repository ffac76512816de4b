// A fixed number of seeds of what `deno task fuzz` does for as long as it is told: sources, requests and caches changed by
// chance.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { open } from "../../lib/app/mod.ts";
import { FAILURE_CODES, type FailureCode } from "../../lib/model/mod.ts";
import { worldOf } from "../../scripts/contract/world.ts";
import { CacheWorld } from "../../scripts/fuzz/caches.ts";
import { ownCorpus } from "../../scripts/fuzz/corpus.ts";
import { mutatedRequest, requestProblems, rightRequests } from "../../scripts/fuzz/requests.ts";
import { indexProblems, repositoryOf, sourceProblems } from "../../scripts/fuzz/sources.ts";
import { Chance } from "../../scripts/parts/chance.ts";
import { BINARY } from "../../scripts/parts/repository.ts";
import { TestWorktree } from "../worktrees.ts";

const SEEDS = { sources: 40, whole: 2, requests: 250, commands: 12, caches: 12 };
const seeds = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const corpus = ownCorpus();

/** A worktree of files that say enough to be asked about. */
function worktree(): TestWorktree {
  const made = TestWorktree.git(Object.fromEntries(
    corpus.slice(0, 400).filter((_, at) => at % 20 === 0).map((
      { path, bytes },
      at,
    ) => [`${at}/${path}`, bytes]),
  ));
  made.enter();
  return made;
}

test("changed sources: each file is told of, every range lies in it, and twice says the same", async () => {
  for (const seed of seeds(SEEDS.sources)) {
    assert.deepEqual(await sourceProblems(repositoryOf(seed, corpus)), [], `seed ${seed}`);
  }
  for (const seed of seeds(SEEDS.whole)) {
    assert.deepEqual(await indexProblems(repositoryOf(seed, corpus)), [], `seed ${seed}, whole`);
  }
});

test("changed requests: an answer as its schema says, or a refusal by code", async () => {
  const made = worktree();
  try {
    const project = open({ directory: made.root });
    await project.index({ workers: 1 });
    const world = await worldOf(project);
    const requests = rightRequests(world);
    const textOf = (seed: number) => mutatedRequest(requests(seed), new Chance(seed));
    for (const seed of seeds(SEEDS.requests)) {
      assert.deepEqual(await requestProblems(project, world, textOf(seed)), [], `seed ${seed}`);
    }
    for (const seed of seeds(SEEDS.commands)) {
      const ended = spawnSync(BINARY, ["query", "--request-file", "-", "--verify", "none"], {
        cwd: made.root,
        env: made.environment,
        input: textOf(seed),
        encoding: "utf8",
      });
      const document = JSON.parse(ended.stdout);
      const exit = document.schema === "evident.failure.v1" ? FAILURE_CODES[document.code as FailureCode] : 0;
      assert.deepEqual([ended.status, ended.stderr], [exit, ""], `seed ${seed}: ${ended.stdout}`);
      assert.notEqual(exit, FAILURE_CODES["internal.invariant"]);
    }
  } finally {
    made.remove();
  }
});

test("a changed cache: the right answer or a refusal that names it, and the next index mends it", async () => {
  const made = worktree();
  try {
    const world = await CacheWorld.of(made.root, made.cache);
    for (const seed of seeds(SEEDS.caches)) {
      assert.deepEqual(await world.problems(seed), [], `seed ${seed}`);
    }
  } finally {
    made.remove();
  }
});
