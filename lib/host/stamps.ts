// Stat stamps: what tells a changed file from an unchanged one without reading it.
// Laws kept: a stamp is compared no finer than the coarser of the two clocks it was read with (Bun gives nanoseconds,
// Deno milliseconds and, for the change time, whole seconds; some file systems keep whole seconds), and a stamp that is
// too young to be trusted is known as such. Not here: what a change means.

import type { BigIntStats } from "node:fs";
import type { FileStamp } from "../model/mod.ts";
import { calls, errorCode } from "./calls.ts";

const NS_PER_MS = 1_000_000n;
const NS_PER_SECOND = 1_000_000_000n;
/** Doubles tell times no finer than a quarter of this. */
const NEAR_MS = 0.001;
/** Kernels write times with the granularity of their tick, at most 10 ms. */
const FINE_WINDOW_MS = 100;
const COARSE_WINDOW_MS = 2_000;

/** How fine this runtime reads times, in nanoseconds. */
export const STAMP_GRANULARITY: { readonly mtimeNs: number; readonly ctimeNs: number } = "Deno" in globalThis
  ? { mtimeNs: 1_000_000, ctimeNs: 1_000_000_000 }
  : { mtimeNs: 1, ctimeNs: 1 };

/** What a path or descriptor is. */
export type FileKind = "file" | "folder" | "link" | "other";

/** One look at a path or descriptor. */
export interface FileStat {
  readonly kind: FileKind;
  /** Whether the owner may execute it. */
  readonly executable: boolean;
  readonly stamp: FileStamp;
}

/** Looks at a path without following a last link; null where there is nothing. Other errors are thrown. */
export function statPath(path: string): FileStat | null {
  const stats = calls.lookAt(path);
  return stats === undefined ? null : fileStat(stats);
}

/** Looks at an open descriptor. */
export function statDescriptor(descriptor: number): FileStat {
  return fileStat(calls.lookAtOpen(descriptor));
}

function fileStat(stats: BigIntStats): FileStat {
  return {
    kind: stats.isFile()
      ? "file"
      : stats.isDirectory()
      ? "folder"
      : stats.isSymbolicLink()
      ? "link"
      : "other",
    executable: (stats.mode & 0o100n) !== 0n,
    stamp: stampOf(stats),
  };
}

function stampOf(stats: BigIntStats): FileStamp {
  return {
    sizeBytes: Number(stats.size),
    mtimeNs: stats.mtimeNs.toString(),
    ctimeNs: stats.ctimeNs.toString(),
    inode: stats.ino.toString(),
    device: stats.dev.toString(),
  };
}

/** The same; null too where the system does not show it, as below a folder that may not be passed. */
export function statIfShown(path: string): FileStat | null {
  const stats = lookIfShown(path);
  return stats === null ? null : fileStat(stats);
}

function lookIfShown(path: string): BigIntStats | null {
  return ifShown(calls.lookAt, path);
}

function ifShown<T>(look: (path: string) => T | undefined, path: string): T | null {
  try {
    return look(path) ?? null;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}

/**
 * Whether a path leads, without a last link, to the very file that a stamp is of, unchanged; false also where it cannot be
 * looked at. Whatever stands above it: no other file has its inode. Of a racy stamp it says too little.
 */
export function hasStamp(path: string, stamp: FileStamp): boolean {
  const glance = ifShown(calls.glanceAt, path);
  if (glance === null) return false;
  // A change that leaves the times where they are to a microsecond is one that only a racy stamp can hide.
  const isSame = glance.size === stamp.sizeBytes && isNumber(glance.ino, stamp.inode) &&
    isNumber(glance.dev, stamp.device) && isNear(glance.mtimeMs, stamp.mtimeNs) &&
    isNear(glance.ctimeMs, stamp.ctimeNs);
  if (isSame) return true;
  const stats = lookIfShown(path);
  return stats !== null && sameStamp(stampOf(stats), stamp);
}

function isNumber(value: number, told: string): boolean {
  return Number.isSafeInteger(value) && value === Number(told);
}

function isNear(timeMs: number, timeNs: string): boolean {
  return Math.abs(timeMs - Number(timeNs) / 1e6) < NEAR_MS;
}

/** Whether a folder stands at a path, and no link to one; false also where it cannot be looked at. */
export function isFolder(path: string): boolean {
  return ifShown(calls.glanceAt, path)?.isDirectory() === true;
}

/** Whether two stamps say that nothing changed, as far as the coarser of their clocks can tell. */
export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  if (a.sizeBytes !== b.sizeBytes || a.inode !== b.inode || a.device !== b.device) return false;
  return sameFileTime(a.mtimeNs, b.mtimeNs) && sameFileTime(a.ctimeNs, b.ctimeNs);
}

/** Whether two file times, in nanoseconds, are one as far as the coarser of their clocks can tell. */
export function sameFileTime(a: string, b: string): boolean {
  if (a === b) return true;
  const left = BigInt(a);
  const right = BigInt(b);
  const grain = grainOf(left) > grainOf(right) ? grainOf(left) : grainOf(right);
  return left / grain === right / grain;
}

function grainOf(timeNs: bigint): bigint {
  if (timeNs % NS_PER_SECOND === 0n) return NS_PER_SECOND;
  return timeNs % NS_PER_MS === 0n ? NS_PER_MS : 1n;
}

/**
 * Whether a file may have changed again without its stamp showing it: its times lie within one tick of the wall clock
 * `atMs` at which it was read, or after it.
 */
export function isRacy(stamp: FileStamp, atMs: number): boolean {
  // Nearly every file is older than the widest window, which doubles tell well enough.
  const roughMs = Math.max(Number(stamp.mtimeNs), Number(stamp.ctimeNs)) / 1e6;
  if (roughMs < atMs - COARSE_WINDOW_MS - 1) return false;
  const mtimeNs = BigInt(stamp.mtimeNs);
  const ctimeNs = BigInt(stamp.ctimeNs);
  const coarse = grainOf(mtimeNs) === NS_PER_SECOND || grainOf(ctimeNs) === NS_PER_SECOND;
  const windowMs = coarse ? COARSE_WINDOW_MS : FINE_WINDOW_MS;
  const newestMs = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / NS_PER_MS);
  return newestMs > atMs - windowMs;
}
