// `deno task contract`: thousands of random requests to a copy of a repository, each answer held against its schema, the
// export and the files. The repository itself is only read.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { open } from "../lib/app/mod.ts";
import { edit } from "./contract/edits.ts";
import { contractRun } from "./contract/run.ts";
import { worldOf } from "./contract/world.ts";
import { run } from "./parts/repository.ts";

const USAGE = `deno task contract REPOSITORY... [--requests N] [--seed N]

  Clones each repository into a temporary folder, indexes it, edits some files and syncs, then asks N random requests
  (2000 unless told). Prints what each operation answered, and everything that broke the contract.`;

const { values: flags, positionals } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const MAX_SHOWN = 20;

/** How many requests broke the contract. */
async function contractOf(repository: string, folder: string): Promise<number> {
  const root = join(folder, "work");
  const cloned = await run("git", ["clone", "-q", resolve(repository), root]);
  if (cloned.code !== 0) throw new Error(cloned.stderr);
  const project = open({ directory: root });
  await project.index();
  const before = await worldOf(project);
  edit(root, [...before.files].filter(([, { language }]) => language !== null).map(([path]) => path));
  await run("git", ["-C", root, "add", "-A"]);
  await project.sync();
  const world = await worldOf(project);
  const requests = Number(flags.requests);
  const { counts, wrong } = await contractRun({ project, world, before, seed: Number(flags.seed), requests });
  console.log(`${repository}: ${requests} requests, ${wrong.length} broke the contract`);
  console.log(
    [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `  ${count} ${what}`).join("\n"),
  );
  for (const { request, problems } of wrong.slice(0, MAX_SHOWN)) {
    console.log(`${JSON.stringify(request)}\n  ${problems.slice(0, 5).join("\n  ")}`);
  }
  return wrong.length;
}

if (flags.help || positionals.length === 0) {
  console.log(USAGE);
  process.exitCode = flags.help ? 0 : 2;
}
for (const repository of positionals) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "evident-contract-")));
  process.env.EVIDENT_CACHE_DIR = join(folder, "cache");
  process.env.EVIDENT_CONFIG = "";
  try {
    if (await contractOf(repository, folder) > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
