// `doctor` where there is no cache to look at: it says why, and ends with a document all the same.

import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Document } from "../operations/asking.ts";
import { codes, examine, gone, inWorld, useWorld, type World } from "./built_world.ts";

const isRoot = process.geteuid?.() === 0;

useWorld();

describe("what keeps a cache from being looked at", () => {
  const cases: readonly [what: string, make: (world: World) => unknown, code: string][] = [
    ["no worktree", ({ worktree }) => renameSync(worktree.root, gone(worktree)), "worktree.not_found"],
    ["a malformed configuration file", ({ worktree }) => {
      writeFileSync(join(worktree.folder, "config.toml"), "scopes = 1");
      process.env.EVIDENT_CONFIG = join(worktree.folder, "config.toml");
    }, "config.malformed"],
    ["a disabled scope", ({ worktree }) => {
      const scope = `[scopes.x]\nroot = ${JSON.stringify(worktree.root)}\nenabled = false\n`;
      writeFileSync(join(worktree.folder, "config.toml"), scope);
      process.env.EVIDENT_CONFIG = join(worktree.folder, "config.toml");
    }, "scope.disabled"],
    ["no git", () => void (process.env.PATH = "/nowhere"), "git.unavailable"],
    ["a file in the place of the cache", ({ worktree }) => {
      process.env.EVIDENT_CACHE_DIR = join(worktree.folder, "file");
      writeFileSync(join(worktree.folder, "file"), "");
    }, "cache.unreadable"],
    ["a link in the place of the cache", ({ layout, worktree }) => {
      renameSync(layout.folder, join(worktree.folder, "elsewhere"));
      symlinkSync(join(worktree.folder, "elsewhere"), layout.folder);
    }, "cache.not_ours"],
    ["a cache inside the worktree", ({ worktree }) => {
      process.env.EVIDENT_CACHE_DIR = join(worktree.root, "cache");
    }, "cache.inside_worktree"],
  ];
  for (const [what, make, code] of cases) {
    it(what, () =>
      inWorld(async (world) => {
        make(world);
        const document = await examine(world);
        assert.deepEqual(codes(document), [code]);
        assert.equal(document.healthy, false);
        assert.equal(document.checks.generations, "skipped");
      }));
  }

  for (const what of ["its scope", "no scope", "no Git"]) {
    it(`a git of the worktree on PATH is not run to ask for its version: ${what}`, () =>
      inWorld(async (world) => {
        const { root, folder } = world.worktree;
        const ran = join(folder, "ran");
        renameSync(root, gone(world.worktree));
        cpSync(gone(world.worktree), root, { recursive: true });
        mkdirSync(join(root, "bin"));
        writeFileSync(join(root, "bin/git"), `#!/bin/sh\n: > '${ran}'\necho git version 9.9.9\n`);
        chmodSync(join(root, "bin/git"), 0o755);
        const others = what === "no scope" ? "/nowhere" : process.env.PATH;
        process.env.PATH = `${join(root, "bin")}:${others}`;
        if (what === "no Git") rmSync(join(root, ".git"), { recursive: true });
        const document = await examine(world);
        assert.equal(existsSync(ran), false);
        assert.equal(document.git_version === null, what === "no scope");
        assert.notEqual(document.git_version, "9.9.9");
      }));
  }

  it("a folder that may not be read", () =>
    inWorld(async (world) => {
      if (isRoot) return assert.ok(true, "root reads everything");
      chmodSync(world.layout.folder, 0);
      const document = await examine(world).finally(() => chmodSync(world.layout.folder, 0o700));
      assert.ok(codes(document).includes("cache.unreadable"));
    }));

  it("a folder of the cache that may not be written", () =>
    inWorld(async (world) => {
      if (isRoot) return assert.ok(true, "root writes everything");
      chmodSync(world.layout.packs, 0o500);
      const document = await examine(world).finally(() => chmodSync(world.layout.packs, 0o700));
      assert.deepEqual(document.findings.map(({ code, part }: Document) => [code, part]), [
        ["cache.read_only", "packs"],
      ]);
    }));
});
