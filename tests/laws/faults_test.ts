// Law 6 over whole builds: whichever disk call of an index or a sync fails, tears or is the process's last, what was served
// stays what it was or is the new generation whole, and the next build works, needs no help and equals a fresh one.
//
// Here every other call of either build fails, and each that changes names, the kinds of failure in turn; `deno task faults` has every call fail in every
// way.

import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { test } from "node:test";
import { openCache } from "../../lib/generations/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { open, type Project } from "../../mod.ts";
import { failAt, FAULT_KINDS, type FaultKind } from "../faults.ts";
import { endProcess, namesIn } from "../generations/scene.ts";
import { TestWorktree } from "../worktrees.ts";
import { exported } from "./checking.ts";

const IS_COMPLETE = process.env.EVIDENT_ALL_FAULTS === "1";

type BuildKind = "index" | "sync";

/** Calls that change names: a build makes few of them, and about each of these numbers none is left out. */
const NAMING: ReadonlySet<string> = new Set(["rename", "link", "unlink", "copy", "remove"]);

/** In which ways the call of that number fails, if any; `calls` are those of such a build, give or take a few. */
function kindsAt(number: number, build: BuildKind, calls: readonly string[]): readonly FaultKind[] {
  if (IS_COMPLETE) return FAULT_KINDS;
  const isChosen = number % 2 === (build === "index" ? 1 : 0) ||
    calls.slice(Math.max(0, number - 2), number + 1).some((name) => NAMING.has(name));
  return isChosen ? [FAULT_KINDS[number % FAULT_KINDS.length]] : [];
}

const FILES = {
  "a.py": "from b import beta\n\n\ndef alpha():\n    return beta()\n",
  "b.py": "def beta():\n    return 1\n",
  "notes.md": "# Notes\n",
};
/** Two states of the worktree, by turns what serves and what is built. */
const STATES = [FILES["b.py"], "def beta():\n    return gamma()\n\n\ndef gamma():\n    return 2\n"];
const QUESTION = { operation: { kind: "explore", query: "beta" } };

/** What a state of the worktree looks like through an index of its own. */
interface Seen {
  readonly export: string;
  readonly digest: unknown;
}

class World {
  readonly worktree = TestWorktree.git(FILES);
  readonly project: Project;
  /** What serves now, and what it answers. */
  served!: Seen;
  /** How each state looks when it is indexed from nothing. */
  readonly fresh: Seen[] = [];
  state = 0;

  constructor() {
    this.worktree.enter();
    this.project = open({ directory: this.worktree.root });
  }

  async prepare(): Promise<void> {
    for (const state of [1, 0]) {
      this.turnTo(state);
      await this.project.clear();
      await this.project.index({ workers: 1 });
      this.fresh[state] = await this.see();
    }
    this.served = this.fresh[0];
  }

  turnTo(state: number): void {
    this.state = state;
    this.worktree.write({ "b.py": STATES[state] });
  }

  /** The disk calls of a build that nothing goes wrong in. */
  async callsOf(build: BuildKind): Promise<readonly string[]> {
    this.turnTo(1 - this.state);
    const { calls, restore } = failAt(Infinity, "torn");
    await this.project[build]({ workers: 1 }).finally(restore);
    this.served = await this.see();
    return calls;
  }

  async see(): Promise<Seen> {
    return { export: await exported(this.project), digest: await this.ask() };
  }

  async ask(): Promise<unknown> {
    return (await this.project.query(QUESTION, { verify: "none" })).answer_digest;
  }
}

async function outcome(build: Promise<unknown>): Promise<unknown> {
  return await build.then(() => null, (thrown: unknown) => thrown);
}

