// What lies in a cache and is no part of what is published: left by a killed build, or not ours at all. Law kept: it only
// looks; what is not of the layout is never removed by evident.

import { type FolderEntry, treeBytes } from "../host/mod.ts";
import { type Finding, found } from "../model/mod.ts";
import {
  foldersOf,
  isGenerationName,
  type Layout,
  MANIFEST_FILE,
  packNameOf,
  pageListFile,
} from "./layout.ts";
import { decodeLeaseName, entriesOf } from "./lease.ts";
import { type GenerationManifest, readUnnamedManifest } from "./manifest.ts";

/** Files of the binding's folder: those that stay, and what they are called while they are written. */
const TOP_FILES = /^(binding\.json|current|bases|last_build\.json|lock)(\..+)?$/;

/** Files that every build writes anew, whatever lies in their place. */
const REPLACED = ["lock", "last_build.json"];

/** Findings about everything that is no part of what is published. */
export function strangersIn(layout: Layout, isBuilding: boolean): Finding[] {
  const findings: Finding[] = [];
  const unknown = (part: string) =>
    findings.push(found("file.unknown", { message: `${part} is not of the cache`, part }));
  const misplaced = (part: string) =>
    findings.push(
      found("file.unknown", { message: `something else lies in the place of ${part}`, part, mend: ["sync"] }),
    );
  const folders = foldersOf(layout).map((path) => path.slice(layout.folder.length + 1));
  for (const { name, kind } of entriesOf(layout.folder)) {
    const isKnown = kind === "folder" ? folders.includes(name) : kind === "file" && TOP_FILES.test(name);
    if (isKnown) continue;
    if (REPLACED.includes(name) || folders.includes(name)) misplaced(name);
    else unknown(name);
  }
  const packs = new Set<string>();
  /** Whether it is known which packs are needed. */
  let areAllKnown = !isBuilding;
  for (const entry of entriesOf(layout.generations)) {
    const part = `generations/${entry.name}`;
    if (entry.kind !== "folder" || !isGenerationName(entry.name)) {
      unknown(part);
      continue;
    }
    const manifest = readUnnamedManifest(layout, entry.name);
    // It may name any pack.
    areAllKnown &&= manifest !== null;
    if (manifest === null) continue;
    for (const pack of manifest.packs) packs.add(pack.name);
    for (const name of beside(manifest, entriesOf(layout.generation(entry.name)))) unknown(`${part}/${name}`);
  }
  for (const { name, kind } of entriesOf(layout.packs)) {
    const pack = packNameOf(name);
    if (kind !== "file" || pack === null) unknown(`packs/${name}`);
    else if (!packs.has(pack) && areAllKnown) findings.push(left(layout, `packs/${name}`));
  }
  for (const { name, kind } of entriesOf(layout.leases)) {
    if (kind !== "file" || decodeLeaseName(name) === null) unknown(`leases/${name}`);
  }
  if (!isBuilding) {
    for (const { name } of entriesOf(layout.staging)) findings.push(left(layout, `staging/${name}`));
  }
  return findings;
}

/** What lies in a generation's folder beside its parts. */
function beside(manifest: GenerationManifest, entries: readonly FolderEntry[]): string[] {
  const files = manifest.parts.flatMap(({ name, inPlace }) => inPlace ? [name, pageListFile(name)] : [name]);
  return entries.map(({ name }) => name).filter((name) => name !== MANIFEST_FILE && !files.includes(name));
}

function left(layout: Layout, part: string): Finding {
  const message = `a killed build left ${treeBytes(`${layout.folder}/${part}`)} bytes`;
  return found("staging.left", { message, part, mend: ["gc"] });
}
