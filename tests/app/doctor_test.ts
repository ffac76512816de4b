// `doctor`: each kind of trouble is found, named by its code, told with the command that mends it, and mended by it; looking
// changes nothing.
// Long because: one list of troubles, each a few lines.

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { encodeLeaseName } from "../../lib/generations/lease.ts";
import { seal } from "../../lib/generations/sealed.ts";
import { processIdentity, replaceCalls } from "../../lib/host/mod.ts";
import { CHECKS, FINDINGS } from "../../lib/model/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { open } from "../../mod.ts";
import type { Document } from "../operations/asking.ts";
import { codes, examine, inWorld, useWorld, type World } from "./built_world.ts";

useWorld();

/** Everything below a folder as paths, sizes and change times. */
function snapshot(folder: string): string {
  return readdirSync(folder, { recursive: true }).map(String).sort().map((path) => {
    const { size, ctimeMs } = lstatSync(join(folder, path));
    return `${path} ${size} ${ctimeMs}`;
  }).join("\n");
}

/** Runs the command of a finding, through the library. */
async function mend({ worktree }: World, command: string): Promise<void> {
  const words = command.slice(`evident -C ${worktree.root} `.length).split(" ");
  const project = open({ directory: worktree.root });
  if (words[0] === "index" || words[0] === "sync") await project[words[0]]({ workers: 1 });
  else if (words[0] === "clear") await project.clear();
  else {
    assert.equal(words[0], "gc");
    const number = (flag: string) =>
      words.includes(flag) ? Number(words[words.indexOf(flag) + 1]) : undefined;
    await project.gc({ keep: number("--keep"), maxBytes: number("--max-bytes") });
  }
}

const generationsOf = ({ layout }: World): string[] => readdirSync(layout.generations).sort();
const spoil = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 0x10;
  writeFileSync(path, bytes);
};
/** Changes what a sealed file says and seals it again. */
const reseal = (path: string, change: (body: Document) => object): void => {
  const { checksum: _, ...body } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, seal(change(body) as Record<string, unknown>));
};
const pipe = (path: string): void => {
  rmSync(path, { force: true });
  assert.equal(spawnSync("mkfifo", [path]).status, 0);
};
const dead = { ...processIdentity(), start: "1" };

