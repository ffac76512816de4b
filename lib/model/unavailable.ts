// Trouble with a disk, in words. Law kept: they hold no path; the system's own code stands in the detail.

import { Failure } from "./failure.ts";

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "access is denied",
  EPERM: "access is denied",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the disk reported an error",
  ENOENT: "a folder in its path is not there",
  ENOTDIR: "something in its path is no folder",
  ELOOP: "its path is a circle of links",
  EISDIR: "a folder lies where a file should",
  ENXIO: "what lies where a file should is none",
  EEXIST: "something else lies in its place",
};
const NO_ROOM =
  "Free space where the cache lies; evident gc --keep 1 gives back what only comparisons need, evident clear all.";
const NOT_WRITABLE = "Set EVIDENT_CACHE_DIR or cache_dir to a folder that you can write to.";
const IN_ITS_PLACE = "evident doctor says what it is, and evident clear takes the cache away with it.";
const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EROFS: NOT_WRITABLE,
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ENOTDIR: NOT_WRITABLE,
  ELOOP: NOT_WRITABLE,
  EISDIR: IN_ITS_PLACE,
  ENXIO: IN_ITS_PLACE,
  EEXIST: IN_ITS_PLACE,
};
/** What may be otherwise the next time, with nobody doing anything. */
const PASSING: ReadonlySet<string> = new Set(["ENOENT", "EMFILE", "ENFILE"]);

/** What a system's code says, in words. */
export function systemWords(systemCode: string): string {
  return SYSTEM_WORDS[systemCode] ?? `the system said ${systemCode}`;
}

/** `index.unavailable`: what could not be done, and what the system said. */
export function unavailable(doing: string, systemCode: string, cause: unknown): Failure {
  return new Failure("index.unavailable", `${doing}: ${systemWords(systemCode)}`, {
    hint: HINTS[systemCode],
    detail: { system_code: systemCode },
    retry: PASSING.has(systemCode),
    cause,
  });
}
