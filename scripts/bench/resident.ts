// A question asked again and again by one process, through the library: what a server of agents pays. Run as a program with a
// folder, the cache folder in the environment, and a symbol; prints the milliseconds of each answer.

import process from "node:process";
import { open } from "../../mod.ts";

const ASKED = 200;
const WARM = 20;

const [directory, symbol] = process.argv.slice(2);
const project = open({ directory });
const kinds = ["symbols", "callers", "callees", "definition", "impact"] as const;
const tookMs: number[] = [];
for (let round = 0; round < ASKED + WARM; round++) {
  const kind = kinds[round % kinds.length];
  const subject = kind === "symbols"
    ? { query: symbol }
    : kind === "impact"
    ? { symbols: [symbol] }
    : { symbol };
  const startMs = performance.now();
  await project.query({ operation: { kind, ...subject } }, { verify: "stat" });
  if (round >= WARM) tookMs.push(performance.now() - startMs);
}
console.log(JSON.stringify(tookMs));
