// Small graphs for tests of the store, made from a plain description: files with symbols that call each other by name.
// Laws of the model hold in them: structural ids, symbols grouped by file, edges in order, contains edges for members.

import {
  asRepoPath,
  type Diagnostic,
  type Edge,
  escapePath,
  type GraphFile,
  type GraphSymbol,
  type Manifest,
  type Unresolved,
} from "../../lib/model/mod.ts";
import type { GenerationContent, Ranking, Resolved } from "../../lib/store/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { packed, type WrittenGraph } from "../told_graph.ts";

export interface SymbolSpec {
  readonly name: string;
  /** Number of lines above it. */
  readonly gap: number;
  readonly doc: string | null;
  /** Name of the class it belongs to, made on first mention; "" for none. */
  readonly owner: string;
  /** Names it calls: bound where a symbol of some file has it, otherwise unresolved. */
  readonly calls: readonly string[];
  readonly rank: number;
}

export interface FileSpec {
  readonly path: string;
  readonly symbols: readonly SymbolSpec[];
  readonly mtime: number;
  readonly omitted: boolean;
}

const LINE_BYTES = 40;

/** Everything was resolved, and nothing depends on the order of questions. */
export const RESOLVED: Resolved = { files: null, circular: new Set(), isResumable: true };

/** Ranks that are given. */
export function rankedAs(ranks: ArrayLike<number>): Ranking {
  return { flows: () => false, ranks: () => ranks };
}

/** Builds everything a generation holds of the files; `change` may alter the graph. */
export function contentOf(
  specs: readonly FileSpec[],
  contentDigest = "d",
  change: (graph: WrittenGraph) => void = () => undefined,
): GenerationContent {
  const sorted = [...specs].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const builder = new Builder(sorted);
  const graph = builder.graph();
  change(graph);
  return {
    graph: packed(graph),
    manifest: manifestOf(sorted),
    ranking: rankedAs(builder.ranks),
    resolved: RESOLVED,
    meta: { content_digest: contentDigest },
  };
}

function shaOf(spec: FileSpec): string {
  return sha256Hex(JSON.stringify(spec.symbols));
}

function manifestOf(specs: readonly FileSpec[]): Manifest {
  return {
    entries: specs.map((spec) => ({
      path: asRepoPath(spec.path),
      mode: "100644",
      tracked: spec.mtime % 2 === 0,
      sha256: spec.omitted ? null : shaOf(spec),
      sizeBytes: spec.symbols.length * 100,
      stamp: {
        sizeBytes: spec.symbols.length * 100,
        mtimeNs: `17${spec.mtime}00000000000000001`,
        ctimeNs: "1",
        inode: "18446744073709551615",
        device: "64768",
      },
      omitted: spec.omitted ? "too_large" : null,
    })),
    ignoredCount: specs.length * 3,
    undecodablePaths: 1,
    objectFormat: specs.length % 2 === 0 ? "sha256" : null,
  };
}