/** What is done to a cache, what of it is found, and what is still found after its commands were run. */
const TROUBLE: readonly [
  what: string,
  make: (world: World) => unknown,
  found: readonly string[],
  left?: readonly string[],
][] = [
  ["nothing", () => {}, []],
  ["no cache", ({ layout }) => rmSync(layout.folder, { recursive: true }), ["index.missing"]],
  [
    "a damaged page of the current database",
    (world) => spoil(`${world.layout.generation(generationsOf(world)[1])}/graph.db`),
    [
      "index.corrupt",
    ],
  ],
  [
    "a damaged previous generation",
    (world) => spoil(`${world.layout.generation(generationsOf(world)[0])}/rank.bin`),
    [
      "index.corrupt",
    ],
  ],
  ["a damaged pack", ({ layout }) => spoil(`${layout.packs}/${readdirSync(layout.packs).sort()[0]}`), [
    "index.corrupt",
  ]],
  ["a pack damaged where no blob lies", ({ layout }) => {
    const path = `${layout.packs}/${readdirSync(layout.packs).sort()[0]}`;
    const bytes = readFileSync(path);
    bytes[0] ^= 0x10;
    writeFileSync(path, bytes);
  }, ["index.corrupt"]],
  ["a damaged pointer", ({ layout }) => writeFileSync(layout.current, "torn"), [
    "index.corrupt",
    "generation.left",
    "generation.left",
  ]],
  ["a damaged pointer of bases", ({ layout }) => writeFileSync(layout.bases, "torn"), ["index.corrupt"]],
  [
    "no folder of the current generation",
    (world) => rmSync(world.layout.generation(generationsOf(world)[1]), { recursive: true }),
    ["index.corrupt", "staging.left"],
  ],
  [
    "no folder of the previous generation",
    (world) => rmSync(world.layout.generation(generationsOf(world)[0]), { recursive: true }),
    ["index.corrupt", "staging.left"],
  ],
  [
    "a folder in the place of the pointer",
    ({ layout }) => {
      rmSync(layout.current);
      mkdirSync(layout.current);
    },
    ["cache.unreadable", "file.unknown"],
    ["index.missing"],
  ],
  [
    "a pipe in the place of the pointer, which blocks nobody",
    ({ layout }) => pipe(layout.current),
    ["cache.unreadable", "file.unknown"],
    ["index.missing"],
  ],
  [
    "a pipe in the place of the bases",
    ({ layout }) => pipe(layout.bases),
    ["cache.unreadable", "file.unknown"],
    ["index.missing"],
  ],
  [
    "a pipe in the place of the current database",
    (world) => pipe(`${world.layout.generation(generationsOf(world)[1])}/graph.db`),
    ["index.corrupt"],
  ],
  [
    "a folder in the place of a manifest",
    (world) => {
      const manifest = `${world.layout.generation(generationsOf(world)[1])}/manifest.json`;
      rmSync(manifest);
      mkdirSync(manifest);
    },
    ["cache.unreadable"],
    ["index.missing"],
  ],
  [
    "a file in the place of the packs",
    ({ layout }) => {
      rmSync(layout.packs, { recursive: true });
      writeFileSync(layout.packs, "");
    },
    ["cache.unreadable", "file.unknown"],
  ],
  [
    "a file in the place of the holds",
    ({ layout }) => {
      rmSync(layout.leases, { recursive: true });
      writeFileSync(layout.leases, "");
    },
    ["file.unknown"],
  ],
  [
    "a pipe in the place of staging",
    ({ layout }) => {
      rmSync(layout.staging, { recursive: true });
      pipe(layout.staging);
    },
    ["file.unknown"],
  ],
  [
    "a file in the place of the generations",
    ({ layout }) => {
      rmSync(layout.generations, { recursive: true });
      writeFileSync(layout.generations, "");
    },
    ["index.corrupt", "index.corrupt", "file.unknown", "staging.left", "staging.left"],
  ],
  ["a damaged binding", ({ layout }) => writeFileSync(layout.binding, "{"), ["index.corrupt"]],
  ["a pointer of an older program", ({ layout }) => writeFileSync(layout.current, seal({ format: 0 })), [
    "index.outdated",
    "generation.left",
    "generation.left",
  ]],
  ["a pointer of a newer program", ({ layout }) => writeFileSync(layout.current, seal({ format: 99 })), [
    "index.newer_format",
  ], [
    "index.missing",
  ]],
  ["a binding of a newer program", ({ layout }) => writeFileSync(layout.binding, seal({ format: 99 })), [
    "index.newer_format",
  ], [
    "index.missing",
  ]],
  [
    "a lock that was left",
    ({ layout }) => writeFileSync(layout.lock, JSON.stringify({ ...dead, token: "t", acquiredAtMs: 0 })),
    ["lock.left"],
    ["lock.left"],
  ],
  ["a folder in the place of the lock", ({ layout }) => mkdirSync(`${layout.lock}/x`, { recursive: true }), [
    "lock.left",
    "file.unknown",
  ]],
  ["a pipe in the place of the lock", ({ layout }) => pipe(layout.lock), ["lock.left", "file.unknown"]],
  [
    "a lock of another container",
    ({ layout }) =>
      writeFileSync(
        layout.lock,
        JSON.stringify({ ...processIdentity(), namespace: "other", token: "t", acquiredAtMs: Date.now() }),
      ),
    ["lock.held"],
    ["lock.held"],
  ],
  [
    "a hold that was left",
    ({ layout }) => writeFileSync(`${layout.leases}/${encodeLeaseName("00000001-00000000", dead, "x")}`, ""),
    [
      "lease.left",
    ],
    ["lease.left"],
  ],
  [
    "a hold of a reader",
    (world) =>
      writeFileSync(
        `${world.layout.leases}/${encodeLeaseName(generationsOf(world)[1], processIdentity(), "x")}`,
        "",
      ),
    ["lease.held"],
    ["lease.held"],
  ],
  [
    "staging that was left",
    ({ layout }) => mkdirSync(`${layout.staging}/1-dead/generation`, { recursive: true }),
    ["staging.left"],
  ],
  [
    "files that are not ours",
    (world) => {
      writeFileSync(`${world.layout.folder}/notes.txt`, "");
      writeFileSync(`${world.layout.generation(generationsOf(world)[1])}/graph.db-journal`, "");
      mkdirSync(`${world.layout.packs}/folder`);
    },
    ["file.unknown", "file.unknown", "file.unknown"],
    ["file.unknown", "file.unknown", "file.unknown"],
  ],
  ["a cache that others may look into", ({ layout }) => chmodSync(layout.folder, 0o755), ["cache.open"]],
  ["a cache whose parent is open to others", ({ worktree }) => chmodSync(worktree.cache, 0o777), [
    "cache.shared",
  ], ["cache.shared"]],
  ["another worktree in its place", ({ worktree: { root } }) => {
    renameSync(root, `${root}-gone`);
    mkdirSync(root);
  }, ["worktree.replaced"]],
  [
    "a last build that was killed",
    ({ layout }) => reseal(layout.lastBuild, (body) => ({ ...body, outcome: "running" })),
    [
      "build.killed",
    ],
    ["build.killed"],
  ],
  ["a damaged note of the last build", ({ layout }) => spoil(layout.lastBuild), ["build.unknown"]],
  [
    "another sealed file in the place of the note",
    ({ layout }) => writeFileSync(layout.lastBuild, seal({ outcome: "published" })),
    ["build.unknown"],
  ],
  ["a note that is no sealed file", ({ layout }) => writeFileSync(layout.lastBuild, "{}"), ["build.unknown"]],
  ["no note of the last build", ({ layout }) => rmSync(layout.lastBuild), []],
  [
    "a folder in the place of the note",
    ({ layout }) => {
      rmSync(layout.lastBuild);
      mkdirSync(layout.lastBuild);
    },
    ["cache.unreadable", "file.unknown"],
  ],
  ["a pipe in the place of the note", ({ layout }) => pipe(layout.lastBuild), [
    "cache.unreadable",
    "file.unknown",
  ]],
  [
    "a last build that failed",
    ({ layout }) =>
      reseal(
        layout.lastBuild,
        (body) => ({ ...body, outcome: "failed", failure: { code: "worktree.busy", message: "busy" } }),
      ),
    ["build.failed"],
  ],
  [
    "a last build over a limit, which no command mends",
    ({ layout }) =>
      reseal(
        layout.lastBuild,
        (body) => ({ ...body, outcome: "failed", failure: { code: "limit.exceeded", message: "full" } }),
      ),
    ["build.failed"],
    ["build.failed"],
  ],
];

