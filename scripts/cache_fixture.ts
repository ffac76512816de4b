// `bun scripts/cache_fixture.ts --write`: keeps a tiny cache of the format of today in fixtures/cache, so that every later
// program is tested with it. Run it before the format is raised, never after: a fixture that is there is not replaced.

import { deflateRawSync } from "node:zlib";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { open } from "../lib/app/mod.ts";
import { ROOT } from "./parts/repository.ts";

/** The worktree that it was made of: two states, so that there is a previous generation. */
const FILES = {
  "a.py": "from b import beta\n\n\ndef alpha():\n    return beta()\n",
  "b.py": "def beta():\n    return 1\n",
  "notes.md": "# Notes\n",
};
const CHANGED = { "b.py": "def beta():\n    return 2\n" };

const folder = realpathSync(mkdtempSync(join(tmpdir(), "evident-fixture-")));
try {
  const root = join(folder, "work");
  mkdirSync(root);
  process.env.EVIDENT_CACHE_DIR = join(folder, "cache");
  process.env.EVIDENT_CONFIG = "";
  put(root, FILES);
  const project = open({ directory: root });
  await project.index();
  put(root, CHANGED);
  await project.sync();

  const [binding] = readdirSync(join(folder, "cache"));
  const cache = join(folder, "cache", binding);
  const { format } = JSON.parse(readFileSync(join(cache, "current"), "utf8"));
  const target = join(ROOT, "fixtures", "cache", `format-${format}.json`);
  const files = Object.fromEntries(
    readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((
      entry,
    ) => join(entry.parentPath, entry.name)).sort().map((
      path,
    ) => [path.slice(cache.length + 1), deflateRawSync(readFileSync(path)).toString("base64")]),
  );
  const text = JSON.stringify({ format, worktree: { ...FILES, ...CHANGED }, files }, null, 2) + "\n";
  if (!process.argv.includes("--write")) console.log(`${text.length} bytes; --write keeps them`);
  else if (existsSync(target)) throw new Error(`${target} is there: raise the format first`);
  else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    console.log(`wrote ${target}, ${text.length} bytes`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
}
