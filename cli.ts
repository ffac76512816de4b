// The command line's entry: runs the command and ends the process with its exit code. The only place that ends it.

import { run } from "./lib/commands/mod.ts";

/** Runs the arguments of this process and ends it. */
export async function main(): Promise<never> {
  process.exit(await run(process.argv.slice(2)));
}

if (import.meta.main) await main();
