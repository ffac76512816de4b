// `npm start`: builds the program, indexes this repository with it and prints an answer about it. The cache is a folder
// under dist/, so that nothing outside this checkout is touched.

import { join } from "node:path";
import process from "node:process";
import { buildIfStale } from "./parts/build.ts";
import { BINARY, ROOT, run } from "./parts/repository.ts";

const QUESTION = "how does sync decide which files to extract again";

await buildIfStale();
const env = { EVIDENT_CACHE_DIR: join(ROOT, "dist", "cache") };
for (const args of [["index"], ["explore", QUESTION]]) {
  console.error(`$ evident ${args.map((arg) => arg.includes(" ") ? JSON.stringify(arg) : arg).join(" ")}`);
  const { code } = await run(BINARY, args, { env, output: "inherit" });
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}
