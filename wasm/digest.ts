// SHA-256 and Git's SHA-1, synchronously. The runtime's own where it has one (about ten times as fast), hash-wasm
// elsewhere; both give the same bytes. Not here: what is digested, and how it is framed.

import type { IHasher } from "hash-wasm";

export type DigestName = "sha1" | "sha256";

/** One running digest. Feed it, then ask once. */
export interface Digest {
  update(bytes: Uint8Array | string): Digest;
  /** Lower-case hexadecimal. Ends the digest. */
  hex(): string;
  /** The raw bytes. Ends the digest. */
  bytes(): Uint8Array;
}

interface RuntimeHash {
  update(data: Uint8Array | string): RuntimeHash;
  digest(): Uint8Array;
  digest(encoding: "hex"): string;
}

interface BunHashes {
  readonly CryptoHasher: new (name: DigestName) => RuntimeHash;
  readonly SHA256: {
    hash(data: Uint8Array | string): Uint8Array;
    hash(data: Uint8Array | string, encoding: "hex"): string;
  };
}

interface Runtime {
  readonly Bun?: BunHashes;
  readonly process?: {
    getBuiltinModule?(name: "node:crypto"): { createHash(name: DigestName): RuntimeHash };
  };
}

/** Bun's own are there at once, while its `node:crypto` takes milliseconds to load. */
const { Bun, process } = globalThis as Runtime;
const runtimeHash: ((name: DigestName) => RuntimeHash) | null = (() => {
  if (Bun !== undefined) return (name) => new Bun.CryptoHasher(name);
  const crypto = process?.getBuiltinModule?.("node:crypto");
  return crypto === undefined ? null : (name) => crypto.createHash(name);
})();

let portable: Record<DigestName, IHasher> | null = null;

/** Needed once before any digest where the runtime has none of its own (a browser). */
export async function startDigests(): Promise<void> {
  if (runtimeHash === null) await startPortableDigests();
}

/** Loads hash-wasm's digests. */
export async function startPortableDigests(): Promise<void> {
  const { createSHA1, createSHA256 } = await import("hash-wasm");
  portable = { sha1: await createSHA1(), sha256: await createSHA256() };
}

/** A new digest. */
export function newDigest(name: DigestName): Digest {
  return runtimeHash === null ? newPortableDigest(name) : runtimeDigest(runtimeHash(name));
}

/** A digest of hash-wasm, one at a time of each kind. `startPortableDigests` comes first. */
export function newPortableDigest(name: DigestName): Digest {
  if (portable === null) throw new Error("the portable digests are not loaded");
  const hasher = portable[name].init();
  const digest: Digest = {
    update(bytes) {
      hasher.update(bytes);
      return digest;
    },
    hex: () => hasher.digest("hex"),
    bytes: () => hasher.digest("binary"),
  };
  return digest;
}

function runtimeDigest(hash: RuntimeHash): Digest {
  const digest: Digest = {
    update(bytes) {
      hash.update(bytes);
      return digest;
    },
    hex: () => hash.digest("hex"),
    bytes: () => new Uint8Array(hash.digest()),
  };
  return digest;
}

/** SHA-256 of bytes, or of a text's UTF-8, in lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return Bun === undefined ? newDigest("sha256").update(bytes).hex() : Bun.SHA256.hash(bytes, "hex");
}

/** SHA-256 of bytes, or of a text's UTF-8: 32 bytes. */
export function sha256Bytes(bytes: Uint8Array | string): Uint8Array {
  return Bun === undefined ? newDigest("sha256").update(bytes).bytes() : Bun.SHA256.hash(bytes);
}
