// Which files a question is about, and the same as SQL.

import type { Statement } from "../../wasm/mod.ts";

export interface FileFilter {
  /** Only paths that start so. */
  readonly pathPrefix?: string;
  readonly language?: string;
}

/** Whether a filter leaves nothing out. */
export function isEverything({ pathPrefix, language }: FileFilter): boolean {
  return (pathPrefix === undefined || pathPrefix === "") && language === undefined;
}

/** The filter as SQL over `files`, and what binds its parameters. */
export function filtered({ pathPrefix, language }: FileFilter): {
  sql: string;
  bind: (statement: Statement) => void;
} {
  const conditions: string[] = [];
  if (pathPrefix !== undefined && pathPrefix !== "") {
    // The first comparison is one that an index serves.
    conditions.push("path >= ?1 AND substr(path, 1, length(?1)) = ?1");
  }
  if (language !== undefined) conditions.push("language = ?2");
  return {
    sql: conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`,
    bind: (statement) => {
      if (pathPrefix !== undefined && pathPrefix !== "") statement.bindText(1, pathPrefix);
      if (language !== undefined) statement.bindText(2, language);
    },
  };
}
