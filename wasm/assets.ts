// Where the WASM files are: embedded in the binary, in node_modules otherwise. The binary's entry and the worker's first
// message call `useAssets`; nobody else has to know. Law kept: nothing is ever downloaded.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import grammars from "../grammars/grammars.json" with { type: "json" };

export type GrammarName = keyof typeof grammars;
export type AssetName = "tree-sitter" | "sqlite" | `grammar:${GrammarName}`;

/** Grammar names, in the order of `grammars.json`. */
export const GRAMMAR_NAMES = Object.keys(grammars) as GrammarName[];

let paths: Record<string, string> | null = null;

/** Registers where each asset's bytes are. */
export function useAssets(table: Record<string, string>): void {
  paths = table;
}

/** The table of asset paths, as a worker is handed it. */
export function assetTable(): Record<string, string> {
  if (paths !== null) return paths;
  const require = createRequire(import.meta.url);
  paths = {
    "tree-sitter": require.resolve("web-tree-sitter/tree-sitter.wasm"),
    "sqlite": require.resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm"),
  };
  for (const name of GRAMMAR_NAMES) {
    paths[`grammar:${name}`] = require.resolve(`${grammars[name].package}/${grammars[name].file}`);
  }
  return paths;
}

/** An asset's bytes. */
export function assetBytes(name: AssetName): Uint8Array<ArrayBuffer> {
  return readFileSync(assetTable()[name]);
}
