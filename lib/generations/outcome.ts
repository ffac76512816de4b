// How the last build went, for `status`. A note, not a promise: it is not flushed, and one that is not whole is as good
// as none. Law kept: it decides nothing.

import { readFile, removeTree, statPath, wallMs, writeFile } from "../host/mod.ts";
import { asFailure, isFailureCode } from "../model/mod.ts";
import type { Layout } from "./layout.ts";
import { seal, unseal } from "./sealed.ts";

const OUTCOMES = ["running", "published", "unchanged", "failed", "killed"] as const;
/** `killed`: it neither published nor gave up, and runs no more. */
export type Outcome = (typeof OUTCOMES)[number];

export interface LastBuild {
  readonly outcome: Outcome;
  readonly startedAtMs: number;
  /** Null while it runs, and where it was killed. */
  readonly elapsedMs: number | null;
  /** Of what it published, else null. */
  readonly fingerprint: string | null;
  /** Where it failed. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Notes how a build stands. */
export function noteBuild(layout: Layout, note: LastBuild): void {
  // A link would be written through, and a pipe waits for a reader.
  const stat = statPath(layout.lastBuild);
  if (stat !== null && stat.kind !== "file") removeTree(layout.lastBuild);
  writeFile(layout.lastBuild, seal({ ...note }));
}

/** The note of a build that begins now. */
export function startedNow(): LastBuild {
  return { outcome: "running", startedAtMs: wallMs(), elapsedMs: null, fingerprint: null, failure: null };
}

/** What of a failure is kept. */
export function failureNote(error: unknown): LastBuild["failure"] {
  const { code, message } = asFailure(error);
  return { code, message };
}

/** How the last build went, null where nobody noted it. `isBuilding`: whether the build lock is held now. */
export function readLastBuild(layout: Layout, isBuilding: boolean): LastBuild | null {
  const note = noteIn(layout);
  if (note === null || note === "damaged") return null;
  return note.outcome === "running" && !isBuilding ? { ...note, outcome: "killed" } : note;
}

/** Whether there is a note that is not what a build wrote; one of another format is none. */
export function isNoteDamaged(layout: Layout): boolean {
  return noteIn(layout) === "damaged";
}

function noteIn(layout: Layout): LastBuild | "damaged" | null {
  const bytes = readFile(layout.lastBuild);
  const unsealed = bytes === null ? null : unseal(bytes);
  if (unsealed === null || unsealed.state === "newer" || unsealed.state === "older") return null;
  if (unsealed.state !== "whole") return "damaged";
  const note = unsealed.body as unknown as LastBuild;
  return isNote(note) ? note : "damaged";
}

/** Whether a whole file is such a note: any sealed file of the cache may have been put in its place. */
function isNote({ outcome, startedAtMs, elapsedMs, fingerprint, failure }: Partial<LastBuild>): boolean {
  return OUTCOMES.some((one) => one === outcome) && Number.isSafeInteger(startedAtMs) &&
    (elapsedMs === null || Number.isSafeInteger(elapsedMs)) &&
    (fingerprint === null || typeof fingerprint === "string") &&
    (failure === null ||
      (typeof failure === "object" && isFailureCode(failure.code) && typeof failure.message === "string"));
}
