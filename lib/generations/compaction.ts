// Decides which packs a new generation rewrites, so that many small builds leave neither hundreds of packs nor packs
// full of what nobody reads. Pure: numbers in, names out. A pack is never changed: rewriting copies what is live into
// the new generation's pack, and earlier generations go on reading the old one.

/** How many packs a generation may read, the one it writes among them. */
export const MOST_PACKS = 16;

/** How much of a pack the new generation reads. */
export interface PackUse {
  readonly name: string;
  /** Of all its blobs. */
  readonly storedBytes: number;
  /** Of those that the new generation holds. */
  readonly liveBytes: number;
}

/**
 * The packs to rewrite: each that is garbage by more than half, and, where with the new one more than
 * `MOST_PACKS` would be read, all but the largest.
 */
export function packsToRewrite(packs: readonly PackUse[]): Set<string> {
  const rewritten = new Set<string>();
  for (const pack of packs) {
    if (pack.liveBytes * 2 < pack.storedBytes) rewritten.add(pack.name);
  }
  const staying = packs.filter((pack) => !rewritten.has(pack.name));
  if (staying.length < MOST_PACKS) return rewritten;
  const largest = staying.reduce((a, b) => b.liveBytes > a.liveBytes ? b : a);
  for (const pack of staying) {
    if (pack !== largest) rewritten.add(pack.name);
  }
  return rewritten;
}
