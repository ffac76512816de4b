// The pointer `bases`: generations of commits that were asked for, newest first, each under a key of its maker. Laws kept: none
// of them is ever current or previous; they are the first to go; losing them loses nothing that cannot be built again.

import { readFile, removeFile } from "../host/mod.ts";
import { corrupt, damageIn, newerFormat } from "./damage.ts";
import { isGenerationName, type Layout } from "./layout.ts";
import { countLeases } from "./lease.ts";
import { type PointerEntry, readPointer } from "./pointer.ts";
import { seal, unseal } from "./sealed.ts";

/** How many stay: two branches are compared in turn without building. */
export const KEPT_BASES = 2;

export interface BaseEntry extends PointerEntry {
  /** What it was made of and under which rules; opaque here. */
  readonly key: string;
}

/** Reads the pointer; older formats count for nothing. Fails with `index.corrupt` or `index.newer_format`. */
export function readBases(layout: Layout): readonly BaseEntry[] {
  const bytes = readFile(layout.bases);
  if (bytes === null) return [];
  const unsealed = unseal(bytes);
  if (unsealed.state === "newer") throw newerFormat(unsealed.format);
  if (unsealed.state === "older") return [];
  if (unsealed.state !== "whole") throw corrupt("bases", unsealed.state);
  const entries = unsealed.body.bases as BaseEntry[];
  if (!Array.isArray(entries) || !entries.every(({ name }) => isGenerationName(name))) {
    throw corrupt("bases", "malformed");
  }
  return entries;
}

/** The same, a damaged pointer being as good as none: what it named is built again. */
export function wholeBases(layout: Layout): readonly BaseEntry[] {
  let entries: readonly BaseEntry[] = [];
  damageIn(() => entries = readBases(layout));
  return entries;
}

export function encodeBases(entries: readonly BaseEntry[]): Uint8Array {
  return seal({ bases: entries });
}

/** What stays beside a new base. */
export function withNewestBase(newest: BaseEntry, before: readonly BaseEntry[]): BaseEntry[] {
  return [newest, ...before.filter(({ key }) => key !== newest.key)].slice(0, KEPT_BASES);
}

/** Forgets every base; whether that lets a build remove any. Only for the holder of the build lock. */
export function forgetBases(layout: Layout): boolean {
  const held = countLeases(layout, { removeDead: false });
  const isAnyFree = wholeBases(layout).some(({ name }) => !held.has(name));
  removeFile(layout.bases);
  return isAnyFree;
}

/** Which generations the pointers name, as one text; "" where they do not say. */
export function publishedNames(layout: Layout): string {
  try {
    return [...readPointer(layout).entries, ...readBases(layout)].map(({ name }) => name).join();
  } catch {
    return "";
  }
}
