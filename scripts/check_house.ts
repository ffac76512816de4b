// `bun scripts/check_house.ts`: the house rules that no linter knows, over every module of the project.

import process from "node:process";
import { LANGUAGES } from "../lib/languages/mod.ts";
import { type Finding, houseFindings } from "./parts/house.ts";
import { listFiles, readText } from "./parts/repository.ts";
import { isModule, ModuleReader } from "./parts/sources.ts";

const reader = await ModuleReader.open();
const paths = await listFiles();
const rules = {
  languageIds: LANGUAGES.map((language) => language.id),
  languageFolders: paths.flatMap((path) => /^lib\/languages\/([^/]+)\//.exec(path)?.[1] ?? []),
};
const findings: Finding[] = [];
let files = 0;
for (const path of paths) {
  if (!isModule(path)) continue;
  files++;
  const module = { path, text: readText(path) };
  findings.push(...houseFindings(module, reader.tree(module), rules));
}
for (const { path, line, problem } of findings) console.error(`${path}:${line}: ${problem}`);
console.error(`house: ${files} files, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
