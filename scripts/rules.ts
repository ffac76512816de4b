// `deno task rules [--write]`: docs/RULES.md is what the tables of rules and reasons say, with an example of each that the
// program was asked about. Without `--write` it only says whether the page is current.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readText, ROOT } from "./parts/repository.ts";
import { readExamples } from "./rules/examples.ts";
import { rulesPage } from "./rules/page.ts";

const FILE = "docs/RULES.md";

const page = rulesPage(await readExamples());
if (process.argv.includes("--write")) writeFileSync(join(ROOT, FILE), page);
else if (!existsSync(join(ROOT, FILE)) || readText(FILE) !== page) {
  console.error(`${FILE} is not what rules and examples say: deno task rules --write`);
  process.exitCode = 1;
}
