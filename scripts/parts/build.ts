// How the binary is built, and whether the one that is there is of today's sources.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY, listFiles, readJson, ROOT, run } from "./repository.ts";

/** Written by the build and read by nobody else: git-ignored, so that a stale copy cannot be committed. */
export const EMBEDDED = "wasm/embedded.ts";

/** The program's entries: the command line, and the worker that extracts. */
const ENTRIES = ["scripts/binary_entry.ts", "lib/extract/worker.ts"];

const FLAGS = [
  "--compile",
  "--minify",
  "--bytecode",
  "--splitting",
  "--format=esm",
  "--sourcemap=inline",
  "--reject-unresolved",
  // Inside the binary every entry lies in one folder: there a bundled module finds the worker at "./worker.ts".
  "--entry-naming=[name].[ext]",
];

/** Bun's compiler makes a program that obeys files of the folder it starts in unless every one of these says no. */
const HARDENING = ["bunfig", "dotenv", "tsconfig", "package-json"].map((name) =>
  `--no-compile-autoload-${name}`
);

/** What the binary is made of. */
const PARTS =
  /^(lib|wasm|grammars)\/|^scripts\/(binary_entry|binary_program|parts\/build)\.ts$|^(cli\.ts|package\.json|package-lock\.json)$/;

/** Names the sources that the binary was made of. */
const STAMP = `${BINARY}.sources`;

interface Grammar {
  readonly package: string;
  readonly file: string;
  readonly sha256: string;
}

/** Asset name to module specifier, in the order of grammars.json. */
function assets(): [name: string, specifier: string][] {
  const grammars = Object.entries(readJson<Record<string, Grammar>>("grammars/grammars.json"));
  return [
    ["tree-sitter", "web-tree-sitter/tree-sitter.wasm"],
    ["sqlite", "@sqlite.org/sqlite-wasm/sqlite3.wasm"],
    ...grammars.map((
      [name, grammar],
    ): [string, string] => [`grammar:${name}`, `${grammar.package}/${grammar.file}`]),
  ];
}

/** The module that embeds every asset and registers where it is. */
export function embeddedModule(): string {
  const list = assets();
  const imports = list.map(([, specifier], i) =>
    `import asset${i} from "${specifier}" with { type: "file" };`
  );
  const entries = list.map(([name], i) => `  "${name}": asset${i},`);
  return [
    "// Made by scripts/build.ts: every file that the binary embeds.",
    "",
    ...imports,
    'import { useAssets } from "./assets.ts";',
    "",
    "useAssets({",
    ...entries,
    "});",
    "",
  ].join("\n");
}

/** Throws where an installed grammar is not the one that grammars.json pins. */
function checkGrammars(): void {
  for (const [name, grammar] of Object.entries(readJson<Record<string, Grammar>>("grammars/grammars.json"))) {
    const bytes = readFileSync(join(ROOT, "node_modules", grammar.package, grammar.file));
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (digest !== grammar.sha256) {
      throw new Error(`grammar ${name}: ${digest} is not the pinned ${grammar.sha256}`);
    }
  }
}

/** The commit that is built, `+dirty` where tracked files differ from it. */
async function commitName(): Promise<string> {
  const head = await run("git", ["rev-parse", "--verify", "HEAD"]);
  if (head.code !== 0) return "unknown";
  const status = await run("git", ["status", "--porcelain", "--untracked-files=no"]);
  return head.stdout.trim() + (status.stdout === "" ? "" : "+dirty");
}

/** SHA-256 over path and bytes of everything that the binary is made of. */
async function sourcesDigest(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await listFiles()) {
    if (!PARTS.test(path)) continue;
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Builds `dist/evident`. Throws with the compiler's words where it fails. */
export async function build(): Promise<void> {
  checkGrammars();
  const digest = await sourcesDigest();
  writeFileSync(join(ROOT, EMBEDDED), embeddedModule());
  mkdirSync(dirname(BINARY), { recursive: true });
  const define = `EVIDENT_COMMIT=${JSON.stringify(await commitName())}`;
  const args = [...FLAGS, ...HARDENING, "--define", define, ...ENTRIES, "--outfile", BINARY];
  const built = await run("bun", ["build", ...args]);
  if (built.code !== 0) throw new Error(`bun build ended with ${built.code}\n${built.stderr}${built.stdout}`);
  // The maps are inside the binary; the compiler leaves copies beside it.
  for (const name of readdirSync(dirname(BINARY))) {
    if (name.endsWith(".map")) rmSync(join(dirname(BINARY), name));
  }
  writeFileSync(STAMP, digest);
}

/** Builds where the binary is missing or was made of other sources. */
export async function buildIfStale(): Promise<void> {
  const stamp = existsSync(BINARY) && existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  if (stamp !== await sourcesDigest()) await build();
}
