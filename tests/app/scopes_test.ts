// Scopes of the configuration file, the flags that a build keeps, and what is refused.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, type Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { failureOf, withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";

const FILES = { "a.py": "", "src/b.py": "", "docs/c.md": "# C\n" };

/** Makes a text the configuration file, in a folder of its own. */
function configure(worktree: TestWorktree, text: string, name = "config.toml"): void {
  const folder = join(worktree.folder, "configuration");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  process.env.EVIDENT_CONFIG = join(folder, name);
}

async function indexed(project: Project): Promise<string[]> {
  const paths: string[] = [];
  for await (const line of project.exportLines()) {
    const row = JSON.parse(line);
    if (row.type === "file" && row.status !== "omitted") paths.push(row.path);
  }
  return paths;
}

// deno-lint-ignore no-explicit-any
async function policyTold(project: Project): Promise<any> {
  return (await project.status()).policy;
}

describe("scopes", () => {
  const text = (enabled: boolean) =>
    `[scopes.mine]\nroot = "../work"\nenabled = ${enabled}\nexclude = ["docs"]\n[scopes.gone]\nroot = "../gone"\n`;

  it(
    "one is found by its name, or by a folder of its root; paths are relative to the file",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      configure(worktree, text(true));
      const named = open({ scope: "mine", cwd: "/" });
      assert.equal(named.scope.worktree.root, worktree.root);
      assert.equal(open({ cwd: join(worktree.root, "src") }).scope.id, "mine");
      await named.index({ workers: 1 });
      assert.deepEqual(await indexed(named), ["a.py", "src/b.py"]);
    }),
  );

  it(
    "without a declaration the worktree that holds the folder is its own scope",
    withWorktree(() => TestWorktree.git(FILES), ({ root }) => {
      assert.equal(open({ cwd: root, directory: "src" }).scope.id, "worktree");
    }),
  );

  const refused: readonly [
    name: string,
    config: string,
    options: { scope?: string },
    code: string,
    told: RegExp,
  ][] = [
    ["a disabled one", text(false), { scope: "mine" }, "scope.disabled", /mine/],
    ["a disabled one by its folder", text(false), {}, "scope.disabled", /mine/],
    ["an unknown one", text(true), { scope: "other" }, "scope.unknown", /other/],
    ["one whose root is gone", text(true), { scope: "gone" }, "worktree.not_found", /folder/],
    [
      "an unknown field",
      "[scopes.mine]\nroot = 'r'\ncolour = 1\n",
      {},
      "config.malformed",
      /scopes\.mine.*colour/,
    ],
    ["an unknown field at the top", "cache = 'x'\n", {}, "config.malformed", /cache/],
    ["a wrong type", "[scopes.mine]\nroot = 1\n", {}, "config.malformed", /scopes\.mine\.root/],
    [
      "a limit that is none",
      "[scopes.mine]\nroot = 'r'\n[scopes.mine.limits]\nmax_files = 0\n",
      {},
      "config.malformed",
      /scopes\.mine\.limits\.max_files/,
    ],
    ["no TOML", "scopes = [\n", {}, "config.malformed", /TOML/],
  ];
  for (const [name, config, options, code, told] of refused) {
    it(
      `${name} is ${code}`,
      withWorktree(() => TestWorktree.git(FILES), (worktree) => {
        configure(worktree, config);
        const call = () => open({ cwd: worktree.root, ...options });
        assert.equal(failureOf(call).code, code);
        assert.throws(call, (error: Failure) => told.test(error.message));
      }),
    );
  }

  it(
    "JSON with comments says the same; a file that was named and is not there is refused",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      configure(worktree, '{ // mine\n "scopes": { "mine": { "root": "../work", }, } }', "config.json");
      assert.equal(open({ scope: "mine" }).scope.worktree.root, worktree.root);
      for (const [name, sign] of [["deep.json", "["], ["deep.toml", "a = ["]]) {
        configure(worktree, sign.padEnd(500_000, "["), name);
        assert.equal(failureOf(() => open({ cwd: worktree.root })).code, "config.malformed");
      }
      configure(worktree, '{ "scopes": ', "broken.json");
      assert.equal(failureOf(() => open({ cwd: worktree.root })).code, "config.malformed");
      process.env.EVIDENT_CONFIG = join(worktree.folder, "nowhere.toml");
      assert.equal(failureOf(() => open({ cwd: worktree.root })).code, "config.malformed");
    }),
  );

  it(
    "a cache inside the worktree is refused",
    withWorktree(() => TestWorktree.git(FILES), ({ root }) => {
      process.env.EVIDENT_CACHE_DIR = join(root, ".cache");
      assert.equal(failureOf(() => open({ cwd: root })).code, "cache.inside_worktree");
    }),
  );

  it(
    "nothing in the repository is taken for configuration",
    withWorktree(
      () => TestWorktree.git({ ...FILES, "config.toml": "broken = [", "evident/config.toml": "[" }),
      ({ root }) => {
        assert.equal(open({ cwd: root }).scope.declared, null);
      },
    ),
  );
});

describe("flags of index", () => {
  it(
    "are kept and hold for every later command",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      worktree.write({ "new.py": "" });
      await open({ cwd: worktree.root }).index({ exclude: ["docs"], includeUntracked: true, workers: 1 });
      const later = open({ cwd: worktree.root });
      assert.deepEqual(await policyTold(later), {
        source_roots: [],
        include_untracked: true,
        exclude: ["docs"],
      });
      assert.equal((await later.sync({ workers: 1 })).published, false);
      assert.deepEqual(await indexed(later), ["a.py", "new.py", "src/b.py"]);
      assert.equal((await later.query({ operation: { kind: "map" } })).status, "ok");
    }),
  );

  it(
    "other flags mean a rebuild, and it is said which rules changed",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      const project = open({ cwd: worktree.root });
      await project.index({ workers: 1 });
      const report = await project.sync({ sourceRoots: ["src"], workers: 1 });
      assert.equal(report.published, true);
      assert.deepEqual(report.changedRules, ["source_roots"]);
      assert.deepEqual((await project.sync({ exclude: ["docs"], workers: 1 })).changedRules, ["filter"]);
      assert.deepEqual((await policyTold(project)).source_roots, ["src"]);
    }),
  );

  it(
    "win over the configuration, which else holds as it stands",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      configure(worktree, '[scopes.mine]\nroot = "../work"\nexclude = ["docs"]\n');
      const project = open({ scope: "mine" });
      await project.index({ exclude: ["src"], workers: 1 });
      assert.deepEqual((await policyTold(open({ scope: "mine" }))).exclude, ["src"]);
      assert.equal((await project.query({ operation: { kind: "map" } })).status, "ok");
      // Empty words take back what was kept, and name nothing beside others.
      await project.index({ exclude: [""], workers: 1 });
      assert.deepEqual((await policyTold(open({ scope: "mine" }))).exclude, ["docs"]);
      await project.index({ exclude: ["", "src"], workers: 1 });
      assert.deepEqual((await policyTold(open({ scope: "mine" }))).exclude, ["src"]);
      await project.clear();
      await open({ scope: "mine" }).index({ workers: 1 });
      configure(worktree, '[scopes.mine]\nroot = "../work"\nexclude = ["a.py"]\n');
      const other = open({ scope: "mine" });
      await assert.rejects(
        other.query({ operation: { kind: "map" } }),
        (error: Failure) => error.code === "index.code_changed" && /filter/.test(error.message),
      );
      await other.sync({ workers: 1 });
      assert.deepEqual(await indexed(other), ["docs/c.md", "src/b.py"]);
    }),
  );
});
