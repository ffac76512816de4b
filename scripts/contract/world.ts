// What is known of an indexed worktree beside its answers: the rows of its export and the bytes of its files. Answers are
// held against it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../lib/app/mod.ts";

/** Rows of the export, as far as answers repeat them. */
export interface SymbolRow {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly qualified_name: string;
  readonly kind: string;
  readonly line: number;
  readonly start_line: number;
  readonly end_line: number;
}
export interface SiteRow {
  readonly path: string;
  readonly line: number;
  readonly col: number;
  readonly name: string;
}

/** One generation. */
export interface World {
  readonly fingerprint: string;
  /** Included files by path: language and digest. */
  readonly files: ReadonlyMap<string, { readonly language: string | null; readonly sha256: string }>;
  readonly omitted: readonly string[];
  readonly symbols: ReadonlyMap<string, SymbolRow>;
  /** Edges and references without target. */
  readonly sites: readonly SiteRow[];
  /** `relationKey` of every edge, `missKey` of every reference without target. */
  readonly relations: ReadonlySet<string>;
  readonly misses: ReadonlySet<string>;
  /** The bytes that were captured. */
  bytesOf(path: string): Uint8Array;
}

export function relationKey(
  edge: { kind: string; path: string; line: number; column: number; rule_id: string; confidence: string },
): string {
  const { kind, path, line, column, rule_id, confidence } = edge;
  return JSON.stringify([kind, path, line, column, rule_id, confidence]);
}

export function missKey(
  miss: { path: string; line: number; column: number; name: string; reason: string },
): string {
  return JSON.stringify([miss.path, miss.line, miss.column, miss.name, miss.reason]);
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Reads the serving generation of a worktree that has not changed since. Throws where a file is not as it was captured. */
export async function worldOf(project: Project): Promise<World> {
  const files = new Map<string, { language: string | null; sha256: string }>();
  const bytes = new Map<string, Uint8Array>();
  const omitted: string[] = [];
  const symbols = new Map<string, SymbolRow>();
  const sites: SiteRow[] = [];
  const relations = new Set<string>();
  const misses = new Set<string>();
  for await (const line of project.exportLines()) {
    const row = JSON.parse(line);
    if (row.type === "symbol") symbols.set(row.id, row);
    if (row.type === "edge" || row.type === "unresolved") sites.push(row);
    if (row.type === "edge") relations.add(relationKey({ ...row, column: row.col }));
    if (row.type === "unresolved") misses.add(missKey({ ...row, column: row.col }));
    if (row.type !== "file") continue;
    if (row.status === "omitted") {
      omitted.push(row.path);
      continue;
    }
    const content = readFileSync(join(project.scope.worktree.root, row.path));
    if (sha256(content) !== row.file_sha256) throw new Error(`${row.path} is not as it was captured`);
    files.set(row.path, { language: row.language, sha256: row.file_sha256 });
    bytes.set(row.path, content);
  }
  const { fingerprint } = await project.status("none");
  return {
    fingerprint: fingerprint as string,
    files,
    omitted,
    symbols,
    sites,
    relations,
    misses,
    bytesOf: (path) => bytes.get(path)!,
  };
}
