// The registry: each language once, with its file names, its versions and its two doors. Doors are loaded when first needed.
// Adding a language is adding its folder and one entry here.

import type { LanguageRules } from "../typing/mod.ts";
import type { Syntax, TextSyntax } from "./core/mod.ts";
import type { GrammarName } from "../../wasm/mod.ts";
import { VERSIONS as GO } from "./go/versions.ts";
import { VERSIONS as MARKDOWN } from "./markdown/versions.ts";
import { VERSIONS as PYTHON } from "./python/versions.ts";
import { VERSIONS as TYPESCRIPT } from "./typescript/versions.ts";

/** What the facts and the edges of a language are made with, known without its doors. */
export interface Versions {
  readonly extraction: number;
  /** Null where nothing is resolved. */
  readonly resolution: number | null;
  /** By dialect; of a text format there is none. */
  readonly grammars: Readonly<Record<string, GrammarName>>;
}

export interface Language {
  readonly id: string;
  /** As its rules say: languages of one family can name each other. Told here for who needs it without the rules. */
  readonly family: string;
  /** Dialect by file-name extension, dot included. */
  readonly extensions: Readonly<Record<string, string>>;
  readonly versions: Versions;
  readonly syntax: () => Promise<Syntax | TextSyntax>;
  /** Null where nothing is resolved (a text format with symbols). */
  readonly rules: (() => Promise<LanguageRules>) | null;
}

export const LANGUAGES: readonly Language[] = [
  {
    id: "python",
    family: "python",
    extensions: { ".py": "python", ".pyi": "stub" },
    versions: PYTHON,
    syntax: async () => (await import("./python/syntax/mod.ts")).syntax,
    rules: async () => (await import("./python/rules/mod.ts")).rules,
  },
  {
    id: "typescript",
    family: "ecmascript",
    extensions: { ".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx" },
    versions: TYPESCRIPT,
    syntax: async () => (await import("./typescript/syntax/mod.ts")).syntax,
    rules: async () => (await import("./typescript/rules/mod.ts")).rules,
  },
  {
    id: "javascript",
    family: "ecmascript",
    extensions: { ".js": "js", ".mjs": "js", ".cjs": "js", ".jsx": "js" },
    versions: TYPESCRIPT,
    syntax: async () => (await import("./typescript/syntax/mod.ts")).syntax,
    rules: async () => (await import("./typescript/rules/mod.ts")).rules,
  },
  {
    id: "go",
    family: "go",
    extensions: { ".go": "go" },
    versions: GO,
    syntax: async () => (await import("./go/syntax/mod.ts")).syntax,
    rules: async () => (await import("./go/rules/mod.ts")).rules,
  },
  {
    id: "markdown",
    family: "markdown",
    extensions: { ".md": "markdown", ".markdown": "markdown" },
    versions: MARKDOWN,
    syntax: async () => (await import("./markdown/syntax/mod.ts")).syntax,
    rules: null,
  },
];

const BY_EXTENSION: ReadonlyMap<string, { readonly language: Language; readonly dialect: string }> = new Map(
  LANGUAGES.flatMap((language) =>
    Object.entries(language.extensions).map(([extension, dialect]) =>
      [extension, { language, dialect }] as const
    )
  ),
);

/** The language and dialect of a path by its extension; null for a text file of no known language. */
export function languageOf(path: string): { readonly language: Language; readonly dialect: string } | null {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") ? null : BY_EXTENSION.get(path.slice(dot)) ?? null;
}

/** The family of a registered language; one that is not registered is a family of its own. */
export function familyOf(id: string): string {
  return LANGUAGES.find((language) => language.id === id)?.family ?? id;
}
