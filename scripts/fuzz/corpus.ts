// Real programs to start from: the fixtures, this repository's own modules, and any folder that is named.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../../lib/languages/mod.ts";
import { parseFixture } from "../../tests/fixture.ts";
import { ROOT } from "../parts/repository.ts";

export interface CorpusFile {
  /** What language it is of is said by its end. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 32 * 1024;
const CONFIGURATION = /(^|\/)(tsconfig\.json|package\.json|go\.mod|go\.work|pyproject\.toml)$/;

/** Files in order of their paths: the same folder gives the same corpus. */
export function corpusOf(folders: readonly string[]): CorpusFile[] {
  const files: CorpusFile[] = [];
  for (const folder of folders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (/(^|\/)(node_modules|\.git)(\/|$)/.test(path)) continue;
      const stat = statSync(join(folder, path), { throwIfNoEntry: false });
      if (stat === undefined || !stat.isFile() || stat.size > MAX_BYTES) continue;
      const bytes = new Uint8Array(readFileSync(join(folder, path)));
      if (path.endsWith(".txt")) files.push(...fixtureFiles(bytes));
      else if (isWanted(path)) files.push({ path, bytes });
    }
  }
  return files;
}

/** The fixtures of the project, and some of its own modules. */
export function ownCorpus(): CorpusFile[] {
  return corpusOf(
    ["fixtures/facts", "fixtures/resolve", "fixtures/rules", "fixtures/projects", "lib/typing", "docs/adr"]
      .map((folder) => join(ROOT, folder)),
  );
}

function isWanted(path: string): boolean {
  return languageOf(path) !== null || CONFIGURATION.test(path);
}

function fixtureFiles(bytes: Uint8Array): CorpusFile[] {
  return parseFixture(new TextDecoder().decode(bytes)).files.filter(({ path }) => isWanted(path)).map((
    file,
  ) => ({
    path: file.path,
    bytes: new TextEncoder().encode(file.text),
  }));
}
