// Generated repositories and edit scripts: small programs in every language whose files import and call each other, and
// the edits that trip incremental indexers: moved, renamed, deleted, broken and re-added files and definitions.

import fc from "fast-check";

/** Files by path; null deletes one. */
export type Edit = Readonly<Record<string, string | null>>;

const NAMES = ["alpha", "beta", "gamma", "delta", "größe"];

const python = fc.record({
  imported: fc.constantFrom(...NAMES),
  name: fc.constantFrom(...NAMES),
  called: fc.constantFrom(...NAMES),
  base: fc.constantFrom("", "Base", "alpha"),
  blank: fc.integer({ min: 0, max: 3 }),
  broken: fc.boolean(),
}).map(({ imported, name, called, base, blank, broken }) =>
  `from pkg.${imported === "größe" ? "alpha" : imported} import ${called}\nfrom . import beta\n${
    "\n".repeat(blank)
  }` +
  `class Base${
    base === "" ? "" : `(${base})`
  }:\n    """Docs."""\n    def ${name}(self):\n        return self.${called}()\n` +
  `def ${name}(x):\n    y = Base()\n    y.${name}()\n    return ${called}(beta.${name}(x))\n${
    broken ? "def broken(:\n" : ""
  }`
);

const typescript = fc.record({
  from: fc.constantFrom("./a", "./b.js", "./index", "./gone"),
  name: fc.constantFrom(...NAMES),
  called: fc.constantFrom(...NAMES),
  star: fc.boolean(),
  crlf: fc.boolean(),
}).map(({ from, name, called, star, crlf }) => {
  const text = `import { ${called} as other } from "${from}";\n${star ? `export * from "${from}";\n` : ""}` +
    `export function ${name}(x: number) { return other(x); }\nexport class Box { run() { return this.run(); } }\n` +
    `export const box = new Box();\nbox.run();\n`;
  return crlf ? text.replaceAll("\n", "\r\n") : text;
});

const go = fc.record({
  name: fc.constantFrom("Alpha", "Beta", "Gamma"),
  called: fc.constantFrom("Alpha", "Beta", "Gamma"),
  tag: fc.constantFrom("", "//go:build linux\n\n", "//go:build windows\n\n"),
}).map(({ name, called, tag }) =>
  `${tag}package core\n\ntype ${name}Box struct{ n int }\n\nfunc (b *${name}Box) Run() int { return b.n }\n\n` +
  `func ${name}() int {\n\tb := &${name}Box{n: 1}\n\treturn b.Run() + ${called}()\n}\n`
);

const PATHS = [
  ["pkg/alpha.py", python],
  ["pkg/beta.py", python],
  ["pkg/gamma.py", python],
  [
    "pkg/__init__.py",
    fc.constantFrom("", "from .alpha import *\n", "from .beta import alpha\n__all__ = ['alpha']\n"),
  ],
  ["src/a.ts", typescript],
  ["src/b.ts", typescript],
  ["src/index.ts", typescript],
  ["core/one.go", go],
  ["core/two.go", go],
  ["README.md", fc.constantFrom("# Title\n\n## Part\n", "# Other\n", "plain\n")],
  ["data.txt", fc.string({ maxLength: 20 })],
] as const;

const anyFile = fc.constantFrom(...PATHS).chain(([path, text]) =>
  fc.option(text as fc.Arbitrary<string>, { nil: null, freq: 4 }).map((content) => [path, content] as const)
);

/** The files a repository starts with: each path there or not. */
export const startFiles: fc.Arbitrary<Record<string, string>> = fc.array(anyFile, {
  minLength: 4,
  maxLength: 11,
})
  .map((files) => {
    const start: Record<string, string> = { "go.mod": "module example.test/m\n" };
    for (const [path, content] of files) if (content !== null) start[path] = content;
    return start;
  });

/** A few edits, one after the other; a rename is a deletion and an addition. */
export const editScript: fc.Arbitrary<Edit[]> = fc.array(
  fc.array(anyFile, { minLength: 1, maxLength: 3 }).map((files) => Object.fromEntries(files)),
  { minLength: 1, maxLength: 3 },
);
