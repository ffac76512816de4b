// Checks every byte of a generation against its checksums. For `doctor` and tests: a query checks what it reads.

import type { Failure } from "../model/mod.ts";
import { compareBytes } from "./bytes.ts";
import { corrupt, damageIn, onDisk } from "./damage.ts";
import { digestFile } from "./page_digests.ts";
import type { Generation } from "./generation.ts";
import { BLOBS_FILE } from "./layout.ts";
import type { PartRecord } from "./manifest.ts";
import { packLabel, type PackReader } from "./pack_reader.ts";

/** All damage of a generation, as `index.corrupt` failures that name the part; empty where it is whole. */
export function verifyGeneration(generation: Generation): Failure[] {
  return onDisk("the index cannot be read", () => {
    const damages: Failure[] = [];
    const check = (work: () => void) => {
      const damage = damageIn(work);
      if (damage !== null) damages.push(damage);
    };
    for (const part of generation.manifest.parts) {
      check(() => requirePart(generation, part));
      if (part.inPlace) check(() => void generation.readPageList(part));
    }
    const packs: PackReader[] = [];
    generation.manifest.packs.forEach((record, number) =>
      check(() => {
        const pack = generation.pack(number);
        packs.push(pack);
        if (!pack.isWhole()) throw corrupt(packLabel(record.name), "checksum");
      })
    );
    // Only where everything else is whole do missing blobs say something of their own.
    if (damages.length === 0) check(() => requireBlobs(generation, packs));
    return damages;
  });
}

function requirePart(generation: Generation, part: PartRecord): void {
  const label = generation.partLabel(part.name);
  const found = digestFile(generation.path(part.name));
  if (found === null) throw corrupt(label, "missing");
  if (found.sizeBytes !== part.sizeBytes) throw corrupt(label, "size");
  if (found.digest !== part.digest) throw corrupt(label, "checksum");
}

function requireBlobs(generation: Generation, packs: readonly PackReader[]): void {
  const keys = generation.readPart(BLOBS_FILE);
  for (let at = 0; at < keys.length; at += 32) {
    const key = keys.subarray(at, at + 32);
    if (at > 0 && compareBytes(keys.subarray(at - 32, at), key) >= 0) {
      throw corrupt(generation.partLabel(BLOBS_FILE), "malformed");
    }
    if (!packs.some((pack) => pack.find(key) !== null)) throw corrupt("packs", "missing");
  }
}
