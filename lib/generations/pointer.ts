// The pointer `current`: which generations are published, newest first, each with the digest of its manifest. Replacing
// this one file is what publishes. Not here: the manifests it names.

import { readFile } from "../host/mod.ts";
import { corrupt, newerFormat } from "./damage.ts";
import { isGenerationName, type Layout } from "./layout.ts";
import { seal, unseal } from "./sealed.ts";

/** A published generation. */
export interface PointerEntry {
  readonly name: string;
  readonly fingerprint: string;
  /** Of the manifest file's bytes. */
  readonly manifestSha256: string;
}

export interface Pointer {
  /** Newest first; empty where nothing was published. */
  readonly entries: readonly PointerEntry[];
  /** Whether what was published has an older format and has to be built anew. */
  readonly outdated: boolean;
}

/** Reads the pointer. Fails with `index.corrupt` or `index.newer_format`. */
export function readPointer(layout: Layout): Pointer {
  const bytes = readFile(layout.current);
  if (bytes === null) return { entries: [], outdated: false };
  const unsealed = unseal(bytes);
  if (unsealed.state === "newer") throw newerFormat(unsealed.format);
  if (unsealed.state === "older") return { entries: [], outdated: true };
  if (unsealed.state !== "whole") throw corrupt("current", unsealed.state);
  const entries = unsealed.body.generations as PointerEntry[];
  if (!Array.isArray(entries) || !entries.every((entry) => isGenerationName(entry.name))) {
    throw corrupt("current", "malformed");
  }
  return { entries, outdated: false };
}

/** The bytes of a pointer. */
export function encodePointer(entries: readonly PointerEntry[]): Uint8Array {
  return seal({ generations: entries });
}

/**
 * What stays published beside a new generation. One of the new one's fingerprint is not worth keeping as "previous":
 * nothing differs.
 */
export function withNewest(
  newest: PointerEntry,
  before: readonly PointerEntry[],
  kept: number,
): PointerEntry[] {
  return [newest, ...before.filter((entry) => entry.fingerprint !== newest.fingerprint)].slice(0, kept);
}
