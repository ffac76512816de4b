// What a sync may go on from: the serving generation, where nothing but files and their content has changed since.
// Law kept: whatever else differs, a language, a rule, a configuration, has everything resolved.
// Not here: what a change of facts reaches.

import type { Capture } from "../capture/mod.ts";
import { extractionVersions } from "../extract/mod.ts";
import { factsKey, type Generation, sourceKey } from "../generations/mod.ts";
import { languageOf } from "../languages/mod.ts";
import { decodeFacts, type FileFacts, type GraphFile } from "../model/mod.ts";
import { type EarlierFacts, isConfiguration } from "../resolve/mod.ts";
import { type EarlierFile, type EarlierFiles, readEarlier } from "../store/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { movedLines } from "./moved_lines.ts";

/** What a resolution may go on from; null where there is nothing, or too much is another. `part` is the graph's. */
export async function earlierFacts(
  base: Generation,
  part: string,
  captured: Capture,
  files: readonly GraphFile[],
  facts: ReadonlyMap<string, FileFacts>,
): Promise<EarlierFacts | null> {
  const earlier = await earlierFiles(base, part);
  if (earlier === null) return null;
  const versions = extractionVersions();
  const bytesOf = new Map(captured.files.map(({ path, bytes }) => [path as string, bytes]));
  const before = new Map<string, FileFacts>();
  const again = new Set<string>();
  const moved = new Map<string, (line: number) => boolean>();
  const added = new Set<string>();
  const paths = new Set(files.map(({ path }) => path));
  const known = new Map(earlier.files.map((file) => [file.path, file]));
  const removed = new Map<string, { language: string | null; facts: FileFacts | null }>();
  const factsBefore = (path: string, sha256: string): FileFacts => {
    const { dialect } = languageOf(path)!;
    return decodeFacts(base.readBlob(factsKey(sha256, dialect, versions.get(dialect)!)));
  };
  for (const { path, language, sha256, status } of earlier.files) {
    if (paths.has(path)) continue;
    if (status === "omitted") continue;
    if (await isConfiguration(path)) return null;
    const hasFacts = sha256 !== null && languageOf(path) !== null && status !== "failed";
    removed.set(path, { language, facts: hasFacts ? factsBefore(path, sha256) : null });
    moved.set(path, () => true);
  }
  for (const file of files) {
    const was = known.get(file.path);
    if (was === undefined) {
      if (file.status === "omitted") continue;
      if (await isConfiguration(file.path)) return null;
      added.add(file.path);
      again.add(file.path);
      continue;
    }
    if (!isAlike(was, file)) return null;
    if (was.isCircular) again.add(file.path);
    if (was.sha256 === file.sha256 || file.status === "omitted") continue;
    if (await isConfiguration(file.path)) return null;
    const found = languageOf(file.path);
    const bytes = bytesOf.get(file.path);
    if (bytes === undefined || was.sha256 === null) return null;
    if (found === null || !facts.has(file.path)) again.add(file.path);
    else before.set(file.path, factsBefore(file.path, was.sha256));
    moved.set(file.path, movedLines(base.readBlob(sourceKey(was.sha256)), bytes));
  }
  for (const path of earlier.naming((path, line) => moved.get(path)?.(line) ?? false)) {
    if (paths.has(path)) again.add(path);
  }
  return { before, added, removed, again, most: MAX_SHARE * files.length };
}

async function earlierFiles(base: Generation, part: string): Promise<EarlierFiles | null> {
  const db = (await startSqlite()).open(base.path(part), base.pageCheck(part));
  try {
    return readEarlier(db);
  } finally {
    db.close();
  }
}

/** More of the files than this are not worth being told apart from all. */
const MAX_SHARE = 0.5;
const WITH_FACTS = new Set(["parsed", "partial"]);

/** Whether a file is one of the same kind that it was. */
function isAlike(was: EarlierFile, is: GraphFile): boolean {
  if (was.language !== is.language) return false;
  return was.status === is.status || (WITH_FACTS.has(was.status) && WITH_FACTS.has(is.status));
}
