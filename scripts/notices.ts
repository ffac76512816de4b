// `bun scripts/notices.ts [--write]`: THIRD_PARTY_NOTICES.md is what the packages embedded in the binary say of
// themselves: Bun, and the dependencies of package.json. Without `--write` it only says whether the file is current.
// Fails on a dependency without any licence text, and on one that brings packages of its own unseen.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readJson, readText, ROOT } from "./parts/repository.ts";

const FILE = "THIRD_PARTY_NOTICES.md";

interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What a grammar package needs to build a native addon; its WASM file needs none of it. */
const BUILD_TOOLS = ["node-addon-api", "node-gyp-build", "tree-sitter-javascript"];

/** Words of ours for packages that ship no licence file, or whose file says too little. */
const SUPPLEMENTS: Readonly<Record<string, string>> = {
  "bun":
    "The binary contains the Bun runtime, which is MIT-licensed. Bun statically links JavaScriptCore and WebKit " +
    "(LGPL-2) and further libraries under their own terms; its LICENSE.md lists them and says how to link it anew " +
    "with a changed JavaScriptCore: https://github.com/oven-sh/bun/blob/bun-v$VERSION/LICENSE.md. The sources of " +
    "evident and the build script `npm run build` are all that is needed to do so with another build of Bun.",
  "@sqlite.org/sqlite-wasm":
    "Licensed under the Apache License 2.0, whose text is in LICENSE. SQLite itself, which it " +
    "contains, is in the public domain. The JavaScript around it contains Emscripten's glue code, which is covered by " +
    "the MIT license and the University of Illinois/NCSA Open Source License.",
};

const MIT_TERMS =
  `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

function licenceFiles(name: string): string[] {
  const folder = join(ROOT, "node_modules", name);
  return readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
}

function sourceOf({ repository }: PackageManifest): string {
  const url = typeof repository === "string" ? repository : repository?.url ?? "";
  return url.replace(/^git\+/, "").replace(/\.git$/, "");
}

function authorOf({ author, name }: PackageManifest): string {
  return (typeof author === "string" ? author : author?.name) ?? `the authors of ${name}`;
}

/** One package's section. */
function section(name: string): string {
  const manifest = readJson<PackageManifest>(join("node_modules", name, "package.json"));
  for (const brought of Object.keys(manifest.dependencies ?? {})) {
    if (!name.startsWith("tree-sitter-") || !BUILD_TOOLS.includes(brought)) {
      throw new Error(`${name} brings ${brought}: say in scripts/notices.ts whether the binary contains it`);
    }
  }
  const texts = licenceFiles(name).map((text) => "```text\n" + text.replaceAll("```", "'''") + "\n```");
  const supplement = SUPPLEMENTS[name]?.replaceAll("$VERSION", manifest.version);
  if (supplement !== undefined) texts.unshift(supplement);
  if (texts.length === 0 && manifest.license === "MIT") {
    texts.push("```text\nCopyright (c) " + authorOf(manifest) + "\n\n" + MIT_TERMS + "\n```");
  }
  if (texts.length === 0) {
    throw new Error(`${name} has no licence text: add words for it to scripts/notices.ts`);
  }
  return [`## ${manifest.name} ${manifest.version}`, `${manifest.license} · ${sourceOf(manifest)}`, ...texts]
    .join("\n\n");
}

function notices(): string {
  const { dependencies } = readJson<PackageManifest>("package.json");
  const names = ["bun", ...Object.keys(dependencies ?? {}).sort()];
  const head =
    "# Third-party notices\n\nWhat the binary contains beside evident's own code. Made by `scripts/notices.ts`.";
  return [head, ...names.map(section)].join("\n\n") + "\n";
}

const text = notices();
if (process.argv.includes("--write")) {
  writeFileSync(join(ROOT, FILE), text);
} else if (!existsSync(join(ROOT, FILE)) || text !== readText(FILE)) {
  console.error(`${FILE} is not what the installed packages say: bun scripts/notices.ts --write`);
  process.exitCode = 1;
}
