// `npm start`: builds the program, indexes this repository with it and prints an answer about it. The cache is a temporary
// folder that is removed at the end: it may not lie inside the worktree, and the user's own is left alone.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buildIfStale } from "./parts/build.ts";
import { BINARY, run } from "./parts/repository.ts";

const QUESTION = "how are import specifiers resolved to modules";

await buildIfStale();
const cache = mkdtempSync(join(tmpdir(), "evident-start-"));
try {
  for (const args of [["index"], ["explore", QUESTION]]) {
    console.error(`$ evident ${args.map((arg) => arg.includes(" ") ? JSON.stringify(arg) : arg).join(" ")}`);
    const { code } = await run(BINARY, args, { env: { EVIDENT_CACHE_DIR: cache }, output: "inherit" });
    if (code === 0) continue;
    process.exitCode = code;
    break;
  }
} finally {
  rmSync(cache, { recursive: true, force: true });
}
