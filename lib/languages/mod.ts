// The registry: each language once, with its file names and its two doors. Doors are loaded when first needed.
// Adding a language is adding its folder and one entry here.

import type { Syntax } from "./core/mod.ts";

export interface Language {
  readonly id: string;
  /** Dialect by file-name extension, dot included. */
  readonly extensions: Readonly<Record<string, string>>;
  readonly syntax: () => Promise<Syntax>;
}

export const LANGUAGES: readonly Language[] = [
  {
    id: "python",
    extensions: { ".py": "python", ".pyi": "stub" },
    syntax: async () => (await import("./python/syntax/mod.ts")).syntax,
  },
  {
    id: "typescript",
    extensions: { ".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx" },
    syntax: async () => (await import("./typescript/syntax/mod.ts")).syntax,
  },
  {
    id: "javascript",
    extensions: { ".js": "js", ".mjs": "js", ".cjs": "js", ".jsx": "js" },
    syntax: async () => (await import("./typescript/syntax/mod.ts")).syntax,
  },
  {
    id: "go",
    extensions: { ".go": "go" },
    syntax: async () => (await import("./go/syntax/mod.ts")).syntax,
  },
];
