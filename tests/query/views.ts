// Views of small generations that are written through the store from a plain description of files and calls.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asRepoPath } from "../../lib/model/mod.ts";
import { type Filter, NO_FILTER, type Surroundings, View } from "../../lib/query/mod.ts";
import {
  decodeRanks,
  encodeRanks,
  type GenerationContent,
  GraphReader,
  writeGraph,
} from "../../lib/store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { graphOf } from "../graph_of.ts";
import { contentOf, type FileSpec, rankedAs, RESOLVED, type SymbolSpec } from "../store/graphs.ts";

/** A generation, open; `close` removes it. */
export class Generation {
  readonly #reader: GraphReader;
  readonly #folder: string;

  private constructor(reader: GraphReader, folder: string) {
    this.#reader = reader;
    this.#folder = folder;
  }

  static async of(files: readonly FileSpec[]): Promise<Generation> {
    return await Generation.#written(contentOf(files));
  }

  /** A generation of real sources, all symbols of one rank. */
  static async ofTexts(texts: Readonly<Record<string, string>>): Promise<Generation> {
    const fixture = Object.entries(texts).map(([path, text]) => ({ path, text }));
    const graph = await graphOf(fixture);
    const entries = graph.files.map(({ path, sha256, sizeBytes }) => ({
      path: asRepoPath(path),
      mode: "100644",
      tracked: true,
      sha256,
      sizeBytes,
      stamp: null,
      omitted: null,
    }));
    return await Generation.#written({
      graph,
      manifest: { entries, ignoredCount: 0, undecodablePaths: 0, objectFormat: null },
      ranking: rankedAs(graph.symbols.map(() => 1)),
      resolved: RESOLVED,
      meta: { content_digest: "d" },
    });
  }

  static async #written(content: GenerationContent): Promise<Generation> {
    const folder = mkdtempSync(join(tmpdir(), "evident-view-"));
    const path = join(folder, "graph.db");
    const staging = (await startSqlite()).stage(path);
    const { ranks } = writeGraph(staging, content);
    staging.close();
    return new Generation(await GraphReader.open(path, decodeRanks(encodeRanks(ranks))), folder);
  }

  view(filter: Partial<Filter> = {}, surroundings: Partial<Surroundings> = {}): View {
    return new View(this.#reader, { ...NO_FILTER, ...filter }, {
      sourceOf: () => new Uint8Array(),
      ...surroundings,
    });
  }

  close(): void {
    this.#reader.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** A file of functions, each with the names it calls. */
export function file(path: string, functions: Readonly<Record<string, readonly string[]>>): FileSpec {
  const symbols = Object.entries(functions).map(([name, calls]): SymbolSpec => ({
    name,
    calls,
    gap: 0,
    doc: null,
    owner: "",
    rank: 1,
  }));
  return { path, symbols, mtime: 2, omitted: false };
}
