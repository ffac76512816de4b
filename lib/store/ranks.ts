// Ranks beside the database: one integer a symbol number, as little-endian bytes, so that a reader takes them in one read.

import { Failure } from "../model/mod.ts";

const BYTES_EACH = 4;

/** Ranks by symbol number as a file's bytes. */
export function encodeRanks(ranks: Uint32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ranks.length * BYTES_EACH);
  const view = new DataView(bytes.buffer);
  ranks.forEach((rank, number) => view.setUint32(number * BYTES_EACH, rank, true));
  return bytes;
}

/** Ranks by symbol number; throws `index.corrupt` where the bytes are no whole integers. */
export function decodeRanks(bytes: Uint8Array): Uint32Array {
  if (bytes.length % BYTES_EACH !== 0) throw new Failure("index.corrupt", "the ranks are cut off");
  const ranks = new Uint32Array(bytes.length / BYTES_EACH);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let number = 0; number < ranks.length; number++) {
    ranks[number] = view.getUint32(number * BYTES_EACH, true);
  }
  return ranks;
}
