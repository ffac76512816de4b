// `bun scripts/grammars.ts [--write]`: version, digest, ABI and licence of every grammar in grammars.json are those of
// the installed packages. Without `--write` it only says where they differ.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Language, Parser } from "web-tree-sitter";
import { readJson, readText, ROOT } from "./parts/repository.ts";

const FILE = "grammars/grammars.json";

/** One entry of grammars.json. `package` and `file` are written by hand, the rest by this script. */
interface Grammar {
  readonly package: string;
  readonly file: string;
  readonly version?: string;
  readonly sha256?: string;
  readonly abi?: number;
  readonly licence?: string;
}

async function described(grammar: Grammar): Promise<Grammar> {
  const folder = join("node_modules", grammar.package);
  const manifest = readJson<{ version: string; license: string }>(join(folder, "package.json"));
  const bytes = readFileSync(join(ROOT, folder, grammar.file));
  return {
    package: grammar.package,
    file: grammar.file,
    version: manifest.version,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    abi: (await Language.load(new Uint8Array(bytes))).abiVersion,
    licence: manifest.license,
  };
}

/** What grammars.json must say. */
async function wanted(): Promise<string> {
  await Parser.init();
  const lines: string[] = [];
  for (const [name, grammar] of Object.entries(readJson<Record<string, Grammar>>(FILE))) {
    lines.push(
      `  ${JSON.stringify(name)}: ${
        JSON.stringify(await described(grammar), null, 4).replace("\n}", "\n  }")
      }`,
    );
  }
  return `{\n${lines.join(",\n")}\n}\n`;
}

const text = await wanted();
if (process.argv.includes("--write")) {
  writeFileSync(join(ROOT, FILE), text);
} else if (text !== readText(FILE)) {
  console.error(`${FILE} is not what the installed packages say: bun scripts/grammars.ts --write`);
  process.exitCode = 1;
}
