// The manifest of one generation: its parts and packs with their checksums, and where it came from. The pointer holds
// the digest of this file, so pointer, manifest and parts form one chain. Not here: the manifest of the worktree, which
// is rows of the database.

import { readFile } from "../host/mod.ts";
import { sha256Hex } from "../../wasm/mod.ts";
import { corrupt, newerFormat } from "./damage.ts";
import { type Layout, MANIFEST_FILE } from "./layout.ts";
import { seal, unseal } from "./sealed.ts";
import type { PointerEntry } from "./pointer.ts";

/** One file of a generation's folder. */
export interface PartRecord {
  readonly name: string;
  readonly sizeBytes: number;
  /** Over the digests of its pages (`page_digests.ts`), hexadecimal. */
  readonly digest: string;
  /** Whether it is read in place, page by page: then its page list lies beside it. */
  readonly inPlace: boolean;
}

/** One pack that a generation reads blobs from. */
export interface PackRecord {
  /** The generation that wrote it. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Of the index at the pack's end, which holds the digest of every blob. */
  readonly indexSha256: string;
}

export interface GenerationManifest {
  readonly name: string;
  readonly fingerprint: string;
  /** Fingerprint of the generation that was current when this one was built, null where there was none. */
  readonly parentFingerprint: string | null;
  /** Program and version that built it. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  /** In order of name. */
  readonly parts: readonly PartRecord[];
  /** Newest first: where two have a blob, the first is asked. */
  readonly packs: readonly PackRecord[];
  /** What the indexer wants to know again; JSON. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The bytes of a manifest file. */
export function encodeManifest(manifest: GenerationManifest): Uint8Array {
  return seal({ ...manifest });
}

/** The path of a published manifest inside the binding's folder. */
export function manifestLabel(name: string): string {
  return `generations/${name}/${MANIFEST_FILE}`;
}

/** Reads the manifest a pointer entry names. Fails with `index.corrupt`. */
export function readManifest(layout: Layout, entry: PointerEntry): GenerationManifest {
  const label = manifestLabel(entry.name);
  const bytes = readFile(`${layout.generation(entry.name)}/${MANIFEST_FILE}`);
  if (bytes === null) throw corrupt(label, "missing");
  if (sha256Hex(bytes) !== entry.manifestSha256) throw corrupt(label, "checksum");
  return decodeManifest(bytes, label);
}

/** Reads the manifest of a folder that no pointer names any more (a reader holds it); null where it is not whole. */
export function readUnnamedManifest(layout: Layout, name: string): GenerationManifest | null {
  const bytes = readFile(`${layout.generation(name)}/${MANIFEST_FILE}`);
  const unsealed = bytes === null ? null : unseal(bytes);
  return unsealed?.state === "whole" ? unsealed.body as unknown as GenerationManifest : null;
}

function decodeManifest(bytes: Uint8Array, label: string): GenerationManifest {
  const unsealed = unseal(bytes);
  if (unsealed.state === "newer") throw newerFormat(unsealed.format);
  if (unsealed.state === "older") throw corrupt(label, "malformed");
  if (unsealed.state !== "whole") throw corrupt(label, unsealed.state);
  return unsealed.body as unknown as GenerationManifest;
}
