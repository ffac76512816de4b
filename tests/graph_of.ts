// The graph of a fixture's files, made in this process: extraction without workers, resolution without a store.

import { createHash } from "node:crypto";
import {
  compareUtf8,
  decodeFacts,
  DEFAULT_LIMITS,
  type FileFacts,
  type Graph,
  type GraphFile,
} from "../lib/model/mod.ts";
import { Extractor } from "../lib/extract/mod.ts";
import { languageOf } from "../lib/languages/mod.ts";
import { isConfiguration, resolve, type ResolveInput } from "../lib/resolve/mod.ts";
import type { FixtureFile } from "./fixture.ts";
import { told, type ToldGraph } from "./told_graph.ts";

const extractor = new Extractor(DEFAULT_LIMITS);

export async function graphOf(
  fixture: readonly FixtureFile[],
  sourceRoots: readonly string[] = [],
): Promise<ToldGraph> {
  return told((await resolve(await resolveInputOf(fixture, sourceRoots))).graph);
}

/** The extracted files of a fixture, to be resolved. */
export async function resolveInputOf(
  fixture: readonly FixtureFile[],
  sourceRoots: readonly string[] = [],
): Promise<ResolveInput> {
  const files: GraphFile[] = [];
  const facts = new Map<string, FileFacts>();
  const configurations = new Map<string, string>();
  const sorted = [...fixture].sort((a, b) => compareUtf8(a.path, b.path));
  for (const [index, { path, text }] of sorted.entries()) {
    const bytes = new TextEncoder().encode(text);
    const found = languageOf(path);
    if (await isConfiguration(path)) configurations.set(path, text);
    if (found !== null) {
      const result = await extractor.extract({
        index,
        language: found.language.id,
        dialect: found.dialect,
        bytes,
      });
      if (result.facts === null) throw new Error(`${path}: ${result.failure}`);
      facts.set(path, decodeFacts(result.facts));
    }
    files.push({
      path,
      language: found?.language.id ?? null,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      status: found?.language.rules ? "parsed" : "text",
      reason: null,
      sizeBytes: bytes.length,
    });
  }
  return { files, facts, configurations, sourceRoots };
}

/** `path#Qualified.name`; code outside any definition is `path#<module>`. */
export function labelOf(graph: Graph, symbol: number): string {
  const { file, qualifiedName } = graph.symbols[symbol];
  return `${graph.files[file].path}#${qualifiedName}`;
}
