// How much of the packs nobody reads. Law kept: it changes nothing. What is garbage by more than half is rewritten by the
// next build (`compaction.ts`); the rest is cheaper to keep than to copy.

import { readFile } from "../host/mod.ts";
import { hexOf } from "./bytes.ts";
import { damageIn } from "./damage.ts";
import { BLOBS_FILE, isGenerationName, type Layout } from "./layout.ts";
import { entriesOf } from "./lease.ts";
import { readUnnamedManifest } from "./manifest.ts";
import type { PackRecord } from "./manifest.ts";
import { PackReader } from "./pack_reader.ts";

const DIGEST_BYTES = 32;

/** Bytes in packs that no generation which is there reads; null where damage hides them. */
export function garbageBytes(layout: Layout): number | null {
  const keys = new Set<string>();
  const records = new Map<string, PackRecord>();
  for (const { name } of entriesOf(layout.generations)) {
    if (!isGenerationName(name)) continue;
    const manifest = readUnnamedManifest(layout, name);
    const blobs = readFile(`${layout.generation(name)}/${BLOBS_FILE}`);
    if (manifest === null || blobs === null) return null;
    for (const record of manifest.packs) records.set(record.name, record);
    for (let at = 0; at < blobs.length; at += DIGEST_BYTES) {
      keys.add(hexOf(blobs.subarray(at, at + DIGEST_BYTES)));
    }
  }
  let garbage = 0;
  const damage = damageIn(() => {
    for (const record of records.values()) {
      const pack = PackReader.open(layout, record);
      for (let number = 0; number < pack.index.count; number++) {
        const entry = pack.index.entryAt(number);
        if (!keys.has(hexOf(entry.key))) garbage += entry.storedBytes;
      }
      pack.close();
    }
  });
  return damage === null ? garbage : null;
}
