// Reading a published generation: its graph, its source, what is observed around it. Law kept: all of it is of one
// generation. Not here: whether it is fresh.

import type { Freshness, VerifyMode } from "../capture/mod.ts";
import { type Cache, type Generation, readBinding, sourceKey } from "../generations/mod.ts";
import { GRAPH_PART, RANK_PART } from "../indexer/mod.ts";
import { familyOf, LANGUAGES } from "../languages/mod.ts";
import { Failure, type GitState, type Policy } from "../model/mod.ts";
import { type Filter, View } from "../query/mod.ts";
import { decodeRanks, GraphReader } from "../store/mod.ts";
import type { Observed } from "../wire/mod.ts";

/** The flags of an earlier `index`; a damaged binding is told by status and mended by the next build. */
export function keptPolicy(cache: Cache): Partial<Policy> {
  try {
    return readBinding(cache)?.policy ?? {};
  } catch (error) {
    if (error instanceof Failure && error.code === "index.corrupt") return {};
    throw error;
  }
}

/** Opens a generation's graph; every page that is read of it is checked. */
export async function openReader(generation: Generation): Promise<GraphReader> {
  const ranks = decodeRanks(generation.readPart(RANK_PART));
  return await GraphReader.open(generation.path(GRAPH_PART), ranks, generation.pageCheck(GRAPH_PART));
}

/** A generation as a question sees it. Failure language.unsupported for a language that nothing here knows. */
export function viewOf(
  generation: Generation,
  reader: GraphReader,
  filter: Filter,
  isOver: () => boolean,
): View {
  if (filter.language !== null && !LANGUAGES.some(({ id }) => id === filter.language)) {
    throw new Failure("language.unsupported", `${filter.language} is no language of this program.`, {
      hint: "Leave the language out to search all files as text and symbols.",
      detail: { languages: LANGUAGES.map(({ id }) => id) },
    });
  }
  const sourceOf = (path: string) => {
    const sha256 = reader.files.byPath(path)?.sha256;
    if (sha256 === undefined || sha256 === null) {
      throw new Failure("index.corrupt", `the index lacks the source of ${path}`);
    }
    return generation.readBlob(sourceKey(sha256));
  };
  return new View(reader, filter, { sourceOf, familyOf, isOver });
}

/** What an answer says of the moment it was made in. */
export function observedOf(
  scopeId: string,
  generation: Generation,
  mode: VerifyMode,
  freshness: Freshness,
): Observed {
  const git: GitState = freshness.git;
  return {
    scopeId,
    fingerprint: generation.fingerprint,
    commit: git.commit,
    gitObjectFormat: git.objectFormat,
    dirty: git.dirty,
    checkedAt: new Date(freshness.checkedAtMs).toISOString(),
    verified: { mode, state: mode === "none" ? "unchecked" : "fresh", files: freshness.seen.length },
  };
}