class Builder {
  readonly files: GraphFile[] = [];
  readonly symbols: GraphSymbol[] = [];
  readonly edges: Edge[] = [];
  readonly unresolved: Unresolved[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly ranks: number[] = [];
  readonly #callers: { spec: SymbolSpec; symbol: number }[] = [];

  constructor(specs: readonly FileSpec[]) {
    specs.forEach((spec, file) => this.#file(spec, file));
    for (const { spec, symbol } of this.#callers) this.#calls(spec, symbol);
    this.edges.sort((a, b) => a.file - b.file || a.byteOffset - b.byteOffset || (a.kind < b.kind ? -1 : 1));
    this.unresolved.sort((a, b) => a.file - b.file || a.byteOffset - b.byteOffset);
  }

  graph(): WrittenGraph {
    const { files, symbols, edges, unresolved, diagnostics } = this;
    return { files, symbols, edges, unresolved, diagnostics, words: ["import", "member"] };
  }

  #file(spec: FileSpec, file: number): void {
    this.files.push({
      path: spec.path,
      language: spec.omitted || spec.path.endsWith(".txt") ? null : "python",
      sha256: spec.omitted ? null : shaOf(spec),
      status: spec.omitted ? "omitted" : spec.symbols.length === 0 ? "text" : "parsed",
      reason: spec.omitted ? "too_large" : null,
      sizeBytes: spec.symbols.length * 100,
    });
    if (spec.omitted) return;
    const own = this.#symbol(file, spec.path, "", 0, 0, null, -1, 7);
    const owners = new Map<string, number>();
    const ordinals = new Map<string, number>();
    let line = 1;
    for (const symbol of spec.symbols) {
      line += symbol.gap;
      if (symbol.owner !== "" && !owners.has(symbol.owner)) {
        owners.set(
          symbol.owner,
          this.#symbol(file, symbol.owner, `${symbol.owner}#`, line, line + 9, null, own, 1),
        );
        line++;
      }
      const parent = owners.get(symbol.owner) ?? own;
      const prefix = symbol.owner === "" ? "" : `${symbol.owner}#`;
      const ordinal = ordinals.get(prefix + symbol.name) ?? 0;
      ordinals.set(prefix + symbol.name, ordinal + 1);
      const descriptor = `${prefix}${symbol.name}(${ordinal === 0 ? "" : `+${ordinal}`}).`;
      const number = this.#symbol(
        file,
        symbol.name,
        descriptor,
        line,
        line + 2,
        symbol.doc,
        parent,
        symbol.rank,
      );
      this.#callers.push({ spec: symbol, symbol: number });
      line += 3;
    }
    if (spec.mtime % 3 === 0) {
      this.diagnostics.push({ file, startByte: line, endByte: line + 2, code: "parse_error" });
    }
  }

  #symbol(
    file: number,
    name: string,
    descriptor: string,
    line: number,
    endLine: number,
    doc: string | null,
    parent: number,
    rank: number,
  ): number {
    const { path } = this.files[file];
    const number = this.symbols.length;
    const isFile = descriptor === "";
    const owner = parent >= 0 && this.symbols[parent].kind === "class" ? `${this.symbols[parent].name}.` : "";
    const startByte = line * LINE_BYTES;
    this.symbols.push({
      id: `${escapePath(path)}#${descriptor}`,
      file,
      name: isFile ? path.slice(path.lastIndexOf("/") + 1) : name,
      qualifiedName: isFile ? "<module>" : owner + name,
      kind: isFile ? "file" : descriptor.endsWith("#") ? "class" : owner === "" ? "function" : "method",
      line: line + 1,
      startLine: line + 1,
      endLine: endLine + 1,
      startByte,
      endByte: isFile ? 100 * LINE_BYTES : endLine * LINE_BYTES + 10,
      nameStart: startByte + 4,
      nameEnd: startByte + 4 + name.length,
      parent,
      signature: isFile ? null : `def ${name}(self, value: int)`,
      doc,
      visibility: name.startsWith("_") ? "private" : "public",
      exported: !name.startsWith("_"),
      decorators: rank % 2 === 0 ? ["cached", "app.get"] : [],
      isTest: name.startsWith("test"),
    });
    this.ranks.push(rank);
    if (parent >= 0) {
      this.edges.push({
        ...{
          kind: "contains",
          source: parent,
          target: number,
          file,
          byteOffset: startByte + 4,
          line: line + 1,
        },
        ...{ column: 4, name, confidence: "precise", ruleId: "core.contains@1", via: [] },
      });
    }
    return number;
  }

  #calls(spec: SymbolSpec, source: number): void {
    const { file, startByte, line } = this.symbols[source];
    spec.calls.forEach((name, index) => {
      const at = { source, file, byteOffset: startByte + 20 + index, line: line + 1, column: index, name };
      const targets = this.symbols.flatMap((s, i) => s.name === name ? [i] : []).slice(0, 2);
      if (targets.length === 0) {
        this.unresolved.push({
          ...at,
          role: index % 2 === 0 ? "call" : "import",
          receiver: index % 2 === 0 ? "json" : null,
          reason: "external",
          module: index % 3 === 0 ? "json" : null,
        });
      }
      for (const target of targets) {
        this.edges.push({
          ...{ kind: "calls", target, confidence: targets.length === 1 ? "static" : "syntactic" },
          ruleId: "python.import_from@1",
          // An import and a member.
          via: [0, file, 1, index, 1, this.symbols[target].file, this.symbols[target].line, 0],
          ...at,
        });
      }
    });
  }
}
