// How trouble with the cache is said. Laws kept: a damaged part is named, never answered from; the words hold no
// absolute path. Damage is a part that is not what was published; a disk that refuses is another failure.

import { Failure, unavailable } from "../model/mod.ts";
import { errorCode } from "../host/mod.ts";
import { FORMAT } from "./layout.ts";

/** What is wrong with a part. */
export type Damage = "missing" | "size" | "checksum" | "malformed";

const WORDS: Record<Damage, string> = {
  missing: "is missing",
  size: "has another size than was published",
  checksum: "does not match its checksum",
  malformed: "cannot be read",
};

/** `index.corrupt`, naming the part by its path inside the binding's folder. */
export function corrupt(part: string, damage: Damage): Failure {
  return new Failure("index.corrupt", `the index is damaged: ${part} ${WORDS[damage]}`, {
    hint: "run evident index: it builds everything anew",
    detail: { part, damage },
  });
}

/** The damage that work meets, null where it meets none; other errors are thrown. Damage is mended by building anew. */
export function damageIn(work: () => unknown): Failure | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Failure && error.code === "index.corrupt") return error;
    throw error;
  }
}

/** `index.newer_format`: this program is older than the one that wrote the cache. */
export function newerFormat(found: number): Failure {
  return new Failure("index.newer_format", `the index has format ${found}, this program knows ${FORMAT}`, {
    hint: "use a newer evident, or clear the cache with evident clear",
    detail: { found_format: found, known_format: FORMAT },
  });
}

/** Runs work on the cache; what the system refuses becomes `index.unavailable` with its code. */
export function onDisk<T>(doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failureOf(doing, error);
  }
}

/** As `onDisk`, for work that waits. */
export async function onDiskAsync<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(doing, error);
  }
}

/** The failure for an error thrown on the way; one that is no system error is given back as it is. */
function failureOf(doing: string, error: unknown): unknown {
  const code = errorCode(error);
  return error instanceof Failure || code === "" ? error : unavailable(doing, code, error);
}
