// Facts of every captured file: earlier ones where the same bytes were extracted by the same version, new ones from the
// workers. Law kept: facts are a function of bytes, dialect and version alone, so that a sync and a fresh index agree.

import { decodeFacts, type FileFacts, type FileStatus, type Limits } from "../model/mod.ts";
import type { CapturedFile } from "../capture/mod.ts";
import { extractAll, extractionVersions, type Job, type ReadyThread, threadsFor } from "../extract/mod.ts";
import { type BlobKey, factsKey } from "../generations/mod.ts";
import { processorCount } from "../host/mod.ts";
import { languageOf } from "../languages/mod.ts";
import type { BuildClock } from "./build_clock.ts";
import { GraphSize } from "./graph_size.ts";

/** The part of a build that facts are kept in. */
export interface FactStore {
  reuseBlob(key: BlobKey): Uint8Array | null;
  addBlob(key: BlobKey, bytes: Uint8Array): void;
}

export interface ExtractedFile {
  readonly language: string | null;
  readonly status: FileStatus;
  readonly reason: string | null;
  readonly facts: FileFacts | null;
}

export interface ExtractionOutcome {
  /** In the order of the captured files. */
  readonly files: readonly ExtractedFile[];
  readonly reused: number;
  readonly extracted: number;
  /** Whether a thread still runs that cannot be stopped: the process has to end explicitly. */
  readonly abandoned: boolean;
}

export interface ExtractionRequest {
  readonly files: readonly CapturedFile[];
  readonly store: FactStore;
  /** Whether earlier facts may be used. */
  readonly reuse: boolean;
  /** Parsing threads; null for as many as are worth it. */
  readonly workers: number | null;
  /** A parsing thread that was started beforehand. */
  readonly ready: ReadyThread | null;
  readonly limits: Limits;
  readonly clock: BuildClock;
  /** Work for this thread while others parse. */
  readonly meanwhile: () => void;
}

/** Facts of all files, extracted where they are not there yet. */
export async function gatherFacts(request: ExtractionRequest): Promise<ExtractionOutcome> {
  const versions = extractionVersions();
  const files: ExtractedFile[] = new Array(request.files.length);
  const jobs: Job[] = [];
  const keys = new Map<number, BlobKey>();
  const size = new GraphSize(request.limits);
  const take = (index: number, language: string, isText: boolean, facts: FileFacts) => {
    size.add(request.files[index].path, facts);
    files[index] = described(language, isText, facts);
  };
  request.files.forEach(({ path, bytes, sha256 }, index) => {
    const found = languageOf(path);
    if (found === null) {
      files[index] = { language: null, status: "text", reason: null, facts: null };
      return;
    }
    const language = found.language.id;
    const key = factsKey(sha256, found.dialect, versions.get(found.dialect)!);
    const earlier = request.reuse ? request.store.reuseBlob(key) : null;
    if (earlier !== null) {
      take(index, language, found.language.rules === null, decodeFacts(earlier));
      return;
    }
    keys.set(index, key);
    jobs.push({ index, language, dialect: found.dialect, bytes });
  });
  request.clock.phase("extracting", jobs.length);
  const { results, abandoned } = await extractAll(jobs, {
    workers: request.workers ?? threadsFor(jobs, processorCount()),
    limits: request.limits,
    meanwhile: request.meanwhile,
    ...request.ready !== null && { thread: () => request.ready!.take() },
    onResult: ({ index, facts }) => {
      request.clock.advance();
      if (facts === null) return;
      const { language } = languageOf(request.files[index].path)!;
      take(index, language.id, language.rules === null, decodeFacts(facts));
    },
    clock: request.clock,
  });
  // In the files' order, whichever was extracted first.
  results.forEach(({ index, facts, failure }, at) => {
    if (facts !== null) request.store.addBlob(keys.get(index)!, facts);
    else files[index] = { language: jobs[at].language, status: "failed", reason: failure, facts: null };
  });
  return { files, reused: files.length - jobs.length, extracted: jobs.length, abandoned };
}

/** The status that a file's own problems give it. */
function described(language: string, isText: boolean, facts: FileFacts): ExtractedFile {
  const notUtf8 = facts.problems.some(({ code }) => code === "not_utf8");
  const reason = notUtf8 ? "not_utf8" : facts.problems.length > 0 ? "parse_error" : null;
  if (isText) return { language, status: "text", reason: notUtf8 ? reason : null, facts };
  return { language, status: reason === null ? "parsed" : "partial", reason, facts };
}
