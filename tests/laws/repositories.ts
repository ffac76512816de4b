// Generated repositories and edit scripts: small programs in every language whose files import and call each other, and
// the edits that trip incremental indexers: written, moved, swapped, deleted, broken and re-added files and definitions.
// A file is imports and definitions drawn from one pool a language, so that the same definition turns up elsewhere.

import fc from "fast-check";

/** One step of an edit script; steps that name a path that is not there do nothing. */
export type Step =
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "rename" | "swap"; readonly path: string; readonly to: string };

export type Edit = readonly Step[];

interface Pool {
  readonly header: string;
  readonly imports: readonly string[];
  readonly definitions: readonly string[];
  readonly broken: string;
}

const PYTHON: Pool = {
  header: "",
  imports: [
    "from pkg.alpha import alpha\n",
    "from .beta import *\n",
    "from . import beta, gamma as other\n",
    "import pkg.gamma\n",
    "from pkg import Base, größe\n",
    "import json\n",
    "try:\n    from .alpha import beta\nexcept ImportError:\n    from .gamma import beta\n",
  ],
  definitions: [
    "def alpha(x):\n    return beta(größe(x))\n",
    "def beta(x, alpha=None):\n    return alpha(x)\n",
    "class Base:\n    '''Docs.'''\n    def run(self):\n        return self.alpha()\n",
    "class Base(Mixin):\n    size = 1\n    def alpha(self):\n        return super().run()\n",
    "class Mixin:\n    def __init__(self):\n        self.base = Base()\n\n    def run(self):\n        self.base.alpha()\n",
    "def größe(wert):\n    # naïve ☃\n    box = Base()\n    box.run()\n    return pkg.gamma.alpha(wert)\n",
    "alpha = größe\n",
    "@alpha\ndef test_alpha():\n    assert other.beta(1)\n",
    "if alpha:\n    def gamma():\n        return 1\nelse:\n    def gamma():\n        return beta\n",
    "__all__ = ['alpha', 'Base']\n",
  ],
  broken: "def broken(:\n    alpha(\n",
};

const TYPESCRIPT: Pool = {
  header: "",
  imports: [
    'import { alpha } from "./a";\n',
    'import { alpha as beta } from "./b.js";\n',
    'import Box, * as all from "./index";\n',
    'export * from "./a";\n',
    'export * from "./index";\n',
    'export { beta as alpha, Box as default } from "./b";\n',
    'import { gone } from "@app/a";\nimport left from "leftpad";\n',
    'const tools = require("./c");\n',
  ],
  definitions: [
    "export function alpha(x) { return beta(x); }\n",
    "export const beta = (x) => alpha(größe(x));\n",
    "export class Box { part = new Part(); run() { return this.part.run(); } }\n",
    "export class Part extends Box { run() { super.run(); return all.alpha(this.run()); } }\n",
    "export default function () { return new Box().run(); }\n",
    "export const größe = (w) => { const inner = () => alpha(w); return inner(); };\n",
    "export const box = new Box(); box.run();\n",
    "module.exports = { alpha, other: tools.beta };\n",
    'it("☃", () => { alpha(box); left(gone); });\n',
    "export const alias = alpha; alias(1);\n",
  ],
  broken: "export function broken( { alpha(\n",
};

const GO: Pool = {
  header: "package core\n\n",
  imports: [
    'import "example.test/m/core/sub"\n',
    'import s "example.test/m/core/sub"\n',
    'import "strings"\n',
  ],
  definitions: [
    "type Box struct{ Part; n int }\n\nfunc (b *Box) Run() int { return b.help() }\n",
    "func (b *Box) help() int { return b.n + Alpha() }\n",
    "type Part struct{}\n\nfunc (p Part) Ping() { Größe() }\n",
    "type Runner interface{ Run() int }\n",
    "func Alpha() int { var b Box; b.Ping(); return b.Run() }\n",
    "func Größe() { sub.Größe(); s.Alpha(); strings.TrimSpace(`☃`) }\n",
    "func Use(r Runner) int { return r.Run() }\n",
    "var shared = Box{n: 1}\n\nfunc init() { shared.Run() }\n",
    "func TestAlpha(t *testing.T) { Alpha() }\n",
  ],
  broken: "func broken( {\n\tAlpha(\n",
};

const PATHS: Readonly<Record<string, Pool | readonly string[]>> = {
  "pkg/__init__.py": PYTHON,
  "pkg/alpha.py": PYTHON,
  "pkg/beta.py": PYTHON,
  "pkg/gamma.py": PYTHON,
  "tests/test_alpha.py": PYTHON,
  "src/a.ts": TYPESCRIPT,
  "src/b.ts": TYPESCRIPT,
  "src/c.js": TYPESCRIPT,
  "src/index.ts": TYPESCRIPT,
  "src/größe.test.tsx": TYPESCRIPT,
  "core/one.go": GO,
  "core/two_windows.go": GO,
  "core/one_test.go": GO,
  "core/sub/sub.go": GO,
  "go.mod": ["module example.test/m\n", "module example.test/other\n", "modul\n"],
  "tsconfig.json": ['{"compilerOptions":{"paths":{"@app/*":["./src/*"]}}}', "{ // no\n", "{}"],
  "package.json": ['{"name":"app","dependencies":{"leftpad":"1"}}', '{"name":"app","main":"src/a.ts"}', "["],
  "README.md": ["# Title\n\n## Part\n", "# Größe\r\n", "plain\n"],
  "data.txt": ["", "alpha\n", "alpha\r\nohne Ende", "\u0000\u0001"],
};

const anyPath = fc.constantFrom(...Object.keys(PATHS));

function contentOf(path: string): fc.Arbitrary<string> {
  const pool = PATHS[path];
  if ("definitions" in pool) return programOf(pool);
  return fc.constantFrom(...pool);
}

function programOf(pool: Pool): fc.Arbitrary<string> {
  return fc.record({
    imports: fc.shuffledSubarray([...pool.imports], { maxLength: 3 }),
    definitions: fc.shuffledSubarray([...pool.definitions], { maxLength: 5 }),
    gap: fc.constantFrom("\n", "\n", "\n\n\n"),
    broken: fc.constantFrom("none", "none", "none", "end", "middle"),
    windows: fc.boolean(),
    mark: fc.constantFrom("", "", "\ufeff"),
  }).map(({ imports, definitions, gap, broken, windows, mark }) => {
    const parts = [...definitions];
    if (broken === "end") parts.push(pool.broken);
    if (broken === "middle") parts.splice(1, 0, pool.broken);
    const text = mark + pool.header + imports.join("") + gap + parts.join(gap);
    return windows ? text.replaceAll("\n", "\r\n") : text;
  });
}

const written = anyPath.chain((path) => contentOf(path).map((content) => [path, content] as const));

/** The files a repository starts with: each path there or not. */
export const startFiles: fc.Arbitrary<Record<string, string>> = fc.array(written, {
  minLength: 5,
  maxLength: 14,
  size: "max",
}).map((files) => ({ "go.mod": "module example.test/m\n", ...Object.fromEntries(files) }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: written.map(([path, content]) => ({ kind: "write" as const, path, content })) },
  { weight: 1, arbitrary: anyPath.map((path) => ({ kind: "delete" as const, path })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("rename" as const, "swap" as const),
      path: anyPath,
      to: anyPath,
    }),
  },
);

/** A few edits, one after the other, of a few steps each. */
export const editScript: fc.Arbitrary<Edit[]> = fc.array(
  fc.array(step, { minLength: 1, maxLength: 4, size: "max" }),
  { minLength: 1, maxLength: 4, size: "max" },
);
