// Reads one pack. Law kept: no blob leaves it whose bytes do not match the digest in the index, and no index is used
// that is not the one the manifest names.

import { inflate, RandomReader } from "../host/mod.ts";
import { sha256Bytes } from "../../wasm/mod.ts";
import { compareBytes, hexOf } from "./bytes.ts";
import { corrupt } from "./damage.ts";
import type { Layout } from "./layout.ts";
import type { PackRecord } from "./manifest.ts";
import { decodeFooter, FOOTER_BYTES, MARK, type PackEntry, PackIndex, RECORD_BYTES } from "./pack_format.ts";

export class PackReader {
  readonly #file: RandomReader;

  private constructor(readonly record: PackRecord, file: RandomReader, readonly index: PackIndex) {
    this.#file = file;
  }

  /** Opens a pack as a manifest names it. Fails with `index.corrupt`. */
  static open(layout: Layout, record: PackRecord): PackReader {
    const label = packLabel(record.name);
    const file = RandomReader.open(layout.pack(record.name));
    if (file === null) throw corrupt(label, "missing");
    try {
      if (file.sizeBytes !== record.sizeBytes) throw corrupt(label, "size");
      return new PackReader(record, file, readIndex(file, record, label));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Bytes of all its blobs as they are stored. */
  get storedBytes(): number {
    return this.record.sizeBytes - MARK.length - this.index.count * RECORD_BYTES - FOOTER_BYTES;
  }

  find(key: Uint8Array): PackEntry | null {
    return this.index.find(key);
  }

  /** The blob of an entry in a buffer of its own, null where its bytes are damaged. */
  read(entry: PackEntry): Uint8Array | null {
    const stored = this.readStored(entry);
    if (stored === null || entry.storedBytes === entry.blobBytes) return stored;
    return inflate(stored, entry.blobBytes);
  }

  /** The bytes of an entry as they are stored, null where they are damaged. */
  readStored(entry: PackEntry): Uint8Array | null {
    const stored = this.#file.read(entry.byteOffset, entry.storedBytes);
    return compareBytes(sha256Bytes(stored), entry.sha256) === 0 ? stored : null;
  }

  /** Whether every byte is what was written. Reads the whole pack. */
  isWhole(): boolean {
    if (compareBytes(this.#file.read(0, MARK.length), MARK) !== 0) return false;
    for (let number = 0; number < this.index.count; number++) {
      if (this.readStored(this.index.entryAt(number)) === null) return false;
    }
    return true;
  }

  close(): void {
    this.#file.close();
  }
}

/** A pack's path inside the binding's folder. */
export function packLabel(name: string): string {
  return `packs/${name}.pack`;
}

function readIndex(file: RandomReader, record: PackRecord, label: string): PackIndex {
  const tail = file.read(Math.max(0, file.sizeBytes - FOOTER_BYTES), FOOTER_BYTES);
  const footer = decodeFooter(tail, file.sizeBytes);
  if (footer === null) throw corrupt(label, "malformed");
  const bytes = file.read(footer.indexOffset, footer.count * RECORD_BYTES);
  const indexSha256 = hexOf(sha256Bytes(bytes));
  if (indexSha256 !== record.indexSha256 || indexSha256 !== hexOf(footer.indexSha256)) {
    throw corrupt(label, "checksum");
  }
  return new PackIndex(bytes);
}