/** A build with one fault, and everything that has to hold after it. Says whether there was such a call. */
async function strike(
  world: World,
  build: BuildKind,
  number: number,
  kind: FaultKind,
): Promise<string | null> {
  const { worktree, project } = world;
  const target = 1 - world.state;
  world.turnTo(target);
  // What serves is asked again: the commit and what is dirty beside it stand in an answer too.
  const before = { export: world.served.export, digest: await world.ask() };
  const faults = failAt(number, kind);
  const error = await outcome(project[build]({ workers: 1 })).finally(faults.restore);
  const what = `${build}, call ${number} (${faults.struck}) ${kind}: ${error}`;
  const cache = openCache(worktree.cache, worktree.root);
  if (kind === "dies") endProcess(cache);
  if (error !== null) assert.ok(error instanceof Failure && error.code !== "internal.invariant", what);

  const status = await project.status();
  assert.ok(["ready", "stale"].includes(String(status.state)), `${what}: ${status.state}`);
  const after = await world.see();
  const isNew = after.export === world.fresh[target].export;
  if (!isNew && error !== null) assert.deepEqual(after, before, what);
  // A file of the worktree that could not be read is left out, by name, and no answer passes for a fresh one.
  if (!isNew && error === null) {
    assert.match(after.export, /"status":"omitted","reason":"unreadable"/, what);
    assert.equal((await outcome(project.query(QUESTION)) as Failure)?.code, "index.code_changed", what);
  }

  await project.sync({ workers: 1 });
  world.served = await world.see();
  assert.deepEqual(world.served, world.fresh[target], what);
  const { layout } = cache;
  for (const folder of [layout.staging, layout.leases]) assert.deepEqual(namesIn(folder), [], what);
  assert.ok(namesIn(layout.generations).length <= 2, what);
  const known = ["binding.json", "current", "generations", "last_build.json", "leases", "packs", "staging"];
  // The name that could not be unlinked is this process's as long as it lives.
  const left = faults.struck === "unlink" ? /^lock\.\d/ : /^$/;
  assert.deepEqual(namesIn(layout.folder).filter((name) => !left.test(name)), known, what);
  endProcess(cache);
  return faults.struck;
}

function openDescriptors(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}

for (const build of ["index", "sync"] as const) {
  test(`${build}: every disk call, failing, torn or the last`, async () => {
    const world = new World();
    try {
      await world.prepare();
      const calls = await world.callsOf(build);
      const descriptors = openDescriptors();
      let count = 0;
      const struck = new Set<string | null>();
      for (let number = 1; !struck.has(null); number++) {
        for (const kind of kindsAt(number, build, calls)) {
          struck.add(await strike(world, build, number, kind));
          count++;
        }
      }
      assert.ok(count > 100, `${count} calls`);
      for (
        const call of ["open", "write", "sync", "read", "lookAt", "glanceAt", "lookAtOpen", "list"]
      ) {
        assert.ok(struck.has(call), `${call} never failed`);
      }
      assert.ok(openDescriptors() <= descriptors + 2, "descriptors stay open");
    } finally {
      world.worktree.remove();
    }
  });
}

test("a query: every disk call, failing or torn, answers right or says what is wrong, and holds nothing after it", async () => {
  const world = new World();
  try {
    await world.prepare();
    const { project } = world;
    const { layout } = openCache(world.worktree.cache, world.worktree.root);
    const right = (await project.query(QUESTION)).answer_digest;
    const struck = new Set<string | null>();
    for (let number = 1, there = true; there; number++) {
      const faults = failAt(number, FAULT_KINDS[number % 2]);
      // From the look for the worktree on.
      const answer = async () => await open({ directory: world.worktree.root }).query(QUESTION);
      const told = await answer().then((document) => document.answer_digest, (thrown) => thrown)
        .finally(faults.restore);
      struck.add(faults.struck);
      const what = `call ${number} (${faults.struck}): ${told}`;
      const isRefused = told instanceof Failure && told.code !== "internal.invariant";
      assert.ok(told === right || isRefused, what);
      // A lease that could not be given back holds until the process ends.
      const held = namesIn(layout.leases);
      assert.equal(held.length, faults.struck === "unlink" ? 1 : 0, what);
      for (const name of held) rmSync(`${layout.leases}/${name}`);
      there = faults.struck !== null;
      assert.equal((await project.query(QUESTION)).answer_digest, right, what);
    }
    for (const call of ["read", "database read", "lookAt", "glanceAt", "lookAtOpen", "realPath"]) {
      assert.ok(struck.has(call), `${call} never failed`);
    }
  } finally {
    world.worktree.remove();
  }
});
