// Digests of files by page, so that a file of any size can be checked as a whole or only where it is read.
// A file's digest is the SHA-256 of its page list; the page list is the SHA-256 of each page of 8 KiB, the last of which
// may be shorter.

import { RandomReader } from "../host/mod.ts";
import { sha256Bytes, sha256Hex } from "../../wasm/mod.ts";
import { compareBytes } from "./bytes.ts";

/** The page of SQLite files here; what SQLite reads is one of these at a time. */
export const PAGE_BYTES = 8192;
const DIGEST_BYTES = 32;
const PIECE_BYTES = PAGE_BYTES * 128;

export interface FileDigest {
  readonly sizeBytes: number;
  readonly digest: string;
  readonly pageList: Uint8Array;
}

/** Bytes of the page list of a file of that size. */
export function pageListBytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / PAGE_BYTES) * DIGEST_BYTES;
}

/** The digest of a content in memory, hexadecimal. */
export function digestContent(bytes: Uint8Array): string {
  const pageList = new Uint8Array(pageListBytes(bytes.length));
  digestPages(bytes, pageList, 0);
  return digestOfList(pageList);
}

/** The digest that a page list belongs to, hexadecimal. */
export function digestOfList(pageList: Uint8Array): string {
  return sha256Hex(pageList);
}

/** The digest of a file, null where there is none. */
export function digestFile(path: string): FileDigest | null {
  const file = RandomReader.open(path);
  if (file === null) return null;
  try {
    const pageList = new Uint8Array(pageListBytes(file.sizeBytes));
    for (let offset = 0; offset < file.sizeBytes; offset += PIECE_BYTES) {
      const piece = file.read(offset, Math.min(PIECE_BYTES, file.sizeBytes - offset));
      digestPages(piece, pageList, offset / PAGE_BYTES);
    }
    return { sizeBytes: file.sizeBytes, digest: digestOfList(pageList), pageList };
  } finally {
    file.close();
  }
}

/** Checks what was read of a file: throws `damaged()` where it is not what the page list says. */
export class PageCheck {
  readonly #path: string;
  readonly #sizeBytes: number;
  readonly #pageList: Uint8Array;
  readonly #damaged: () => Error;

  constructor(path: string, sizeBytes: number, pageList: Uint8Array, damaged: () => Error) {
    this.#path = path;
    this.#sizeBytes = sizeBytes;
    this.#pageList = pageList;
    this.#damaged = damaged;
  }

  /** Checks bytes read at a place of the file. */
  check(bytes: Uint8Array, byteOffset: number): void {
    const end = byteOffset + bytes.length;
    const whole = byteOffset % PAGE_BYTES === 0 && (end % PAGE_BYTES === 0 || end === this.#sizeBytes);
    if (whole) this.#checkPages(bytes, byteOffset);
    else this.#checkInside(bytes, byteOffset);
  }

  #checkPages(bytes: Uint8Array, byteOffset: number): void {
    for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
      const place = (byteOffset + at) / PAGE_BYTES * DIGEST_BYTES;
      const expected = this.#pageList.subarray(place, place + DIGEST_BYTES);
      if (compareBytes(sha256Bytes(bytes.subarray(at, at + PAGE_BYTES)), expected) !== 0) {
        throw this.#damaged();
      }
    }
  }

  /** A piece of a page (SQLite looks at the header alone when it opens): its pages are read whole, checked, compared. */
  #checkInside(bytes: Uint8Array, byteOffset: number): void {
    const start = byteOffset - byteOffset % PAGE_BYTES;
    const end = Math.min(this.#sizeBytes, Math.ceil((byteOffset + bytes.length) / PAGE_BYTES) * PAGE_BYTES);
    const file = RandomReader.open(this.#path);
    if (file === null) throw this.#damaged();
    try {
      const pages = file.read(start, end - start);
      this.#checkPages(pages, start);
      const inside = pages.subarray(byteOffset - start, byteOffset - start + bytes.length);
      if (compareBytes(inside, bytes) !== 0) throw this.#damaged();
    } finally {
      file.close();
    }
  }
}

function digestPages(bytes: Uint8Array, pageList: Uint8Array, firstPage: number): void {
  for (let at = 0, page = firstPage; at < bytes.length; at += PAGE_BYTES, page++) {
    pageList.set(sha256Bytes(bytes.subarray(at, at + PAGE_BYTES)), page * DIGEST_BYTES);
  }
}
