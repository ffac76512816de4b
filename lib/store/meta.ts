// Metadata of a generation: key and value texts, the manifest's own counts among them.

import { Failure, type Manifest } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import type { GenerationContent } from "./content.ts";
import { countCoverage, type CoverageRow } from "./coverage.ts";

const IGNORED = "manifest.ignored_count";
const UNDECODABLE = "manifest.undecodable_paths";
const OBJECT_FORMAT = "manifest.object_format";
/** Counts of all files, as JSON. */
const COVERAGE = "coverage";
/** Whether the next resolution may go on from this one. */
export const RESUMABLE = "resumable";
/** Digest of everything the export shows, without binding and HEAD. */
export const CONTENT_DIGEST = "content_digest";

/** Replaces all metadata, once the files are written. */
export function writeMeta(db: Database, { meta, manifest, resolved }: GenerationContent): void {
  db.exec("DELETE FROM meta");
  const insert = db.prepare("INSERT INTO meta(key, value) VALUES (?, ?)");
  const all = {
    ...meta,
    ...resolved.isResumable && { [RESUMABLE]: "1" },
    [IGNORED]: String(manifest.ignoredCount ?? ""),
    [UNDECODABLE]: String(manifest.undecodablePaths),
    [OBJECT_FORMAT]: manifest.objectFormat ?? "",
    [COVERAGE]: JSON.stringify(countCoverage(db)),
  };
  for (const [key, value] of Object.entries(all)) insert.bindText(1, key).bindText(2, value).run();
  insert.finalize();
}

export function readMeta(db: Database): ReadonlyMap<string, string> {
  const meta = new Map<string, string>();
  const rows = db.prepare("SELECT key, value FROM meta");
  while (rows.step()) meta.set(rows.text(0), rows.text(1));
  rows.finalize();
  return meta;
}

/** The manifest without its entries. */
export function manifestCounts(meta: ReadonlyMap<string, string>): Omit<Manifest, "entries"> {
  const ignored = needed(meta, IGNORED);
  return {
    ignoredCount: ignored === "" ? null : Number(ignored),
    undecodablePaths: Number(needed(meta, UNDECODABLE)),
    objectFormat: (needed(meta, OBJECT_FORMAT) || null) as Manifest["objectFormat"],
  };
}

/** The counts of all files; null where an earlier program did not store them. */
export function storedCoverage(meta: ReadonlyMap<string, string>): readonly CoverageRow[] | null {
  const text = meta.get(COVERAGE);
  return text === undefined ? null : JSON.parse(text);
}

function needed(meta: ReadonlyMap<string, string>, key: string): string {
  const value = meta.get(key);
  if (value === undefined) throw new Failure("index.corrupt", `the index lacks its metadata ${key}`);
  return value;
}
