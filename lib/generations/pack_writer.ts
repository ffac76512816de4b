// Writes one new pack. Law kept: it is no pack until `finish` wrote its footer and flushed it.

import { deflate, SequentialWriter } from "../host/mod.ts";
import { sha256Bytes } from "../../wasm/mod.ts";
import { hexOf } from "./bytes.ts";
import { encodeFooter, encodeIndex, MARK, type PackEntry } from "./pack_format.ts";

export class PackWriter {
  readonly #file: SequentialWriter;
  readonly #entries: PackEntry[] = [];

  private constructor(file: SequentialWriter) {
    this.#file = file;
  }

  static create(path: string): PackWriter {
    const file = SequentialWriter.create(path);
    file.append(MARK);
    return new PackWriter(file);
  }

  /** Bytes of the pack so far, without the index. */
  get lengthBytes(): number {
    return this.#file.lengthBytes;
  }

  /** Appends a blob under a key's digest; the caller sees to it that a key comes once. */
  add(key: Uint8Array, blob: Uint8Array): void {
    const deflated = deflate(blob);
    const stored = deflated.length < blob.length ? deflated : blob;
    this.#append(
      { key, sha256: sha256Bytes(stored), storedBytes: stored.length, blobBytes: blob.length },
      stored,
    );
  }

  /** Appends a blob of another pack as it is stored there. */
  copy(entry: PackEntry, stored: Uint8Array): void {
    this.#append(entry, stored);
  }

  #append(entry: Omit<PackEntry, "byteOffset">, stored: Uint8Array): void {
    this.#entries.push({ ...entry, byteOffset: this.#file.lengthBytes });
    this.#file.append(stored);
  }

  /** Completes the pack, flushes it to the disk and closes it. */
  finish(): { sizeBytes: number; indexSha256: string } {
    const index = encodeIndex(this.#entries);
    const indexOffset = this.#file.lengthBytes;
    const indexSha256 = sha256Bytes(index);
    this.#file.append(index);
    this.#file.append(encodeFooter({ indexOffset, count: this.#entries.length, indexSha256 }));
    this.#file.sync();
    this.#file.close();
    return { sizeBytes: this.#file.lengthBytes, indexSha256: hexOf(indexSha256) };
  }

  /** Gives the pack up. */
  close(): void {
    this.#file.close();
  }
}
