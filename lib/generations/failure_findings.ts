// What a step of `doctor` failed with, as a finding: the part that the system refused or that is damaged, and the command that
// mends it. Law kept: a part is named by its place in the cache, never by a path of this machine.

import { errorCode, errorPath, pathBelow } from "../host/mod.ts";
import { Failure, type Finding, found, unavailable } from "../model/mod.ts";
import type { Layout } from "./layout.ts";

/** A cache that could be opened has a file where a folder should lie, or a folder where a file should. */
const MISPLACED: ReadonlySet<unknown> = new Set(["EISDIR", "ENOTDIR", "ENXIO"]);
const CLEAR: Partial<Finding> = { mend: ["clear"] };

/** What a step failed with, as a finding. */
export function findingOf(layout: Layout, error: unknown): Finding {
  if (!(error instanceof Failure)) {
    const code = errorCode(error);
    if (code === "") throw error;
    return findingOf(layout, unavailable("the cache cannot be read", code, error));
  }
  const { code, message, hint, detail } = error;
  if (code === "index.newer_format") return found(code, { message, hint, ...CLEAR });
  if (code === "index.missing") return found("index.outdated", { message, mend: ["index"] });
  if (code !== "index.corrupt") {
    const mend = MISPLACED.has(detail?.system_code) ? CLEAR : { hint };
    return found("cache.unreadable", { message, part: refusedPart(layout, error), ...mend });
  }
  const part = detail?.part;
  return found(code, { message, part: typeof part === "string" ? part : null, mend: ["index"] });
}

/** The part that the system refused, null for the folder itself and where it does not say. */
function refusedPart(layout: Layout, { cause }: Failure): string | null {
  const path = errorPath(cause);
  const below = path === null ? null : pathBelow(layout.folder, path);
  return below === "" ? null : below;
}
