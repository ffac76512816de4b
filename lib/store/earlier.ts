// An earlier generation as the next resolution reads it: which files there were, and which of them have to be resolved again
// because of what changed in others. Not here: what changed.

import type { FileStatus } from "../model/mod.ts";
import type { Database } from "../../wasm/mod.ts";
import { readMeta, RESUMABLE } from "./meta.ts";
import { readPlaces } from "./resolved_files.ts";
import { checkSchema, FILE_STATUSES } from "./schema.ts";

export interface EarlierFile {
  readonly path: string;
  readonly language: string | null;
  readonly sha256: string | null;
  readonly status: FileStatus;
  readonly isCircular: boolean;
}

export interface EarlierFiles {
  /** In order of path. */
  readonly files: readonly EarlierFile[];
  /** The paths of files with a chain that names such a line of a file. */
  naming(isNamed: (path: string, line: number) => boolean): string[];
}

/** Reads what a resolution may go on from; null where there is no such thing. */
export function readEarlier(db: Database): EarlierFiles | null {
  checkSchema(db);
  if (readMeta(db).get(RESUMABLE) === undefined) return null;
  const files: EarlierFile[] = [];
  const places: (Uint8Array | null)[] = [];
  const paths = new Map<number, string>();
  const rows = db.prepare(
    `SELECT number, path, language, sha256, status, circular, places
     FROM files LEFT JOIN resolved_files ON file = number ORDER BY path`,
  );
  while (rows.step()) {
    const path = rows.text(1);
    paths.set(rows.int(0), path);
    files.push({
      path,
      language: rows.textOrNull(2),
      sha256: rows.hexOrNull(3),
      status: FILE_STATUSES[rows.int(4)],
      isCircular: !rows.isNull(5) && rows.int(5) === 1,
    });
    places.push(rows.isNull(6) ? null : rows.blob(6).slice());
  }
  rows.finalize();
  const naming = (isNamed: (path: string, line: number) => boolean) =>
    files.flatMap(({ path }, index) => {
      let found = false;
      const blob = places[index];
      if (blob !== null) readPlaces(blob, (file, line) => found ||= isNamed(paths.get(file)!, line));
      return found ? [path] : [];
    });
  return { files, naming };
}
