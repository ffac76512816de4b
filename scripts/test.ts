// `npm test [-- PART…]`: the whole suite, or the files whose path holds a PART, on Bun and on Deno. The last line says
// how many tests passed on both; a difference between the two runtimes is a failure.

import process from "node:process";
import { runSuite } from "./parts/suite.ts";

const { passed, failed, words } = await runSuite({ only: process.argv.slice(2) });
for (const line of words) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
