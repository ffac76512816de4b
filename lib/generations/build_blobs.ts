// The blobs of a running build: which the new generation holds, taken from kept packs or written to a new one.
// Laws kept: a blob that is handed out or held was checked; a damaged copy is never held again but written anew; a
// pack that is there is never changed.

import { type BlobKey, isOfContent, keyDigest } from "./blob_key.ts";
import type { Budget } from "./budget.ts";
import { compareBytes } from "./bytes.ts";
import { packsToRewrite, type PackUse } from "./compaction.ts";
import { corrupt } from "./damage.ts";
import type { PackRecord } from "./manifest.ts";
import type { PackEntry } from "./pack_format.ts";
import { packLabel, type PackReader } from "./pack_reader.ts";
import { PackWriter } from "./pack_writer.ts";

interface KeptPlace {
  readonly pack: PackReader;
  readonly entry: PackEntry;
}

/** Where a blob of the new generation lies; `kept` is null for the new pack. */
interface Held {
  readonly digest: Uint8Array;
  readonly kept: KeptPlace | null;
}

/** What a generation's manifest says about its blobs. */
export interface SealedBlobs {
  /** Newest first. */
  readonly packs: readonly PackRecord[];
  /** Whether the first of them is the new pack. */
  readonly wroteNew: boolean;
  /** Digests of the keys of all blobs held, 32 bytes each, in order. */
  readonly keys: Uint8Array;
}

export class BuildBlobs {
  readonly #packs: readonly PackReader[];
  readonly #newPackPath: string;
  readonly #budget: Budget;
  readonly #held = new Map<BlobKey, Held>();
  /** Packs in which something is damaged: what is live of them is written anew, so that nobody reads them any more. */
  readonly #damaged = new Set<PackReader>();
  #writer: PackWriter | null = null;

  /** `packs`: those of earlier generations, newest first; closed with this object. */
  constructor(packs: readonly PackReader[], newPackPath: string, budget: Budget) {
    this.#packs = packs;
    this.#newPackPath = newPackPath;
    this.#budget = budget;
  }

  /** Bytes written to the new pack. */
  get newBytes(): number {
    return this.#writer?.lengthBytes ?? 0;
  }

  has(key: BlobKey): boolean {
    return this.#held.has(key) || this.#find(keyDigest(key)) !== null;
  }

  keep(key: BlobKey): boolean {
    if (this.#held.has(key)) return true;
    const digest = keyDigest(key);
    const kept = this.#find(digest);
    if (kept !== null) this.#held.set(key, { digest, kept });
    return kept !== null;
  }

  reuse(key: BlobKey): Uint8Array | null {
    // What this build wrote itself is newer than any copy in a kept pack.
    if (this.#held.get(key)?.kept === null) return null;
    const digest = keyDigest(key);
    const found = this.#readKept(digest);
    if (found === null) return null;
    this.#held.set(key, { digest, kept: found.kept });
    return found.bytes;
  }

  add(key: BlobKey, bytes: Uint8Array): void {
    if (this.#held.has(key)) return;
    const digest = keyDigest(key);
    // Facts may be others under a key that was not raised; source may not.
    const kept = isOfContent(key) ? this.#findWhole(digest) : this.#findEqual(digest, bytes);
    if (kept !== null) {
      this.#held.set(key, { digest, kept });
      return;
    }
    this.#writerFor(bytes.length).add(digest, bytes);
    this.#held.set(key, { digest, kept: null });
  }

  /** Looks at every byte of the earlier packs, also at what no generation reads any more. */
  examine(): void {
    for (const pack of this.#packs) if (!pack.isWhole()) this.#damaged.add(pack);
  }

  /** Rewrites what is worth it or has to go, completes the new pack and flushes it. */
  seal(newName: string): SealedBlobs {
    const rewritten = this.#rewrite();
    const packs: PackRecord[] = [];
    const wroteNew = this.#writer !== null;
    if (this.#writer !== null) packs.push({ name: newName, ...this.#writer.finish() });
    this.#writer = null;
    const live = this.#uses();
    for (const pack of this.#packs) {
      if (live.has(pack) && !rewritten.has(pack.record.name)) packs.push(pack.record);
    }
    return { packs, wroteNew, keys: this.#keys() };
  }

  close(): void {
    for (const pack of this.#packs) pack.close();
    this.#writer?.close();
    this.#writer = null;
  }

  /** The new pack, which may grow by so many bytes. */
  #writerFor(byteLength: number): PackWriter {
    this.#budget.require(this.newBytes + byteLength);
    return this.#writer ??= PackWriter.create(this.#newPackPath);
  }

  #find(digest: Uint8Array): KeptPlace | null {
    for (const pack of this.#packs) {
      const entry = pack.find(digest);
      if (entry !== null) return { pack, entry };
    }
    return null;
  }

  /** Where the first undamaged copy lies. */
  #findWhole(digest: Uint8Array): KeptPlace | null {
    for (const pack of this.#packs) {
      const entry = pack.find(digest);
      if (entry === null) continue;
      if (pack.readStored(entry) !== null) return { pack, entry };
      this.#damaged.add(pack);
    }
    return null;
  }

  #findEqual(digest: Uint8Array, bytes: Uint8Array): KeptPlace | null {
    const found = this.#readKept(digest);
    return found !== null && compareBytes(found.bytes, bytes) === 0 ? found.kept : null;
  }

  /** The first undamaged copy with its bytes. */
  #readKept(digest: Uint8Array): { kept: KeptPlace; bytes: Uint8Array } | null {
    for (const pack of this.#packs) {
      const entry = pack.find(digest);
      if (entry === null) continue;
      const bytes = pack.read(entry);
      if (bytes !== null) return { kept: { pack, entry }, bytes };
      this.#damaged.add(pack);
    }
    return null;
  }

  #uses(): Map<PackReader, PackUse> {
    const liveBytes = new Map<PackReader, number>();
    for (const { kept } of this.#held.values()) {
      if (kept !== null) liveBytes.set(kept.pack, (liveBytes.get(kept.pack) ?? 0) + kept.entry.storedBytes);
    }
    const uses = new Map<PackReader, PackUse>();
    for (const [pack, bytes] of liveBytes) {
      uses.set(pack, { name: pack.record.name, storedBytes: pack.storedBytes, liveBytes: bytes });
    }
    return uses;
  }

  #rewrite(): Set<string> {
    const uses = [...this.#uses().values()];
    const rewritten = packsToRewrite(uses);
    for (const { record } of this.#damaged) rewritten.add(record.name);
    const bytes = uses.reduce((sum, use) => sum + (rewritten.has(use.name) ? use.liveBytes : 0), 0);
    // Rewriting must not be what fails a build.
    if (!this.#budget.allows(this.newBytes + bytes)) return new Set();
    for (const { kept } of this.#held.values()) {
      if (kept === null || !rewritten.has(kept.pack.record.name)) continue;
      const stored = kept.pack.readStored(kept.entry);
      if (stored === null) throw corrupt(packLabel(kept.pack.record.name), "checksum");
      this.#writerFor(stored.length).copy(kept.entry, stored);
    }
    return rewritten;
  }

  #keys(): Uint8Array {
    const digests = [...this.#held.values()].map((held) => held.digest).sort(compareBytes);
    const bytes = new Uint8Array(digests.length * 32);
    digests.forEach((digest, number) => bytes.set(digest, number * 32));
    return bytes;
  }
}
