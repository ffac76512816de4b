// A published generation, open for reading. Laws kept: everything read through it belongs to this one generation; what
// is damaged is named and never handed out; while it is open, no build removes it.
//
// The order of opening is what makes the last true without a lock: a reader first leaves its lease and then looks
// whether the pointer still names the generation; a builder first replaces the pointer and then looks for leases. One
// of the two sees the other.

import { readFile, statPath } from "../host/mod.ts";
import { Failure, invariant } from "../model/mod.ts";
import { type BaseEntry, readBases } from "./bases.ts";
import { type BlobKey, keyDigest } from "./blob_key.ts";
import { type Cache, isReplaced, readBinding } from "./cache.ts";
import { corrupt, type Damage, damageIn, onDisk } from "./damage.ts";
import { type Layout, pageListFile } from "./layout.ts";
import { type Lease, takeLease } from "./lease.ts";
import { type GenerationManifest, type PartRecord, readManifest } from "./manifest.ts";
import { packLabel, PackReader } from "./pack_reader.ts";
import { digestContent, digestOfList, PageCheck, pageListBytes } from "./page_digests.ts";
import { type Pointer, type PointerEntry, readPointer } from "./pointer.ts";

/** How often a reader follows a pointer that moves under it. */
const ATTEMPTS = 8;

/** One published generation. Close it. */
export class Generation {
  readonly #layout: Layout;
  readonly #lease: Lease | null;
  readonly #packs: (PackReader | null)[];
  #closed = false;
  /** Why the lease could not be given back, if it could not: then it holds until this process ends. */
  problem: unknown = null;

  constructor(layout: Layout, readonly manifest: GenerationManifest, lease: Lease | null) {
    this.#layout = layout;
    this.#lease = lease;
    this.#packs = manifest.packs.map(() => null);
  }

  get name(): string {
    return this.manifest.name;
  }
  get fingerprint(): string {
    return this.manifest.fingerprint;
  }
  /** Whether a lease keeps it; false where the cache could not be written. */
  get isHeld(): boolean {
    return this.#lease !== null;
  }

  /** The file of a part, for who reads it in place. Its size was checked, its content was not. */
  path(part: string): string {
    this.#record(part);
    return `${this.#layout.generation(this.name)}/${part}`;
  }

  /** The content of a part, checked. Fails with `index.corrupt`. */
  readPart(part: string): Uint8Array {
    const { digest } = this.#record(part);
    return onDisk("the index cannot be read", () => {
      const bytes = readFile(this.path(part));
      if (bytes === null) throw corrupt(this.partLabel(part), "missing");
      if (digestContent(bytes) !== digest) throw corrupt(this.partLabel(part), "checksum");
      return bytes;
    });
  }

  /**
   * A check for who reads a part in place: called with what was read and from where, it fails with `index.corrupt` where
   * that is not what was published.
   */
  pageCheck(part: string): (bytes: Uint8Array, byteOffset: number) => void {
    const record = this.#record(part);
    invariant(record.inPlace, `${part} was not published to be read in place`);
    const pageList = onDisk("the index cannot be read", () => this.readPageList(record));
    const damaged = () => corrupt(this.partLabel(part), "checksum");
    const pages = new PageCheck(this.path(part), record.sizeBytes, pageList, damaged);
    return (bytes, byteOffset) => pages.check(bytes, byteOffset);
  }

  /** The digests of a part's pages, checked. */
  readPageList(record: PartRecord): Uint8Array {
    const label = this.partLabel(pageListFile(record.name));
    const bytes = readFile(`${this.#layout.generation(this.name)}/${pageListFile(record.name)}`);
    if (bytes === null) throw corrupt(label, "missing");
    if (digestOfList(bytes) !== record.digest) throw corrupt(label, "checksum");
    return bytes;
  }

  /** The content of a blob, checked. Fails with `index.corrupt`, also where no pack has it. */
  readBlob(key: BlobKey): Uint8Array {
    const digest = keyDigest(key);
    return onDisk("the index cannot be read", () => {
      let damage: Damage = "missing";
      let label = "packs";
      for (let number = 0; number < this.#packs.length; number++) {
        const pack = this.pack(number);
        const entry = pack.find(digest);
        if (entry === null) continue;
        const bytes = pack.read(entry);
        if (bytes !== null) return bytes;
        damage = "checksum";
        label = packLabel(pack.record.name);
      }
      throw corrupt(label, damage);
    });
  }