describe("what is found, and mended by the command that is told", () => {
  for (const [what, make, expected, left = []] of TROUBLE) {
    it(what, () =>
      inWorld(async (world) => {
        make(world);
        const before = snapshot(world.worktree.folder);
        const document = await examine(world);
        assert.equal(snapshot(world.worktree.folder), before, "it wrote something");
        assert.deepEqual(codes(document), expected, JSON.stringify(document.findings));
        const isWell = expected.every((code) => FINDINGS[code as keyof typeof FINDINGS][1] === "note");
        assert.equal(document.healthy, isWell);
        for (const { command } of document.findings) if (command !== null) await mend(world, command);
        assert.deepEqual(codes(await examine(world)), left);
      }));
  }

  it("what the system refuses is named by its place in the cache", () =>
    inWorld(async (world) => {
      const { layout } = world;
      const manifest = `generations/${generationsOf(world)[1]}/manifest.json`;
      for (const part of ["current", "bases", "binding.json", "last_build.json", manifest]) {
        const path = join(layout.folder, part);
        const content = existsSync(path) ? readFileSync(path) : null;
        rmSync(path, { force: true });
        mkdirSync(path);
        const { findings } = await examine(world);
        const refused = findings.filter(({ code }: Document) => code === "cache.unreadable");
        assert.deepEqual(
          [...new Set(refused.map((one: Document) => one.part))],
          [part],
          JSON.stringify(findings),
        );
        rmSync(path, { recursive: true });
        if (content !== null) writeFileSync(path, content);
      }
    }));

  it("a file of which no byte can be read is named", () =>
    inWorld(async (world) => {
      const restore = replaceCalls({
        read: () => {
          throw Object.assign(new Error("EIO"), { code: "EIO" });
        },
      });
      const { findings } = await examine(world).finally(restore);
      const refused = findings.filter(({ code }: Document) => code === "cache.unreadable");
      assert.ok(refused.length > 0);
      for (const { part } of refused) {
        assert.match(String(part), /^(binding\.json|current|bases|generations\/)/);
      }
    }));

  it("a damaged pointer says nothing of generations that others name", () =>
    inWorld(async (world) => {
      writeFileSync(world.layout.bases, "torn");
      const { generations } = await examine(world);
      assert.deepEqual(generations.map(({ whole }: Document) => whole), [true, true]);
    }));

  it("full text that does not fit its rows, in a file whose bytes are what was written", () =>
    inWorld(async (world) => {
      const copy = join(world.worktree.folder, "copy.db");
      writeFileSync(copy, readFileSync(`${world.layout.generation(generationsOf(world)[1])}/graph.db`));
      const staged = (await startSqlite()).stage(copy);
      staged.exec("DELETE FROM code_search_fts_data WHERE id > 10");
      staged.close();
      const database = (await startSqlite()).open(copy);
      const problems = database.integrityProblems();
      database.close();
      assert.match(problems.join(), /code_search_fts/);
    }));
});

it("every finding names a check that there is, and every check is told", async () => {
  for (const [check] of Object.values(FINDINGS)) assert.ok(CHECKS.includes(check));
  await inWorld(async (world) => assert.deepEqual(Object.keys((await examine(world)).checks), [...CHECKS]));
});
