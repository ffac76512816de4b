// The fingerprint: which code, under which rules. Law kept: two states have one fingerprint only if every included byte,
// every omission and every rule is the same. HEAD is not in it.

import type { Manifest } from "../model/mod.ts";
import { newDigest } from "../../wasm/mod.ts";

export interface FingerprintInput {
  readonly bindingId: string;
  readonly manifest: Manifest;
  /** Digest or version of each rule set by name. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Lower-case SHA-256 of the length-delimited encoding of its input. */
export function fingerprint({ bindingId, manifest, digests }: FingerprintInput): string {
  return digestOf([
    "evident.fingerprint.v1",
    bindingId,
    ...contentFields(manifest),
    ...digestFields(digests),
  ]);
}

/** The same without the binding: equal for equal content and rules wherever they lie. */
export function contentDigest(manifest: Manifest, digests: Readonly<Record<string, string>>): string {
  return digestOf(["evident.content.v1", ...contentFields(manifest), ...digestFields(digests)]);
}

function* contentFields(manifest: Manifest): Iterable<string> {
  yield manifest.objectFormat ?? "none";
  yield String(manifest.undecodablePaths);
  for (const { path, mode, sha256, sizeBytes, omitted } of manifest.entries) {
    yield path;
    yield mode;
    yield sha256 ?? "";
    yield String(sizeBytes);
    yield omitted ?? "included";
  }
}

function* digestFields(digests: Readonly<Record<string, string>>): Iterable<string> {
  for (const name of Object.keys(digests).sort()) {
    yield name;
    yield digests[name];
  }
}

/** Each field goes in behind its length in bytes, so that no two lists of fields look alike. */
function digestOf(fields: Iterable<string>): string {
  const encoder = new TextEncoder();
  const digest = newDigest("sha256");
  // A call of the digest costs as much as hundreds of bytes: fields go in many at a time.
  let pending = "";
  for (const field of fields) {
    const byteLength = IS_ASCII.test(field) ? field.length : encoder.encode(field).length;
    pending += `${byteLength}:${field}`;
    if (pending.length < FLUSHED_UNITS) continue;
    digest.update(encoder.encode(pending));
    pending = "";
  }
  return digest.update(encoder.encode(pending)).hex();
}

const IS_ASCII = /^[\0-\x7f]*$/;
const FLUSHED_UNITS = 1 << 15;