  /** One of its packs, opened when first asked for. */
  pack(number: number): PackReader {
    invariant(!this.#closed, "a closed generation was read");
    return this.#packs[number] ??= PackReader.open(this.#layout, this.manifest.packs[number]);
  }

  /** The path of a part inside the binding's folder, as failures name it. */
  partLabel(part: string): string {
    return `generations/${this.name}/${part}`;
  }

  /** Gives the lease back and closes what is open. Never throws: an answer is not lost over it. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      for (const pack of this.#packs) pack?.close();
      this.#lease?.release();
    } catch (error) {
      this.problem = error;
    }
  }

  #record(part: string): PartRecord {
    invariant(!this.#closed, "a closed generation was read");
    const record = this.manifest.parts.find((candidate) => candidate.name === part);
    invariant(record !== undefined, `no part is called ${part}`);
    return record;
  }
}

/** Opens what is published now. Fails with `index.missing`, `index.corrupt`, `index.newer_format`. */
export function openCurrent(cache: Cache): Generation {
  const generation = open(cache, (pointer) => pointer.entries[0] ?? null);
  if (generation === null) throw missing("nothing was indexed yet for this worktree", "not_built");
  return generation;
}

/** Opens the generation before the current one, null where there is none. */
export function openPrevious(cache: Cache): Generation | null {
  return open(cache, (pointer) => pointer.entries[1] ?? null);
}

/** Opens a kept generation by its fingerprint, one of a commit too; null where none has it. */
export function openByFingerprint(cache: Cache, fingerprint: string): Generation | null {
  const isMeant = (entry: PointerEntry) => entry.fingerprint === fingerprint;
  return open(cache, (pointer) => pointer.entries.find(isMeant) ?? null) ??
    open(cache, (pointer) => pointer.entries.find(isMeant) ?? null, basesOf);
}

/** Opens the base of that key, null where there is none. */
export function openBase(cache: Cache, key: string): Generation | null {
  const isMeant = (entry: PointerEntry) => (entry as BaseEntry).key === key;
  return open(cache, (pointer) => pointer.entries.find(isMeant) ?? null, basesOf);
}

/** The bases as a pointer; what serves has to be of this format too. */
function basesOf(layout: Layout): Pointer {
  return { entries: readBases(layout), outdated: readPointer(layout).outdated };
}

function open(
  cache: Cache,
  pick: (pointer: Pointer) => PointerEntry | null,
  read: (layout: Layout) => Pointer = readPointer,
): Generation | null {
  return onDisk("the index cannot be read", () => {
    const binding = readBinding(cache);
    if (binding !== null && isReplaced(cache, binding)) {
      throw missing("another worktree lies where the indexed one was", "worktree_replaced");
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const pointer = read(cache.layout);
      if (pointer.outdated) throw missing("the index was built by an older program", "older_format");
      const entry = pick(pointer);
      if (entry === null) return null;
      if (binding === null) throw corrupt("binding.json", "missing");
      const lease = takeLease(cache.layout, entry.name);
      try {
        if (isNamed(read(cache.layout), entry)) {
          return openEntry(cache.layout, entry, lease);
        }
      } catch (error) {
        lease?.release();
        // What nobody holds may be collected while it is opened: then the pointer names another by now.
        const isCorrupt = error instanceof Failure && error.code === "index.corrupt";
        if (lease === null && isCorrupt && !isNamed(read(cache.layout), entry)) continue;
        throw error;
      }
      lease?.release();
    }
    throw new Failure("index.unavailable", "the index was replaced again and again while it was opened", {
      retry: true,
    });
  });
}

function isNamed({ entries }: Pointer, { name }: { readonly name: string }): boolean {
  return entries.some((entry) => entry.name === name);
}

/**
 * Whether builds may have collected a generation while it was read: it is not held, as where the cache cannot be written, and
 * no pointer names it any more. What it seems to lack is no damage then.
 */
export function isTakenAway({ layout }: Cache, generation: Generation): boolean {
  if (generation.isHeld) return false;
  return onDisk("the index cannot be read", () => {
    let isKnown = false;
    const damage = damageIn(() => {
      isKnown = isNamed(readPointer(layout), generation) ||
        isNamed({ entries: readBases(layout), outdated: false }, generation);
    });
    return damage === null && !isKnown;
  });
}

function missing(message: string, reason: string): Failure {
  return new Failure("index.missing", message, { hint: "run evident index", detail: { reason } });
}

/** Opens what a pointer entry names: manifest by digest, parts and packs by size. */
export function openEntry(layout: Layout, entry: PointerEntry, lease: Lease | null): Generation {
  const manifest = readManifest(layout, entry);
  for (const part of manifest.parts) {
    const files = [{ name: part.name, sizeBytes: part.sizeBytes }];
    if (part.inPlace) files.push({ name: pageListFile(part.name), sizeBytes: pageListBytes(part.sizeBytes) });
    for (const file of files) {
      checkSize(
        `${layout.generation(entry.name)}/${file.name}`,
        `generations/${entry.name}/${file.name}`,
        file,
      );
    }
  }
  for (const pack of manifest.packs) checkSize(layout.pack(pack.name), packLabel(pack.name), pack);
  return new Generation(layout, manifest, lease);
}

function checkSize(path: string, label: string, record: { readonly sizeBytes: number }): void {
  const stat = statPath(path);
  if (stat === null) throw corrupt(label, "missing");
  if (stat.kind !== "file" || stat.stamp.sizeBytes !== record.sizeBytes) throw corrupt(label, "size");
}
