// The names of blobs. A key says everything the content depends on, so that equal keys mean equal content and a blob
// serves every generation, path and branch.

import { sha256Bytes } from "../../wasm/mod.ts";

declare const blobKey: unique symbol;
/** The name of a blob. */
export type BlobKey = string & { readonly [blobKey]: true };

/** The bytes of a file with that digest. */
export function sourceKey(sha256: string): BlobKey {
  return `source:${sha256}` as BlobKey;
}

/** The facts of a file with that digest, parsed as that dialect by extraction of that version. */
export function factsKey(sha256: string, dialect: string, extractionVersion: number | string): BlobKey {
  return `facts:${sha256}:${dialect}:${extractionVersion}` as BlobKey;
}

/** Whether the key itself is made of the digest of the blob. */
export function isOfContent(key: BlobKey): boolean {
  return key.startsWith("source:");
}

/** What indexes are sorted by. */
export function keyDigest(key: BlobKey): Uint8Array {
  return sha256Bytes(key);
}
